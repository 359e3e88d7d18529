import { formatPct, formatPosition, formatScore, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { ChangeMark } from '../../ui/ChangeMark.tsx'
import { type DisplayedChange, isUpOrDown } from '../../ui/change-text.ts'
import { type BrandData, changeIn } from './report-data.ts'

type Figure = { label: string; value: string; change: DisplayedChange; isPosition?: boolean; note?: string }

/** The six key figures with their established changes. */
export function Figures({ brand }: { brand: BrandData }) {
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-[0.625rem] border border-line sm:grid-cols-3 md:grid-cols-6 print:grid-cols-6">
      {getFigures(brand).map((figure) => (
        <li key={figure.label} className="-mb-px -mr-px border-b border-r border-line px-2.5 py-2.5">
          <p className="truncate text-[0.6875rem] text-muted print:tracking-tight">{figure.label}</p>
          <p className="my-0.5 text-xl font-semibold tracking-tight tabular-nums">{figure.value}</p>
          <p className="text-xs text-muted">
            {isUpOrDown(figure.change) ? (
              <ChangeMark {...figure} />
            ) : figure.change.state === 'no_significant_change' ? (
              t('reports.document.noChange')
            ) : (
              noData
            )}
          </p>
          {figure.note && <p className="text-xs text-muted">{figure.note}</p>}
        </li>
      ))}
    </ul>
  )
}

function getFigures(brand: BrandData): Figure[] {
  const { summary, comparison } = brand
  const { share_of_voice: share } = comparison
  return [
    {
      label: t('labels.metric.visibility_score.label'),
      value: formatScore(summary.avg_visibility_score),
      change: changeIn(brand, 'score', summary.change),
    },
    {
      label: t('labels.metric.mention_rate.label'),
      value: formatPct(summary.mention_rate_pct),
      change: changeIn(brand, 'mention_rate', summary.changes.mention_rate_pct),
    },
    {
      label: t('labels.metric.share_of_voice.label'),
      value: formatPct(share.overall_sov_pct),
      change: changeIn(brand, 'share_of_voice', share.change),
    },
    {
      label: t('labels.metric.citation_rate.label'),
      value: formatPct(summary.citation_rate_pct),
      change: changeIn(brand, 'citation_rate', summary.changes.citation_rate_pct),
    },
    {
      label: t('labels.metric.sentiment.label'),
      value: formatPct(summary.positive_sentiment_pct),
      change: changeIn(brand, 'positive_sentiment', summary.changes.positive_sentiment_pct),
      ...(summary.sentiment_coverage_pct !== null && {
        note: t('reports.document.sentimentKnown', { pct: formatPct(summary.sentiment_coverage_pct) }),
      }),
    },
    {
      label: t('labels.metric.average_position.label'),
      value: formatPosition(summary.avg_position),
      change: changeIn(brand, 'avg_position', summary.changes.avg_position),
      isPosition: true,
    },
  ]
}
