import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { formatDuration, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate, readPages } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import type { Channel, Delivery } from './queries.ts'

const pageSize = '20'

/** The deliveries of a channel, newest first, with their outcomes. */
export function ChannelLogDialog({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const log = useInfiniteQuery(
    readPages('GET /api/channels/:channel/deliveries', {
      params: { channel: channel.id },
      query: { limit: pageSize },
    }),
  )
  return (
    <Dialog title={t('notifications.channels.logOf', { name: channel.name })} place="wide" onClose={onClose}>
      <DeliveryLog log={log} channel={channel} empty={t('notifications.log.empty')} />
    </Dialog>
  )
}

type DeliveryLogProps = {
  log: UseInfiniteQueryResult<InfiniteData<{ items: Delivery[] }>>
  /** Absent in the log of one opportunity. */
  channel?: Channel
  empty: string
}

/** Deliveries with the responses. Failed ones to a channel can be sent again. */
export function DeliveryLog({ log, channel, empty }: DeliveryLogProps) {
  return (
    <>
      <QueryBoundary query={log} className="h-32">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <p className="text-muted">{empty}</p>
          return (
            <ol className="card divide-y divide-line text-sm">
              {items.map((delivery) => (
                <li key={delivery.id} className="px-4 py-2.5">
                  <DeliveryRow delivery={delivery} channel={channel} />
                </li>
              ))}
            </ol>
          )
        }}
      </QueryBoundary>
      <ShowMore list={log} />
    </>
  )
}

const looks = {
  sent: { Icon: CircleCheck, color: 'text-good' },
  failed: { Icon: CircleAlert, color: 'text-bad' },
  waiting: { Icon: Clock, color: 'text-caution' },
}

type RowProps = { delivery: Delivery; channel: Channel | undefined }

function DeliveryRow({ delivery, channel }: RowProps) {
  const { status, http_status, duration_ms, next_attempt_at, sent_by, explanation, body } = delivery
  const { Icon, color } = looks[status]
  const details = [
    delivery.recipient ?? delivery.host,
    t('notifications.log.attempts', { count: delivery.attempts }),
    http_status && t('notifications.log.status', { status: http_status }),
    duration_ms !== null && formatDuration(duration_ms),
    next_attempt_at && t('notifications.log.nextAttempt', { at: formatTime(next_attempt_at) }),
    sent_by && t('notifications.log.sentBy', { name: sent_by }),
  ]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
        <span className="font-medium">{t(`notifications.log.states.${status}`)}</span>
        {channel && <What delivery={delivery} channel={channel} />}
        <time dateTime={delivery.at} className="ml-auto text-muted">
          {formatTime(delivery.at)}
        </time>
      </p>
      <p className="text-muted [overflow-wrap:anywhere]">{details.filter(Boolean).join(' · ')}</p>
      {explanation !== null && <p className="text-bad [overflow-wrap:anywhere]">{explanation}</p>}
      {body && (
        <details className="mt-1">
          <summary className="w-fit rounded-md text-muted hover:text-ink">
            {t('notifications.log.response')}
          </summary>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap rounded-lg bg-sunken p-2.5 font-mono text-xs [overflow-wrap:anywhere]">
            {body}
          </pre>
        </details>
      )}
      {channel && status === 'failed' && <Resend channel={channel} delivery={delivery} />}
    </>
  )
}

function What({
  delivery: { notification, audit_entry_id: entry, opportunity },
  channel,
}: {
  delivery: Delivery
  channel: Channel
}) {
  if (opportunity && channel.brand)
    return (
      <Link
        to="/dashboard/brands/$slug/opportunities/$id"
        params={{ slug: channel.brand.slug, id: opportunity.id }}
        className="min-w-0 hover:underline [overflow-wrap:anywhere]"
      >
        {opportunity.title}
      </Link>
    )
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {notification?.title ??
        (entry === null ? t('notifications.log.test') : t('notifications.log.auditEntry'))}
    </span>
  )
}

/** A notification is sent again as the same delivery, an opportunity as a new one. Tests are not sent again. */
function Resend({
  channel,
  delivery: { id, notification, opportunity },
}: {
  channel: Channel
  delivery: Delivery
}) {
  const { mayManage } = useCurrentUser()
  const queryClient = useQueryClient()
  const resend = useMutation<unknown>({
    mutationFn: () =>
      opportunity
        ? api('POST /api/content/:id/send', { params: { id: opportunity.id } })
        : api('POST /api/channels/:channel/deliveries/:delivery/resend', {
            params: { channel: channel.id, delivery: id },
          }),
    onSuccess: () => invalidate(queryClient, 'GET /api/channels/:channel/deliveries', 'GET /api/content'),
  })
  const resent = opportunity ?? (mayManage ? notification : null)
  if (!resent) return null
  return (
    <div className="mt-2">
      <Button
        size="small"
        busy={resend.isPending}
        aria-label={t('notifications.log.resendOf', { title: resent.title })}
        onClick={() => resend.mutate()}
      >
        {t('notifications.log.resend')}
      </Button>
      <ErrorNotice error={resend.error} className="mt-2" />
    </div>
  )
}
