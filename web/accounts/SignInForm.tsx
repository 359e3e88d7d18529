import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { EmailField, PasswordField, SubmitButton } from './account-fields.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import type { SecondFactor } from './SecondFactorForm.tsx'

type SignInFormProps = {
  hasPasskeys: boolean
  /** The address that the person has entered already. */
  email: string
  onSecondFactor(factors: readonly SecondFactor[]): void
}

/** Asks for the password, or for a passkey. `onSecondFactor`: the password was right, and the second step follows. */
export function SignInForm({ hasPasskeys, email, onSecondFactor }: SignInFormProps) {
  const enter = useAfterSignIn()
  const signIn = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/auth/sign-in/email', {
        body: { email: getText(values, 'email'), password: getText(values, 'password') },
      }),
    onSuccess: (step) => ('second_factor' in step ? onSecondFactor(step.second_factor) : enter()),
  })
  return (
    <Form error={signIn.error} onSubmit={signIn.mutate}>
      <EmailField defaultValue={email} />
      <PasswordField />
      <SubmitButton busy={signIn.isPending}>{t('accounts.signIn.submit')}</SubmitButton>
      {hasPasskeys && <PasskeySignIn />}
      <p className="text-center text-sm">
        <Link to="/forgot-password" className="link">
          {t('accounts.signIn.forgotPassword')}
        </Link>
      </p>
    </Form>
  )
}
