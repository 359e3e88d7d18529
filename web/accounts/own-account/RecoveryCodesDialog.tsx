import { t } from '../../../vocabulary/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Shows recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  return (
    <Dialog title={t('accounts.page.factors.codesTitle')} onClose={onClose}>
      <div className="space-y-4">
        <p className="text-muted">{t('accounts.page.factors.codesNote')}</p>
        <ul className="grid gap-x-6 gap-y-1 rounded-lg bg-sunken px-4 py-3 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <CopyButton text={codes.join('\n')} label={t('accounts.page.factors.copyCodes')} />
          <Button look="primary" size="small" onClick={onClose}>
            {t('accounts.page.factors.codesSaved')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
