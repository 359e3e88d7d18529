/** The numbers of one brand in a report, read by the metrics of the API from one window. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { ActionWithResult, readActionsOfPeriod } from '../actions/action-table.ts'
import { answersInScope } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import { dayMs, daysAfter } from '../core/days.ts'
import { Timestamp } from '../core/fields.ts'
import { BucketDate, CompetitorId, Count, PromptId, Score } from '../metrics/fields.ts'
import { reportMetrics } from '../metrics/report-metrics.ts'
import type { Window } from '../metrics/rollups.ts'
import { listScoreLeads } from '../metrics/score-leads.ts'
import { ScoreInterval } from '../metrics/values.ts'
import { listOpportunities, OpportunityRecord, showOpportunity } from '../opportunities/opportunities.ts'
import { openStatuses } from '../opportunities/source-data.ts'

const listedSources = 15
const listedPrompts = 50
const listedOpportunities = 12
const listedPages = 10
const listedActions = 12
/** A brand can have 100 competitors, whose numbers of every day would be most of a snapshot. Charts show fewer. */
const listedTrends = 10
/** Longer periods show weeks. */
const maxDaysOfDays = 92

const Opportunity = OpportunityRecord.pick({
  id: true,
  title: true,
  description: true,
  type: true,
  impact: true,
  opportunity_score: true,
  status: true,
  prompt_id: true,
  prompt_text: true,
  certainty: true,
}).meta({ id: 'ReportedOpportunity' })

const Query = z
  .object({
    platform: z.enum(platforms),
    model_used: z.string().nullable().describe('Model as reported by the engine; null if it reported none.'),
    surface: z.enum(['consumer_ui', 'api', 'simulated']),
    backend: z.string().describe('API or scraper that answered.'),
    answers: Count,
  })
  .meta({ id: 'ReportedQuery' })

const Method = z
  .object({
    answers: z.array(Query).describe('Counted answers by platform, model and source.'),
    prompts: Count.describe('Prompts with counted answers.'),
    days: Count.describe('Days with counted answers.'),
    max_samples: Count.describe('Highest number of samples of one query.'),
    regions: z.array(z.string()).describe('Countries that prompts were run from.'),
  })
  .meta({ id: 'ReportMethod' })

const ExampleAnswer = z
  .object({
    answer_id: z.uuid(),
    prompt_id: PromptId,
    platform: z.enum(platforms),
    answered_at: Timestamp,
  })
  .meta({ id: 'ReportedAnswer' })

/** Each value averages the answers of several days, which end with its date. */
const averagedDays = 7

const Averages = z
  .object({
    buckets: z.array(z.object({ date: BucketDate, avg_visibility_score: Score, interval: ScoreInterval })),
    competitors: z.array(
      z.object({ date: BucketDate, competitor_id: CompetitorId, avg_visibility_score: Score }),
    ),
  })
  .nullable()
  .meta({
    id: 'ReportedAverages',
    description: `The scores of \`trend\` as averages of the ${averagedDays} days that end with \`date\`, without days before the period. Null if \`trend\` has weeks.`,
  })

const ScoreLead = z
  .object({
    competitor_id: z.uuid(),
    day: z.iso.date(),
    direction: z.enum(['up', 'down']).describe('`up`: the brand is ahead of the competitor now.'),
  })
  .meta({ id: 'ReportedLead' })

const Traffic = z
  .object({ funnel: reportMetrics.funnel.returns, calibration: reportMetrics.calibration.returns })
  .nullable()
  .meta({
    id: 'ReportedTraffic',
    description:
      'From citations to conversions, and citations compared with visits. Null if no source measured requests, visits, sessions or conversions.',
  })

export const BrandNumbers = z
  .object({
    id: z.uuid(),
    name: z.string(),
    domain: z.string(),
    summary: reportMetrics.summary.returns,
    trend: reportMetrics.trend.returns,
    averages: Averages,
    comparison: reportMetrics.comparison.returns,
    leads: z
      .array(ScoreLead)
      .describe('Established changes of who has the higher visibility score, in the period.'),
    sources: reportMetrics.sources.returns,
    prompts: reportMetrics.prompts.returns,
    traffic: Traffic,
    examples: z.array(ExampleAnswer).describe('The newest counted answer to each listed prompt.'),
    opportunities: z.object({
      done: z.array(Opportunity).describe('Set to done in the period.'),
      open: z.array(Opportunity).describe('Open when the report was created, highest score first.'),
    }),
    actions: z
      .array(ActionWithResult)
      .describe(
        'Actions whose experiment includes days of the period, as known when the report was created, newest first.',
      ),
    method: Method,
  })
  .meta({ id: 'ReportedBrand' })
export type BrandNumbers = z.output<typeof BrandNumbers>

