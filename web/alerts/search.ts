import { getId } from '../brands/filter.ts'
/** URL parameters of the alerts: which ones are listed, and the one that a notification links to. */
export const alertFilters = ['open', 'acknowledged', 'snoozed', 'resolved'] as const

export type AlertFilter = (typeof alertFilters)[number]
export type AlertSearch = { alerts?: AlertFilter; alert?: string }

export function alertSearch(search: Record<string, unknown>): AlertSearch {
  const alerts = alertFilters.find((each) => each === search.alerts)
  const alert = getId(search.alert)
  return { ...(alerts && { alerts }), ...(alert && { alert }) }
}
