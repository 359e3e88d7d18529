import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

/** Wraps a form with long texts: asks before leaving with unsaved input. */
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
          title={t('ui.unsavedChanges.title')}
          action={t('ui.unsavedChanges.leave')}
          mutation={{ isPending: false, error: null, mutate: proceed }}
          onClose={reset}
        >
          {t('ui.unsavedChanges.consequence')}
        </ConfirmDialog>
      )}
    </div>
  )
}
