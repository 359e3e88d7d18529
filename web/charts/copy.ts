/** Texts of the line charts. */
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('charts', {
  showTable: 'Table',
  showChart: 'Chart',
  png: 'PNG',
  date: 'Date',
  events: 'Events',
  interval: (low: string, high: string) => `${low} to ${high}`,
  partialDay: (day: string) => `${day} (so far)`,
  legend: 'Lines',
  noAnswers: (series: string) => `${series}: no answers`,
  value: (series: string, value: string) => `${series}: ${value}`,
  valueWithInterval: (series: string, value: string, low: string, high: string) =>
    `${series}: ${value} (${low} to ${high})`,
})
