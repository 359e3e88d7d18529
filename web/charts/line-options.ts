/** ECharts options of a line chart over time. Labels at the ends of the lines name them without color. */
import { formatShortDay } from '../../vocabulary/formats.ts'
import { eventMarks } from './event-marks.ts'
import type { ChartColors, TimeLine, TimeLineSeries } from './time-line.ts'
import { tooltipText } from './tooltip.ts'

/** Labels at the ends of the lines take too much of a narrower chart. */
const minLabeledWidth = 520

export function lineOptions(line: TimeLine, ink: ChartColors, width: number) {
  const { dates, notes = [], max } = line
  const marked = notes.filter(({ isMinor }) => !isMinor)
  const getColor = (index: number) => ink.series[index % ink.series.length] ?? ink.text
  const drawn = line.series.flatMap((series, index) =>
    series.isHidden ? [] : [{ series, color: getColor(series.color ?? index) }],
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
      ...drawn.flatMap(({ series, color }) => getBand(series, color)),
      ...drawn.flatMap(({ series, color }) => toLineSeries(series, color, line, isLabeled)),
      ...(marked.length > 0 ? [eventMarks(line, marked, ink, width)] : []),
    ],
  }
}

/** A line, and its dashed end if the last date is not over. */
function toLineSeries(
  { name, values, isMain }: TimeLineSeries,
  color: string,
  line: TimeLine,
  isLabeled: boolean,
) {
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

const hasIsolatedValue = (values: TimeLineSeries['values']) =>
  values.some(
    (value, index) =>
      value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null,
  )

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
