import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { Button } from './Button.tsx'

type DialogButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'aria-label'> & {
  Icon?: LucideIcon
  label: string
  /** Returns the dialog, which can be loaded on demand. */
  children(onClose: () => void): ReactNode
}

/** A button that opens a dialog. The dialog disappears with it, so render it until the dialog is closed. */
export function DialogButton({ Icon, label, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {Icon && <Icon aria-hidden className="size-4" />}
        {label}
      </Button>
      {isOpen && <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>}
    </>
  )
}
