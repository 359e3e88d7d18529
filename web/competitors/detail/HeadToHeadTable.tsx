import { ArrowRight } from 'lucide-react'
import { formatPosition, formatScore, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersFigure } from '../../answers/AnswersFigure.tsx'
import type { AnswerSearch } from '../../answers/search.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { getMetric, type OverviewMetric } from '../../overview/metrics.ts'
import { type MetricKey, metricKeys } from '../../overview/search.ts'
import { classes } from '../../ui/classes.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import type { ComparedCompetitor, Comparison, CompetitorDetail } from './competitor-detail.ts'

type Sentiment = CompetitorDetail['sentiment']
type Side = (Comparison['brand'] | ComparedCompetitor) & { sentiment: Sentiment['brand'] }
type Interval = { low: number; high: number } | null

/** Null where the API has no interval. */
const intervals: Record<MetricKey, (side: Side) => Interval> = {
  visibility: (side) => side.score_interval,
  mentions: (side) => side.interval,
  share: () => null,
  citations: () => null,
  sentiment: ({ sentiment }) => sentiment.interval,
  position: (side) => side.position_interval,
}

const getValue = ({ field }: OverviewMetric, side: Side): number | null =>
  field === null ? side.sentiment.positive_pct : side[field]

type TableProps = { comparison: Comparison; competitor: ComparedCompetitor; sentiment: Sentiment }

/** The brand and the competitor by metric, in the same answers. */
export function HeadToHeadTable({ comparison, competitor: theirs, sentiment }: TableProps) {
  const getColor = useBrandColors()
  const { result_count } = comparison
  const brand = { ...comparison.brand, sentiment: sentiment.brand }
  const competitor = { ...theirs, sentiment: sentiment.competitor }
  return (
    <Card
      title={t('competitorDetail.headToHead.title')}
      lead={t('competitorDetail.headToHead.lead', { answers: result_count })}
    >
      <div className="overflow-x-auto border-t border-line">
        <table className="w-full text-sm">
          <caption className="sr-only">
            {t('competitorDetail.headToHead.caption', { name: competitor.name })}
          </caption>
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                {t('competitorDetail.headToHead.metric')}
              </th>
              <SideHead name={brand.name} color={0} />
              <th scope="col" className="hidden px-3 py-2 font-medium sm:table-cell">
                <span className="flex items-center justify-end gap-1">
                  {t('competitorDetail.headToHead.better')}
                  <ArrowRight aria-hidden className="size-3" />
                </span>
              </th>
              <SideHead name={competitor.name} color={getColor(competitor.competitor_id)} />
              <th scope="col" className="px-4 py-2 text-right font-medium">
                {t('competitorDetail.headToHead.gap')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {metricKeys.map((key) => (
              <tr key={key}>
                <th scope="row" className="px-4 py-2.5 text-left font-normal">
                  {getMetric(key).label}
                </th>
                <Value metricKey={key} side={brand} of={{ named: 'yes' }} count={result_count} />
                <td className="hidden px-3 py-2.5 sm:table-cell">
                  <Dumbbell
                    metric={getMetric(key)}
                    own={brand}
                    theirs={competitor}
                    color={getColor(competitor.competitor_id)}
                  />
                </td>
                <Value
                  metricKey={key}
                  side={competitor}
                  of={{ competitor: competitor.competitor_id }}
                  count={result_count}
                />
                <td className="px-4 py-2.5 text-right">
                  <Gap metricKey={key} own={brand} theirs={competitor} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const SideHead = ({ name, color }: { name: string; color: number }) => (
  <th scope="col" className="px-3 py-2 text-right font-medium">
    <span className="inline-flex items-center gap-1.5 text-ink">
      <Dot color={color} />
      {name}
    </span>
  </th>
)

type ValueProps = { metricKey: MetricKey; side: Side; of: AnswerSearch; count: number }

function Value({ metricKey, side, of, count }: ValueProps) {
  const metric = getMetric(metricKey)
  const interval = intervals[metricKey](side)
  return (
    <td className="px-3 py-2.5 text-right">
      <AnswersFigure
        label={`${side.name}, ${metric.label}`}
        value={metric.format(getValue(metric, side))}
        range={interval && metric.formatInterval(interval)}
        count={metricKey === 'sentiment' ? side.sentiment.clear_count : count}
        of={of}
      />
    </td>
  )
}

type DumbbellProps = { metric: OverviewMetric; own: Side; theirs: Side; color: number }

/** The distance between the two: the brand is a filled dot, the competitor a ring, and the right side is better. */
function Dumbbell({ metric, own, theirs, color }: DumbbellProps) {
  const mine = getValue(metric, own)
  const other = getValue(metric, theirs)
  if (mine === null || other === null || mine + other === 0) return null
  const lead = (metric.isPosition ? other - mine : mine - other) / (mine + other)
  const x = 50 + Math.min(45, Math.max(-45, 200 * lead))
  return (
    <svg aria-hidden viewBox="0 0 100 12" className="ml-auto h-3 w-25">
      <line x1="0" x2="100" y1="6" y2="6" className="stroke-line" strokeWidth="2" />
      <line x1={x} x2={100 - x} y1="6" y2="6" className="stroke-edge" strokeWidth="1.5" />
      <circle cx={100 - x} cy="6" r="4" strokeWidth="2" className={`fill-surface series-${color}`} />
      <circle cx={x} cy="6" r="2.5" strokeWidth="5" fill="none" className="series-0" />
    </svg>
  )
}

type GapProps = { metricKey: MetricKey; own: Side; theirs: Side }

/** Colored only if the intervals do not overlap, which is stricter than a test of the difference. */
function Gap({ metricKey, own, theirs }: GapProps) {
  const metric = getMetric(metricKey)
  const mine = getValue(metric, own)
  const other = getValue(metric, theirs)
  if (mine === null || other === null) return noData
  const lead = metric.isPosition ? other - mine : mine - other
  const points = metric.isPosition ? formatPosition(Math.abs(lead)) : formatScore(Math.abs(lead))
  const why = getDoubt(intervals[metricKey](own), intervals[metricKey](theirs))
  const color = why !== undefined ? 'text-muted' : lead > 0 ? 'text-good' : 'text-bad'
  return (
    <span title={why} className={classes('sm:whitespace-nowrap', color)}>
      {lead >= 0
        ? t('competitorDetail.headToHead.ahead', { points })
        : t('competitorDetail.headToHead.behind', { points })}
    </span>
  )
}

/** Why the difference may be due to chance; undefined if the intervals do not overlap. */
function getDoubt(a: Interval, b: Interval): string | undefined {
  if (!a || !b) return t('competitorDetail.headToHead.withoutInterval')
  return a.low <= b.high && b.low <= a.high ? t('competitorDetail.headToHead.unclear') : undefined
}
