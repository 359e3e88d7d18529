import type { ReactNode } from 'react'

type IconButtonProps = {
  label: string
  /** For a button that switches something on and off. */
  isPressed?: boolean
  onClick: () => void
  children: ReactNode
}

/** A small button with an icon as its visible label. */
export function IconButton({ label, isPressed, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
      className="rounded-lg p-2 text-muted hover:bg-sunken hover:text-ink"
    >
      {children}
    </button>
  )
}
