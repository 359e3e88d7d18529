/** One audit from end to end, without a database: look, check, score. */

import { type CrawlLimits, type CrawlRequest, crawlSite, NotAuditableError, type Web } from './crawl.ts'
import { statusOf } from './finding.ts'
import type { Report } from './report.ts'
import { buildReport } from './report.ts'

export type Audited = { finalUrl: string; report: Report }

/** Throws `NotAuditable` where nothing can be said, and the reason of the order's signal when that is aborted. */
export async function runAudit(web: Web, order: CrawlRequest, limits?: CrawlLimits): Promise<Audited> {
  const seen = await crawlSite(web, order, limits)
  const report = buildReport(seen)
  const [first] = seen.pages
  const search = report.checks.find(({ key }) => key === 'robots-search')
  // Kept out together with the search bots: that is the finding. Kept out alone, we have seen nothing.
  if (first?.visit === null && search && statusOf(search.share) !== 'fail')
    throw new NotAuditableError(
      'robots.txt of this site lets search bots read this page, but not us: allow the agent Ansight in it to audit the page.',
    )
  return { finalUrl: first?.visit?.url ?? order.url, report }
}
