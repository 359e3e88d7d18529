import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { EmailFirst } from './EmailFirst.tsx'
import { EmailRequest } from './EmailRequest.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { serviceStatus, signInProviders } from './queries.ts'
import { type SecondFactor, SecondFactorForm } from './SecondFactorForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** A new installation creates its owner here. After that, people sign in, or sign up where that is open. */
export function SignInPage() {
  const { data: status } = useSuspenseQuery(serviceStatus)
  const { data: providers } = useSuspenseQuery(signInProviders)
  const { account } = useSearch({ strict: false })
  const [email, setEmail] = useState<string | null>(null)
  const [factors, setFactors] = useState<readonly SecondFactor[] | null>(null)
  if (factors !== null) return <SecondFactorForm factors={factors} onBack={() => setFactors(null)} />
  if (status.signups === 'open' && (account === 'new' || status.first_run)) return <SignUp />
  if (status.first_run) {
    return (
      <SignInLayout
        title={t('accounts.firstRun.title')}
        lead={t('accounts.firstRun.lead')}
        foot={t('accounts.firstRun.privacy')}
      >
        <SignUpForm needsSetupCode={status.setup_code_required} />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout
      title={t('accounts.signIn.title')}
      lead={t('accounts.signIn.lead')}
      foot={
        status.signups === 'open' ? (
          <>
            {t('accounts.signIn.newHere')}{' '}
            <Link to="." search={(old) => ({ ...old, account: 'new' as const })} className="link">
              {t('accounts.signIn.createAccount')}
            </Link>
          </>
        ) : (
          t('accounts.signIn.noAccount')
        )
      }
    >
      {providers.has_organization_sso && email === null ? (
        <EmailFirst hasPasskeys={status.has_passkeys} onPassword={setEmail} />
      ) : (
        <SignInForm hasPasskeys={status.has_passkeys} email={email ?? ''} onSecondFactor={setFactors} />
      )}
      <ProviderButtons providers={providers.items} />
    </SignInLayout>
  )
}

/** The link in the email confirms the address and creates the account. */
const SignUp = () => (
  <EmailRequest
    address="POST /api/auth/sign-up/link"
    title={t('accounts.signUpLink.title')}
    lead={t('accounts.signUpLink.lead')}
    getSent={(email) => t('accounts.signUpLink.sent', { email })}
    foot={
      <>
        {t('accounts.signUp.hasAccount')}{' '}
        <Link to="." search={({ account: _, ...rest }) => rest} className="link">
          {t('accounts.signUp.signIn')}
        </Link>
      </>
    }
  />
)
