import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import {
  formatPct,
  formatPosition,
  formatPositionRange,
  formatRange,
  formatScore,
} from '../../vocabulary/formats.ts'
import { metricLabels } from '../../vocabulary/metrics.ts'
import { AnswersLink, SampleLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { brandFilter, formatDays } from '../brands/filter.ts'
import { promptsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { Stat, StatGrid } from '../ui/Stat.tsx'
import { copy } from './copy.ts'

type Summary = Returns<'GET /api/metrics/visibility-summary'>
type Comparison = Returns<'GET /api/metrics/competitor-comparison'>

export function KeyMetrics() {
  const { query } = useBrand()
  const summary = useQuery(read('GET /api/metrics/visibility-summary', { query }))
  const comparison = useQuery(read('GET /api/metrics/competitor-comparison', { query }))
  if (summary.error) return <QueryError query={summary} />
  if (comparison.error) return <QueryError query={comparison} />
  if (!summary.data || !comparison.data) return <Bar className="h-64 rounded-xl" />
  if (summary.data.result_count === 0) return <NoAnswers />
  return (
    <>
      <StatGrid>
        <VisibilityStat summary={summary.data} />
        <Stat
          {...metricLabels.mention_rate}
          value={formatPct(summary.data.mention_rate_pct)}
          note={copy.keyMetrics.mentions(summary.data.total_mentions)}
          count={summary.data.result_count}
          range={rangePct(summary.data.intervals.mention_rate_pct)}
          change={summary.data.changes.mention_rate_pct}
          evidence={
            <AnswersLink of={{ named: 'yes' }}>
              {copy.keyMetrics.mentioningAnswers(summary.data.results_mentioning, summary.data.result_count)}
            </AnswersLink>
          }
        />
        <ShareStat share={comparison.data.share_of_voice} rivals={comparison.data.competitors.length} />
        <Stat
          {...metricLabels.citation_rate}
          value={formatPct(summary.data.citation_rate_pct)}
          note={copy.keyMetrics.citationsOfSites(summary.data.total_citations)}
          count={summary.data.result_count}
          range={rangePct(summary.data.intervals.citation_rate_pct)}
          change={summary.data.changes.citation_rate_pct}
          evidence={<AnswersLink of={{ cited: 'yes' }}>{copy.keyMetrics.citingAnswers}</AnswersLink>}
        />
        <SentimentStat summary={summary.data} />
        <Stat
          {...metricLabels.average_position}
          value={formatPosition(summary.data.avg_position)}
          note={
            summary.data.avg_position === null
              ? copy.keyMetrics.neverMentioned
              : copy.keyMetrics.whenMentioned
          }
          count={summary.data.results_mentioning}
          range={
            summary.data.intervals.avg_position && formatPositionRange(summary.data.intervals.avg_position)
          }
          change={summary.data.changes.avg_position}
          isPlace
          evidence={<SampleLink count={summary.data.results_mentioning} of={{ named: 'yes' }} />}
        />
      </StatGrid>
      <Basis summary={summary.data} />
    </>
  )
}

function VisibilityStat({ summary }: { summary: Summary }) {
  const detectable = summary.smallest_detectable_change
  return (
    <Stat
      {...metricLabels.visibility_score}
      value={formatScore(summary.avg_visibility_score)}
      unit={copy.keyMetrics.outOf100}
      change={summary.change}
      count={summary.result_count}
      range={summary.intervals.avg_visibility_score && formatRange(summary.intervals.avg_visibility_score)}
      evidence={<SampleLink count={summary.result_count} />}
    >
      {detectable !== null && <Detectable points={detectable} />}
    </Stat>
  )
}

function Detectable({ points }: { points: number }) {
  return <p>{copy.keyMetrics.detectableChange(points)}</p>
}

function ShareStat({ share, rivals }: { share: Comparison['share_of_voice']; rivals: number }) {
  const { slug, filter } = useBrand()
  const mentions = share.total_brand_mentions + share.total_competitor_mentions
  return (
    <Stat
      {...metricLabels.share_of_voice}
      value={rivals === 0 ? formatPct(null) : formatPct(share.overall_sov_pct)}
      note={
        rivals === 0
          ? copy.keyMetrics.noCompetitors
          : copy.keyMetrics.shareOfMentions(share.total_brand_mentions, mentions)
      }
      count={mentions}
      countOf={copy.keyMetrics.mention}
      range={rangePct(share.interval)}
      isOverPrompts
      change={share.change}
      evidence={
        <Link
          to="/dashboard/brands/$slug/competitors"
          params={{ slug }}
          search={brandFilter(filter)}
          className="link"
        >
          {copy.keyMetrics.byPlatform}
        </Link>
      }
    >
      {share.smallest_detectable_change !== null && <Detectable points={share.smallest_detectable_change} />}
    </Stat>
  )
}

function SentimentStat({
  summary: { sentiment, positive_sentiment_pct, intervals, changes },
}: {
  summary: Summary
}) {
  const { positive, neutral, negative, unknown } = sentiment
  const clear = positive + neutral + negative
  return (
    <Stat
      {...metricLabels.sentiment}
      value={formatPct(positive_sentiment_pct)}
      note={
        <span className="flex flex-wrap gap-x-3 *:min-h-6">
          <AnswersLink of={{ sentiment: 'positive' }}>{copy.keyMetrics.positive(positive)}</AnswersLink>
          <AnswersLink of={{ sentiment: 'neutral' }}>{copy.keyMetrics.neutral(neutral)}</AnswersLink>
          <AnswersLink of={{ sentiment: 'negative' }}>{copy.keyMetrics.negative(negative)}</AnswersLink>
        </span>
      }
      count={clear}
      range={rangePct(intervals.positive_sentiment_pct)}
      change={changes.positive_sentiment_pct}
    >
      {unknown > 0 && <p>{copy.keyMetrics.unclear(unknown)}</p>}
    </Stat>
  )
}

const rangePct = (interval: { low: number; high: number } | null) => interval && formatRange(interval, '%')

/** The sample behind all key metrics. */
function Basis({ summary }: { summary: Summary }) {
  const { filter } = useBrand()
  const { sample_caution } = summary
  return (
    <p className="mt-3 text-sm text-muted">
      {copy.basis.sample(summary, formatDays(filter))} {sample_caution && copy.basis.cautions[sample_caution]}
    </p>
  )
}

function NoAnswers() {
  const { brand, slug } = useBrand()
  const { data: prompts } = useQuery(promptsOf(brand.id))
  if (!prompts) return <Bar className="h-64 rounded-xl" />
  const hasPrompts = prompts.items.length > 0
  return (
    <EmptyState
      isCard
      Icon={MessagesSquare}
      title={copy.noAnswers.title}
      action={
        <Link
          to={hasPrompts ? '/dashboard/brands/$slug/runs' : '/dashboard/brands/$slug/prompts'}
          params={{ slug }}
          className={buttonClasses('primary')}
        >
          {hasPrompts ? copy.noAnswers.run : copy.noAnswers.addPrompts}
        </Link>
      }
    >
      {hasPrompts ? copy.noAnswers.hint : copy.noAnswers.noPromptsHint}
    </EmptyState>
  )
}
