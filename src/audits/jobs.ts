/** The audit job. A site that cannot be audited fails the job with a message for the user. */
import { z } from 'zod'
import { JobFailed, type JobHandler } from '../jobs/job.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { saveReport } from './audits.ts'
import { pageParsers } from './page-parser.ts'
import { runAudit } from './run-audit.ts'
import { NotAuditableError } from './site/not-auditable.ts'

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
  try {
    const result = await runAudit((address, options) => guardedFetch(ctx, address, options), request)
    await saveReport(ctx, job, result)
    return { score: result.report.score, pages: result.report.pages.length }
  } catch (error) {
    if (error instanceof NotAuditableError) throw new JobFailed(error.text)
    throw error
  }
}
