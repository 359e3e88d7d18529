/** The shaded periods of a line chart, and in each the values that are usual. */
import { getWidth } from './canvas-text.ts'
import type { ChartTheme, TimeLine } from './time-line.ts'

/** Average width of a character of a label. */
const characterPx = 6

/** `width`: of the dates, in pixels. A label that does not fit into its period is omitted. */
export function periodAreas({ dates, periods = [] }: TimeLine, ink: ChartTheme, width: number) {
  const dayPx = width / Math.max(1, dates.length - 1)
  const brand = ink.series[0] ?? ink.text
  const shaded = periods.flatMap((period) => {
    // A line reaches the first day from the day before.
    const start = Math.max(0, dates.findIndex((date) => date >= period.from) - 1)
    const [from, to] = [dates[start], period.to]
    if (from === undefined || !dates.includes(to)) return []
    const color = period.isChosen ? brand : ink.muted
    const area = {
      itemStyle: { color, opacity: 0.08 },
      label: {
        show: getWidth(period.label) * characterPx < (dates.indexOf(to) - start) * dayPx,
        position: 'insideTopLeft',
        formatter: period.label,
        color,
        fontSize: 11,
      },
    }
    const usual = period.usual && [
      {
        xAxis: from,
        yAxis: period.usual.low,
        itemStyle: { color: ink.muted, opacity: 0.14 },
        label: { show: false },
      },
      { xAxis: to, yAxis: period.usual.high },
    ]
    return [[{ xAxis: from, ...area }, { xAxis: to }], ...(usual ? [usual] : [])]
  })
  return shaded.length === 0 ? {} : { markArea: { silent: true, data: shaded } }
}
