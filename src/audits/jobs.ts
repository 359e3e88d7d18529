/** The job that makes an audit. A site that cannot be audited fails it in words that say what to do. */
import { z } from 'zod'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { JobFailed, type JobHandler } from '../jobs/job.ts'
import { audit } from './run-audit.ts'
import { saveReport } from './audits.ts'
import { NotAuditable } from './crawl.ts'

const AuditInput = z.object({ url: z.string(), pages: z.number().int() })

export const runAudit: JobHandler = async (ctx, { job, signal, report }) => {
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
    const audited = await audit((address, options) => guardedFetch(ctx, address, options), order)
    await saveReport(ctx, job, audited)
    return { score: audited.report.score, pages: audited.report.pages.length }
  } catch (error) {
    if (error instanceof NotAuditable) throw new JobFailed(error.message)
    throw error
  }
}
