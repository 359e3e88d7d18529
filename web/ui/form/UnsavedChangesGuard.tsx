import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

/** Around a form with long texts: whoever leaves with something typed and not saved is asked first. */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const [isTouched, setTouched] = useState(false)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isTouched,
    enableBeforeUnload: isTouched,
    withResolver: true,
  })
  return (
    <div onInput={() => setTouched(true)}>
      {children}
      {status === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Leave"
          busy={false}
          error={null}
          onConfirm={proceed}
          onClose={reset}
        >
          Your changes will be lost if you leave.
        </ConfirmDialog>
      )}
    </div>
  )
}
