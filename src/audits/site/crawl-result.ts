/** Everything that an audit has fetched, before the checks. */
import type { FetchFailure } from '../../net/fetch-failure.ts'
import type { AuditedPage } from '../page.ts'
import type { Robots } from '../robots.ts'

export type CrawlResult = {
  site: CrawledSite
  /** The requested page first, then pages it links to. */
  pages: CrawledPage[]
  now: Date
}

export type CrawledSite = {
  /** By origin, because a redirect can lead to another origin. */
  robots: ReadonlyMap<string, FetchedRobots>
  llmsTxt: FetchedFile | null
  sitemap: FetchedFile | null
}

export type FetchedRobots = { robots: Robots; url: string; status: number | null }

/** Null instead of a file: robots.txt disallows it or the time limit was reached. */
export type FetchedFile = { url: string; status: number; type: string; text: string }

export type CrawledPage = {
  url: string
  /** Null when robots.txt disallows the page for our agent. */
  visit: PageVisit | null
  /** The responses to a browser and to each bot; empty when not probed. */
  probes: Probe[]
  browser: PageResponse | null
  /** Whether the server returns Markdown on request; null when not requested. */
  hasMarkdown: boolean | null
}

export type Redirect = { url: string; status: number }

export type PageResponse = { status: number; letters: number }

export type Probe = { token: string; response: PageResponse | null; failure: FetchFailure | null }

export type PageVisit = {
  redirects: Redirect[]
  /** The URL where the redirects ended. With `endless` they did not end. */
  url: string
  endless: boolean
  status: number
  /** The content type without parameters. */
  type: string
  /** One entry per header line. */
  robotsTags: string[]
  sizeBytes: number
  isTruncated: boolean
  firstByteMs: number
  isHtml: boolean
  /** Null if the page is not HTML or takes too long to parse. */
  page: AuditedPage | null
}
