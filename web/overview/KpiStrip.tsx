import { Link } from '@tanstack/react-router'
import { formatPct, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { RangeBar } from '../charts/RangeBar.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { differenceText, establishedSentence } from '../ui/change-text.ts'
import { classes } from '../ui/classes.ts'
import { InfoPopover } from '../ui/InfoPopover.tsx'
import { PeriodMark, PeriodStatus } from '../ui/PeriodMark.tsx'
import { periodLabel, usualRange } from '../ui/period-text.ts'
import { IntervalText } from '../ui/Stat.tsx'
import { type Comparison, getMetric, getStanding, type OverviewMetric, type Summary } from './metrics.ts'
import { type MetricKey, metricKeys } from './search.ts'

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
      className="card mb-4 grid grid-cols-3 overflow-hidden lg:grid-cols-6"
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
    <li className="relative -mb-px -mr-px border-b border-r border-line px-2 pb-2 pt-1.5 sm:px-3 has-[>button:hover]:bg-sunken">
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
            'truncate text-xs font-medium max-sm:tracking-tight',
            isSelected ? 'text-accent-strong' : 'text-muted',
          )}
        >
          {metric.label}
        </span>
        <span className="relative max-sm:hidden">
          <InfoPopover of={metric.label}>
            <Explanation metricKey={metricKey} {...data} />
          </InfoPopover>
        </span>
      </div>
      <div className="flex flex-nowrap items-baseline gap-x-1 overflow-hidden sm:gap-x-2">
        {value === null ? (
          <span className="text-2xl font-semibold tabular-nums">{noData}</span>
        ) : (
          <AnswersLink
            of={metric.evidence}
            className="relative rounded text-lg font-semibold sm:text-2xl tracking-tight tabular-nums hover:underline"
          >
            {metric.format(value)}
            <span className="sr-only">{t('overview.keyMetrics.sample', { count })}</span>
          </AnswersLink>
        )}
        {value !== null && (
          <PeriodMark change={metric.change(data)} unit={metric.isPosition ? 'position' : 'points'} />
        )}
      </div>
      <PeriodLine metric={metric} {...data} />
    </li>
  )
}

type Data = { summary: Summary; comparison: Comparison }

/** How this period compares with the one before. */
function PeriodLine({ metric, ...data }: Data & { metric: OverviewMetric }) {
  const { filter } = useBrand()
  const change = metric.change(data)
  const usual = usualRange(change)
  return (
    <div
      title={usual ? t('ui.period.usualRange', { range: metric.formatInterval(usual) }) : undefined}
      className="mt-1 hidden sm:block"
    >
      <RangeBar change={change} isPosition={metric.isPosition} />
      <p className="mt-1 flex justify-between gap-x-2 text-xs text-muted">
        <PeriodStatus change={change} unit={metric.isPosition ? 'position' : 'points'} />
        {change.previous !== null && (
          <span
            title={differenceText(change, metric.format, filter.compare) ?? undefined}
            className="truncate tabular-nums"
          >
            {previousText(metric, data)}
          </span>
        )}
      </p>
    </div>
  )
}

/** The previous value. If prompts or platforms were added since, the difference is between those that both periods have. */
function previousText(metric: OverviewMetric, data: Data): string {
  const { previous, current } = metric.change(data)
  const before = metric.format(previous)
  const now = metric.format(current)
  return now === metric.format(metric.value(data))
    ? t('ui.period.was', { previous: before })
    : t('overview.keyMetrics.samePrompts', { previous: before, current: now })
}

/** The rank of the brand, and the best competitor. */
function standingText(metricKey: MetricKey, { comparison }: Data): string {
  const metric = getMetric(metricKey)
  const standing = getStanding(metric, comparison)
  if (standing === null)
    return comparison.competitors.length === 0
      ? t('overview.keyMetrics.noCompetitors')
      : t('overview.keyMetrics.notRanked')
  const { rank, of, competitor } = standing
  return `${t('overview.keyMetrics.rank', { rank, of })} ${competitor.name} ${metric.format(competitor.value)}`
}

/** If too little of the sentiment is known: the step that changes it. */
function SentimentMethod({ summary }: { summary: Summary }) {
  const { mayManage } = useCurrentUser()
  const { positive_sentiment_pct, sentiment_coverage_pct } = summary
  if (positive_sentiment_pct !== null || sentiment_coverage_pct === null || !mayManage) return null
  return (
    <Link to="/dashboard/settings/engines" className="link">
      {t('overview.keyMetrics.chooseMethod')}
    </Link>
  )
}

/** The definition, the interval, the sample and the change, with links to the answers. */
function Explanation({ metricKey, summary, comparison }: Data & { metricKey: MetricKey }) {
  const { filter } = useBrand()
  const metric = getMetric(metricKey)
  const data = { summary, comparison }
  const isKnown = metric.value(data) !== null
  const interval = metric.interval(data)
  const change = metric.change(data)
  const difference = differenceText(change, metric.format, filter.compare)
  const usual = usualRange(change)
  const detectable = {
    visibility: summary.smallest_detectable_change,
    share: comparison.share_of_voice.smallest_detectable_change,
  }
  const smallest = metricKey === 'visibility' || metricKey === 'share' ? detectable[metricKey] : null
  return (
    <div className="space-y-2">
      <p className="font-medium">{metric.definition}</p>
      {metricKey === 'sentiment' ? (
        <>
          <SentimentCounts summary={summary} />
          <SentimentMethod summary={summary} />
        </>
      ) : (
        <p>{standingText(metricKey, data)}</p>
      )}
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
          <p className="text-muted">{difference ?? periodLabel(change)}</p>
          {usual && (
            <p className="text-muted">{t('ui.period.usualRange', { range: metric.formatInterval(usual) })}</p>
          )}
          {change.established && (
            <p className="text-muted">{establishedSentence(change.established, metric)}</p>
          )}
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
