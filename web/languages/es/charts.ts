import type { copy } from '../../charts/copy.ts'

export const texts: typeof copy = {
  showTable: 'Tabla',
  showChart: 'Gráfico',
  png: 'PNG',
  date: 'Fecha',
  events: 'Eventos',
  interval: (low, high) => `${low} a ${high}`,
  partialDay: (day) => `${day} (hasta ahora)`,
  legend: 'Líneas',
  noAnswers: (series) => `${series}: sin respuestas`,
  value: (series, value) => `${series}: ${value}`,
  valueWithInterval: (series, value, low, high) => `${series}: ${value} (${low} a ${high})`,
}
