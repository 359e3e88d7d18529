import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
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
      <SignInLayout
        title="Set up Ansight"
        lead="See how AI engines talk about your brand. This first account becomes the owner."
        foot="All data stays on this server. Only your prompts are sent to the engines."
      >
        <SignUpForm />
      </SignInLayout>
    )
  }
  if (status.signups === 'open' && account === 'new') {
    return (
      <SignInLayout
        title="Create an account"
        lead="This creates a new organization."
        foot={
          <>
            Already have an account?{' '}
            <Link to="." search={({ account: _, ...rest }) => rest} className="link">
              Sign in
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
      title="Sign in"
      lead="Welcome back."
      foot={
        status.signups === 'open' ? (
          <>
            New here?{' '}
            <Link to="." search={(old) => ({ ...old, account: 'new' as const })} className="link">
              Create an account
            </Link>
          </>
        ) : (
          'No account? Ask an owner or admin of your organization for an invitation.'
        )
      }
    >
      <SignInForm />
    </SignInLayout>
  )
}
