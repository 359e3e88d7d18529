/** The text of a chart's tooltip: the values and the events of one date. */
import { formatDay, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { wrapped } from './canvas-text.ts'
import type { TimeLine, TimeLineSeries } from './time-line.ts'

/** Of the text of an event, in Latin characters. */
const lineWidth = 52

export function tooltipText(
  index: number,
  { dates, series, notes = [], format, isLastPartial = false }: TimeLine,
): string {
  const date = dates[index]
  if (date === undefined) return ''
  const lines = series.map((each) => valueText(each, index, format))
  const events = notes.filter((note) => note.date === date).flatMap(({ text }) => wrapped(text, lineWidth))
  const isPartial = isLastPartial && index === dates.length - 1
  return [
    isPartial ? t('charts.partialDay', { day: formatDay(date) }) : formatDay(date),
    ...lines,
    ...events,
  ].join('\n')
}

function valueText(
  { name, values, band, dots }: TimeLineSeries,
  index: number,
  format: TimeLine['format'],
): string {
  const [value, range, ofDay] = [values[index], band?.[index], dots?.[index]]
  if (value === null || value === undefined) return t('charts.noAnswers', { series: name })
  const text = range
    ? t('charts.valueWithInterval', {
        series: name,
        value: format(value),
        low: format(range.low),
        high: format(range.high),
      })
    : t('charts.value', { series: name, value: format(value) })
  return ofDay === null || ofDay === undefined
    ? text
    : joinFacts([text, t('charts.ofThisDay', { value: format(ofDay) })])
}
