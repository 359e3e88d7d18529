import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { ApiError } from '../api.ts'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ErrorPage } from '../ui/page/ErrorPage.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** Why the provider did not sign the person in, and the way back. */
export function VisitError(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError) || error.status >= 500) return <ErrorPage {...props} />
  return (
    <SignInLayout title={t('accounts.sso.failedTitle')} lead={t('accounts.sso.failedLead')}>
      <div className="space-y-5">
        <Notice tone="caution">{error.message}</Notice>
        <a href={`${basePath}/sign-in`} className={buttonClasses('secondary')}>
          {t('accounts.sso.backToSignIn')}
        </a>
      </div>
    </SignInLayout>
  )
}
