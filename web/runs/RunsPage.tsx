import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { formatCost, formatCount, formatDuration, formatTime, noData } from '../../vocabulary/formats.ts'
import { runStatusLabels } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { LoadMoreButton } from '../ui/table/LoadMoreButton.tsx'
import { isUnderWay, type RunRecord, useRuns } from './queries.ts'
import { RunSection } from './RunSection.tsx'
import { durationMs, runTones, startedByLabel } from './run-status.ts'

/** Starts runs and lists past ones. */
export function RunsPage() {
  const { brand, slug } = useBrand()
  const runs = useRuns(brand.id)
  const rows = runs.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page
      title="Runs"
      within={brand.name}
      lead="A run sends every active prompt to each platform and stores the answers. Start one now or let the schedule do it."
    >
      <RunSection brand={brand} />
      <Section
        title="Run history"
        actions={
          rows.length > 0 && <DownloadCsv fileName={`${slug}-runs`} columns={csvColumns} rows={rows} />
        }
      >
        <QueryBoundary query={runs}>
          {() =>
            rows.length === 0 ? (
              <EmptyState isCard Icon={RefreshCw} title="No runs yet">
                Once the brand has prompts, start a run. After that, each platform is queried on the schedule
                in the brand settings.
              </EmptyState>
            ) : (
              <>
                <DataTable
                  caption="Runs, newest first"
                  columns={columns}
                  rows={rows}
                  keyOf={({ id }) => id}
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

const columns: Column<RunRecord>[] = [
  { label: 'Started', cell: ({ id, created_at }) => <RunLink id={id} at={created_at} /> },
  {
    label: 'Status',
    cell: (run) => (
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={runTones[run.status]}>{runStatusLabels[run.status]}</Badge>
        {isUnderWay(run) && run.progress !== null && run.progress.total > 0 && (
          <span className="whitespace-nowrap text-muted tabular-nums">
            {formatCount(run.progress.completed)} of {formatCount(run.progress.total)}
          </span>
        )}
      </span>
    ),
  },
  { label: 'Triggered by', cell: startedByLabel, onlyWide: true, className: 'sm:min-w-24' },
  { label: 'Platforms', cell: platformsOf, onlyWide: true, className: 'sm:min-w-40' },
  { label: 'Answers', isNumber: true, cell: ({ result }) => shown(result?.answers) },
  {
    label: 'Failed',
    isNumber: true,
    cell: ({ result }) => (
      <span className={result !== null && result.failed > 0 ? 'font-medium text-bad' : ''}>
        {shown(result?.failed)}
      </span>
    ),
  },
  { label: 'Skipped', isNumber: true, onlyWide: true, cell: ({ result }) => shown(result?.skipped) },
  { label: 'Mentions', isNumber: true, onlyWide: true, cell: ({ result }) => shown(result?.mentions) },
  { label: 'Cost', isNumber: true, cell: ({ result }) => (result ? formatCost(result.cost_micros) : noData) },
  {
    label: 'Duration',
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

function platformsOf({ platforms }: RunRecord): string {
  const named = platforms.slice(0, mostNamed).map((each) => platformLabels[each])
  const rest = platforms.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
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
  ['failed_reason', ({ failed_reason }) => failed_reason],
]
