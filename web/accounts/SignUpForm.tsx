import { useMutation } from '@tanstack/react-query'
import { passwordMinLength } from '../../vocabulary/password-length.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { useAfterSignIn } from './after-sign-in.ts'

export function SignUpForm({ needsSetupCode = false }: { needsSetupCode?: boolean }) {
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
      <TextField label={t('accounts.account.name')} name="name" required autoComplete="name" />
      <TextField
        label={t('accounts.account.email')}
        name="email"
        type="email"
        required
        autoComplete="email"
      />
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
      <Button type="submit" look="primary" busy={signUp.isPending} className="w-full">
        {t('accounts.signUp.submit')}
      </Button>
    </Form>
  )
}

/** States the rule before the user types. */
export function NewPasswordField() {
  return (
    <TextField
      label={t('accounts.account.password')}
      name="password"
      type="password"
      required
      autoComplete="new-password"
      hint={t('accounts.account.passwordHint', { passwordMinLength })}
    />
  )
}
