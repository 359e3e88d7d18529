/**
 * The funnel per page: cited by answers, requested by AI agents, visited from AI platforms, converted. The steps come from different
 * sources with different definitions, so no number is divided by a number of another source.
 */
import { z } from 'zod'
import type { Scope } from '../answers/scope.ts'
import { getBrand } from '../brands/brands.ts'
import { pageQuery } from '../core/paging.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { listGoals } from '../traffic/goals.ts'
import { countOwnCitedPages } from './citations/own-cited-pages.ts'
import { Count, NextCursor, ResultCount, Visits } from './fields.ts'
import { type FunnelGap, findGaps, funnelGaps } from './funnel-gaps.ts'
import {
  type GoalPage,
  readAudits,
  readConversions,
  readRequests,
  readSessions,
  readVisits,
  type Source,
} from './funnel-sources.ts'
import { defineMetric } from './metrics.ts'
import { order, paginateRanked } from './ranked-paging.ts'
import type { Window } from './rollups.ts'
import { wilson } from './statistics/intervals.ts'
import { sumBy } from './sum-by.ts'
import {
  describeMetric,
  formatInterval,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  ratioPct,
  twoDecimals,
} from './values.ts'

export const GoalId = z.uuid().describe('Id of the goal.')
export const GoalName = z.string().describe('Name of the goal.')
export const Conversions = Count.describe('Conversions of the goal.')
const Day = z.iso.date().nullable()
const days = {
  first_day: Day.describe('First day of the window with data of this source.'),
  last_day: Day.describe('Last day of the window with data of this source.'),
}
const Requests = Count.describe('Requests of AI agents in the logs, without spoofed ones.')
const ofAgents = {
  requests: Requests,
  search: Count.describe('By agents that build a search index.'),
  user: Count.describe('By agents that fetch a page because a user asked.'),
  training: Count.describe('By agents that collect texts for models.'),
  agent: Count.describe('By autonomous agents.'),
  refused: Count.describe('Requests with the status 401, 403, 429 or 5xx.'),
  missing: Count.describe('Requests with the status 404 or 410.'),
}
const KeyEvents = z.number().min(0).describe('Key events of these sessions.')
const Value = z
  .number()
  .nullable()
  .describe('Value of the conversions in `currency`; null if goals have no value or several currencies.')

const Stages = z.object({
  citations: z
    .object({
      citations: Count.describe('Citations of the pages of the brand.'),
      result_count: ResultCount,
      pages: Count.describe('Pages with citations.'),
    })
    .describe('Citations of pages on the domains of the brand in the answers of the window.'),
  requests: z
    .object({ ...ofAgents, ...days })
    .nullable()
    .describe('From server logs. Null without logs of these days, or if no agent belongs to the platforms.'),
  visits: z
    .object({
      visits: Visits,
      burst_visits: Count.describe('Visits beyond 100 within one minute: they can be forged or automated.'),
      ...days,
    })
    .nullable()
    .describe('From the tracking script. Null if it has never reported.'),
  sessions: z
    .object({
      sessions: Count.describe('Sessions from AI platforms.'),
      key_events: KeyEvents,
      property: z.string().describe('Property of GA4.'),
      time_zone: z
        .string()
        .describe('Time zone of its days, which are compared with the days of the window.'),
      days: Count.describe('Imported days of the window.'),
      ...days,
      open_days: Count.describe('Imported days that the source can still change.'),
      thresholded_days: Count.describe('Days on which the source leaves out rows of few people.'),
      sampled_days: Count.describe('Days of which the source counted a sample.'),
      other_properties: Count.describe(
        'Further properties of the brand. They are not added, because two properties can count the same session.',
      ),
    })
    .nullable()
    .describe('Sessions from AI platforms in GA4, by session source. Null without imported days.'),
  conversions: z
    .object({
      conversions: Count.describe('Conversions of all goals.'),
      value: Value,
      currency: z
        .string()
        .nullable()
        .describe('The currency of all values; null if there is none or several.'),
      measured_since: Day.describe('First day on which the script reported what conversions need.'),
    })
    .nullable()
    .describe(
      'Goals reached in sessions from AI platforms. Null without goals, or if the script does not report them.',
    ),
})

const OfSources = {
  visits: Count.nullable().describe('Visits that started on the page; null if not measured.'),
  sessions: Count.nullable().describe('Sessions in GA4 that started on the page; null if not measured.'),
  key_events: KeyEvents.nullable(),
  conversions: Count.nullable().describe(
    'Conversions of sessions that started on the page; null if not measured.',
  ),
}

const Gap = z.enum(funnelGaps).meta({
  id: 'FunnelGap',
  description:
    '`missing`: cited or visited, but it answers 404 or 410. `blocked`: cited, but agents got 401, 403, 429 or 5xx, or robots.txt disallows them. `not_fetched`: cited, but no agent requested it. `not_cited`: requested by search or user agents, but not cited.',
})

const FunnelPage = z.object({
  path: untrustedText(z.string().describe('Path of the page, without its query string.')),
  url: untrustedText(z.string().nullable().describe('Its most cited URL; null without citations.')),
  citations: Count.describe('Citations of the page in the answers of the window.'),
  requests: Requests.nullable().describe('Requests of AI agents; null if not measured.'),
  search_requests: ofAgents.search.nullable(),
  user_requests: ofAgents.user.nullable(),
  training_requests: ofAgents.training.nullable(),
  agent_requests: ofAgents.agent.nullable(),
  refused_requests: ofAgents.refused.nullable(),
  missing_requests: ofAgents.missing.nullable(),
  last_request: Day.describe('Last day of the window with a request of an AI agent.'),
  ...OfSources,
  value: Value,
  gaps: z.array(Gap).describe('Gaps of the page.'),
  audit_id: z.uuid().nullable().describe('Last audit of the page.'),
})

