import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Alert } from './queries.ts'

const tones = { sent: 'good', waiting: 'plain', failed: 'bad' } as const

/** Who was notified about an alert, and whether the messages arrived. */
export function Notified({ alert: { id } }: { alert: Alert }) {
  const { slug } = useBrand()
  const { data } = useQuery(
    read('GET /api/brands/:brand/alerts/:id/deliveries', { params: { brand: slug, id } }),
  )
  if (!data) return null
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('alerts.detail.notified')}</h3>
      <p className="text-muted">{t('alerts.detail.inboxes', { members: data.inboxes })}</p>
      <ul className="divide-y divide-line">
        {data.items.map(({ id: delivery, channel, recipient, status, attempts, explanation, at }) => (
          <li key={delivery} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {channel ?? t('alerts.detail.deletedChannel')}
              {recipient !== null && <span className="block text-xs text-muted">{recipient}</span>}
            </span>
            <span className="text-xs text-muted">
              <Badge tone={tones[status]}>
                {status === 'failed'
                  ? t('alerts.detail.failedAfter', { attempts })
                  : t(`alerts.detail.status.${status}`)}
              </Badge>{' '}
              {formatTime(at)}
            </span>
            {explanation !== null && <p className="basis-full text-xs text-bad">{explanation}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
