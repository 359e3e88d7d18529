import { api, type Returns, read, readPages } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useChange } from '../useChange.ts'
import type { AlertFilter } from './search.ts'

export type Alert = Returns<'GET /api/brands/:brand/alerts'>['items'][number]
export type AlertItem = Alert['items'][number]

/** The line that an alert is about: the first one with a number. */
export const getMainItem = ({ items }: Alert): AlertItem | undefined =>
  items.find(({ change }) => change?.number === 'score') ?? items.find(({ change }) => change) ?? items[0]

/** The search parameters of the screen behind a line. */
export const getSearch = ({ path }: AlertItem): Record<string, string | undefined> =>
  Object.fromEntries(new URLSearchParams(path.split('?')[1]))

/** The search parameters of the answers behind an alert; null if it is not about answers. */
export function getEvidence(alert: Alert): Record<string, string | undefined> | null {
  const main = getMainItem(alert)
  const item = [...(main ? [main] : []), ...alert.items].find(({ path }) => path.includes('/answers?'))
  return item ? getSearch(item) : null
}

export type AlertRule = Returns<'GET /api/brands/:brand/alert-rules'>['items'][number]

const pageSize = 30

export const alertsQuery = (slug: string, status: AlertFilter) =>
  readPages('GET /api/brands/:brand/alerts', { params: { brand: slug }, query: { status, limit: pageSize } })

/** More are shown as “9+”. */
export const countedAlerts = 9

export const openAlerts = (slug: string) =>
  read('GET /api/brands/:brand/alerts', {
    params: { brand: slug },
    query: { status: 'open', limit: countedAlerts + 1 },
  })

export const alertRules = (slug: string) =>
  read('GET /api/brands/:brand/alert-rules', { params: { brand: slug } })

export type AlertChannel = Returns<'GET /api/brands/:brand/alert-channels'>['items'][number]

export const alertChannels = (slug: string) =>
  read('GET /api/brands/:brand/alert-channels', { params: { brand: slug } })

type AlertChange = { status?: Alert['status']; snoozed_until?: string | null; owner_id?: string | null }

export function useAlertChange(id: string) {
  const { slug } = useBrand()
  return useChange(
    (body: AlertChange) => api('PATCH /api/brands/:brand/alerts/:id', { params: { brand: slug, id }, body }),
    ['GET /api/brands/:brand/alerts', 'GET /api/brands/:brand/alerts/:id'],
  )
}
