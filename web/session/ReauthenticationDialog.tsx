import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { ApiError, api } from '../api.ts'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { session } from './queries.ts'

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
      {/* Password managers fill in the password of this account. */}
      <input type="hidden" name="username" autoComplete="username" value={current?.user.email ?? ''} />
      <TextField
        label={t('accounts.account.password')}
        name="password"
        type="password"
        required
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
