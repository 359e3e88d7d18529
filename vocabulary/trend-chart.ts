/**
 * The geometry of a line chart with labels at the line ends, in pixels of its view box. The page of a report draws it,
 * and the server draws the same chart for pages that embed it.
 */
import { formatScore, formatShortDay } from './formats.ts'

export type ChartLine = {
  name: string
  /** Number of the series color; 0 is the brand's. */
  color: number
  /** One value per date; null where there are no answers. */
  values: readonly (number | null)[]
  /** The interval of each value, for the brand only. */
  band?: readonly Interval[]
  /** The value of each day alone, for the brand only. */
  points?: readonly (number | null)[]
}

type Interval = { low: number; high: number } | null

export type ChartEvent = { date: string; label: string }

export type ChartInput = {
  dates: readonly string[]
  lines: readonly ChartLine[]
  events: readonly ChartEvent[]
  width: number
  height: number
  /** Space for the labels at the line ends; 0 for none. */
  labelWidth: number
  /** Default: in the language of the process. */
  format?: ChartFormat
}

type ChartFormat = { day(date: string): string; score(value: number): string }

const defaultFormat: ChartFormat = { day: formatShortDay, score: formatScore }

export type Chart = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  yTicks: { y: number; label: string }[]
  xTicks: { x: number; label: string; anchor: 'start' | 'middle' | 'end' }[]
  events: { x: number; label: string; anchor: 'start' | 'end' }[]
  lines: {
    name: string
    color: number
    path: string
    band: string | null
    points: { x: number; y: number }[]
    isOwn: boolean
    /** The last value and where its label is; null without a value. */
    end: { value: string; x: number; y: number; labelY: number } | null
  }[]
}

/** The scores of a report's brand, by bucket of its trend. */
type Scores = {
  buckets: readonly { date: string; avg_visibility_score: number | null; interval: Interval }[]
  competitors: readonly { competitor_id: string; date: string; avg_visibility_score: number | null }[]
}

/** The numbers of a brand that the chart of a report shows. `averages`: null if the buckets of `trend` are weeks. */
type ReportedBrand = {
  name: string
  trend: Scores
  averages: Scores | null
  comparison: { competitors: readonly { competitor_id: string; name: string }[] }
}

/** More lines cannot be told apart. */
const maxCompetitors = 6

/** The lines of the brand and its competitors: averages of several days with a point for each day, or weeks. */
export function getTrendLines({ name, trend, averages, comparison: { competitors } }: ReportedBrand): {
  dates: string[]
  lines: ChartLine[]
} {
  const shown = averages ?? trend
  const dates = shown.buckets.map(({ date }) => date)
  const own = {
    name,
    color: 0,
    values: shown.buckets.map(({ avg_visibility_score }) => avg_visibility_score),
    band: shown.buckets.map(({ interval }) => interval),
    ...(averages && { points: trend.buckets.map(({ avg_visibility_score }) => avg_visibility_score) }),
  }
  const others = competitors.slice(0, maxCompetitors).map(({ competitor_id, name }) => {
    const byDate = new Map(
      shown.competitors.flatMap((each) =>
        each.competitor_id === competitor_id ? [[each.date, each.avg_visibility_score] as const] : [],
      ),
    )
    return {
      name,
      color: getCompetitorColor(competitors, competitor_id),
      values: dates.map((date) => byDate.get(date) ?? null),
    }
  })
  return { dates, lines: [own, ...others] }
}

/** The colors that competitors share; the brand has its own, number 0. */
const competitorColors = 7

/** Returns the number of a competitor's color: ids are in the order of creation, as in the rest of the dashboard. */
export function getCompetitorColor(
  competitors: readonly { competitor_id: string }[],
  competitorId: string,
): number {
  const ids = competitors.map(({ competitor_id }) => competitor_id).sort()
  return 1 + (ids.indexOf(competitorId) % competitorColors)
}

const margin = { left: 34, right: 8, top: 22, bottom: 24 }
const labelHeight = 17
/** Of the small labels of events, on average. */
const characterWidth = 6.2
const eventGap = 12

export function layOutChart(input: ChartInput): Chart {
  const { dates, width, height, labelWidth, format = defaultFormat } = input
  const [left, right] = [margin.left, width - Math.max(margin.right, labelWidth)]
  const [top, bottom] = [margin.top, height - margin.bottom]
  const ticks = ticksFor(input.lines)
  const [low = 0, high = 100] = [ticks[0], ticks.at(-1)]
  const x = (index: number) =>
    round(dates.length < 2 ? (left + right) / 2 : left + ((right - left) * index) / (dates.length - 1))
  const y = (value: number) => round(bottom - ((bottom - top) * (value - low)) / (high - low))
  const lines = input.lines.map((line) => toLine(line, x, y, format))
  return {
    ...{ width, height, left, right, top, bottom },
    yTicks: ticks.map((tick) => ({ y: y(tick), label: String(tick) })),
    xTicks: xTicksFor(dates, x, right - left, format),
    events: placeEvents(input, x, right),
    lines: spreadLabels(lines, top, bottom),
  }
}

