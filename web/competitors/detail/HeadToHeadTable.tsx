import { ArrowRight } from 'lucide-react'
import {
  formatPct,
  formatPosition,
  formatPositionRange,
  formatRange,
  formatScore,
  noData,
} from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersFigure } from '../../answers/AnswersFigure.tsx'
import type { AnswerSearch } from '../../answers/search.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { classes } from '../../ui/classes.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import type { ComparedCompetitor, Comparison, CompetitorDetail } from './competitor-detail.ts'

type Sentiment = CompetitorDetail['sentiment']
type Side = (Comparison['brand'] | ComparedCompetitor) & { sentiment: Sentiment['brand'] }
type Interval = { low: number; high: number } | null

type Metric = {
  label: string
  format: (value: number | null) => string
  formatRange: (interval: { low: number; high: number }) => string
  value(side: Side): number | null
  interval(side: Side): Interval
  /** The answers in the denominator, if not all. */
  count?: (side: Side) => number
  /** A smaller value is better. */
  isInverse?: boolean
}

const pctRange = (interval: { low: number; high: number }) => formatRange(interval, '%')

const metrics = (): Metric[] => [
  {
    label: t('labels.metric.visibility_score.label'),
    format: formatScore,
    formatRange: (interval) => formatRange(interval),
    value: (side) => side.avg_visibility_score,
    interval: (side) => side.score_interval,
  },
  {
    label: t('labels.metric.mention_rate.label'),
    format: formatPct,
    formatRange: pctRange,
    value: (side) => side.mention_rate_pct,
    interval: (side) => side.interval,
  },
  {
    label: t('labels.metric.share_of_voice.label'),
    format: formatPct,
    formatRange: pctRange,
    value: (side) => side.share_of_voice_pct,
    interval: () => null,
  },
  {
    label: t('labels.metric.citation_rate.label'),
    format: formatPct,
    formatRange: pctRange,
    value: (side) => side.citation_rate_pct,
    interval: () => null,
  },
  {
    label: t('labels.metric.sentiment.label'),
    format: formatPct,
    formatRange: pctRange,
    value: ({ sentiment }) => sentiment.positive_pct,
    interval: ({ sentiment }) => sentiment.interval,
    count: ({ sentiment }) => sentiment.clear_count,
  },
  {
    label: t('labels.metric.average_position.label'),
    format: formatPosition,
    formatRange: formatPositionRange,
    value: (side) => side.avg_position,
    interval: (side) => side.position_interval,
    isInverse: true,
  },
]

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
            {metrics().map((metric) => (
              <tr key={metric.label}>
                <th scope="row" className="px-4 py-2.5 text-left font-normal">
                  {metric.label}
                </th>
                <Value metric={metric} side={brand} of={{ named: 'yes' }} count={result_count} />
                <td className="hidden px-3 py-2.5 sm:table-cell">
                  <Dumbbell
                    metric={metric}
                    own={brand}
                    theirs={competitor}
                    color={getColor(competitor.competitor_id)}
                  />
                </td>
                <Value
                  metric={metric}
                  side={competitor}
                  of={{ competitor: competitor.competitor_id }}
                  count={result_count}
                />
                <td className="px-4 py-2.5 text-right">
                  <Gap metric={metric} own={brand} theirs={competitor} />
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

type ValueProps = { metric: Metric; side: Side; of: AnswerSearch; count: number }

function Value({ metric, side, of, count }: ValueProps) {
  const interval = metric.interval(side)
  return (
    <td className="px-3 py-2.5 text-right">
      <AnswersFigure
        label={`${side.name}, ${metric.label}`}
        value={metric.format(metric.value(side))}
        range={interval && metric.formatRange(interval)}
        count={metric.count?.(side) ?? count}
        of={of}
      />
    </td>
  )
}

type DumbbellProps = { metric: Metric; own: Side; theirs: Side; color: number }

/** The distance between the two: the brand is a filled dot, the competitor a ring, and the right side is better. */
function Dumbbell({ metric, own, theirs, color }: DumbbellProps) {
  const mine = metric.value(own)
  const other = metric.value(theirs)
  if (mine === null || other === null || mine + other === 0) return null
  const lead = (metric.isInverse ? other - mine : mine - other) / (mine + other)
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

/** Colored only if the intervals do not overlap, which is stricter than a test of the difference. */
function Gap({ metric, own, theirs }: { metric: Metric; own: Side; theirs: Side }) {
  const mine = metric.value(own)
  const other = metric.value(theirs)
  if (mine === null || other === null) return noData
  const lead = metric.isInverse ? other - mine : mine - other
  const size = metric.isInverse ? formatPosition(Math.abs(lead)) : formatScore(Math.abs(lead))
  const text = (
    lead >= 0
      ? (points: string) => t('competitorDetail.headToHead.ahead', { points })
      : (points: string) => t('competitorDetail.headToHead.behind', { points })
  )(size)
  const a = metric.interval(own)
  const b = metric.interval(theirs)
  if (!a || !b)
    return (
      <span
        title={t('competitorDetail.headToHead.withoutInterval')}
        className="text-muted sm:whitespace-nowrap"
      >
        {text}
      </span>
    )
  if (a.low <= b.high && b.low <= a.high)
    return (
      <span title={t('competitorDetail.headToHead.unclear')} className="text-muted sm:whitespace-nowrap">
        {text}
      </span>
    )
  return <span className={classes('sm:whitespace-nowrap', lead > 0 ? 'text-good' : 'text-bad')}>{text}</span>
}
