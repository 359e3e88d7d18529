import { useMutation } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { useAfterSignIn } from './after-sign-in.ts'

export function SignInForm() {
  const enter = useAfterSignIn()
  const signIn = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/auth/sign-in/email', {
        body: { email: getText(values, 'email'), password: getText(values, 'password') },
      }),
    onSuccess: enter,
  })
  return (
    <Form error={signIn.error} onSubmit={signIn.mutate}>
      <TextField
        label={t('accounts.account.email')}
        name="email"
        type="email"
        required
        autoComplete="email"
      />
      <TextField
        label={t('accounts.account.password')}
        name="password"
        type="password"
        required
        autoComplete="current-password"
      />
      <Button type="submit" look="primary" busy={signIn.isPending} className="w-full">
        {t('accounts.signIn.submit')}
      </Button>
    </Form>
  )
}
