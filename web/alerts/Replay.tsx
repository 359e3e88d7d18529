import { useQuery } from '@tanstack/react-query'
import type { GroupSubject } from '../../vocabulary/alerts.ts'
import { formatDay, formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import type { AlertRule } from './queries.ts'

/** The part of a rule that decides when it creates alerts. */
export type RuleDraft = Partial<
  Pick<
    AlertRule,
    'number' | 'platform' | GroupSubject | 'competitor_id' | 'domain' | 'min_change' | 'direction'
  >
> &
  Pick<AlertRule, 'kind'>

/** The part of the request that says what the rule matches. */
export function getFilter(draft: RuleDraft) {
  const { number, platform, competitor_id, domain, min_change, direction } = draft
  const { topic_id, tag, persona_id, market } = draft
  return {
    number: number ?? null,
    platform: platform ?? null,
    topic_id: topic_id ?? null,
    tag: tag ?? null,
    persona_id: persona_id ?? null,
    market: market ?? null,
    competitor_id: competitor_id ?? null,
    domain: domain ?? null,
    min_change: min_change ?? null,
    direction: direction ?? ('any' as const),
  }
}

function getPreview(slug: string, draft: RuleDraft) {
  const body = { kind: draft.kind, ...getFilter(draft) }
  return {
    queryKey: ['POST /api/brands/:brand/alerts/preview', slug, body],
    queryFn: () => api('POST /api/brands/:brand/alerts/preview', { params: { brand: slug }, body }),
    retry: false,
  }
}

/** When a rule would have created alerts over the stored days. */
export function Replay({ rule }: { rule: RuleDraft }) {
  const { slug } = useBrand()
  const query = useQuery(getPreview(slug, rule))
  return (
    <div className="mt-3 rounded-lg bg-sunken px-3.5 py-3">
      <QueryBoundary query={query} className="h-16">
        {({ alerts, date_from, date_to, per_month }) => (
          <>
            <p className="text-sm">
              {t('alerts.rules.previewSummary', {
                count: alerts.length,
                from: formatDay(date_from),
                to: formatDay(date_to),
                perMonth: formatScore(per_month),
              })}
            </p>
            <Timeline from={date_from} to={date_to} days={alerts.map(({ day }) => day)} />
            <ul className="max-h-48 space-y-1 overflow-y-auto text-sm text-muted">
              {alerts.toReversed().map(({ day, title }) => (
                <li key={`${day} ${title}`} className="[overflow-wrap:anywhere]">
                  {t('alerts.rules.previewEntry', { day: formatDay(day), title })}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </div>
  )
}

/** The list below has the same days as text. */
function Timeline({ from, to, days }: { from: string; to: string; days: readonly string[] }) {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const length = Math.max(1, end - start)
  return (
    <svg
      role="img"
      aria-label={t('alerts.rules.previewTimeline')}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="my-2 h-6 w-full"
    >
      <rect x="0" y="4.5" width="100" height="1" className="fill-edge" />
      {days.map((day) => (
        <rect
          key={day}
          x={(99 * (Date.parse(day) - start)) / length}
          y="0"
          width="1"
          height="10"
          className="fill-accent"
        />
      ))}
    </svg>
  )
}
