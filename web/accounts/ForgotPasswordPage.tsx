import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { Command } from './Command.tsx'
import { EmailRequestForm } from './EmailRequestForm.tsx'
import { serviceStatus } from './queries.ts'
import { SignInLayout } from './SignInLayout.tsx'

/** Requests a link to set a new password, or says how the administrator creates one. */
export function ForgotPasswordPage() {
  const { data: status } = useSuspenseQuery(serviceStatus)
  return (
    <SignInLayout
      title={t('accounts.forgotPassword.title')}
      lead={status.sends_email ? t('accounts.forgotPassword.lead') : t('accounts.forgotPassword.noEmail')}
      foot={
        <Link to="/sign-in" className="link">
          {t('accounts.forgotPassword.back')}
        </Link>
      }
    >
      {status.sends_email ? (
        <EmailRequestForm
          address="POST /api/auth/forgot-password"
          getSent={(email) => t('accounts.forgotPassword.sent', { email })}
        />
      ) : (
        <Command>{'ansight user reset-link --email you@example.com'}</Command>
      )}
    </SignInLayout>
  )
}
