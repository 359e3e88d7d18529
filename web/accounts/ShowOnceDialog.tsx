import type { ReactNode } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { Dialog } from '../ui/Dialog.tsx'

type ShowOnceDialogProps = {
  title: string
  label: string
  value: string
  onClose: () => void
  children: ReactNode
}

/** Shows a secret that cannot be shown again. */
export function ShowOnceDialog({ title, label, value, onClose, children }: ShowOnceDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-4">
        <p className="text-muted [overflow-wrap:anywhere]">{children}</p>
        <CopyField label={label} value={value} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {t('accounts.showOnce.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
