import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { Command } from './Command.tsx'
import { EmailRequest } from './EmailRequest.tsx'
import { serviceStatus } from './queries.ts'
import { SignInLayout } from './SignInLayout.tsx'

/** Requests a link to set a new password, or says how the administrator creates one. */
export function ForgotPasswordPage() {
  const { data: status } = useSuspenseQuery(serviceStatus)
  const title = t('accounts.forgotPassword.title')
  const foot = (
    <Link to="/sign-in" className="link">
      {t('accounts.forgotPassword.back')}
    </Link>
  )
  if (!status.sends_email)
    return (
      <SignInLayout title={title} lead={t('accounts.forgotPassword.noEmail')} foot={foot}>
        <Command>{'ansight user reset-link --email you@example.com'}</Command>
      </SignInLayout>
    )
  return (
    <EmailRequest
      address="POST /api/auth/forgot-password"
      title={title}
      lead={t('accounts.forgotPassword.lead')}
      getSent={(email) => t('accounts.forgotPassword.sent', { email })}
      foot={foot}
    />
  )
}
