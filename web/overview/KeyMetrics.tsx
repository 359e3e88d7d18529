import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import {
  formatCount,
  formatPct,
  formatPosition,
  formatPositionRange,
  formatQuantity,
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
          note={formatQuantity(summary.data.total_mentions, 'mention')}
          count={summary.data.result_count}
          range={rangePct(summary.data.intervals.mention_rate_pct)}
          change={summary.data.changes.mention_rate_pct}
          evidence={
            <AnswersLink of={{ named: 'yes' }}>
              {formatCount(summary.data.results_mentioning)} of{' '}
              {formatQuantity(summary.data.result_count, 'answer')}
            </AnswersLink>
          }
        />
        <ShareStat share={comparison.data.share_of_voice} rivals={comparison.data.competitors.length} />
        <Stat
          {...metricLabels.citation_rate}
          value={formatPct(summary.data.citation_rate_pct)}
          note={`${formatQuantity(summary.data.total_citations, 'citation')} of your sites`}
          count={summary.data.result_count}
          range={rangePct(summary.data.intervals.citation_rate_pct)}
          change={summary.data.changes.citation_rate_pct}
          evidence={<AnswersLink of={{ cited: 'yes' }}>answers that cite you</AnswersLink>}
        />
        <SentimentStat summary={summary.data} />
        <Stat
          {...metricLabels.average_position}
          value={formatPosition(summary.data.avg_position)}
          note={summary.data.avg_position === null ? 'Not mentioned in any answer' : 'When mentioned'}
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
      unit="of 100"
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
  return <p>Changes under {formatScore(points)} points would usually go undetected.</p>
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
          ? 'No competitors tracked yet'
          : `${formatCount(share.total_brand_mentions)} of ${formatQuantity(mentions, 'mention')}`
      }
      count={mentions}
      countOf="mention"
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
          by platform
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
          <AnswersLink of={{ sentiment: 'positive' }}>{formatCount(positive)} positive</AnswersLink>
          <AnswersLink of={{ sentiment: 'neutral' }}>{formatCount(neutral)} neutral</AnswersLink>
          <AnswersLink of={{ sentiment: 'negative' }}>{formatCount(negative)} negative</AnswersLink>
        </span>
      }
      count={clear}
      range={rangePct(intervals.positive_sentiment_pct)}
      change={changes.positive_sentiment_pct}
    >
      {unknown > 0 && <p>{formatQuantity(unknown, 'more answer')} with unclear sentiment.</p>}
    </Stat>
  )
}

const rangePct = (interval: { low: number; high: number } | null) => interval && formatRange(interval, '%')

const cautions = {
  directional: 'Fewer than 10 answers: treat these figures as directional.',
  exploratory: 'Fewer than 50 prompts: treat these figures as directional.',
}

/** The sample behind all key metrics. */
function Basis({ summary }: { summary: Summary }) {
  const { filter } = useBrand()
  const { result_count, prompt_count, branded_result_count, sample_caution } = summary
  return (
    <p className="mt-3 text-sm text-muted">
      Based on {formatQuantity(result_count, 'answer')} to {formatQuantity(prompt_count, 'prompt')} in{' '}
      {formatDays(filter)}
      {branded_result_count > 0 &&
        branded_result_count < result_count &&
        `; ${formatCount(branded_result_count)} come from branded prompts`}
      . {sample_caution && cautions[sample_caution]}
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
      title="No answers in this period"
      action={
        <Link
          to={hasPrompts ? '/dashboard/brands/$slug/runs' : '/dashboard/brands/$slug/prompts'}
          params={{ slug }}
          className={buttonClasses('primary')}
        >
          {hasPrompts ? 'Run now' : 'Add prompts'}
        </Link>
      }
    >
      {hasPrompts
        ? 'Metrics are calculated from the engines’ answers.'
        : 'Add the prompts your customers use. Metrics are calculated from the engines’ answers to them.'}
    </EmptyState>
  )
}