const Funnel = z
  .object({
    ...MetricHeader,
    stages: Stages,
    pages: z.array(FunnelPage),
    matches: Count.describe('Pages that match search and gap, on all pages of the list.'),
    next_cursor: NextCursor,
    unlisted: z
      .object(OfSources)
      .describe(
        'Numbers of the stages that belong to no page of the list: sessions without a page, and pages beyond the limit.',
      ),
    gaps: z.array(z.object({ gap: Gap, pages: Count.describe('Pages with this gap.') })),
    goals: z.array(
      z.object({
        goal_id: GoalId,
        name: GoalName,
        conversions: Conversions,
        visits: Count.describe('Visits since the goal is measured, the denominator of the rate.'),
        rate_pct: z
          .number()
          .nullable()
          .describe('`conversions` / `visits`, in percent; null if visits were not measured completely.'),
        interval: IntervalRecord.describe(
          'Confidence interval of `rate_pct` (Wilson), with each visit as one sample.',
        ),
        value: z.number().nullable().describe('Value of the conversions; null if the goal has none.'),
        currency: z.string().nullable().describe('Currency of the value (ISO 4217).'),
      }),
    ),
    only_citations: z
      .array(z.enum(['model', 'region', 'topic_id', 'branded', 'tag']))
      .describe(
        'Filters of this request that apply to citations only, because other numbers have no prompt.',
      ),
  })
  .meta({ id: 'Funnel' })

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
    'One row per page of the brand. Of the filters, only `platform` applies to all numbers; requests are then of all agents of the operators of these platforms. The numbers of different steps count different things and are not divided by each other, except conversions by visits.',
  ),
  query,
  returns: Funnel,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof Funnel>> {
  const { scope } = window
  const [cited, requests, visits, sessions] = [
    await countOwnCitedPages(window),
    await readRequests(window),
    await readVisits(window),
    await readSessions(window),
  ]
  const audits = await readAudits(window, await getBrand(window, scope.brand.id))
  const goals = await readGoals(window, visits)
  const citedByPath = new Map(cited.map((page) => [page.path, page]))
  const onlyCitations = listPromptFilters(scope)
  const hasAnswers = window.total('answers') > 0 && onlyCitations.length === 0
  const paths = new Set(
    [citedByPath, requests?.pages, visits?.pages, sessions?.pages, goals.pages]
      .flatMap((source) => [...(source?.keys() ?? [])])
      .filter((path) => path.startsWith('/')),
  )
  const pages = [...paths].map((path): Page => {
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
      last_request: ofAgents?.last_day ?? null,
      gaps: findGaps({ ...page, requests: ofAgents, audit }, { hasAnswers }),
      audit_id: audit?.id ?? null,
    }
  })
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
    pages: items,
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

const noRequests = {
  requests: 0,
  search: 0,
  user: 0,
  training: 0,
  agent: 0,
  refused: 0,
  missing: 0,
  last_day: null,
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

function listPromptFilters({
  models,
  regions,
  topicIds,
  branded,
  promptCondition,
}: Scope): z.input<typeof Funnel>['only_citations'] {
  return [
    ...(models === null ? [] : (['model'] as const)),
    ...(regions === null ? [] : (['region'] as const)),
    ...(topicIds === null ? [] : (['topic_id'] as const)),
    ...(branded === null ? [] : (['branded'] as const)),
    ...(promptCondition === undefined ? [] : (['tag'] as const)),
  ]
}

type VisitSource = Awaited<ReturnType<typeof readVisits>>

async function readGoals(window: Window, visits: VisitSource) {
  const goals = await listGoals(window, window.scope.brand.id)
  const since = visits?.total.goalsSince ?? null
  const rows = since === null || goals.length === 0 ? [] : await readConversions(window)
  const currencies = new Set(goals.flatMap(({ currency }) => currency ?? []))
  const currency = currencies.size === 1 ? [...currencies].join() : null
  const unitValues = new Map(goals.map(({ id, value }) => [id, value ?? 0]))
  const getValue = (of: readonly GoalPage[]) =>
    twoDecimals(sumBy(of, ({ goal_id, conversions }) => conversions * (unitValues.get(goal_id) ?? 0)))
  const daily = await window.dailyVisits()
  const list = goals.map(({ id, name, value, currency: ofGoal, created_at }) => {
    const conversions = rows.find(({ goal_id }) => goal_id === id)?.goal_conversions ?? 0
    const start = [since ?? '', created_at.toISOString().slice(0, 10)].reduce((a, b) => (a > b ? a : b))
    const counted = sumBy(daily, (day) => (since !== null && day.date >= start ? day.visits : 0))
    const limits = conversions > counted ? null : wilson(conversions, counted)
    return {
      goal_id: id,
      name,
      conversions,
      visits: counted,
      rate_pct: limits && ratioPct(conversions, counted),
      interval: formatInterval(limits && { ...limits, level: 0.95, method: 'wilson' }, 100),
      value: value === null ? null : twoDecimals(value * conversions),
      currency: ofGoal,
    }
  })
  return {
    list,
    isMeasured: since !== null && goals.length > 0,
    since,
    currency,
    conversions: sumBy(list, ({ conversions }) => conversions),
    value: currency === null ? null : twoDecimals(sumBy(list, ({ value }) => value ?? 0)),
    pages: new Map(
      [...Map.groupBy(rows, ({ path }) => path)].map(([path, of]) => [
        path,
        { conversions: sumBy(of, ({ conversions }) => conversions), value: getValue(of) },
      ]),
    ),
  }
}
