import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { answerSearch, toAnswerParams } from '../answers/search.ts'
import { read } from '../api.ts'
import { brandFilter, metricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Alert } from './queries.ts'

/** Three answers behind an alert, and who was notified of it. */
export default function AlertEvidence({ alert }: { alert: Alert }) {
  const { seesOrganization } = useCurrentUser()
  return (
    <div className="grid gap-x-8 gap-y-4 border-t border-line px-4 py-3 text-sm lg:grid-cols-2">
      <ExampleAnswers alert={alert} />
      {seesOrganization && <Notified alert={alert} />}
    </div>
  )
}

const examples = 3

/** Of the first line with answers. */
function ExampleAnswers({ alert: { items } }: { alert: Alert }) {
  const { brand, slug } = useBrand()
  const search = items.flatMap(({ path }) => /\/answers\?(.*)$/.exec(path)?.[1] ?? [])[0]
  const given = Object.fromEntries(new URLSearchParams(search))
  const query = { ...metricQuery(brand.id, brandFilter(given)), ...toAnswerParams(answerSearch(given)) }
  const { data } = useQuery({
    ...read('GET /api/answers', { query: { ...query, limit: examples } }),
    enabled: search !== undefined,
  })
  if (!data || data.items.length === 0) return null
  return (
    <section>
      <h4 className="mb-1 font-medium">{t('alerts.detail.examples')}</h4>
      <ul className="divide-y divide-line">
        {data.items.map(({ id, prompt, platform, answered_at }) => (
          <li key={id} className="py-1.5">
            <Link
              to="/dashboard/brands/$slug/answers/$id"
              params={{ slug, id }}
              className="hover:underline [overflow-wrap:anywhere]"
            >
              {prompt.text}
            </Link>
            <span className="block text-xs text-muted">
              {`${platformLabels[platform]} · ${formatTime(answered_at)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const tones = { sent: 'good', waiting: 'plain', failed: 'bad' } as const

function Notified({ alert: { id } }: { alert: Alert }) {
  const { slug } = useBrand()
  const { data } = useQuery(
    read('GET /api/brands/:brand/alerts/:id/deliveries', { params: { brand: slug, id } }),
  )
  if (!data) return null
  return (
    <section>
      <h4 className="mb-1 font-medium">{t('alerts.detail.notified')}</h4>
      <p className="text-muted">{t('alerts.detail.inboxes', { members: data.inboxes })}</p>
      <ul className="divide-y divide-line">
        {data.items.map(({ id: delivery, channel, recipient, status, explanation, at }) => (
          <li key={delivery} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {channel ?? t('alerts.detail.deletedChannel')}
              {recipient !== null && <span className="block text-xs text-muted">{recipient}</span>}
            </span>
            <span className="text-xs text-muted">
              <Badge tone={tones[status]}>{t(`alerts.detail.status.${status}`)}</Badge> {formatTime(at)}
            </span>
            {explanation !== null && <p className="basis-full text-xs text-bad">{explanation}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
