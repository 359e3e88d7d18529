/** What the requests of one crawl share. */
import type { FetchOptions, FetchResult } from '../../net/guarded-fetch.ts'
import { userAgentFor } from '../own-agent.ts'
import type { AuditedPage } from '../page.ts'
import type { FetchedRobots } from './crawl-result.ts'

export type Crawl = {
  /** Truncates bodies that are too long. */
  fetch: Fetch
  /** Returns null for a page that exceeds the limits. */
  parsePage(body: Uint8Array, charset: string | null): Promise<AuditedPage | null>
  limits: CrawlLimits
  signal: AbortSignal
  isTimedOut(): boolean
  /** By origin. */
  robots: Map<string, FetchedRobots>
}

export type Fetch = (url: string, options: FetchOptions) => Promise<FetchResult>

export type CrawlLimits = {
  /** The limits of one request and of the whole crawl. */
  requestMs: number
  totalMs: number
  /** The limit for parsing one page. */
  parseMs: number
  pageBytes: number
}

export const ownUserAgent = userAgentFor('site audit')
