/** The marks of events on a line chart: a dotted line with a label for each day. Labels that would overlap are in several rows. */
import { getWidth } from './canvas-text.ts'
import type { ChartNote, ChartTheme, TimeLine } from './time-line.ts'

/** More rows would take too much of the chart. Further events are in the tooltip only. */
const mostRows = 3

/** Average width of a character of a label, the gap between labels, and the height of a row. */
const characterPx = 6
const labelGapPx = 12
const rowPx = 14

type PlacedLabel = { date: string; text: string; isOwn: boolean; row: number; align: 'left' | 'center' }

/** Places the label of each day with events, those of a user first. `width`: of the dates, in pixels. */
export function placeLabels(
  dates: readonly string[],
  notes: readonly ChartNote[],
  width: number,
): PlacedLabel[] {
  const rows: { start: number; end: number }[][] = []
  const placed: PlacedLabel[] = []
  const byDate = Map.groupBy(
    notes.filter(({ isMinor, date }) => !isMinor && dates.includes(date)),
    ({ date }) => date,
  )
  const days = [...byDate]
    .map(([date, events]) => {
      const own = events.findLast(({ isOwn }) => isOwn)
      return { date, isOwn: own !== undefined, text: (own ?? events.at(-1))?.label ?? '' }
    })
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || (a.date < b.date ? -1 : 1))
  for (const { date, isOwn, text } of days) {
    const x = (dates.indexOf(date) / Math.max(1, dates.length - 1)) * width
    const labelWidth = getWidth(text) * characterPx
    // Centered near the first date, the label would extend over the axis.
    const align = x < labelWidth / 2 ? 'left' : 'center'
    const start = align === 'left' ? x : x - labelWidth / 2
    const end = start + labelWidth + labelGapPx
    const free = rows.findIndex((row) => row.every((other) => end <= other.start || start >= other.end))
    const row = free === -1 ? rows.length : free
    if (row >= mostRows) continue
    rows[row] = [...(rows[row] ?? []), { start, end }]
    placed.push({ date, text, isOwn, row, align })
  }
  return placed
}

/** Returns a series without points for the marks. */
export function eventMarks({ dates, isInverse }: TimeLine, labels: readonly PlacedLabel[], ink: ChartTheme) {
  return {
    type: 'line',
    data: dates.map(() => null),
    silent: true,
    tooltip: { show: false },
    markLine: {
      symbol: 'none',
      silent: true,
      data: labels.map(({ date, text, isOwn, row, align }) => {
        const color = isOwn ? (ink.series[0] ?? ink.text) : ink.muted
        return {
          xAxis: date,
          lineStyle: { color, type: 'dotted', width: 1 },
          label: {
            show: text !== '',
            // At the top: an inverse axis ends at the bottom.
            position: isInverse ? 'start' : 'end',
            align,
            padding: [0, 0, row * rowPx, 0],
            formatter: text,
            color,
            fontSize: 11,
          },
        }
      }),
    },
  }
}
