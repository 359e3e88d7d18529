import type { copy } from '../../charts/copy.ts'

export const texts: typeof copy = {
  showTable: '表',
  showChart: 'グラフ',
  png: 'PNG',
  date: '日付',
  events: 'イベント',
  interval: (low, high) => `${low}～${high}`,
  partialDay: (day) => `${day}（途中経過）`,
  legend: '系列',
  noAnswers: (series) => `${series}: 回答なし`,
  value: (series, value) => `${series}: ${value}`,
  valueWithInterval: (series, value, low, high) => `${series}: ${value}（${low}～${high}）`,
}
