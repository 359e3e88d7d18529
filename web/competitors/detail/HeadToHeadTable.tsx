import {
  formatPct,
  formatPosition,
  formatPositionRange,
  formatRange,
  formatScore,
  noData,
} from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../../answers/search.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { classes } from '../../ui/classes.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { Card } from '../../ui/page/Card.tsx'
import type { ComparedCompetitor, Comparison } from './competitor-detail.ts'

type Side = Comparison['brand'] | ComparedCompetitor
type Interval = { low: number; high: number } | null

type Metric = {
  label: string
  format: (value: number | null) => string
  formatRange: (interval: { low: number; high: number }) => string
  value(side: Side): number | null
  interval(side: Side): Interval
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
    label: t('labels.metric.average_position.label'),
    format: formatPosition,
    formatRange: formatPositionRange,
    value: (side) => side.avg_position,
    interval: (side) => side.position_interval,
    isInverse: true,
  },
]

/** The brand and the competitor by metric, in the same answers. */
export function HeadToHeadTable({
  comparison,
  competitor,
}: {
  comparison: Comparison
  competitor: ComparedCompetitor
}) {
  const getColor = useBrandColors()
  const { brand, result_count } = comparison
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
      <Figure
        label={`${side.name}, ${metric.label}`}
        value={metric.format(metric.value(side))}
        range={interval && metric.formatRange(interval)}
        count={count}
        evidence={<AnswersLink of={of}>{t('ui.figure.viewAnswers')}</AnswersLink>}
      />
    </td>
  )
}

/** Colored only if the intervals do not overlap, which is stricter than a test of the difference. */
function Gap({ metric, own, theirs }: { metric: Metric; own: Side; theirs: Side }) {
  const mine = metric.value(own)
  const other = metric.value(theirs)
  if (mine === null || other === null) return noData
  const lead = metric.isInverse ? other - mine : mine - other
  const size = metric.isInverse
    ? formatPosition(Math.abs(lead))
    : t('ui.change.points', { points: Math.abs(lead) })
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
    return <span title={t('competitorDetail.headToHead.unclear')}>{noData}</span>
  return <span className={classes('sm:whitespace-nowrap', lead > 0 ? 'text-good' : 'text-bad')}>{text}</span>
}
