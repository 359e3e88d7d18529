import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { formatDuration, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import type { Channel, ChannelDelivery } from './queries.ts'

const pageSize = '20'

/** The deliveries of a channel, newest first, with their outcomes. */
export function ChannelLogDialog({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const params = { channel: channel.id }
  const log = useInfiniteQuery({
    queryKey: ['GET /api/channels/:channel/deliveries', channel.id],
    queryFn: ({ pageParam }) =>
      api('GET /api/channels/:channel/deliveries', {
        params,
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })
  return (
    <Dialog title={t('notifications.channels.logOf', { name: channel.name })} place="wide" onClose={onClose}>
      <QueryBoundary query={log} className="h-32">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <p className="text-muted">{t('notifications.log.empty')}</p>
          return (
            <ol className="divide-y divide-line rounded-lg border border-line text-sm">
              {items.map((delivery) => (
                <li key={delivery.id} className="px-4 py-2.5">
                  <DeliveryRow channel={channel} delivery={delivery} />
                </li>
              ))}
            </ol>
          )
        }}
      </QueryBoundary>
      <ShowMore list={log} />
    </Dialog>
  )
}

const looks = {
  sent: { Icon: CircleCheck, color: 'text-good' },
  failed: { Icon: CircleAlert, color: 'text-bad' },
  waiting: { Icon: Clock, color: 'text-caution' },
}

type RowProps = { channel: Channel; delivery: ChannelDelivery }

function DeliveryRow({ channel, delivery }: RowProps) {
  const { notification, recipient, status, attempts, next_attempt_at, error, response } = delivery
  const { Icon, color } = looks[status]
  const details = [
    recipient,
    t('notifications.log.attempts', { count: attempts }),
    delivery.http_status && t('notifications.log.status', { status: delivery.http_status }),
    delivery.duration_ms !== null && formatDuration(delivery.duration_ms),
    next_attempt_at && t('notifications.log.nextAttempt', { at: formatTime(next_attempt_at) }),
  ]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
        <span className="font-medium">{t(`notifications.log.states.${status}`)}</span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {notification?.title ?? t('notifications.log.test')}
        </span>
        <time dateTime={delivery.created_at} className="ml-auto text-muted">
          {formatTime(delivery.created_at)}
        </time>
      </p>
      <p className="text-muted [overflow-wrap:anywhere]">{details.filter(Boolean).join(' · ')}</p>
      {error !== null && <p className="text-bad [overflow-wrap:anywhere]">{error}</p>}
      {response && (
        <details className="mt-1">
          <summary className="w-fit rounded-md text-muted hover:text-ink">
            {t('notifications.log.response')}
          </summary>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap rounded-lg bg-sunken p-2.5 font-mono text-xs [overflow-wrap:anywhere]">
            {response}
          </pre>
        </details>
      )}
      {status === 'failed' && notification !== null && (
        <Resend channel={channel} delivery={delivery} title={notification.title} />
      )}
    </>
  )
}

function Resend({ channel, delivery, title }: RowProps & { title: string }) {
  const queryClient = useQueryClient()
  const resend = useMutation({
    mutationFn: () =>
      api('POST /api/channels/:channel/deliveries/:delivery/resend', {
        params: { channel: channel.id, delivery: delivery.id },
      }),
    onSuccess: () => invalidate(queryClient, 'GET /api/channels/:channel/deliveries'),
  })
  return (
    <div className="mt-2">
      <Button
        size="small"
        busy={resend.isPending}
        aria-label={t('notifications.log.resendOf', { title })}
        onClick={() => resend.mutate()}
      >
        {t('notifications.log.resend')}
      </Button>
      <ErrorNotice error={resend.error} className="mt-2" />
    </div>
  )
}
