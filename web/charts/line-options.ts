/** ECharts options of a line chart over time. Labels at the ends of the lines name them without color. */
import { formatDay, formatShortDay } from '../../vocabulary/formats.ts'
import { copy } from './copy.ts'

export type Series = {
  name: string
  /** One value per date; null is a gap. */
  values: readonly (number | null)[]
  /** The confidence band, where known. */
  band?: readonly ({ low: number; high: number } | null)[]
  /** Drawn thicker than the others. */
  isMain?: boolean
  /** Switched off in the legend. It keeps its color. */
  isHidden?: boolean
  /** Number of its color; by default its position among the series. */
  color?: number
}

export type ChartNote = {
  date: string
  /** Explains the event in the tooltip. */
  text: string
  /** A short label next to the event's line. */
  label?: string
  /** Written by a user: drawn in the color of the brand. */
  isOwn?: boolean
  /** Explained in the tooltip only. */
  isMinor?: boolean
}

export type TimeLine = {
  dates: readonly string[]
  series: readonly Series[]
  /** Events: marked on the axis and explained in the tooltip. */
  notes?: readonly ChartNote[]
  format: (value: number) => string
  /** Maximum of the axis; by default what the values need. */
  max?: number
  /** The axis spans the values instead of starting at zero. */
  isAutoScaled?: boolean
  /** Smaller values are better and drawn at the top. */
  isInverse?: boolean
  /** The last date is not over yet: its part of each line is dashed. */
  isLastPartial?: boolean
}

export type ChartColors = {
  text: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
}

/** Labels at the ends of the lines take too much of a narrower chart. */
const minLabeledWidth = 520

export function lineOptions(line: TimeLine, ink: ChartColors, width: number) {
  const { dates, notes = [], max } = line
  const marked = notes.filter(({ isMinor }) => !isMinor)
  const colorOf = (index: number) => ink.series[index % ink.series.length] ?? ink.text
  const drawn = line.series.flatMap((series, index) =>
    series.isHidden ? [] : [{ series, color: colorOf(series.color ?? index) }],
  )
  const isLabeled = width >= minLabeledWidth && drawn.length > 1
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit', color: ink.text },
    grid: {
      left: 44,
      right: isLabeled ? 112 : 16,
      top: marked.some(({ label }) => label) ? 24 : 12,
      bottom: 26,
    },
    tooltip: {
      trigger: 'axis',
      // Drawn on the canvas: our Content-Security-Policy blocks elements with inline styles.
      renderMode: 'richText',
      confine: true,
      backgroundColor: ink.surface,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontSize: 12 },
      axisPointer: { type: 'line', lineStyle: { color: ink.muted } },
      formatter: (points: unknown) => tooltipText(indexOf(points), line),
    },
    xAxis: {
      type: 'category',
      data: [...dates],
      boundaryGap: dates.length === 1,
      axisLine: { lineStyle: { color: ink.line }, onZero: false },
      axisTick: { show: false },
      axisLabel: { color: ink.muted, hideOverlap: true, formatter: formatShortDay },
    },
    yAxis: {
      type: 'value',
      ...(line.isAutoScaled ? { scale: true } : { min: 0 }),
      ...(max !== undefined && { max, interval: max / 4 }),
      inverse: line.isInverse ?? false,
      splitNumber: 4,
      axisLabel: { color: ink.muted },
      splitLine: { lineStyle: { color: ink.line } },
    },
    series: [
      ...drawn.flatMap(({ series, color }) => bandOf(series, color)),
      ...drawn.flatMap(({ series, color }) => linesOf(series, color, line, isLabeled)),
      ...(marked.length > 0 ? [noteSeries(line, marked, ink, width)] : []),
    ],
  }
}

