/** Runs one audit without a database: crawl, check, score. */

import { message } from '../languages/message.ts'
import { getStatus } from './finding.ts'
import type { StoredAuditReport } from './report.ts'
import { buildReport } from './report.ts'
import { type CrawlRequest, crawlSite } from './site/crawl.ts'
import type { CrawlLimits, Fetch } from './site/crawl-session.ts'
import { NotAuditableError } from './site/not-auditable.ts'
import { readSitePages, type SitePage } from './site-pages.ts'

export type AuditResult = { finalUrl: string; report: StoredAuditReport; pages: SitePage[] }

/**
 * Throws `NotAuditableError` when nothing can be reported, and the reason of the request's signal when that is aborted.
 */
export async function runAudit(
  fetch: Fetch,
  request: CrawlRequest,
  limits?: CrawlLimits,
): Promise<AuditResult> {
  const crawl = await crawlSite(fetch, request, limits)
  const report = buildReport(crawl)
  const [first] = crawl.pages
  const searchCheck = report.checks.find(({ key }) => key === 'robots-search')
  // If the search bots are disallowed too, that is the finding. If only our agent is, nothing was crawled.
  if (first?.visit === null && searchCheck && getStatus(searchCheck.share) !== 'fail')
    throw new NotAuditableError(message('audits.runAudit.robotsTxtOfThisSiteAllows'))
  return { finalUrl: first?.visit?.url ?? request.url, report, pages: readSitePages(crawl) }
}
