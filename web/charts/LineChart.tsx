import { ImageDown, Table2, TrendingUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { formatDay, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { isCurrent } from './days.ts'
import type { TimeLine, TimeLineSeries } from './time-line.ts'

/** Loaded when the browser is idle, because the chart library delays the numbers around the chart. */
const Canvas = lazy(async () => {
  await idle()
  return { default: (await import('./ChartCanvas.tsx')).ChartCanvas }
})

const longestWaitMs = 500

/** Safari has no idle callbacks. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: longestWaitMs })
      : setTimeout(resolve, longestWaitMs / 10),
  )

type LineChartProps = Omit<TimeLine, 'isLastPartial'> & {
  /** The period that a date represents; null for points in time. The part of today or this week is dashed. */
  step: 'day' | 'week' | null
  /** A sentence that describes the chart for screen readers and as the table's caption. */
  label: string
  /** Without extension. */
  fileName: string
  /** The same data as CSV, where the API provides it. */
  csv: string | null
  /** Takes the place of the legend, which moves below it. */
  heading?: ReactNode
  /** Explains the chart, next to the legend. */
  lead?: string | undefined
  /** Controls next to the chart's own buttons. */
  children?: ReactNode
}

/** A line chart over days, with its data as a table. */
export function LineChart({
  label,
  fileName,
  csv,
  heading,
  lead,
  children,
  step,
  series,
  ...rest
}: LineChartProps) {
  const [showsTable, setShowsTable] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const picture = useRef<(() => string) | null>(null)
  const line: TimeLine = {
    ...rest,
    isLastPartial: step !== null && isCurrent(rest.dates.at(-1), step),
    series: series.map((each) => ({ ...each, isHidden: hidden.has(each.name) })),
  }
  const save = () => {
    if (picture.current) download(picture.current(), `${fileName}.png`)
  }
  const toggle = (name: string) => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    setHidden(next)
  }
  const legend = <Legend series={line.series} onToggle={toggle} />
  return (
    <div className="card flex h-full min-w-0 flex-col px-4 pb-3 pt-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {heading ?? legend}
        <div className="flex flex-wrap items-center gap-1 print:hidden">
          {children}
          <IconButton
            label={showsTable ? t('charts.showChart') : t('charts.showTable')}
            isPressed={showsTable}
            onClick={() => setShowsTable(!showsTable)}
          >
            {showsTable ? (
              <TrendingUp aria-hidden className="size-4" />
            ) : (
              <Table2 aria-hidden className="size-4" />
            )}
          </IconButton>
          {!showsTable && (
            <IconButton label={t('charts.png')} onClick={save}>
              <ImageDown aria-hidden className="size-4" />
            </IconButton>
          )}
          {csv !== null && <CsvLink href={csv} isCompact />}
        </div>
      </div>
      {heading && (
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
          {legend}
          {lead !== undefined && <p className="text-xs text-muted">{lead}</p>}
        </div>
      )}
      {showsTable ? (
        <Numbers label={label} line={line} />
      ) : (
        <Suspense fallback={<Bar className="h-64 grow rounded-lg" />}>
          <Canvas label={label} line={line} picture={picture} />
        </Suspense>
      )}
    </div>
  )
}

function download(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Switches lines on and off. A single line needs no switch. */
function Legend({ series, onToggle }: { series: readonly TimeLineSeries[]; onToggle(name: string): void }) {
  if (series.length === 1)
    return (
      <p className="flex items-center gap-1.5 text-xs">
        <Swatch index={series[0]?.color ?? 0} />
        {series[0]?.name}
      </p>
    )
  return (
    <ul aria-label={t('charts.legend')} className="flex flex-wrap gap-x-1 gap-y-0.5 text-xs">
      {series.map(({ name, isHidden = false, color }, index) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-pressed={!isHidden}
            onClick={() => onToggle(name)}
            className={classes(
              'flex min-h-6 items-center gap-1.5 rounded-md px-1.5 [overflow-wrap:anywhere] hover:bg-sunken',
              isHidden && 'text-muted line-through',
            )}
          >
            <Swatch index={color ?? index} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

const Swatch = ({ index }: { index: number }) => (
  <svg aria-hidden viewBox="0 0 16 8" className={`h-2 w-4 shrink-0 series-${index % 8}`}>
    <line x1="0" y1="4" x2="16" y2="4" strokeWidth="3" />
  </svg>
)

function Numbers({ label, line: { dates, series, notes = [], format } }: { label: string; line: TimeLine }) {
  const rows = dates.map((date, index) => ({ date, index })).toReversed()
  const columns: Column<(typeof rows)[number]>[] = [
    {
      label: t('charts.date'),
      cell: ({ date }) => <span className="whitespace-nowrap">{formatDay(date)}</span>,
    },
    ...series
      .filter(({ isHidden }) => !isHidden)
      .map(({ name, values, band }) => ({
        label: name,
        isNumber: true,
        cell: ({ index }: { index: number }) => {
          const value = values[index]
          const range = band?.[index]
          return (
            <>
              {value === null || value === undefined ? noData : format(value)}
              {range && (
                <span className="block text-xs text-muted">
                  {t('charts.interval', { low: format(range.low), high: format(range.high) })}
                </span>
              )}
            </>
          )
        },
      })),
    ...(notes.length > 0
      ? [
          {
            label: t('charts.events'),
            cell: ({ date }: { date: string }) =>
              notes
                .filter((note) => note.date === date)
                .map(({ text }) => text)
                .join(' '),
          },
        ]
      : []),
  ]
  return (
    <div className="max-h-96 overflow-y-auto">
      <DataTable caption={label} columns={columns} rows={rows} getKey={({ date }) => date} />
    </div>
  )
}
