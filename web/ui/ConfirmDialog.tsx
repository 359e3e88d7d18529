import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

type ConfirmDialogProps = {
  title: string
  /** What happens, and what can be undone. */
  children: ReactNode
  action: string
  busy: boolean
  error: Error | null
  onConfirm(): void
  onClose(): void
}

export function ConfirmDialog({
  title,
  children,
  action,
  busy,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-4">
        <div className="text-muted [overflow-wrap:anywhere]">{children}</div>
        {error && (
          <Notice tone="bad" live>
            {error.message}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
