import { lazy, Suspense } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { ownFactors } from '../../session/queries.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { useChange } from '../../useChange.ts'
import { CodeField } from '../account-fields.tsx'

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }))

type SetUpAppDialogProps = {
  secret: Returns<'POST /api/auth/totp'>
  onDone(recoveryCodes: readonly string[] | null): void
  onClose(): void
}

/** Shows the secret for an authenticator app, whose first code makes it a second factor. */
export function SetUpAppDialog({ secret: { secret, uri }, onDone, onClose }: SetUpAppDialogProps) {
  const confirm = useChange(
    (values: FormData) => api('POST /api/auth/totp/confirm', { body: { code: getText(values, 'code') } }),
    [ownFactors.queryKey, 'GET /api/organization'],
    ({ recovery_codes }) => onDone(recovery_codes),
  )
  return (
    <FormDialog
      title={t('accounts.page.factors.setUpTitle')}
      action={t('accounts.page.factors.confirm')}
      mutation={confirm}
      onClose={onClose}
    >
      <p className="text-muted">{t('accounts.page.factors.scan')}</p>
      <Suspense fallback={<div className="mx-auto size-52" />}>
        <QrCode text={uri} label={t('accounts.page.factors.qrCode')} />
      </Suspense>
      <CopyField label={t('accounts.page.factors.secret')} value={secret} />
      <CodeField takesRecoveryCodes={false} />
    </FormDialog>
  )
}
