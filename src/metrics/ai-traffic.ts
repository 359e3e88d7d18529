/** Visits to the brand's site that came from AI platforms. */
import { z } from 'zod'
import { pageQuery } from '../core/paging.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { countOwnCitedPages } from './citations/own-cited-pages.ts'
import { Count, Visits } from './fields.ts'
import { defineVisitMetric } from './metrics.ts'
import { RowChange } from './period-state.ts'
import type { Window } from './rollups.ts'
import { sumBy } from './sum-by.ts'
import { MetricHeader, metricHeader } from './values.ts'
import { readVisitPeriods } from './visit-changes.ts'

const VisitPlatform = z.string().describe('Platform that the visitor came from.')
const VisitDate = z.iso.date().describe('Day (UTC).')
const VisitedPath = untrustedText(
  z
    .string()
    .describe('Path of the page without its query string; `(other pages)` beyond 2,000 pages in a day.'),
)
const PathCitations = Count.describe(
  'Citations of this path on a domain of the brand in the answers of the window.',
)

const VisitChange = RowChange.describe(
  'Without bursts, on complete days on which the tracking script reported.',
)

const AiTraffic = z
  .object({
    ...MetricHeader,
    total_visits: Visits,
    change: VisitChange,
    burst_visits: Visits.describe(
      'Visits, included in all counts, beyond 100 of the brand within one minute: they can be forged or automated.',
    ),
    platform_breakdown: z.array(z.object({ platform: VisitPlatform, visits: Visits, change: RowChange })),
    top_pages: z.array(
      z.object({
        url: VisitedPath,
        visits: Visits,
        citations: PathCitations,
      }),
    ),
    cited_pages: z
      .array(z.object({ url: VisitedPath, citations: PathCitations, visits: Visits }))
      .describe('The pages of the brand that answers cite most, with their visits.'),
    country_breakdown: z.array(
      z.object({
        country: z.string().describe('Country (ISO 3166-1 alpha-2); `ZZ` if unknown.'),
        visits: Visits,
      }),
    ),
    daily: z.array(z.object({ date: VisitDate, visits: Visits })),
    daily_by_platform: z.array(z.object({ date: VisitDate, platform: VisitPlatform, visits: Visits })),
  })
  .meta({ id: 'AiTraffic' })

export const aiTraffic = defineVisitMetric({
  summary: 'Get visits from AI platforms',
  whenToUse:
    'Answers "how many people reach the site from AI platforms, and which pages do they land on?" Needs the tracking script on the site; without it all counts are 0. It does not count requests of AI crawlers.',
  description:
    'Visits counted by the tracking script whose referrer or utm_source is an AI platform, without bots and without repeats within half an hour. ' +
    'A visit has no model, prompt or region, so `platform` is the only filter.',
  query: { limit: pageQuery.limit.describe('Maximum number of top_pages and of cited_pages.') },
  returns: AiTraffic,
  read,
})

async function read(window: Window, { limit }: { limit: number }): Promise<z.input<typeof AiTraffic>> {
  const platforms = await window.visits('platform')
  const pages = await window.visits('page')
  const countries = await window.visits('country')
  const bursts = await window.visits('burst')
  const daily = await window.dailyVisits()
  const cited = await countOwnCitedPages(window)
  const changes = await readVisitPeriods(window, platforms.length)
  const citations = new Map(cited.map((page) => [page.path, page.citations]))
  const visits = new Map(pages.map((page) => [page.name, page.visits]))
  return {
    ...metricHeader(window.scope),
    total_visits: sumBy(platforms, ({ visits }) => visits),
    change: changes.total,
    burst_visits: sumBy(bursts, ({ visits }) => visits),
    platform_breakdown: platforms.map(({ name, visits }) => ({
      platform: name,
      visits,
      change: changes.getPlatform(name),
    })),
    top_pages: pages
      .slice(0, limit)
      .map(({ name, visits }) => ({ url: name, visits, citations: citations.get(name) ?? 0 })),
    cited_pages: cited
      .slice(0, limit)
      .map(({ path, citations }) => ({ url: path, citations, visits: visits.get(path) ?? 0 })),
    country_breakdown: countries.map(({ name, visits }) => ({ country: name, visits })),
    daily: [...Map.groupBy(daily, ({ date }) => date)].map(([date, ofDay]) => ({
      date,
      visits: sumBy(ofDay, ({ visits }) => visits),
    })),
    daily_by_platform: daily,
  }
}
