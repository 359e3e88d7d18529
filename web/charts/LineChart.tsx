import { ImageDown, Table2, TrendingUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { formatDay, noData } from '../../vocabulary/formats.ts'
import { Button } from '../ui/Button.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { copy } from './copy.ts'
import type { TimeLine } from './line-options.ts'

const Canvas = lazy(async () => ({ default: (await import('./ChartCanvas.tsx')).ChartCanvas }))

type LineChartProps = TimeLine & {
  /** A sentence that describes the chart for screen readers and as the table's caption. */
  label: string
  /** Without extension. */
  fileName: string
  /** The same data as CSV, where the API provides it. */
  csv: string | null
  /** Controls next to the chart's own buttons. */
  children?: ReactNode
}

/** A line chart over days, with its data as a table. */
export function LineChart({ label, fileName, csv, children, ...line }: LineChartProps) {
  const [showsTable, setShowsTable] = useState(false)
  const picture = useRef<(() => string) | null>(null)
  const save = () => {
    if (picture.current) download(picture.current(), `${fileName}.png`)
  }
  return (
    <div className="card p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Legend line={line} />
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {children}
          <Button size="small" aria-pressed={showsTable} onClick={() => setShowsTable(!showsTable)}>
            {showsTable ? (
              <TrendingUp aria-hidden className="size-4" />
            ) : (
              <Table2 aria-hidden className="size-4" />
            )}
            {showsTable ? copy.showChart : copy.showTable}
          </Button>
          {!showsTable && (
            <Button size="small" onClick={save}>
              <ImageDown aria-hidden className="size-4" />
              {copy.png}
            </Button>
          )}
          {csv !== null && <CsvLink href={csv} />}
        </div>
      </div>
      {showsTable ? (
        <Numbers label={label} line={line} />
      ) : (
        <Suspense fallback={<Bar className="h-64 rounded-lg" />}>
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

/** Drawn with the same dashes as the lines, so that they are distinguishable in print and without color. */
function Legend({ line: { series } }: { line: TimeLine }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ name, isQuiet }, index) => (
        <li key={name} className="flex min-w-0 items-center gap-1.5">
          <svg
            aria-hidden
            viewBox="0 0 24 8"
            className={`h-2 w-6 shrink-0 ${isQuiet ? 'series-quiet' : `series-${index % 8}`}`}
          >
            <line x1="0" y1="4" x2="24" y2="4" strokeWidth="2.5" />
          </svg>
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
        </li>
      ))}
    </ul>
  )
}

function Numbers({ label, line: { dates, series, notes = [], format } }: { label: string; line: TimeLine }) {
  const rows = dates.map((date, index) => ({ date, index })).toReversed()
  const columns: Column<(typeof rows)[number]>[] = [
    { label: copy.date, cell: ({ date }) => <span className="whitespace-nowrap">{formatDay(date)}</span> },
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
                {copy.interval(format(range.low), format(range.high))}
              </span>
            )}
          </>
        )
      },
    })),
    ...(notes.length > 0
      ? [
          {
            label: copy.events,
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
      <DataTable caption={label} columns={columns} rows={rows} keyOf={({ date }) => date} />
    </div>
  )
}
