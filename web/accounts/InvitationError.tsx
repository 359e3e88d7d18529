import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ErrorPage } from '../ui/page/ErrorPage.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** Whoever opens an old link has no account here to look further with: they are told whom to ask. */
export function InvitationError(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError && error.code === 'not_found')) return <ErrorPage {...props} />
  return (
    <SignInLayout
      title="This invitation does not work"
      lead="It was used already, was taken back, or is older than seven days. Ask whoever sent it for a new link."
    >
      <a href="/sign-in" className={buttonClasses('secondary')}>
        Sign in instead
      </a>
    </SignInLayout>
  )
}
