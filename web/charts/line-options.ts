/** ECharts options of a line chart over time. Lines differ by dash and symbol as well as by color. */
import { formatDay } from '../../vocabulary/formats.ts'
import { copy } from './copy.ts'

export type Series = {
  name: string
  /** One value per date; null is a gap. */
  values: readonly (number | null)[]
  /** The confidence band, where known. */
  band?: readonly ({ low: number; high: number } | null)[]
  /** A reference line. */
  isQuiet?: boolean
}

export type TimeLine = {
  dates: readonly string[]
  series: readonly Series[]
  /** Events: marked on the axis and explained in the tooltip. */
  notes?: readonly { date: string; text: string }[]
  format: (value: number) => string
  /** Maximum of the axis; by default what the values need. */
  max?: number
}

export type ChartColors = {
  text: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
}

const dashes = ['solid', [6, 3], [2, 3], [10, 3, 2, 3], [1, 2], [8, 2], [4, 4], [12, 4]] as const
const marks = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin', 'arrow', 'emptyCircle'] as const

export function lineOptions({ dates, series, notes = [], format, max }: TimeLine, ink: ChartColors) {
  const colorOf = (index: number) =>
    series[index]?.isQuiet ? ink.muted : (ink.series[index % ink.series.length] ?? ink.text)
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit', color: ink.text },
    grid: { left: 44, right: 16, top: 16, bottom: 28 },
    tooltip: {
      trigger: 'axis',
      // Drawn on the canvas: our Content-Security-Policy blocks elements with inline styles.
      renderMode: 'richText',
      confine: true,
      backgroundColor: ink.surface,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontSize: 12 },
      axisPointer: { type: 'line', lineStyle: { color: ink.muted } },
      formatter: (points: unknown) => tooltipText(indexOf(points), { dates, series, notes, format }),
    },
    xAxis: {
      type: 'category',
      data: [...dates],
      boundaryGap: dates.length === 1,
      axisLine: { lineStyle: { color: ink.line } },
      axisTick: { show: false },
      axisLabel: { color: ink.muted, hideOverlap: true, formatter: shortDay },
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...(max !== undefined && { max }),
      axisLabel: { color: ink.muted },
      splitLine: { lineStyle: { color: ink.line } },
    },
    series: [
      ...series.flatMap((each, index) => bandOf(each, colorOf(index))),
      ...series.map((each, index) => ({
        type: 'line',
        name: each.name,
        data: [...each.values],
        // Gaps stay gaps: no line is drawn over days without answers.
        connectNulls: false,
        symbol: marks[index % marks.length],
        symbolSize: dates.length > 45 ? 0 : 6,
        showSymbol: dates.length <= 45,
        lineStyle: {
          width: each.isQuiet ? 1.5 : 2,
          type: dashOf(index, each.isQuiet),
          color: colorOf(index),
        },
        itemStyle: { color: colorOf(index) },
        z: 3,
        ...(index === 0 && notes.length > 0 && { markLine: noteLines(notes, ink) }),
      })),
    ],
  }
}

const dashOf = (index: number, isQuiet = false) => {
  const dash = isQuiet ? dashes[1] : dashes[index % dashes.length]
  return typeof dash === 'string' || dash === undefined ? 'solid' : [...dash]
}

/** The band is the area between two invisible lines: the lower one lifts the area of the upper one off the axis. */
function bandOf({ name, band }: Series, color: string) {
  if (!band) return []
  const shared = {
    type: 'line',
    stack: `${name} confidence interval`,
    symbol: 'none',
    lineStyle: { opacity: 0 },
    silent: true,
    tooltip: { show: false },
    z: 1,
  }
  return [
    { ...shared, data: band.map((each) => each?.low ?? null) },
    {
      ...shared,
      data: band.map((each) => (each ? each.high - each.low : null)),
      areaStyle: { color, opacity: 0.14 },
    },
  ]
}

const noteLines = (notes: readonly { date: string }[], ink: ChartColors) => ({
  symbol: ['none', 'triangle'],
  symbolSize: 6,
  silent: true,
  label: { show: false },
  lineStyle: { color: ink.muted, type: 'dotted', width: 1 },
  data: [...new Set(notes.map(({ date }) => date))].map((date) => ({ xAxis: date })),
})

/** Reads the index from the library's own event format. */
function indexOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : points
  return typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : -1
}

export function tooltipText(
  index: number,
  { dates, series, notes = [], format }: Pick<TimeLine, 'dates' | 'series' | 'notes' | 'format'>,
): string {
  const date = dates[index]
  if (date === undefined) return ''
  const lines = series.map(({ name, values, band }) => {
    const value = values[index]
    const range = band?.[index]
    if (value === null || value === undefined) return copy.noAnswers(name)
    return range
      ? copy.valueWithInterval(name, format(value), format(range.low), format(range.high))
      : copy.value(name, format(value))
  })
  const events = notes.filter((note) => note.date === date).flatMap(({ text }) => wrapped(text))
  return [formatDay(date), ...lines, ...events].join('\n')
}

/** A canvas does not wrap text. */
function wrapped(text: string, width = 52): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const shortDay = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
