import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { SignInLayout } from '../accounts/SignInLayout.tsx'
import { ApiError, api } from '../api.ts'
import { basePath } from '../base-path.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'

/** Asks for confirmation, because link scanners open the page. */
export function UnsubscribePage() {
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const end = useMutation({
    mutationFn: () =>
      api('POST /api/unsubscribe/:token', {
        params: { token },
        body: 'List-Unsubscribe=One-Click',
        textType: 'application/x-www-form-urlencoded',
      }),
  })
  if (end.isSuccess)
    return (
      <SignInLayout
        title={t('notifications.unsubscribe.doneTitle')}
        lead={t('notifications.unsubscribe.done')}
      >
        <SignInLink />
      </SignInLayout>
    )
  const isInvalid = end.error instanceof ApiError && end.error.code === 'not_found'
  return (
    <SignInLayout title={t('notifications.unsubscribe.title')} lead={t('notifications.unsubscribe.lead')}>
      <div className="space-y-4">
        {isInvalid ? (
          <Notice tone="bad" live>
            {t('notifications.unsubscribe.invalid')}
          </Notice>
        ) : (
          <ErrorNotice error={end.error} />
        )}
        {isInvalid ? (
          <SignInLink />
        ) : (
          <Button look="primary" busy={end.isPending} onClick={() => end.mutate()} className="w-full">
            {t('notifications.unsubscribe.submit')}
          </Button>
        )}
      </div>
    </SignInLayout>
  )
}

const SignInLink = () => (
  <a href={`${basePath}/sign-in`} className={buttonClasses('secondary')}>
    {t('notifications.unsubscribe.signIn')}
  </a>
)
