/** Routes of reports for the dashboard and for API keys. */
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { loadById, NoContent, route } from '../http/route.ts'
import { changeReport, deleteReport, publishReport, ReportChange } from './change-report.ts'
import { brandsInBody, createReport, maxBrands, NewReport } from './create-report.ts'
import {
  getReport,
  listReports,
  ReportRecord,
  ReportSummary,
  showReport,
  showReportSummary,
} from './reports.ts'

const listQuery = {
  ...pageQuery,
  brand_id: Uuid.optional().describe('Only reports that include this brand.'),
}

export const reportInPath = {
  params: { report: Uuid.describe('Id of the report.') },
  find: { report: loadById('report', getReport) },
}

const listRoute = route({
  access: 'report',
  summary: 'List reports',
  description:
    'Reports on brands and portfolios that the caller can access, newest first, without their numbers. Clients get published ones only.',
  whenToUse: 'Answers "which reports exist?" Get the numbers of one with get_report.',
  query: listQuery,
  errors: ['not_found'],
  returns: pageSchema(ReportSummary),
  run: async (ctx, { query }) => {
    const page = await listReports(ctx, query)
    return { ...page, items: page.items.map((row) => showReportSummary(ctx, row)) }
  },
})

const getRoute = route({
  ...reportInPath,
  access: 'report',
  reads: 'metric',
  summary: 'Get a report',
  description:
    'Returns the texts and the numbers. The numbers equal the metrics at the time when the report was created; they never change.',
  whenToUse:
    'Answers "what did the report say?" with the numbers that were reported. For current numbers use get_visibility_summary.',
  returns: ReportRecord,
  run: (ctx, { found }) => showReport(ctx, found.report),
})

const createRoute = route({
  access: 'write',
  reads: 'long',
  summary: 'Create a report',
  description: `Computes the numbers of one brand, or of up to ${maxBrands}, for a period and stores them as a draft with a generated summary. Every brand needs answers in the period.`,
  whenToUse: 'Use it to keep numbers that do not change when new answers arrive, to share or to cite.',
  find: { brands: brandsInBody },
  body: NewReport,
  errors: ['conflict'],
  returns: ReportRecord,
  status: 201,
  run: async (ctx, { found, body }) => showReport(ctx, await createReport(ctx, found.brands, body)),
})

export const reportRoutes = {
  'GET /api/reports': listRoute,
  'POST /api/reports': createRoute,
  'GET /api/reports/:report': getRoute,
  'PATCH /api/reports/:report': route({
    ...reportInPath,
    access: 'write',
    reads: 'metric',
    summary: 'Update a report',
    description:
      'Changes texts and sections of a draft. Omitted fields keep their values. Numbers cannot be changed.',
    body: ReportChange,
    errors: ['conflict'],
    returns: ReportRecord,
    run: async (ctx, { found, body }) => showReport(ctx, await changeReport(ctx, found.report, body)),
  }),
  'POST /api/reports/:report/publish': route({
    ...reportInPath,
    access: 'write',
    summary: 'Publish a report',
    description: 'Makes the report final: its texts and sections cannot be changed any more.',
    errors: ['conflict'],
    returns: ReportSummary,
    run: async (ctx, { found }) => showReportSummary(ctx, await publishReport(ctx, found.report)),
  }),
  'DELETE /api/reports/:report': route({
    ...reportInPath,
    access: 'write',
    summary: 'Delete a report',
    description: 'Deletes the report and its links. Sealed files that were downloaded remain valid.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteReport(ctx, found.report),
  }),

  'GET /api/v1/reports': listRoute,
  'GET /api/v1/reports/:report': getRoute,

  'GET /api/mcp/reports': listRoute,
  'GET /api/mcp/reports/:report': getRoute,
  'POST /api/mcp/reports': createRoute,
}
