/** What a line chart over time shows. */

export type TimeLineSeries = {
  name: string
  /** One value per date; null is a gap. */
  values: readonly (number | null)[]
  /** The confidence band, where known. */
  band?: readonly ({ low: number; high: number } | null)[]
  /** Values of single days, drawn as faint dots around a line of averages. */
  dots?: readonly (number | null)[]
  /** Drawn thicker than the others. */
  isMain?: boolean
  /** Gray: the colors belong to brands. */
  isPlain?: boolean
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

/** A shaded range of dates, both inclusive. */
export type ChartPeriod = {
  from: string
  to: string
  label: string
  /** In the color of the brand. */
  isChosen?: boolean
  /** Values that are usual in it. */
  usual?: { low: number; high: number }
}

export type TimeLine = {
  dates: readonly string[]
  series: readonly TimeLineSeries[]
  /** Events: marked on the axis and explained in the tooltip. */
  notes?: readonly ChartNote[]
  periods?: readonly ChartPeriod[]
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

export type ChartTheme = {
  text: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
  fontFamily: string
}
