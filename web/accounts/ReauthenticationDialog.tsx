import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { ApiError, api } from '../api.ts'
import { session } from '../session/queries.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { PasswordField, PasswordOwner } from './account-fields.tsx'

type ReauthenticationDialogProps = { onConfirmed(): void; onCancel(error: Error): void }

/** Asks for the password again. */
export function ReauthenticationDialog({ onConfirmed, onCancel }: ReauthenticationDialogProps) {
  const { data: current } = useQuery(session)
  const confirm = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/auth/reauthenticate', { body: { password: getText(values, 'password') } }),
    onSuccess: onConfirmed,
  })
  const cancel = () =>
    onCancel(
      new ApiError(403, {
        error: t('accounts.reauthenticate.cancelled'),
        code: 'reauthentication_required',
      }),
    )
  return (
    <FormDialog
      title={t('accounts.reauthenticate.title')}
      action={t('accounts.reauthenticate.submit')}
      mutation={confirm}
      onClose={cancel}
    >
      <p className="text-muted">{t('accounts.reauthenticate.lead')}</p>
      <PasswordOwner email={current?.user.email ?? ''} />
      <PasswordField />
    </FormDialog>
  )
}
