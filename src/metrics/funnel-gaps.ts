/** The gaps of the funnel: where a page loses what an earlier step had. */
import type { PageAudit } from './funnel-audits.ts'
import type { RequestCounts } from './funnel-sources.ts'

/** In the order of urgency. */
export const funnelGaps = ['missing', 'blocked', 'not_fetched', 'not_cited'] as const
export type FunnelGap = (typeof funnelGaps)[number]

export type MeasuredPage = {
  path: string
  citations: number
  /** Null without logs. */
  requests: Pick<RequestCounts, 'requests' | 'search' | 'user' | 'refused' | 'missing'> | null
  visits: number | null
  audit: Pick<PageAudit, 'status' | 'robots'> | null
}

/** Whether the window has answers that can cite a page, and so a page without citations has a gap. */
type Measured = { hasAnswers: boolean }

/** Half of the requests or agents: a page that sometimes fails is not a gap. */
const most = 0.5

export function findGaps(page: MeasuredPage, { hasAnswers }: Measured): FunnelGap[] {
  const { path, citations, requests, visits, audit } = page
  const isMostly = (count: number) => requests !== null && count > 0 && count >= most * requests.requests
  const robots = audit?.robots ?? []
  const disallowed = robots.filter(({ is_allowed }) => !is_allowed).length
  const isDisallowed = disallowed > 0 && disallowed >= most * robots.length
  const is: Record<FunnelGap, boolean> = {
    missing:
      citations + (visits ?? 0) > 0 &&
      (isMostly(requests?.missing ?? 0) || audit?.status === 404 || audit?.status === 410),
    blocked: citations > 0 && (isMostly(requests?.refused ?? 0) || isDisallowed),
    not_fetched: citations > 0 && requests?.requests === 0,
    not_cited:
      hasAnswers &&
      citations === 0 &&
      requests !== null &&
      requests.search + requests.user > 0 &&
      requests.missing + requests.refused < requests.requests &&
      !isFile.test(path),
  }
  return funnelGaps.filter((gap) => is[gap])
}

/** Files that agents request along with pages, and that answers do not cite. */
const isFile = /\.(?:css|js|mjs|json|xml|txt|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf)$/i