export async function readBrandNumbers(window: Window, brand: Brand) {
  const prompts = await reportMetrics.prompts.read(window, {
    limit: listedPrompts,
    prompt_id: undefined,
    sort_by: 'visibility',
    order: 'desc',
  })
  const comparison = await reportMetrics.comparison.read(window, {})
  const ranked = comparison.competitors.slice(0, listedTrends).map(({ competitor_id }) => competitor_id)
  const granularity = lengthInDays(window) > maxDaysOfDays ? 'week' : 'day'
  const readTrend = async (trailingDays: number) => {
    const trend = await reportMetrics.trend.read(window, {
      granularity,
      fill: 'false',
      competitors: 'true',
      trailing_days: trailingDays,
      matched: 'false',
    })
    return {
      ...trend,
      competitors: trend.competitors.filter(({ competitor_id }) => ranked.includes(competitor_id)),
    }
  }
  return {
    id: brand.id,
    name: brand.name,
    domain: brand.domain,
    summary: await reportMetrics.summary.read(window, {}),
    trend: await readTrend(1),
    averages: granularity === 'day' ? await readTrend(averagedDays) : null,
    comparison,
    leads: await readLeads(window, brand),
    sources: await reportMetrics.sources.read(window, {
      limit: listedSources,
      sort_by: 'citations',
      order: 'desc',
    }),
    prompts,
    examples: await listExamples(
      window,
      prompts.prompts.map(({ prompt_id }) => prompt_id),
    ),
    opportunities: await readOpportunities(window),
    traffic: await readTraffic(window),
    actions: await readActionsOfPeriod(window, brand, { ...window.scope, limit: listedActions }),
    method: await readMethod(window),
  }
}

const lengthInDays = ({ scope: { from, to } }: Window): number =>
  from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** The last change of each lead. */
async function readLeads(window: Window, brand: Brand): Promise<z.input<typeof ScoreLead>[]> {
  const { from, to } = window.scope
  if (from === null || to === null) return []
  const leads = await listScoreLeads(window, brand.id, { from, to })
  const last = new Map(leads.map((lead) => [lead.entity, lead]))
  const competitors = await listEntities(window, 'competitors', brand.id)
  return competitors.flatMap(({ id, entity_no }) => {
    const lead = last.get(entity_no)
    return lead ? [{ competitor_id: id, day: lead.day, direction: lead.direction }] : []
  })
}

async function readTraffic(window: Window): Promise<z.input<typeof Traffic>> {
  const funnel = await reportMetrics.funnel.read(window, {
    limit: listedPages,
    sort_by: 'citations',
    order: 'desc',
  })
  const { citations: _, ...measured } = funnel.stages
  if (Object.values(measured).every((stage) => stage === null)) return null
  const { from, to } = window.scope
  const halfYear = to === null ? from : daysAfter(to, 1 - calibratedDays)
  const longer = await window.withScope({ ...window.scope, from: halfYear })
  return { funnel, calibration: await reportMetrics.calibration.read(longer, {}) }
}

/** The weeks of a monthly report are too few for a fit. */
const calibratedDays = 182

async function readOpportunities(window: Window): Promise<z.input<typeof BrandNumbers>['opportunities']> {
  const { brand, from, to } = window.scope
  const list = async (status: (typeof openStatuses)[number] | 'done', limit: number) =>
    (await listOpportunities(window, brand.id, { status, limit })).items
  const open = (await Promise.all(openStatuses.map((status) => list(status, listedOpportunities)))).flat()
  const done = (await list('done', 500)).filter(({ done_at }) => {
    const day = done_at?.toISOString().slice(0, 10) ?? ''
    return day >= (from ?? '') && day <= (to ?? '')
  })
  return {
    done: done.slice(0, listedOpportunities).map(showOpportunity),
    open: open
      .sort((a, b) => b.opportunity_score - a.opportunity_score || (a.id < b.id ? -1 : 1))
      .slice(0, listedOpportunities)
      .map(showOpportunity),
  }
}

async function readMethod(window: Window): Promise<z.input<typeof Method>> {
  const scope = answersInScope(window.scope)
  const { rows: answers } = await sql<z.input<typeof Query>>`
    select platform, nullif(model, '') as model_used, surface, backend, count(*)::int as answers
    from answers where ${scope} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(window.db)
  const { rows } = await sql<Omit<z.input<typeof Method>, 'answers'>>`
    select count(distinct prompt_id)::int as prompts, count(distinct day)::int as days,
      coalesce(max(sample), 0)::int as max_samples,
      coalesce(array_agg(distinct region) filter (where region <> ''), '{}') as regions
    from answers where ${scope}`.execute(window.db)
  const [totals] = rows
  if (!totals) throw new Error('An aggregate without groups returns one row')
  return { ...totals, answers }
}

async function listExamples(window: Window, promptIds: string[]): Promise<z.input<typeof ExampleAnswer>[]> {
  const { rows } = await sql<{ answer_id: string; prompt_id: string; platform: string; answered_at: Date }>`
    select distinct on (prompt_id) id as answer_id, prompt_id, platform, answered_at
    from answers where ${answersInScope(window.scope)} and prompt_id = any(${promptIds}::uuid[])
    order by prompt_id, answered_at desc, id desc`.execute(window.db)
  return rows.map((row) => ExampleAnswer.parse({ ...row, answered_at: row.answered_at.toISOString() }))
}
