import type { copy } from '../../charts/copy.ts'

export const texts: typeof copy = {
  showTable: 'Tabelle',
  showChart: 'Diagramm',
  png: 'PNG',
  date: 'Datum',
  events: 'Ereignisse',
  interval: (low, high) => `${low} bis ${high}`,
  partialDay: (day) => `${day} (bisher)`,
  legend: 'Linien',
  noAnswers: (series) => `${series}: keine Antworten`,
  value: (series, value) => `${series}: ${value}`,
  valueWithInterval: (series, value, low, high) => `${series}: ${value} (${low} bis ${high})`,
}
