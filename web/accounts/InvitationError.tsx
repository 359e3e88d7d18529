import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ErrorPage } from '../ui/page/ErrorPage.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** Visitors with an expired link have no account here, so the page says whom to ask. */
export function InvitationError(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError && error.code === 'not_found')) return <ErrorPage {...props} />
  return (
    <SignInLayout
      title="This invitation is not valid"
      lead="It has been used or revoked, or it is more than seven days old. Ask the sender for a new link."
    >
      <a href="/sign-in" className={buttonClasses('secondary')}>
        Sign in instead
      </a>
    </SignInLayout>
  )
}
