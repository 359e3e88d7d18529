import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { SignInLayout } from '../accounts/SignInLayout.tsx'
import { ApiError, api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'

/** Confirms with a button, because link scanners open the page. */
export function ConfirmAddressPage() {
  const { token } = useParams({ from: '/confirm-address/$token' })
  const confirm = useMutation({
    mutationFn: () => api('POST /api/confirm-address/:token', { params: { token } }),
  })
  if (confirm.isSuccess)
    return (
      <SignInLayout
        title={t('notifications.confirmAddress.doneTitle')}
        lead={t('notifications.confirmAddress.done')}
      >
        {null}
      </SignInLayout>
    )
  const isInvalid = confirm.error instanceof ApiError && confirm.error.code === 'not_found'
  return (
    <SignInLayout
      title={t('notifications.confirmAddress.title')}
      lead={t('notifications.confirmAddress.lead')}
    >
      {isInvalid ? (
        <Notice tone="bad" live>
          {t('notifications.confirmAddress.invalid')}
        </Notice>
      ) : (
        <div className="space-y-4">
          <ErrorNotice error={confirm.error} />
          <Button look="primary" busy={confirm.isPending} onClick={() => confirm.mutate()} className="w-full">
            {t('notifications.confirmAddress.submit')}
          </Button>
        </div>
      )}
    </SignInLayout>
  )
}
