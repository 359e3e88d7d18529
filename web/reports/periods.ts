/** The periods that a report is usually about. Months and days are UTC months and days, as in metrics. */
import { currentLocale } from '../../vocabulary/language.ts'
import { t } from '../../vocabulary/texts.ts'

type Period = { key: string; label: string; date_from: string; date_to: string }

export function usualPeriods(): Period[] {
  const now = new Date()
  const first = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)
  const lastDays = (days: number) => ({
    date_from: day(now.getTime() - days * dayMs),
    date_to: day(now.getTime() - dayMs),
  })
  return [
    {
      key: 'last-month',
      label: t('reports.create.lastMonth', { month: monthName(first(-1)) }),
      date_from: day(first(-1)),
      date_to: day(first(0) - 1),
    },
    { key: 'last-30', label: t('reports.create.last30'), ...lastDays(30) },
    { key: 'last-7', label: t('reports.create.last7'), ...lastDays(7) },
    {
      key: 'this-month',
      label: t('reports.create.thisMonth', { month: monthName(now.getTime()) }),
      date_from: day(first(0)),
      date_to: day(now.getTime()),
    },
  ]
}

const dayMs = 86_400_000

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const monthName = (ms: number): string =>
  new Date(ms).toLocaleDateString(currentLocale(), { month: 'long', timeZone: 'UTC' })
