/**
 * The funnel per page: cited by answers, requested by AI agents, visited from AI platforms, converted. The steps come from different
 * sources with different definitions, so no number is divided by a number of another source.
 */
import { z } from 'zod'
import type { Scope } from '../answers/scope.ts'
import { promptFilterNames } from '../answers/scope-parameters.ts'
import { getBrand } from '../brands/brands.ts'
import { pageQuery } from '../core/paging.ts'
import { countOwnCitedPages } from './citations/own-cited-pages.ts'
import { readAudits } from './funnel-audits.ts'
import { Funnel, type FunnelPage, Gap } from './funnel-fields.ts'
import { type FunnelGap, findGaps, funnelGaps } from './funnel-gaps.ts'
import { readGoals } from './funnel-goals.ts'
import {
  type RequestCounts,
  readLastRequests,
  readRequests,
  readSessions,
  readVisits,
  type Source,
} from './funnel-sources.ts'
import { defineMetric } from './metrics.ts'
import { order, paginateRanked } from './ranked-paging.ts'
import type { Window } from './rollups.ts'
import { sumBy } from './sum-by.ts'
import { describeMetric, metricHeader, twoDecimals } from './values.ts'

type Page = z.input<typeof FunnelPage>

const sorts = ['citations', 'requests', 'visits', 'sessions', 'key_events', 'conversions'] as const

const query = {
  ...pageQuery,
  sort_by: z.enum(sorts).default('citations').describe('Field to sort by.'),
  order,
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only pages whose path contains this text, ignoring case.'),
  gap: Gap.optional().describe('Only pages with this gap.'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const funnel = defineMetric({
  summary: 'Get the funnel from citations to conversions',
  whenToUse:
    'Answers "which pages do AI engines cite, do their agents fetch them, and do they bring visits and conversions?", and lists gaps with their pages. Requests need server logs, visits the tracking script, sessions a connection to GA4.',
  description: describeMetric(
    [],
    'One row per page of the brand. Of the filters, only `platform` applies to all numbers; requests then include all agents of the companies behind these platforms. The numbers of different steps count different things and are not divided by each other, except conversions by visits.',
  ),
  query,
  returns: Funnel,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof Funnel>> {
  const { scope } = window
  const sources = await readSources(window)
  const { cited, requests, visits, sessions, goals } = sources
  const onlyCitations = listPromptFilters(scope)
  const hasAnswers = window.total('answers') > 0 && onlyCitations.length === 0
  const pages = joinPages(sources, { hasAnswers })
  const text = query.q?.toLowerCase() ?? ''
  const listed = pages.filter(
    ({ path, gaps }) =>
      path.toLowerCase().includes(text) && (query.gap === undefined || gaps.includes(query.gap)),
  )
  const { items, next_cursor } = paginateRanked(
    listed,
    { value: (page) => page[query.sort_by], id: ({ path }) => path },
    query,
  )
  const lastRequests = await readLastRequests(
    window,
    items.map(({ path }) => path),
  )
  const rest = (total: number | undefined, field: 'visits' | 'sessions' | 'key_events' | 'conversions') =>
    total === undefined ? null : twoDecimals(total - sumBy(pages, (page) => page[field] ?? 0))
  const countGap = (gap: FunnelGap) => pages.filter(({ gaps }) => gaps.includes(gap)).length
  return {
    ...metricHeader(scope),
    stages: {
      citations: {
        citations: sumBy(cited, (page) => page.citations),
        result_count: window.count('answers'),
        pages: cited.length,
      },
      requests: requests?.total ?? null,
      visits: visits && { ...visits.total, burst_visits: visits.total.burst },
      sessions: sessions?.total ?? null,
      conversions: goals.isMeasured
        ? {
            conversions: goals.conversions,
            value: goals.value,
            currency: goals.currency,
            measured_since: goals.since,
          }
        : null,
    },
    pages: items.map((page) => ({ ...page, last_request: lastRequests.get(page.path) ?? null })),
    matches: listed.length,
    next_cursor,
    unlisted: {
      visits: rest(visits?.total.visits, 'visits'),
      sessions: rest(sessions?.total.sessions, 'sessions'),
      key_events: rest(sessions?.total.key_events, 'key_events'),
      conversions: rest(goals.isMeasured ? goals.conversions : undefined, 'conversions'),
    },
    gaps: funnelGaps.map((gap) => ({ gap, pages: countGap(gap) })),
    goals: goals.list,
    only_citations: onlyCitations,
  }
}

type Sources = Awaited<ReturnType<typeof readSources>>

async function readSources(window: Window) {
  const cited = await countOwnCitedPages(window)
  const requests = await readRequests(window)
  const visits = await readVisits(window)
  const sessions = await readSessions(window)
  const audits = await readAudits(window, await getBrand(window, window.scope.brand.id))
  const goals = await readGoals(window, visits?.total.goalsSince ?? null)
  return { cited, requests, visits, sessions, audits, goals }
}

/** Returns a row for each path that any source has. */
function joinPages(
  { cited, requests, visits, sessions, audits, goals }: Sources,
  { hasAnswers }: { hasAnswers: boolean },
): Omit<Page, 'last_request'>[] {
  const citedByPath = new Map(cited.map((page) => [page.path, page]))
  const paths = new Set(
    [citedByPath, requests?.pages, visits?.pages, sessions?.pages, goals.pages]
      .flatMap((source) => [...(source?.keys() ?? [])])
      .filter((path) => path.startsWith('/')),
  )
  return [...paths].map((path) => {
    const citation = citedByPath.get(path)
    const ofAgents = pick(requests, path, noRequests)
    const audit = audits.get(path) ?? null
    const page = {
      path,
      url: citation?.url ?? null,
      citations: citation?.citations ?? 0,
      visits: pick(visits, path, { visits: 0 })?.visits ?? null,
      ...pickSessions(sessions, path),
      conversions: goals.isMeasured ? (goals.pages.get(path)?.conversions ?? 0) : null,
      value: goals.currency === null ? null : (goals.pages.get(path)?.value ?? 0),
    }
    return {
      ...page,
      requests: ofAgents?.requests ?? null,
      search_requests: ofAgents?.search ?? null,
      user_requests: ofAgents?.user ?? null,
      training_requests: ofAgents?.training ?? null,
      agent_requests: ofAgents?.agent ?? null,
      refused_requests: ofAgents?.refused ?? null,
      missing_requests: ofAgents?.missing ?? null,
      gaps: findGaps({ ...page, requests: ofAgents, audit }, { hasAnswers }),
      audit_id: audit?.id ?? null,
    }
  })
}

const noRequests: RequestCounts = {
  requests: 0,
  refused: 0,
  missing: 0,
  search: 0,
  user: 0,
  training: 0,
  agent: 0,
}

/** Returns null if the source did not measure the page. */
const pick = <T>(source: Source<T, unknown> | null, path: string, none: T): T | null =>
  source === null ? null : (source.pages.get(path) ?? (source.isComplete ? none : null))

function pickSessions(
  source: Source<{ sessions: number; key_events: number }, unknown> | null,
  path: string,
): { sessions: number | null; key_events: number | null } {
  const { sessions, key_events } = pick(source, path, { sessions: 0, key_events: 0 }) ?? {}
  return { sessions: sessions ?? null, key_events: key_events ?? null }
}

function listPromptFilters({ models, regions, prompts }: Scope): z.input<typeof Funnel>['only_citations'] {
  return [
    ...(models === null ? [] : (['model'] as const)),
    ...(regions === null ? [] : (['region'] as const)),
    ...promptFilterNames.filter((name) => prompts[name] !== undefined),
  ]
}
