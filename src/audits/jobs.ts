/** The job that makes an audit. A site that cannot be audited fails it in words that say what to do. */
import { z } from 'zod'
import { JobFailed, type JobHandler } from '../jobs/job.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { saveReport } from './audits.ts'
import { NotAuditableError } from './crawl.ts'
import { runAudit } from './run-audit.ts'

const AuditInput = z.object({ url: z.string(), pages: z.number().int() })

export const auditJob: JobHandler = async (ctx, { job, signal, report }) => {
  const { url, pages } = AuditInput.parse(job.input)
  report({ phase: 'looking', completed: 0, total: pages })
  const order = {
    url,
    pages,
    now: ctx.now(),
    signal,
    onPage: (completed: number) => report({ phase: 'looking', completed, total: pages }),
  }
  try {
    const audited = await runAudit((address, options) => guardedFetch(ctx, address, options), order)
    await saveReport(ctx, job, audited)
    return { score: audited.report.score, pages: audited.report.pages.length }
  } catch (error) {
    if (error instanceof NotAuditableError) throw new JobFailed(error.message)
    throw error
  }
}
