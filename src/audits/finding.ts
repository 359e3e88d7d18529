/** What a check says of a page: how far it holds, and what that rests on. */

import type { CrawledPage, CrawlResult, PageVisit } from './crawl-result.ts'
import type { Page } from './page.ts'

/** `share`: from 0, not at all, to 1, fully; null where the check does not apply. */
export type Finding = { share: number | null; evidence: string }

export type Check = (page: CrawledPage, seen: CrawlResult) => Finding

export const findingStatuses = ['pass', 'warn', 'fail', 'na'] as const
export type FindingStatus = (typeof findingStatuses)[number]

export function statusOf(share: number | null): FindingStatus {
  if (share === null) return 'na'
  if (share >= 1) return 'pass'
  return share >= 0.5 ? 'warn' : 'fail'
}

export const finding = (share: number, evidence: string): Finding => ({ share, evidence })
export const passed = (evidence: string) => finding(1, evidence)
export const partial = (evidence: string) => finding(0.5, evidence)
export const failed = (evidence: string) => finding(0, evidence)
export const notApplicable = (evidence: string): Finding => ({ share: null, evidence })

/** For what is read out of a page that is there. */
export function ofContent(check: (page: Page, visit: PageVisit, seen: CrawlResult) => Finding): Check {
  return ({ visit }, seen) => {
    if (visit === null) return notApplicable('Not read: robots.txt does not let our agent in.')
    if (visit.status !== 200) return notApplicable(`Not read: the page answers with status ${visit.status}.`)
    if (!visit.page) return notApplicable('Not read: there is no HTML that can be read.')
    return check(visit.page, visit, seen)
  }
}

/** For what is looked at once for a site. */
export const ofFirstPage =
  (check: Check): Check =>
  (page, seen) =>
    page === seen.pages[0] ? check(page, seen) : notApplicable('Looked at on the first page.')

export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** A text of the page inside our own words. */
export const quoted = (text: string, most = 80): string => {
  const plain = text.replace(/\s+/gu, ' ').trim()
  return `“${plain.length > most ? `${plain.slice(0, most).toWellFormed()}…` : plain}”`
}
