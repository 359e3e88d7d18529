import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { formatCount, formatDuration, formatTime, joinFacts, noData } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { RunTabs } from '../plan/RunTabs.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { costText } from '../ui/cost-text.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { LoadMoreButton } from '../ui/table/LoadMoreButton.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { isUnderWay, type RunRecord, useRuns } from './queries.ts'
import { RunSection } from './RunSection.tsx'
import { durationMs, runTones, startedByLabel } from './run-status.ts'

/** Starts runs and lists past ones. */
export function RunsPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const runs = useRuns(brand.id)
  const rows = runs.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page title={t('runs.page.title')} within={brand.name} lead={t('runs.page.lead')}>
      <RunTabs here="runs" />
      <RunSection brand={brand} />
      <Section
        title={t('runs.history.title')}
        actions={
          rows.length > 0 && <DownloadCsv fileName={`${slug}-runs`} columns={csvColumns} rows={rows} />
        }
      >
        <QueryBoundary query={runs}>
          {() =>
            rows.length === 0 ? (
              <EmptyState isCard Icon={RefreshCw} title={t('runs.history.empty')}>
                {t('runs.history.emptyHint')}
              </EmptyState>
            ) : (
              <>
                <DataTable
                  caption={t('runs.history.caption')}
                  columns={columns(mayWrite)}
                  rows={rows}
                  getKey={({ id }) => id}
                />
                <LoadMoreButton {...runs} />
              </>
            )
          }
        </QueryBoundary>
      </Section>
    </Page>
  )
}

const costColumn = () =>
  numberColumn(t('runs.history.cost'), ({ result }: RunRecord) =>
    result && result.cost_micros !== null ? costText(result.cost_micros, result.estimated_micros) : noData,
  )

const columns = (seesCosts: boolean): Column<RunRecord>[] => [
  { label: t('runs.history.started'), cell: ({ id, created_at }) => <RunLink id={id} at={created_at} /> },
  {
    label: t('runs.history.status'),
    cell: (run) => (
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={runTones[run.status]}>{t(`labels.runStatus.${run.status}`)}</Badge>
        {isUnderWay(run) && run.progress !== null && run.progress.total > 0 && (
          <span className="whitespace-nowrap text-muted tabular-nums">
            {t('runs.history.progress', { completed: run.progress.completed, total: run.progress.total })}
          </span>
        )}
      </span>
    ),
  },
  { label: t('runs.history.triggeredBy'), cell: startedByLabel, onlyWide: true, className: 'sm:min-w-24' },
  { label: t('runs.history.platforms'), cell: getPlatforms, onlyWide: true, className: 'sm:min-w-40' },
  numberColumn(t('runs.history.answers'), ({ result }) => shown(result?.answers)),
  numberColumn(t('runs.history.failed'), ({ result }) => (
    <span className={result !== null && result.failed > 0 ? 'font-medium text-bad' : ''}>
      {shown(result?.failed)}
    </span>
  )),
  numberColumn(t('runs.history.skipped'), ({ result }) => shown(result?.skipped), { onlyWide: true }),
  numberColumn(t('runs.history.mentions'), ({ result }) => shown(result?.mentions), { onlyWide: true }),
  ...(seesCosts ? [costColumn()] : []),
  {
    label: t('runs.history.duration'),
    isNumber: true,
    onlyWide: true,
    cell: (run) => {
      const ms = durationMs(run)
      return ms === null ? noData : formatDuration(ms)
    },
  },
]

function RunLink({ id, at }: { id: string; at: string }) {
  const { slug } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/runs/$id"
      params={{ slug, id }}
      className="link whitespace-nowrap font-medium"
    >
      <time dateTime={at}>{formatTime(at)}</time>
    </Link>
  )
}

const shown = (count: number | undefined) => (count === undefined ? noData : formatCount(count))

const mostNamed = 3

function getPlatforms({ platforms }: RunRecord): string {
  const named = platforms.slice(0, mostNamed).map((each) => platformLabels[each])
  const rest = platforms.length - named.length
  return rest > 0
    ? t('runs.history.morePlatforms', { named: joinFacts(named), more: rest })
    : joinFacts(named)
}

const csvColumns: [string, (run: RunRecord) => string | number | null][] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at }) => created_at],
  ['started_at', ({ started_at }) => started_at],
  ['finished_at', ({ finished_at }) => finished_at],
  ['status', ({ status }) => status],
  ['started_by', startedByLabel],
  ['platforms', ({ platforms }) => platforms.join(' ')],
  ['answers', ({ result }) => result?.answers ?? null],
  ['failed', ({ result }) => result?.failed ?? null],
  ['skipped', ({ result }) => result?.skipped ?? null],
  ['mentions', ({ result }) => result?.mentions ?? null],
  ['citations', ({ result }) => result?.citations ?? null],
  ['cost_micros', ({ result }) => result?.cost_micros ?? null],
  ['estimated_micros', ({ result }) => result?.estimated_micros ?? null],
  ['failed_reason', ({ failed_reason }) => failed_reason],
]
