import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { ApiError } from '../api.ts'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ErrorPage } from '../ui/page/ErrorPage.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** Visitors with an expired link have no account here, so the page refers them to the sender. */
export function InvitationError(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError && error.code === 'not_found')) return <ErrorPage {...props} />
  return (
    <SignInLayout title={t('accounts.invalidInvitation.title')} lead={t('accounts.invalidInvitation.lead')}>
      <a href={`${basePath}/sign-in`} className={buttonClasses('secondary')}>
        {t('accounts.invalidInvitation.signIn')}
      </a>
    </SignInLayout>
  )
}
