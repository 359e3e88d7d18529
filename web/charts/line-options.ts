/** ECharts options of a line chart over time. Labels at the ends of the lines name them, so that they need no legend. */
import { formatCount, formatShortDay } from '../../vocabulary/formats.ts'
import { getWidth } from './canvas-text.ts'
import { eventMarks, placeLabels } from './event-marks.ts'
import { periodAreas } from './period-areas.ts'
import type { ChartTheme, TimeLine, TimeLineSeries } from './time-line.ts'
import { tooltipText } from './tooltip.ts'

/** In a narrower chart, the labels at the ends of the lines have no values. */
const minWidthOfValues = 520

const minLeftPx = 44
const rowPx = 14
/** Average width of a character of a label. */
const characterPx = 6.2

export function lineOptions(line: TimeLine, ink: ChartTheme, width: number) {
  const { dates, series, notes = [], periods = [], max } = line
  const getColor = (index: number) => ink.series[index % ink.series.length] ?? ink.text
  const drawn = series.map((each, index) => ({
    series: each,
    color: each.isPlain ? ink.muted : getColor(each.color ?? index),
  }))
  const leftPx = Math.max(minLeftPx, getWidth(formatCount(findLargest(line))) * characterPx + 14)
  const labelPx = series.length < 2 ? 0 : width < minWidthOfValues ? 88 : 144
  const right = labelPx === 0 ? 24 : labelPx + 8
  const labels = placeLabels(dates, notes, width - leftPx - right)
  const rows = Math.max(0, ...labels.map(({ row }) => row + 1))
  const areas = periodAreas(line, ink, width - leftPx - right)
  return {
    animation: false,
    textStyle: { fontFamily: ink.fontFamily, color: ink.text },
    grid: {
      left: leftPx,
      right,
      top: 12 + rows * rowPx,
      bottom: 26,
      // The margins fit the labels. Otherwise, the library lays them out once more to measure them.
      outerBoundsMode: 'none',
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
      formatter: (points: unknown) => tooltipText(getDataIndex(points), line),
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
      ...drawn.flatMap(({ series: each, color }) => getBand(each, color)),
      ...drawn.flatMap(({ series: each, color }) => getDots(each, color)),
      ...drawn.flatMap(({ series: each, color }) => toLineSeries(each, color, line, labelPx)),
      ...(labels.length > 0 || periods.length > 0 ? [{ ...eventMarks(line, labels, ink), ...areas }] : []),
    ],
  }
}

/** The number below which all labels of the axis are, which the library rounds up. */
function findLargest({ series, max }: TimeLine): number {
  if (max !== undefined) return max
  const values = series.flatMap(({ values: own, band = [], dots = [] }) => [
    ...own,
    ...dots,
    ...band.map((each) => each?.high ?? null),
  ])
  return Math.ceil(1.25 * values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0))
}

/** A line, and its dashed end if the last date is not over. */
function toLineSeries(series: TimeLineSeries, color: string, line: TimeLine, labelPx: number) {
  const { name, values, isMain = false } = series
  const last = values.length - 1
  const hasTail = line.isLastPartial === true && last > 0 && values[last] !== null
  const width = isMain ? 2.75 : line.series.some((each) => each.isMain) ? 1.25 : 2
  const shared = {
    type: 'line',
    name,
    // Gaps stay gaps: no line is drawn over days without answers.
    connectNulls: false,
    symbol: 'circle',
    itemStyle: { color },
    z: isMain ? 4 : 3,
  }
  const endLabel = labelPx > 0 && {
    endLabel: {
      show: true,
      formatter: endText(series, line.format, labelPx),
      color,
      fontSize: 11,
      fontWeight: isMain ? 'bold' : 'normal',
      lineHeight: 15,
      distance: 6,
      width: labelPx,
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
    lineStyle: { width, color, opacity: series.isPlain ? 0.5 : 1 },
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

/** The name, cut so that the last value remains. */
function endText({ name, values }: TimeLineSeries, format: TimeLine['format'], labelPx: number): string {
  const last = values.findLast((value) => value !== null)
  if (last === undefined || last === null || labelPx < 100) return name
  const value = format(last)
  const characters = Math.floor(labelPx / characterPx) - value.length - 2
  return `${cut(name, characters)}  ${value}`
}

function cut(text: string, width: number): string {
  if (getWidth(text) <= width) return text
  let shown = ''
  for (const character of text) {
    if (getWidth(shown + character) > width - 1) break
    shown += character
  }
  return `${shown}…`
}

const hasIsolatedValue = (values: TimeLineSeries['values']) =>
  values.some(
    (value, index) =>
      value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null,
  )

function getDots({ dots }: TimeLineSeries, color: string) {
  if (!dots) return []
  return [
    {
      type: 'line',
      data: [...dots],
      symbol: 'circle',
      symbolSize: 4,
      showSymbol: true,
      showAllSymbol: true,
      itemStyle: { color, opacity: 0.35 },
      lineStyle: { opacity: 0 },
      silent: true,
      tooltip: { show: false },
      z: 2,
    },
  ]
}

/** The band is the area between two invisible lines: the lower one lifts the area of the upper one off the axis. */
function getBand({ name, band }: TimeLineSeries, color: string) {
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

/** Reads the index from the library's own event format. */
function getDataIndex(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : points
  return typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : -1
}
