import { getId } from '../brands/filter.ts'
import { getChoice, withoutUndefined } from '../search-params.ts'

/** URL parameters of the alerts: which ones are listed, and the one that a notification links to. */
export const alertFilters = ['open', 'acknowledged', 'snoozed', 'resolved'] as const

export type AlertFilter = (typeof alertFilters)[number]
export type AlertSearch = { alerts?: AlertFilter; alert?: string }

export const alertSearch = (search: Record<string, unknown>): AlertSearch =>
  withoutUndefined({ alerts: getChoice(alertFilters, search.alerts), alert: getId(search.alert) })
