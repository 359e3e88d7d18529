import { type Returns, read, readPages } from '../api.ts'

export type ReportSummary = Returns<'GET /api/reports'>['items'][number]
export type Report = Returns<'GET /api/reports/:report'>
export type ShareLink = Returns<'GET /api/reports/:report/links'>['items'][number]
export type Template = Returns<'GET /api/report-templates'>['items'][number]

const pageSize = 30

/** The reports that include a brand, newest first. */
export const reportsQuery = (brandId: string) =>
  readPages('GET /api/reports', { query: { brand_id: brandId, limit: pageSize } })

export const reportQuery = (id: string) => read('GET /api/reports/:report', { params: { report: id } })

export const linksQuery = (id: string) => read('GET /api/reports/:report/links', { params: { report: id } })

export const sharedReportQuery = (token: string) => ({
  ...read('GET /api/shared/:token', { params: { token } }),
  // Every request counts as a view.
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** `brandId`: the only brand of a report, or null. */
export const brandingQuery = (brandId: string | null) =>
  read('GET /api/report-branding', brandId === null ? {} : { query: { brand_id: brandId } })

/** The brand of a report that is not about several. */
export const onlyBrand = ({ brand_ids }: Pick<Report, 'brand_ids'>): string | null =>
  brand_ids.length === 1 ? (brand_ids[0] ?? null) : null

export const schedulesQuery = (brandId: string) =>
  read('GET /api/report-schedules', { query: { brand_id: brandId } })

export const templatesQuery = read('GET /api/report-templates')

/** What changes with a report. */
export const reportKeys = (id: string) => ['GET /api/reports', reportQuery(id).queryKey] as const
