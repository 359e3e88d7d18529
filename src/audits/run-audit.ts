/** One audit from end to end, without a database: look, check, score. */

import { statusOf } from './finding.ts'
import { type LookLimits, type LookOrder, lookAt, NotAuditable, type Web } from './crawl.ts'
import type { Report } from './report.ts'
import { reportOn } from './report.ts'

export type Audited = { finalUrl: string; report: Report }

/** Throws `NotAuditable` where nothing can be said, and the reason of the order's signal when that is aborted. */
export async function audit(web: Web, order: LookOrder, limits?: LookLimits): Promise<Audited> {
  const seen = await lookAt(web, order, limits)
  const report = reportOn(seen)
  const [first] = seen.pages
  const search = report.checks.find(({ key }) => key === 'robots-search')
  // Kept out together with the search bots: that is the finding. Kept out alone, we have seen nothing.
  if (first?.visit === null && search && statusOf(search.share) !== 'fail')
    throw new NotAuditable(
      'robots.txt of this site lets search bots read this page, but not us: allow the agent Ansight in it to audit the page.',
    )
  return { finalUrl: first?.visit?.url ?? order.url, report }
}