type Scale = (value: number) => number
type Line = Chart['lines'][number]

function toLine(
  { name, color, values, band, points = [] }: ChartLine,
  x: Scale,
  y: Scale,
  format: ChartFormat,
): Line {
  const last = values.findLastIndex((value) => value !== null)
  const value = values[last] ?? null
  return {
    name,
    color,
    path: getRuns(values)
      .map((run) => getPath(run.map(({ index, value }) => [x(index), y(value)])))
      .join(''),
    band: band ? bandPath(band, x, y) : null,
    points: points.flatMap((value, index) => (value === null ? [] : [{ x: x(index), y: y(value) }])),
    isOwn: color === 0,
    end: value === null ? null : { value: format.score(value), x: x(last), y: y(value), labelY: y(value) },
  }
}

/** The values without gaps between them. */
function getRuns<T>(values: readonly (T | null)[]): { index: number; value: T }[][] {
  const runs: { index: number; value: T }[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([])
    else runs.at(-1)?.push({ index, value })
  }
  return runs.filter((run) => run.length > 0)
}

function bandPath(band: NonNullable<ChartLine['band']>, x: Scale, y: Scale): string {
  return getRuns(band)
    .map((run) => {
      const upper = run.map(({ index, value }) => [x(index), y(value.high)])
      const lower = run.map(({ index, value }) => [x(index), y(value.low)]).reverse()
      return `${getPath([...upper, ...lower])}Z`
    })
    .join('')
}

const getPath = (points: number[][]): string => `M${points.map((point) => point.join(' ')).join('L')}`

const steps = [
  2,
  5,
  10,
  20,
  25,
  50,
  ...[100, 1_000, 10_000, 100_000].flatMap((each) => [each, 2 * each, 5 * each]),
]

/** Three to six round values around all lines; the axis does not start at zero, because lines differ by a few points. */
function ticksFor(lines: readonly ChartLine[]): number[] {
  const values = lines.flatMap(({ values, band, points = [] }) => [
    ...values,
    ...points,
    ...(band ?? []).flatMap((each) => (each ? [each.low, each.high] : [])),
  ])
  const present = values.filter((value) => value !== null)
  if (present.length === 0) return [0, 50, 100]
  const [least, most] = [Math.min(...present), Math.max(...present)]
  const step = steps.find((each) => (most - least) / each <= 4) ?? Math.ceil((most - least) / 4)
  const first = Math.max(0, Math.floor(least / step) * step)
  const last = Math.max(first + step, Math.ceil(most / step) * step)
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step)
}

function xTicksFor(
  dates: readonly string[],
  x: Scale,
  plotWidth: number,
  format: ChartFormat,
): Chart['xTicks'] {
  const count = Math.max(1, Math.min(dates.length - 1, Math.floor(plotWidth / 95)))
  const indexes = Array.from({ length: count + 1 }, (_, tick) =>
    Math.round((tick * (dates.length - 1)) / count),
  )
  return [...new Set(indexes)].map((index, tick, all) => ({
    x: x(index),
    label: format.day(dates[index] ?? ''),
    anchor:
      tick === 0 && all.length > 1 ? 'start' : tick === all.length - 1 && all.length > 1 ? 'end' : 'middle',
  }))
}

/** Events whose labels would overlap keep their line and lose the label. */
function placeEvents({ dates, events }: ChartInput, x: Scale, right: number): Chart['events'] {
  let free = 0
  return events.flatMap(({ date, label }) => {
    const index = dates.findIndex((each) => each >= date)
    if (index < 0) return []
    const at = x(index)
    const labelWidth = label.length * characterWidth + eventGap
    const anchor = at + labelWidth > right ? ('end' as const) : ('start' as const)
    const start = anchor === 'end' ? at - labelWidth : at
    const isFree = start >= free
    if (isFree) free = start + labelWidth
    return [{ x: at, label: isFree ? label : '', anchor }]
  })
}

/** Moves labels apart, in the order of the lines. */
function spreadLabels(lines: Line[], top: number, bottom: number): Line[] {
  const labels = lines.flatMap(({ end }) => (end ? [end] : [])).sort((a, b) => a.y - b.y)
  let free = top
  for (const label of labels) {
    label.labelY = Math.max(label.y, free)
    free = label.labelY + labelHeight
  }
  let limit = bottom
  for (const label of labels.toReversed()) {
    label.labelY = round(Math.min(label.labelY, limit))
    limit = label.labelY - labelHeight
  }
  return lines
}

const round = (value: number): number => Math.round(value * 10) / 10
