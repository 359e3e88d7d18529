import { ImageDown, Table2, TrendingUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { formatDay, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { saveUrl } from '../ui/save-file.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { isCurrent } from './days.ts'
import type { TimeLine } from './time-line.ts'

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
  heading?: ReactNode
  /** Inside another card. */
  isBare?: boolean
  /** Explains the chart, next to the heading. */
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
  isBare = false,
  ...rest
}: LineChartProps) {
  const [showsTable, setShowsTable] = useState(false)
  const picture = useRef<(() => string) | null>(null)
  const line: TimeLine = {
    ...rest,
    isLastPartial: step !== null && isCurrent(rest.dates.at(-1), step),
    series,
  }
  const save = () => {
    if (picture.current) saveUrl(`${fileName}.png`, picture.current())
  }
  return (
    <div className={classes('flex min-w-0 flex-col px-4 pb-3', !isBare && 'card h-full pt-2.5')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          {heading}
          {lead !== undefined && <p className="text-xs text-muted max-sm:hidden">{lead}</p>}
        </div>
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

function Numbers({ label, line: { dates, series, notes = [], format } }: { label: string; line: TimeLine }) {
  const rows = dates.map((date, index) => ({ date, index })).toReversed()
  const columns: Column<(typeof rows)[number]>[] = [
    {
      label: t('charts.date'),
      cell: ({ date }) => <span className="whitespace-nowrap">{formatDay(date)}</span>,
    },
    ...series.map(({ name, values, band }) => ({
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
