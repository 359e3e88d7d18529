/** The text of a chart's tooltip: the values and the events of one date. */
import { formatDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { wrapped } from './canvas-text.ts'
import type { TimeLine } from './time-line.ts'

/** Of the text of an event, in Latin characters. */
const lineWidth = 52

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
    if (value === null || value === undefined) return t('charts.noAnswers', { series: name })
    return range
      ? t('charts.valueWithInterval', {
          series: name,
          value: format(value),
          low: format(range.low),
          high: format(range.high),
        })
      : t('charts.value', { series: name, value: format(value) })
  })
  const events = notes.filter((note) => note.date === date).flatMap(({ text }) => wrapped(text, lineWidth))
  const isPartial = isLastPartial && index === dates.length - 1
  return [
    isPartial ? t('charts.partialDay', { day: formatDay(date) }) : formatDay(date),
    ...lines,
    ...events,
  ].join('\n')
}
