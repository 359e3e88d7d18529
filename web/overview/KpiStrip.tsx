import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { formatPct, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { Sparkline } from '../charts/Sparkline.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { ChangeMark } from '../ui/ChangeMark.tsx'
import { changeSentence, differenceText } from '../ui/change-text.ts'
import { classes } from '../ui/classes.ts'
import { InfoPopover } from '../ui/InfoPopover.tsx'
import { IntervalText } from '../ui/Stat.tsx'
import { type Comparison, getMetric, getStanding, type OverviewMetric, type Summary } from './metrics.ts'
import { type MetricKey, metricKeys, overviewSearch } from './search.ts'
import { trendQuery } from './Trend.tsx'

type KpiStripProps = {
  summary: Summary
  comparison: Comparison
  selected: MetricKey
}

/** The key metrics in one row. The selected one is drawn in the chart below. */
export function KpiStrip({ selected, ...data }: KpiStripProps) {
  return (
    <ul
      aria-label={t('overview.keyMetrics.label')}
      className="card mb-4 grid grid-cols-2 overflow-hidden sm:grid-cols-3 lg:grid-cols-6"
    >
      {metricKeys.map((key) => (
        <Kpi key={key} metricKey={key} isSelected={key === selected} {...data} />
      ))}
    </ul>
  )
}

type KpiProps = Omit<KpiStripProps, 'selected'> & { metricKey: MetricKey; isSelected: boolean }

function Kpi({ metricKey, isSelected, summary, comparison }: KpiProps) {
  const choose = useFilterChoice()
  const metric = getMetric(metricKey)
  const data = { summary, comparison }
  const value = metric.value(data)
  const count = metric.count(data)
  return (
    <li className="relative -mb-px -mr-px border-b border-r border-line px-3 pb-2 pt-1.5 has-[>button:hover]:bg-sunken">
      <button
        type="button"
        aria-pressed={isSelected}
        aria-label={t('overview.keyMetrics.showInChart', { metric: metric.label })}
        onClick={() => choose({ metric: metricKey === 'visibility' ? '' : metricKey })}
        className={classes(
          'absolute inset-0 border-b-2 -outline-offset-2',
          isSelected ? 'border-accent' : 'border-transparent',
        )}
      />
      <div className="flex items-center justify-between gap-0.5">
        <span
          title={metric.label}
          className={classes(
            'text-xs font-medium sm:truncate',
            isSelected ? 'text-accent-strong' : 'text-muted',
          )}
        >
          {metric.label}
        </span>
        <span className="relative">
          <InfoPopover of={metric.label}>
            <Explanation metricKey={metricKey} {...data} />
          </InfoPopover>
        </span>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        {value === null ? (
          <span className="text-2xl font-semibold tabular-nums">{noData}</span>
        ) : (
          <AnswersLink
            of={metric.evidence}
            className="relative rounded text-2xl font-semibold tracking-tight tabular-nums hover:underline"
          >
            {metric.format(value)}
            <span className="sr-only">{t('overview.keyMetrics.sample', { count })}</span>
          </AnswersLink>
        )}
        {value !== null && (
          <ChangeMark
            change={metric.change(data)}
            label={metric.label}
            format={metric.format}
            isPosition={metric.isPosition}
          />
        )}
      </div>
      {value !== null && <MatchedValue metric={metric} {...data} />}
      <div className="hidden h-6 sm:block">
        <MetricSparkline metric={metric} isSelected={isSelected} />
      </div>
      <StandingLine metricKey={metricKey} {...data} />
    </li>
  )
}

/** The value over the cells with answers in both periods, if it differs: the previous value and the difference add up to it. */
function MatchedValue({ metric, ...data }: Data & { metric: OverviewMetric }) {
  const { current } = metric.change(data)
  if (current === null || metric.format(current) === metric.format(metric.value(data))) return null
  return (
    <p className="text-xs text-muted">
      {t('overview.keyMetrics.matched', { value: metric.format(current) })}
    </p>
  )
}

/** Reads the trend itself, so that its arrival renders only the lines again. */
function MetricSparkline({ metric, isSelected }: { metric: OverviewMetric; isSelected: boolean }) {
  const { query } = useBrand()
  const { by = 'day' } = overviewSearch(useSearch({ strict: false }))
  const { data } = useQuery(trendQuery(query, by))
  return (
    <Sparkline
      values={(data?.buckets ?? []).map(metric.bucketValue)}
      isInverse={metric.isPosition}
      isSelected={isSelected}
    />
  )
}

type Data = { summary: Summary; comparison: Comparison }

/** The rank of the brand, and the best competitor. A long name is cut, not its value. */
function StandingLine({ metricKey, summary, comparison }: Data & { metricKey: MetricKey }) {
  const metric = getMetric(metricKey)
  const standing = getStanding(metric, comparison)
  if (metricKey === 'sentiment') return <SentimentLine summary={summary} />
  if (standing === null)
    return (
      <p className="text-xs text-muted">
        {comparison.competitors.length === 0
          ? t('overview.keyMetrics.noCompetitors')
          : t('overview.keyMetrics.notRanked')}
      </p>
    )
  const { rank, of, competitor } = standing
  return (
    <p title={competitor.name} className="flex flex-wrap gap-x-1 text-xs text-muted">
      <span>{t('overview.keyMetrics.rank', { rank, of })}</span>
      <span className="flex min-w-0 gap-1">
        <span className="truncate">{competitor.name}</span>
        <span className="shrink-0 tabular-nums">{metric.format(competitor.value)}</span>
      </span>
    </p>
  )
}

/** How much of the sentiment is known and, if that is too little, the step that changes it. */
function SentimentLine({ summary }: { summary: Summary }) {
  const { mayManage } = useCurrentUser()
  const { positive_sentiment_pct, sentiment_coverage_pct, sentiment } = summary
  if (positive_sentiment_pct !== null || sentiment_coverage_pct === null)
    return (
      <p className="text-xs text-muted">
        {t('overview.keyMetrics.sentimentLine', {
          negative: sentiment.negative,
          coverage: formatPct(sentiment_coverage_pct),
        })}
      </p>
    )
  return (
    <p className="text-xs text-muted">
      {t('overview.keyMetrics.notEnough')}
      {mayManage && (
        <Link to="/dashboard/settings/engines" className="link relative flex min-h-6 items-center">
          {t('overview.keyMetrics.chooseMethod')}
        </Link>
      )}
    </p>
  )
}

/** The definition, the interval, the sample and the change, with links to the answers. */
function Explanation({ metricKey, summary, comparison }: Data & { metricKey: MetricKey }) {
  const { filter } = useBrand()
  const metric = getMetric(metricKey)
  const data = { summary, comparison }
  const isKnown = metric.value(data) !== null
  const interval = metric.interval(data)
  const difference = differenceText(metric.change(data), metric.format, filter.compare)
  const detectable = {
    visibility: summary.smallest_detectable_change,
    share: comparison.share_of_voice.smallest_detectable_change,
  }
  const smallest = metricKey === 'visibility' || metricKey === 'share' ? detectable[metricKey] : null
  return (
    <div className="space-y-2">
      <p className="font-medium">{metric.definition}</p>
      {metricKey === 'sentiment' && <SentimentCounts summary={summary} />}
      {isKnown && (
        <>
          {interval && <IntervalText range={metric.formatInterval(interval)} />}
          <p className="text-muted">
            {t('overview.keyMetrics.basedOn')}{' '}
            <AnswersLink of={metric.evidence}>
              {t(`overview.keyMetrics.counts.${metric.counted}`, { count: metric.count(data) })}
            </AnswersLink>
          </p>
          <p className="text-muted">{t('labels.metric.denominatorRule')}</p>
          <p className="text-muted">{changeSentence(metric.change(data), metric)}</p>
          {difference !== null && <p className="text-muted">{difference}</p>}
          {smallest !== null && (
            <p className="text-muted">{t('overview.keyMetrics.detectableChange', { points: smallest })}</p>
          )}
        </>
      )}
    </div>
  )
}

function SentimentCounts({ summary }: { summary: Summary }) {
  const { positive, neutral, negative } = summary.sentiment
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        <AnswersLink of={{ sentiment: 'positive' }}>
          {t('overview.keyMetrics.positive', { count: positive })}
        </AnswersLink>
        <AnswersLink of={{ sentiment: 'neutral' }}>
          {t('overview.keyMetrics.neutral', { count: neutral })}
        </AnswersLink>
        <AnswersLink of={{ sentiment: 'negative' }}>
          {t('overview.keyMetrics.negative', { count: negative })}
        </AnswersLink>
      </p>
      <p className="text-muted">
        {t('overview.keyMetrics.coverage', { pct: formatPct(summary.sentiment_coverage_pct) })}
      </p>
    </>
  )
}
