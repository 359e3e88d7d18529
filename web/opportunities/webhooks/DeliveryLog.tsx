import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { formatTime } from '../../../vocabulary/formats.ts'
import { deliveryOutcome } from '../../../vocabulary/opportunities.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { ShowMore } from '../../ui/table/ShowMore.tsx'
import type { Delivery } from '../queries.ts'

type DeliveryLogProps = {
  log: UseInfiniteQueryResult<InfiniteData<{ items: Delivery[] }>>
  /** Shown when there are no deliveries. */
  empty: string
  /** For lists that cover several opportunities. */
  saysWhat?: boolean
}

/** Deliveries to the webhook, newest first, with the responses. */
export function DeliveryLog({ log, empty, saysWhat = false }: DeliveryLogProps) {
  return (
    <>
      <QueryBoundary query={log} className="h-16">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <p className="text-muted">{empty}</p>
          return (
            <ol className="card divide-y divide-line text-sm">
              {items.map((delivery) => (
                <li key={delivery.id} className="px-4 py-2.5">
                  <DeliveryRow delivery={delivery} saysWhat={saysWhat} />
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

function DeliveryRow({ delivery, saysWhat }: { delivery: Delivery; saysWhat: boolean }) {
  const { success, http_status, error, host, duration_ms, sent_by, at, body } = delivery
  const Icon = success ? CircleCheck : CircleAlert
  return (
    <>
      {saysWhat && <What opportunity={delivery.opportunity} />}
      <p className="flex items-center gap-1.5">
        <Icon aria-hidden className={`size-4 shrink-0 ${success ? 'text-good' : 'text-bad'}`} />
        <span className="font-medium">
          {success ? t('webhooks.deliveries.delivered') : t('webhooks.deliveries.notDelivered')}
        </span>
      </p>
      <p className="text-muted [overflow-wrap:anywhere]">
        {t('webhooks.deliveries.outcome', {
          outcome: deliveryOutcome(http_status, error),
          host,
          durationMs: duration_ms,
        })}
      </p>
      <p className="text-muted">
        <time dateTime={at}>{formatTime(at)}</time>
        {sent_by && t('webhooks.deliveries.sentBy', { name: sent_by })}
      </p>
      {body && (
        <details className="mt-1">
          <summary className="w-fit rounded-md text-muted hover:text-ink">
            {t('webhooks.deliveries.response')}
          </summary>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap rounded-lg bg-sunken p-2.5 font-mono text-xs [overflow-wrap:anywhere]">
            {body}
          </pre>
        </details>
      )}
    </>
  )
}

function What({ opportunity }: Pick<Delivery, 'opportunity'>) {
  const { slug } = useBrand()
  if (opportunity === null) return <p className="font-medium">{t('webhooks.deliveries.test')}</p>
  return (
    <Link
      to="/dashboard/brands/$slug/opportunities/$id"
      params={{ slug, id: opportunity.id }}
      className="font-medium hover:underline [overflow-wrap:anywhere]"
    >
      {opportunity.title}
    </Link>
  )
}
