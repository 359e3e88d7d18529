import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { EmailField, PasswordField, SubmitButton } from './account-fields.tsx'
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
      <EmailField />
      <PasswordField />
      <SubmitButton busy={signIn.isPending}>{t('accounts.signIn.submit')}</SubmitButton>
      <p className="text-center text-sm">
        <Link to="/forgot-password" className="link">
          {t('accounts.signIn.forgotPassword')}
        </Link>
      </p>
    </Form>
  )
}
