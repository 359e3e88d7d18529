/** All that an audit has seen, before anything is made of it. */
import type { FetchFailure } from '../net/guarded-fetch.ts'
import type { Page } from './page.ts'
import type { Robots } from './robots.ts'

export type CrawlResult = {
  site: CrawledSite
  /** The page that was asked for, then those it links to. */
  pages: CrawledPage[]
  now: Date
}

export type CrawledSite = {
  /** By origin: the page may stand on another one than the address that was asked for. */
  robots: ReadonlyMap<string, SeenRobots>
  llmsTxt: SeenFile | null
  sitemap: SeenFile | null
}

export type SeenRobots = { robots: Robots; url: string; status: number | null }

/** Null in its place: not looked at, for robots.txt forbids it to us or time was up. */
export type SeenFile = { url: string; status: number; type: string; text: string }

export type CrawledPage = {
  url: string
  /** Null when robots.txt does not let us read it. */
  visit: PageVisit | null
  /** How the page answered when asked as a browser and as each bot; empty when nobody asked. */
  probes: Probe[]
  browser: Answer | null
  /** Whether Markdown came when asked for; null when nobody asked. */
  hasMarkdown: boolean | null
}

export type Redirect = { url: string; status: number }

export type Answer = { status: number; letters: number }

export type Probe = { token: string; answer: Answer | null; failure: FetchFailure | null }

export type PageVisit = {
  redirects: Redirect[]
  /** Where the chain of redirects ended; with `endless` it did not. */
  url: string
  endless: boolean
  status: number
  /** Content type without its parameters. */
  type: string
  /** One per header line. */
  robotsTags: string[]
  sizeBytes: number
  isCut: boolean
  firstByteMs: number
  isHtml: boolean
  /** Null for what is no HTML, or takes too much to be read. */
  page: Page | null
}
