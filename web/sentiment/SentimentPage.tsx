import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Smile } from 'lucide-react'
import { formatCount, formatDay, formatPct, noData } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { getKeys } from '../../vocabulary/typed-keys.ts'
import { RateFigure } from '../answers/AnswersFigure.tsx'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { Choice, FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { useChartNotes } from '../notes/chart-notes.ts'
import { NotesButton } from '../notes/NotesButton.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { PeriodFacts, PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Headline } from '../ui/page/Headline.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { Themes } from './Themes.tsx'

type Sentiment = Returns<'GET /api/metrics/sentiment'>
type Label = 'positive' | 'neutral' | 'negative'

/** Color and pattern differ, so that the shares are distinguishable without color. */
const colors: Record<Label, number> = { positive: 0, neutral: 7, negative: 1 }

/** The sentiment of answers over time and by platform, and what they praise and criticize. */
export function SentimentPage() {
  const { brand, query } = useBrand()
  const { by } = useSearch({ from: '/dashboard/brands/$slug/sentiment' })
  const sentiment = useQuery(
    read('GET /api/metrics/sentiment', { query: { ...query, granularity: by ?? 'day' } }),
  )
  return (
    <Page title={t('sentiment.page.title')} within={brand.name} filters={<FilterBar />}>
      <QueryBoundary query={sentiment} className="h-128">
        {(data) =>
          data.coverage_pct === null ? (
            <EmptyState isCard Icon={Smile} title={t('sentiment.page.emptyTitle')}>
              {t('sentiment.page.empty')}
            </EmptyState>
          ) : (
            <>
              <Verdict data={data} />
              <Shares data={data} />
              <div className="mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
                <SentimentTrend data={data} />
                <Platforms data={data} />
              </div>
              <Themes />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  )
}

function Verdict({ data }: { data: Sentiment }) {
  const { brand } = useBrand()
  const { mayManage } = useCurrentUser()
  const best = data.by_platform[0]
  const worst = data.by_platform.at(-1)
  return (
    <div className="mb-4">
      <Headline
        context={
          best &&
          worst &&
          best !== worst &&
          best.positive.pct !== null &&
          worst.positive.pct !== null &&
          t('sentiment.page.best', {
            platform: platformLabels[best.platform],
            pct: formatPct(best.positive.pct),
            worst: platformLabels[worst.platform],
            worstPct: formatPct(worst.positive.pct),
          })
        }
      >
        {data.positive.pct === null
          ? t('sentiment.page.notEnough', { coverage: formatPct(data.coverage_pct) })
          : t('sentiment.page.verdict', {
              brand: brand.name,
              positive: formatPct(data.positive.pct),
              negative: formatPct(data.negative.pct),
            })}
      </Headline>
      <PeriodFacts change={data.change} format={formatPct} />
      <p className="mt-0.5 text-sm text-muted">
        {data.positive.pct !== null &&
          `${t('sentiment.page.basis', { known: data.clear_count, coverage: formatPct(data.coverage_pct) })} `}
        {methodText(data.method)}{' '}
        {mayManage && (
          <Link to="/dashboard/settings/engines" className="link">
            {t('sentiment.page.chooseMethod')}
          </Link>
        )}
      </p>
      {data.reviews.map(({ method, agreed, reviewed }) => (
        <p key={method} className="text-sm text-muted">
          {t(`sentiment.page.reviews.${method}`, { agreed, reviewed })}
        </p>
      ))}
    </div>
  )
}

function methodText({ model, from }: Sentiment['method']): string {
  if (model === null) return t('sentiment.page.byRules')
  return from === null
    ? t('sentiment.page.byModel', { model })
    : t('sentiment.page.byModelSince', { model, day: formatDay(from) })
}

function Shares({ data }: { data: Sentiment }) {
  return (
    <dl className="card grid overflow-hidden sm:grid-cols-3">
      {(['positive', 'neutral', 'negative'] as const).map((label) => (
        <div key={label} className="-mb-px -mr-px border-b border-r border-line px-4 py-3">
          <dt className="text-sm text-muted">{t(`sentiment.shares.${label}`)}</dt>
          <dd className="flex items-baseline justify-between gap-3">
            <span className="flex items-baseline gap-2 text-2xl font-semibold tracking-tight">
              <RateFigure
                label={t(`sentiment.shares.${label}`)}
                pct={data[label].pct}
                interval={data[label].interval}
                count={data.clear_count}
                of={{ sentiment: label }}
              />
              <PeriodMark
                change={label === 'positive' ? data.change : data[label].change}
                format={formatPct}
                isLowerBetter={label === 'negative'}
                isOthers={label === 'neutral'}
              />
            </span>
            <AnswersLink
              of={{ sentiment: label }}
              className="text-sm text-muted tabular-nums hover:underline"
            >
              {formatCount(data[label].results)}
            </AnswersLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function SentimentTrend({ data }: { data: Sentiment }) {
  const { slug, query } = useBrand()
  const choose = useFilterChoice()
  const { buckets, granularity } = data
  const dates = buckets.map(({ date }) => date)
  const notes = useChartNotes(dates, granularity === 'week' ? 7 : 1)
  return (
    <LineChart
      heading={<h2 className="font-semibold">{t('sentiment.trend.title')}</h2>}
      lead={t('sentiment.trend.lead')}
      label={t('sentiment.trend.chart')}
      fileName={`${slug}-sentiment`}
      csv={csvHref('GET /api/metrics/sentiment', { ...query, granularity }, 'buckets')}
      dates={dates}
      series={(['positive', 'neutral', 'negative'] as const).map((label) => ({
        name: t(`sentiment.shares.${label}`),
        color: colors[label],
        values: buckets.map((bucket) => bucket[label].pct),
        ...(label === 'positive' && { isMain: true, band: buckets.map((bucket) => bucket[label].interval) }),
      }))}
      notes={notes}
      format={formatPct}
      step={granularity}
      max={100}
    >
      <Choice
        isCompact
        label={t('sentiment.trend.interval')}
        value={granularity === 'week' ? 'week' : undefined}
        every={t('sentiment.trend.byDay')}
        options={[['week', t('sentiment.trend.byWeek')]]}
        onChoose={(chosen) => choose({ by: chosen })}
      />
      <NotesButton />
    </LineChart>
  )
}

type Row = Sentiment['by_platform'][number]

function Platforms({ data }: { data: Sentiment }) {
  return (
    <Card title={t('sentiment.platforms.title')}>
      <DataTable
        isInCard
        caption={t('sentiment.platforms.caption')}
        columns={columns()}
        rows={data.by_platform}
        getKey={({ platform }) => platform}
      />
    </Card>
  )
}

const columns = (): Column<Row>[] => [
  {
    label: t('sentiment.platforms.columns.platform'),
    cell: ({ platform }) => <span className="font-medium">{platformLabels[platform]}</span>,
  },
  { label: t('sentiment.platforms.columns.split'), className: 'sm:w-32', cell: (row) => <Split row={row} /> },
  numberColumn(t('sentiment.shares.positive'), ({ platform, positive, clear_count }) => (
    <RateFigure
      label={t('sentiment.shares.positive')}
      pct={positive.pct}
      interval={positive.interval}
      count={clear_count}
      of={{ sentiment: 'positive' }}
      filter={{ platform }}
    />
  )),
  numberColumn(t('ui.period.change'), ({ change }) => <PeriodMark change={change} format={formatPct} />),
]

/** The three shares as one bar. */
function Split({ row: { positive, neutral, negative } }: { row: Row }) {
  if (positive.pct === null) return noData
  const ends = [positive.pct ?? 0, (positive.pct ?? 0) + (neutral.pct ?? 0), 100]
  return (
    <svg
      role="img"
      aria-label={t('sentiment.platforms.split', {
        positive: formatPct(positive.pct),
        neutral: formatPct(neutral.pct),
        negative: formatPct(negative.pct),
      })}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="mt-1.5 h-2.5 w-full min-w-20"
    >
      {getKeys(colors).map((label, index) => (
        <line
          key={label}
          x1={ends[index - 1] ?? 0}
          x2={ends[index] ?? 0}
          y1="4"
          y2="4"
          strokeWidth="8"
          className={`series-${colors[label]}`}
        />
      ))}
    </svg>
  )
}
