/**
 * The searches that engines ran for answers. Engines search the web for other words than the prompt has; whose pages they find decides what
 * they cite. Searches that ask the same in other words are one search (search-queries/search-key.ts), which counts once per answer.
 */
import { z } from 'zod'
import { previousScope } from '../../answers/scope.ts'
import { pageQuery } from '../../core/paging.ts'
import { CompetitorId, CompetitorName, Count, NextCursor, Pct, Platform } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { cursorAt, order, readCursor } from '../ranked-paging.ts'
import type { Window } from '../rollups.ts'
import { describeMetric, IntervalRecord, MetricHeader, metricHeader } from '../values.ts'
import { listSearches, type SearchPage, type searchSorts } from './search-list.ts'
import { describeSearches, SearchRow } from './search-rows.ts'
import { citedShare, perAnswer, readSearchSums, type SearchSums } from './search-sums.ts'

export const PerAnswer = {
  results: Count.describe('Answers of engines that report searches.'),
  search_count: Count.describe('Searches of these answers; the same search in two answers counts twice.'),
  searches_per_answer: z
    .number()
    .nullable()
    .describe('Searches per answer of these engines; null if no engine reports searches.'),
  searches_per_answer_interval: IntervalRecord.describe('Confidence interval of `searches_per_answer`.'),
}

const Searches = z
  .object({
    ...MetricHeader,
    ...PerAnswer,
    different: Count.describe('Different searches.'),
    new: Count.nullable().describe(
      'Searches that no answer of the previous window has; null without searches in the previous window.',
    ),
    vanished: Count.nullable().describe('Searches of the previous window that no answer of this window has.'),
    previous_from: z.iso.date().nullable().describe('First day of the previous window; null without one.'),
    previous_to: z.iso.date().nullable().describe('Last day of the previous window; null without one.'),
    own_cited_pct: Pct.describe('Share of the searches whose answers cite the own site, in percent.'),
    own_cited_interval: IntervalRecord.describe('Confidence interval of `own_cited_pct`.'),
    leader: z
      .object({
        competitor_id: CompetitorId,
        name: CompetitorName,
        cited_pct: Pct.describe('Share of the searches whose answers cite the competitor, in percent.'),
        interval: IntervalRecord.describe('Confidence interval of `cited_pct`.'),
      })
      .nullable()
      .describe('The competitor with the highest share; null if the answers cite none.'),
    frequent: Count.describe('The most frequent searches, at most 100.'),
    never_cited: Count.describe('Searches among `frequent` whose answers never cite the own site.'),
    by_platform: z.array(
      z.object({
        platform: Platform,
        all_results: Count.describe('All answers of the platform.'),
        reports_searches: z
          .boolean()
          .describe(
            'Whether an engine of the platform reports searches: at least one answer lists one. Without, the numbers are unknown, not zero.',
          ),
        ...PerAnswer,
      }),
    ),
    matches: Count.describe('Searches on all pages.'),
    searches: z.array(SearchRow),
    next_cursor: NextCursor,
  })
  .meta({ id: 'Searches' })

const statuses = ['all', 'new', 'vanished', 'never_cited'] as const
const sorts = [
  'results',
  'own_cited_pct',
  'first_day',
  'last_day',
] as const satisfies (keyof typeof searchSorts)[]

const query = {
  ...pageQuery,
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Only searches of which a text contains this, ignoring case.'),
  status: z
    .enum(statuses)
    .default('all')
    .describe(
      '`new`: not in the previous window. `vanished`: only in the previous window, whose answers the rows then count. `never_cited`: no answer cites the own site.',
    ),
  sort_by: z.enum(sorts).default('results').describe('Field to sort by.'),
  order,
}

type Query = z.output<z.ZodObject<typeof query>>

export const searches = defineMetric({
  summary: 'List the searches of engines',
  whenToUse:
    'Answers "what do engines search for before they answer, and do the answers then cite us?" For the words that engines add to one prompt use list_prompt_searches.',
  description: describeMetric(
    [],
    'Searches that engines ran on the web for their answers. Searches that ask the same in other words are one search, and a search counts once per answer. Engines that list no search in any answer of the window are not counted: their number of searches is unknown.',
  ),
  query,
  previous: {},
  returns: Searches,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof Searches>> {
  const { scope } = window
  const previous = previousScope(window, scope)
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  const page: SearchPage = {
    q: query.q,
    only: query.status === 'new' || query.status === 'vanished',
    neverCited: query.status === 'never_cited',
    sortBy: query.sort_by,
    order: query.order,
    after: after && { value: Number(after.value), key: Number(after.id) },
    limit: query.limit,
  }
  const isVanished = query.status === 'vanished'
  const now = await listSearches(
    window.db,
    { scope, other: previous },
    isVanished ? { ...page, limit: 0 } : page,
  )
  const isCompared = previous !== null && now.others > 0
  const hidden = !isCompared && page.only
  const listedScope = isVanished && previous ? previous : scope
  const lists =
    listedScope === scope ? now : await listSearches(window.db, { scope: listedScope, other: scope }, page)
  const listed = hidden ? [] : lists.page.slice(0, query.limit)
  const last = listed.at(-1)
  const common = now.different - now.only
  const sums = await readSearchSums(window)
  const { reporting: engines } = lists === now ? sums : await readSearchSums(window, { scope: listedScope })
  return {
    ...metricHeader(scope),
    ...summarize(window, sums),
    different: now.different,
    new: isCompared ? now.only : null,
    vanished: isCompared ? now.others - common : null,
    previous_from: previous?.from ?? null,
    previous_to: previous?.to ?? null,
    frequent: now.frequent,
    never_cited: now.never,
    matches: hidden ? 0 : lists.matches,
    searches: await describeSearches(window, {
      scope: listedScope,
      engines,
      listed,
      isCompared: isCompared && !isVanished,
    }),
    next_cursor:
      last && lists.page.length > listed.length ? cursorAt({ value: last.value, id: last.key }) : null,
  }
}

function summarize(window: Window, sums: SearchSums) {
  const own = citedShare(sums, null)
  const [leader] = window.competitors
    .map(({ id, name }, index) => ({ competitor_id: id, name, ...citedShare(sums, index) }))
    .filter(({ cited_pct }) => cited_pct !== null && cited_pct > 0)
    .sort((a, b) => (b.cited_pct ?? 0) - (a.cited_pct ?? 0) || (a.name < b.name ? -1 : 1))
  return {
    ...perAnswer(sums.reporting, sums.perDay),
    own_cited_pct: own.cited_pct,
    own_cited_interval: own.interval,
    leader: leader ?? null,
    by_platform: sums.platforms.map(({ platform, results, reporting }) => ({
      platform: Platform.parse(platform),
      all_results: results,
      reports_searches: reporting.length > 0,
      ...perAnswer(reporting, sums.perDay),
    })),
  }
}
