import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { ApiError } from '../api.ts'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ErrorPage } from '../ui/page/ErrorPage.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** A request that is not open in this browser, or that the role of the person does not allow to answer. */
export function ConsentError(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError && (error.code === 'not_found' || error.code === 'forbidden')))
    return <ErrorPage {...props} />
  return (
    <SignInLayout title={t('oauth.error.title')} lead={<p role="status">{error.message}</p>}>
      <a href={`${basePath}/account`} className={buttonClasses('secondary')}>
        {t('accounts.page.title')}
      </a>
    </SignInLayout>
  )
}
