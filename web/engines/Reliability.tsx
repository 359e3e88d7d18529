import { useQuery } from '@tanstack/react-query'
import { formatCost, formatDay, formatDuration } from '../../vocabulary/formats.ts'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'

type Measured = Returns<'GET /api/engine-reliability'>['items'][number]

/** What was measured of each backend that answered for a platform, in total and by week. */
export function ReliabilityOfPlatform({ platform, className }: { platform: Platform; className: string }) {
  const { data } = useQuery(read('GET /api/engine-reliability'))
  return data?.items
    .filter((each) => each.platform === platform)
    .map((each) => <Line key={each.backend} name={each.label} measured={each} className={className} />)
}

/** What was measured of a backend on each platform that it answered for, in total and by week. */
export function ReliabilityOfBackend({ label, className }: { label: string; className: string }) {
  const { data } = useQuery(read('GET /api/engine-reliability'))
  return data?.items
    .filter((each) => each.label === label)
    .map((each) => (
      <Line key={each.platform} name={platformLabels[each.platform]} measured={each} className={className} />
    ))
}

const getFacts = ({
  success_pct,
  queries,
  median_ms,
  p95_ms,
  mean_cost_micros,
}: Omit<Measured['weeks'][number], 'week'>): string =>
  [
    t('engines.reliability.answered', { pct: success_pct, queries }),
    ...(median_ms === null || p95_ms === null
      ? []
      : [
          t('engines.reliability.durations', {
            median: formatDuration(median_ms),
            p95: formatDuration(p95_ms),
          }),
        ]),
    ...(mean_cost_micros === null
      ? []
      : [t('engines.reliability.cost', { cost: formatCost(mean_cost_micros) })]),
  ].join(' · ')

type LineProps = { name: string; measured: Measured; className: string }

const Line = ({ name, measured: { weeks, ...total }, className }: LineProps) => (
  <details className={`text-sm text-muted ${className}`}>
    <summary className="w-fit tabular-nums hover:text-ink">
      {t('engines.reliability.line', { name, facts: getFacts(total) })}
    </summary>
    <ul className="mt-1 space-y-0.5 pl-4 tabular-nums">
      {weeks.map(({ week, ...each }) => (
        <li key={week}>
          {t('engines.reliability.week', { monday: formatDay(`${week}T00:00:00Z`), facts: getFacts(each) })}
        </li>
      ))}
    </ul>
  </details>
)
