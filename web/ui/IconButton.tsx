import type { ReactNode } from 'react'

type IconButtonProps = { label: string; onClick: () => void; children: ReactNode }

/** A small action whose picture says enough to those who see it. */
export function IconButton({ label, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="rounded-lg p-2 text-muted hover:bg-sunken hover:text-ink"
    >
      {children}
    </button>
  )
}
