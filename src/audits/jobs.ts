/** The audit job. It fails with a message for the user if the site cannot be audited. */
import { z } from 'zod'
import type { JobHandler } from '../jobs/job.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { saveReport } from './audits.ts'
import { pageParsers } from './page-parser.ts'
import { runAudit } from './run-audit.ts'

const AuditInput = z.object({ url: z.string(), pages: z.number().int() })

export const auditJob: JobHandler = async (ctx, { job, signal, report }) => {
  const { url, pages } = AuditInput.parse(job.input)
  report({ phase: 'crawling', completed: 0, total: pages })
  const request = {
    url,
    pages,
    now: ctx.now(),
    signal,
    parsePage: ctx.use(pageParsers).of(ctx.organizationId),
    onPage: (completed: number) => report({ phase: 'crawling', completed, total: pages }),
  }
  const result = await runAudit((address, options) => guardedFetch(ctx, address, options), request)
  await saveReport(ctx, job, result)
  return { score: result.report.score, pages: result.report.pages.length }
}
