import type { copy } from '../../charts/copy.ts'

export const texts: typeof copy = {
  showTable: 'Tableau',
  showChart: 'Graphique',
  png: 'PNG',
  date: 'Date',
  events: 'Événements',
  interval: (low, high) => `${low} à ${high}`,
  partialDay: (day) => `${day} (en cours)`,
  legend: 'Courbes',
  noAnswers: (series) => `${series} : aucune réponse`,
  value: (series, value) => `${series} : ${value}`,
  valueWithInterval: (series, value, low, high) => `${series} : ${value} (${low} à ${high})`,
}
