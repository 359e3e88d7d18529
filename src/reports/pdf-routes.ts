/** Reports as PDF, for members, API keys and visitors of a link. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { authenticatedContext } from '../http/call-route.ts'
import { raw } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { createPdf, pdfName } from './report-pdf.ts'
import { getReport, getSharedReport, type ReportRow } from './reports.ts'
import { enforceVisitLimit, findOpenLink, recordView, visitsPerPdf } from './share-links.ts'

const Params = z.object({ report: Uuid })

const description =
  'The page of the report in its language, printed by Chromium on A4. `not_configured` without an installed Chromium, and `unavailable` when too many PDFs are being created.'
const returns = { 'application/pdf': 'The report.' }

const pdfRoute = raw({
  access: 'report',
  summary: 'Download a report as PDF',
  description,
  params: { report: z.string().describe('Id of the report.') },
  returns,
  errors: ['not_found', 'not_configured', 'unavailable'],
  run: async (base, request, reply) => {
    const ctx = authenticatedContext(base)
    const id = Params.safeParse(request.params)
    if (!id.success) throw notFound(message('reports.general.noSuchReport'))
    const report = await getReport(ctx, id.data.report)
    return sendPdf(reply, report, await printReport(ctx, report, request, 'members'))
  },
})

export const pdfRoutes = {
  'GET /api/reports/:report/pdf': pdfRoute,
  'GET /api/v1/reports/:report/pdf': pdfRoute,
  'GET /api/shared/:token/pdf': raw({
    access: 'none',
    summary: 'Download a shared report as PDF',
    description: `${description} Links with a password have no PDF. Counts as ${visitsPerPdf} requests and as a view.`,
    params: { token: z.string().describe('The token of the link.') },
    returns,
    errors: ['not_found', 'not_configured', 'unavailable'],
    run: async (ctx, request, reply) => {
      reply.header('X-Robots-Tag', 'noindex, nofollow')
      const setHeader = (name: string, value: string) => void reply.header(name, value)
      enforceVisitLimit(ctx, { ip: request.ip, setHeader }, visitsPerPdf)
      const { token } = z.object({ token: z.string() }).parse(request.params)
      const link = await findOpenLink(ctx, token)
      if (link.password_hash !== null) throw notFound(message('reports.general.noSuchSharedReport'))
      const report = await getSharedReport(ctx, link)
      const pdf = await printReport(ctx, report, request, `link ${link.id}`)
      await recordView(ctx, link)
      return sendPdf(reply, report, pdf)
    },
  }),
}

/** Returns nothing for HEAD requests. */
const printReport = async (ctx: AppContext, report: ReportRow, request: FastifyRequest, requester: string) =>
  request.method === 'HEAD' ? undefined : createPdf(ctx, report, requester)

const sendPdf = (reply: FastifyReply, report: ReportRow, pdf: Buffer | undefined) =>
  reply
    .type('application/pdf')
    .header('Content-Disposition', `attachment; filename="${pdfName(report)}"`)
    .header('Cache-Control', 'no-store')
    .send(pdf)
