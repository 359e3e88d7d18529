import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { deliveryOutcome } from '../../../vocabulary/opportunities.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNotice, Notice } from '../../ui/Notice.tsx'
import { useContentRefresh } from '../queries.ts'
import { ConnectWebhook, useIsConnected } from './ConnectWebhook.tsx'

type SentDialogProps = {
  ids: string[]
  /** What is sent, as text. */
  what: string
  /** Marks them as sent without sending. Offered only if given. */
  onMark?: () => void
  /** Called once the webhook has accepted all of them. */
  onSent?: () => void
  onClose(): void
}

/** Sends opportunities to the brand's webhook and shows the outcome of each. */
export function SendDialog({ ids, what, onMark, onSent, onClose }: SentDialogProps) {
  const { slug } = useBrand()
  const refresh = useContentRefresh()
  const isConnected = useIsConnected()
  const send = useMutation({
    mutationFn: (wanted: string[]) => api('POST /api/content/bulk/send', { body: { ids: wanted } }),
    onSuccess: async ({ failed }) => {
      await refresh()
      if (failed > 0) return
      onSent?.()
      onClose()
    },
  })
  // Delivered ones are not sent again.
  const left = send.data?.results.flatMap(({ id, success }) => (success ? [] : id)) ?? ids
  const reasons = [
    ...new Set(
      send.data?.results.flatMap(({ error }) => (error === null ? [] : deliveryOutcome(null, error))),
    ),
  ]
  return (
    <Dialog title={t('webhooks.sendDialog.title', { count: ids.length })} onClose={onClose}>
      <div className="space-y-4">
        <p className="text-muted [overflow-wrap:anywhere]">
          {isConnected
            ? t('webhooks.sendDialog.question', { what, count: ids.length })
            : t('webhooks.sendDialog.notConnected')}
        </p>
        <ErrorNotice error={send.error} />
        {send.data && send.data.failed > 0 && (
          <Notice tone="bad" live>
            <p>
              {send.data.sent > 0 && t('webhooks.sendDialog.sent', { count: send.data.sent })}
              {ids.length === 1
                ? t('webhooks.sendDialog.notSent', { reasons: reasons.join('; ') })
                : t('webhooks.sendDialog.someNotSent', {
                    count: send.data.failed,
                    reasons: reasons.join('; '),
                  })}
            </p>
            <Link to="/dashboard/brands/$slug/settings/webhook" params={{ slug }} className="link">
              {t('webhooks.sendDialog.viewWebhook')}
            </Link>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>
            {send.data ? t('webhooks.sendDialog.close') : t('webhooks.sendDialog.cancel')}
          </Button>
          {onMark && (
            <Button
              onClick={() => {
                onMark()
                onClose()
              }}
            >
              {t('webhooks.sendDialog.markOnly')}
            </Button>
          )}
          {isConnected ? (
            <Button look="primary" busy={send.isPending} onClick={() => send.mutate(left)}>
              <Send aria-hidden className="size-4" />
              {send.data ? t('webhooks.sendDialog.tryAgain') : t('webhooks.sendDialog.send')}
            </Button>
          ) : (
            <ConnectWebhook look="primary" />
          )}
        </div>
      </div>
    </Dialog>
  )
}
