import { useMutation } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { EmailField, NameField, NewPasswordField, SubmitButton } from './account-fields.tsx'
import { useAfterSignIn } from './after-sign-in.ts'

/** Creates the first account of the installation. */
export function SignUpForm({ needsSetupCode }: { needsSetupCode: boolean }) {
  const enter = useAfterSignIn()
  const signUp = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/auth/sign-up/email', {
        body: {
          name: getText(values, 'name'),
          email: getText(values, 'email'),
          password: getText(values, 'password'),
          ...(needsSetupCode && { setup_code: getText(values, 'setup_code') }),
        },
      }),
    onSuccess: enter,
  })
  return (
    <Form error={signUp.error} onSubmit={signUp.mutate} fieldByErrorCode={{ conflict: 'email' }}>
      <NameField />
      <EmailField />
      <NewPasswordField />
      {needsSetupCode && (
        <TextField
          label={t('accounts.firstRun.setupCode')}
          name="setup_code"
          required
          autoComplete="off"
          hint={t('accounts.firstRun.setupCodeHint')}
        />
      )}
      <SubmitButton busy={signUp.isPending}>{t('accounts.signUp.submit')}</SubmitButton>
    </Form>
  )
}
