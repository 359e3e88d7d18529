import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { copy } from './copy.ts'
import { serviceStatus } from './queries.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** A new installation creates its owner here. After that, people sign in, or sign up where that is open. */
export function SignInPage() {
  const { data: status } = useSuspenseQuery(serviceStatus)
  const { account } = useSearch({ strict: false })
  if (status.first_run) {
    return (
      <SignInLayout title={copy.firstRun.title} lead={copy.firstRun.lead} foot={copy.firstRun.privacy}>
        <SignUpForm needsSetupCode={status.setup_code_required} />
      </SignInLayout>
    )
  }
  if (status.signups === 'open' && account === 'new') {
    return (
      <SignInLayout
        title={copy.signUp.title}
        lead={copy.signUp.lead}
        foot={
          <>
            {copy.signUp.hasAccount}{' '}
            <Link to="." search={({ account: _, ...rest }) => rest} className="link">
              {copy.signUp.signIn}
            </Link>
          </>
        }
      >
        <SignUpForm />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout
      title={copy.signIn.title}
      lead={copy.signIn.lead}
      foot={
        status.signups === 'open' ? (
          <>
            {copy.signIn.newHere}{' '}
            <Link to="." search={(old) => ({ ...old, account: 'new' as const })} className="link">
              {copy.signIn.createAccount}
            </Link>
          </>
        ) : (
          copy.signIn.noAccount
        )
      }
    >
      <SignInForm />
    </SignInLayout>
  )
}
