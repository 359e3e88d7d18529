import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { ApiError } from '../api.ts'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ErrorPage } from '../ui/page/ErrorPage.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** A link that was used or has expired, whatever it was for. */
export function LinkError(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError && error.code === 'not_found')) return <ErrorPage {...props} />
  return (
    <SignInLayout title={t('accounts.link.invalidTitle')} lead={t('accounts.link.invalid')}>
      <a href={`${basePath}/sign-in`} className={buttonClasses('secondary')}>
        {t('accounts.signIn.submit')}
      </a>
    </SignInLayout>
  )
}
