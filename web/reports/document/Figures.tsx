import { formatPct, formatPosition, formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { PeriodMark, PeriodStatus } from '../../ui/PeriodMark.tsx'
import type { PeriodChange, Unit } from '../../ui/period-text.ts'
import type { BrandData } from './report-data.ts'

type Figure = {
  label: string
  value: number | null
  format(value: number | null): string
  change: PeriodChange
  unit?: Unit
  note?: string
}

/** The six key figures, each with its difference from the period before. */
export function Figures({ brand }: { brand: BrandData }) {
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-[0.625rem] border border-line sm:grid-cols-3 md:grid-cols-6 print:grid-cols-6">
      {getFigures(brand).map((figure) => (
        <li key={figure.label} className="-mb-px -mr-px border-b border-r border-line px-2.5 py-2.5">
          <p className="truncate text-[0.6875rem] text-muted print:tracking-tight">{figure.label}</p>
          <p className="my-0.5 flex flex-wrap items-baseline gap-x-1.5">
            <span className="text-xl font-semibold tracking-tight tabular-nums">
              {figure.format(figure.value)}
            </span>
            <PeriodMark {...figure} />
          </p>
          <p className="text-xs">
            <PeriodStatus {...figure} />
          </p>
          {figure.change.previous !== null && (
            <p className="text-xs text-muted tabular-nums">{previousText(figure)}</p>
          )}
          {figure.note && <p className="text-xs text-muted">{figure.note}</p>}
        </li>
      ))}
    </ul>
  )
}

/** If prompts or platforms were added, the difference is between those that both periods have. */
function previousText({ value, format, change: { previous, current } }: Figure): string {
  return format(current) === format(value)
    ? t('ui.period.was', { previous: format(previous) })
    : t('reports.document.samePrompts', { previous: format(previous), current: format(current) })
}

function getFigures({ summary, comparison: { share_of_voice: share } }: BrandData): Figure[] {
  const { changes, sentiment_coverage_pct: known } = summary
  const rate = (name: RateName, value: number | null, change: PeriodChange): Figure => ({
    label: t(`labels.metric.${name}.label`),
    value,
    format: formatPct,
    change,
  })
  return [
    {
      label: t('labels.metric.visibility_score.label'),
      value: summary.avg_visibility_score,
      format: formatScore,
      change: summary.change,
    },
    rate('mention_rate', summary.mention_rate_pct, changes.mention_rate_pct),
    rate('share_of_voice', share.overall_sov_pct, share.change),
    rate('citation_rate', summary.citation_rate_pct, changes.citation_rate_pct),
    {
      ...rate('sentiment', summary.positive_sentiment_pct, changes.positive_sentiment_pct),
      ...(known !== null &&
        known < 100 && { note: t('reports.document.sentimentKnown', { pct: formatPct(known) }) }),
    },
    {
      label: t('labels.metric.average_position.label'),
      value: summary.avg_position,
      format: formatPosition,
      change: changes.avg_position,
      unit: 'position',
    },
  ]
}

type RateName = 'mention_rate' | 'share_of_voice' | 'citation_rate' | 'sentiment'
