/** The result of a check on a page: how far the criterion is met, with evidence. */

import { type Message, type MessageOrText, message } from '../languages/message.ts'
import type { AuditedPage } from './page.ts'
import type { CrawledPage, CrawlResult, PageVisit } from './site/crawl-result.ts'

/** `share`: from 0 (not met) to 1 (fully met); null if the check does not apply. `fix`: instead of the fix of the check. */
export type CheckFinding = { share: number | null; evidence: MessageOrText; fix?: Message }

export type PageCheck = (page: CrawledPage, crawl: CrawlResult) => CheckFinding

export const findingStatuses = ['pass', 'warn', 'fail', 'na'] as const
export type FindingStatus = (typeof findingStatuses)[number]

export function getStatus(share: number | null): FindingStatus {
  if (share === null) return 'na'
  if (share >= 1) return 'pass'
  return share >= 0.5 ? 'warn' : 'fail'
}

export const finding = (share: number, evidence: MessageOrText): CheckFinding => ({ share, evidence })
export const passed = (evidence: MessageOrText) => finding(1, evidence)
export const partial = (evidence: MessageOrText) => finding(0.5, evidence)
export const failed = (evidence: MessageOrText) => finding(0, evidence)
export const notApplicable = (evidence: MessageOrText): CheckFinding => ({ share: null, evidence })

/** Creates a check of a page's content, which does not apply if the page was not read. */
export function contentCheck(
  check: (page: AuditedPage, visit: PageVisit, crawl: CrawlResult) => CheckFinding,
): PageCheck {
  return ({ visit }, crawl) => {
    if (visit === null) return notApplicable(message('audits.finding.notReadRobotsTxtDisallowsOur'))
    if (visit.status !== 200)
      return notApplicable(message('audits.finding.notReadThePageReturnsStatus', { status: visit.status }))
    if (!visit.page) return notApplicable(message('audits.finding.notReadThePageHasNo'))
    return check(visit.page, visit, crawl)
  }
}

/** Creates a check that applies once per site, on its first page. */
export const siteCheck =
  (check: PageCheck): PageCheck =>
  (page, crawl) =>
    page === crawl.pages[0]
      ? check(page, crawl)
      : notApplicable(message('audits.finding.checkedOnTheFirstPage'))

/** Joins findings about parts of a page or site. Throws without parts. */
export const joinClauses = (clauses: readonly MessageOrText[]): MessageOrText =>
  clauses.reduce((first, next) => message('common.texts.firstNext', { first, next }))

export const quote = (text: string) => message('audits.finding.quote', { text: excerpt(text) })

const maxExcerpt = 80

/** Returns the beginning of a text of the page, in one line. */
export const excerpt = (text: string): string => {
  const plain = text.replace(/\s+/gu, ' ').trim()
  return plain.length > maxExcerpt ? `${plain.slice(0, maxExcerpt).toWellFormed()}…` : plain
}