/** A line, and its dashed end if the last date is not over. */
function linesOf({ name, values, isMain }: Series, color: string, line: TimeLine, isLabeled: boolean) {
  const last = values.length - 1
  const hasTail = line.isLastPartial === true && last > 0 && values[last] !== null
  const width = isMain ? 3 : 2
  const shared = {
    type: 'line',
    name,
    // Gaps stay gaps: no line is drawn over days without answers.
    connectNulls: false,
    symbol: 'circle',
    itemStyle: { color },
    z: isMain ? 4 : 3,
  }
  const endLabel = isLabeled && {
    endLabel: {
      show: true,
      formatter: name,
      color,
      fontSize: 11,
      lineHeight: 15,
      distance: 6,
      width: 100,
      overflow: 'truncate',
    },
    labelLayout: { moveOverlap: 'shiftY' },
  }
  const whole = {
    ...shared,
    data: hasTail ? values.slice(0, last) : [...values],
    symbolSize: 4,
    // A day between two gaps has no line.
    showSymbol: values.length === 1 || hasIsolatedValue(values),
    lineStyle: { width, color },
    ...(!hasTail && endLabel),
  }
  if (!hasTail) return [whole]
  const tail = {
    ...shared,
    data: values.map((value, index) => (index >= last - 1 ? value : null)),
    symbol: 'emptyCircle',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (dataIndex === last ? 6 : 0),
    showSymbol: true,
    lineStyle: { width, color, type: [4, 3] },
    ...endLabel,
  }
  return [whole, tail]
}

const hasIsolatedValue = (values: Series['values']) =>
  values.some(
    (value, index) =>
      value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null,
  )

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

/** More labels would cover each other. */
const mostNoteLabels = 6

/** Average width of a character of a label, and the gap between labels. */
const characterPx = 6
const labelGapPx = 12

/** The label of a user's note needs the room of the labels this many dates before and after it. */
const labelDays = 5

/** A series without points, so that the events stay when lines are switched off. */
function noteSeries(
  { dates, isInverse }: TimeLine,
  notes: readonly ChartNote[],
  ink: ChartColors,
  width: number,
) {
  const labels = new Map<string, string>()
  // Notes of users come last, so that they replace other labels of their day.
  const own = notes.filter(({ isOwn }) => isOwn)
  for (const { date, label } of [...notes, ...own]) if (label !== undefined) labels.set(date, label)
  const isCovered = (date: string) =>
    own.some(
      (note) => note.date !== date && Math.abs(dates.indexOf(note.date) - dates.indexOf(date)) <= labelDays,
    )
  for (const date of [...labels.keys()])
    if (isCovered(date) && !own.some((note) => note.date === date)) labels.delete(date)
  removeCrowded(labels, dates, width)
  const colorOn = (date: string) =>
    own.some((note) => note.date === date) ? (ink.series[0] ?? ink.text) : ink.muted
  return {
    type: 'line',
    data: dates.map(() => null),
    silent: true,
    tooltip: { show: false },
    markLine: {
      symbol: 'none',
      silent: true,
      data: [...new Set(notes.map(({ date }) => date))].map((date) => ({
        xAxis: date,
        lineStyle: { color: colorOn(date), type: 'dotted', width: 1 },
        label: {
          show: labels.has(date) && (labels.size <= mostNoteLabels || own.some((note) => note.date === date)),
          // At the top: an inverse axis ends at the bottom.
          position: isInverse ? 'start' : 'end',
          // Centered on the first date, the label would extend over the axis.
          align: date === dates[0] ? 'left' : 'center',
          formatter: labels.get(date) ?? '',
          color: colorOn(date),
          fontSize: 11,
        },
      })),
    },
  }
}

/** Removes each label that would overlap with the label before it. The first date's label starts at its line, others are centered. */
function removeCrowded(labels: Map<string, string>, dates: readonly string[], width: number): void {
  let end = Number.NEGATIVE_INFINITY
  for (const [index, date] of dates.entries()) {
    const label = labels.get(date)
    if (label === undefined) continue
    const x = (index / dates.length) * width
    const labelWidth = label.length * characterPx
    const start = index === 0 ? x : x - labelWidth / 2
    if (start < end) labels.delete(date)
    else end = start + labelWidth + labelGapPx
  }
}

/** Reads the index from the library's own event format. */
function indexOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : points
  return typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : -1
}

export function tooltipText(
  index: number,
  { dates, series, notes = [], format, isLastPartial = false }: TimeLine,
): string {
  const date = dates[index]
  if (date === undefined) return ''
  const shown = series.filter(({ isHidden }) => !isHidden)
  const lines = shown.map(({ name, values, band }) => {
    const value = values[index]
    const range = band?.[index]
    if (value === null || value === undefined) return copy.noAnswers(name)
    return range
      ? copy.valueWithInterval(name, format(value), format(range.low), format(range.high))
      : copy.value(name, format(value))
  })
  const events = notes.filter((note) => note.date === date).flatMap(({ text }) => wrapped(text))
  const isPartial = isLastPartial && index === dates.length - 1
  return [isPartial ? copy.partialDay(formatDay(date)) : formatDay(date), ...lines, ...events].join('\n')
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
