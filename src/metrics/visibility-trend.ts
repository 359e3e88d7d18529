/** The visibility of a brand by day or week, annotated with changes of models, prompts and platforms. */
import { sql } from 'kysely'
import { z } from 'zod'
import { daysInScope, isByPrompt, isOfCountedSurface, promptsInScope, type Scope } from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import { daysAfter, mondayOf } from '../core/days.ts'
import { invalid } from '../core/errors.ts'
import {
  BucketDate,
  CompetitorScore,
  Count,
  Granularity,
  GranularityParameter,
  MentionRate,
  Mentions,
  OwnCitations,
  ResultCount,
  SameScore,
  Score,
} from './fields.ts'
import { defineMetric } from './metrics.ts'
import type { Grain, TimeBucket } from './rollup-rows.ts'
import { readSeries, type Window } from './rollups.ts'
import {
  describeMetric,
  MetricHeader,
  meanScore,
  metricHeader,
  ratioPct,
  ScoreInterval,
  scoreInterval,
} from './values.ts'

const Annotation = z.object({
  kind: z
    .enum(['model_changed', 'prompts_changed', 'platforms_changed', 'partial_run'])
    .describe('Kind of difference from the previous bucket.'),
  note: z.string().describe('The difference, as a sentence.'),
})

const VisibilityTrend = z
  .object({
    ...MetricHeader,
    granularity: Granularity,
    buckets: z.array(
      z.object({
        date: BucketDate,
        result_count: ResultCount,
        avg_visibility_score: Score,
        ai_visibility_score: SameScore,
        interval: ScoreInterval,
        mention_rate_pct: MentionRate,
        total_mentions: Mentions,
        total_citations: OwnCitations,
        avg_competitor_score: CompetitorScore,
        prompt_count: Count.describe('Prompts with at least one answer.'),
        annotations: z.array(Annotation).describe('Differences from the previous bucket with answers.'),
      }),
    ),
  })
  .meta({ id: 'VisibilityTrend' })

/** Ten years of days. */
const maxFilledDays = 3_660

export const visibilityTrend = defineMetric({
  summary: 'Get the visibility trend',
  whenToUse:
    'Answers "how did visibility develop?" with a value per day or week, and notes on what else changed, such as a new model. For one total use get_visibility_summary.',
  description: describeMetric(
    ['visibility_score', 'mention_rate'],
    'Each bucket averages its own answers.',
    'A day or week without answers is omitted, or null with `fill=true`. A week at an edge of the window includes only its days within the window.',
  ),
  query: {
    granularity: GranularityParameter,
    fill: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: include buckets without answers, with null values.'),
  },
  returns: VisibilityTrend,
  read,
})

type Query = { granularity: Grain; fill: 'true' | 'false' }

async function read(window: Window, { granularity, fill }: Query): Promise<z.input<typeof VisibilityTrend>> {
  const { scope } = window
  const competitors = (await listEntities(window, 'competitors', scope.brand.id)).map(({ number }) => number)
  const failed = await countFailed(window, granularity)
  const buckets: Bucket[] = []
  let previous: TimeBucket | undefined
  for (const counters of await readSeries(window, granularity, competitors)) {
    const changes = previous ? changeNotes(previous, counters) : []
    const failures = failureNotes(counters.answers, failed.get(counters.start) ?? 0)
    buckets.push(toBucket(counters, competitors.length, [...changes, ...failures]))
    previous = counters
  }
  return {
    ...metricHeader(scope),
    granularity,
    buckets: fill === 'true' ? fillGaps(buckets, scope, granularity) : buckets,
  }
}

function toBucket(counters: TimeBucket, competitors: number, annotations: Note[]): Bucket {
  const { answers } = counters
  const score = meanScore(counters.score_milli, answers)
  return {
    date: counters.start,
    result_count: answers,
    avg_visibility_score: score,
    ai_visibility_score: score,
    interval: scoreInterval(counters.score_strata),
    mention_rate_pct: ratioPct(counters.named, answers),
    total_mentions: counters.mentions,
    total_citations: counters.own_citations,
    avg_competitor_score: meanScore(counters.entity_score_milli, answers * competitors),
    prompt_count: counters.prompts,
    annotations,
  }
}

type Bucket = z.input<typeof VisibilityTrend>['buckets'][number]
type Note = z.input<typeof Annotation>

/** Describes what differs from the previous bucket with answers. */
function changeNotes(previous: TimeBucket, current: TimeBucket): Note[] {
  const newModels = current.models.filter((model) => !previous.models.includes(model))
  // The first model of a new platform is not a change of model.
  const changed = newModels.filter((model) =>
    previous.models.some((other) => platformOf(other) === platformOf(model)),
  )
  const notes: [Note['kind'], string | false | null][] = [
    [
      'model_changed',
      changed.length > 0 &&
        `Answered by ${changed.map(describeModel).join(', ')} for the first time since the previous bucket.`,
    ],
    [
      'prompts_changed',
      current.prompt_set !== previous.prompt_set &&
        `Answers to ${prompts(current.prompts)}, before to ${previous.prompts}; the set of prompts differs.`,
    ],
    ['platforms_changed', platformChange(previous, current)],
  ]
  return notes.flatMap(([kind, note]) => (note ? { kind, note } : []))
}

const failureNotes = (answers: number, failed: number): Note[] =>
  failed === 0
    ? []
    : [
        {
          kind: 'partial_run',
          note: `${failed} of ${failed + answers} queries failed and are not counted.`,
        },
      ]

/** Null when the same platforms answered. */
function platformChange(previous: TimeBucket, current: TimeBucket): string | null {
  const before = new Set(previous.models.map(platformOf))
  const now = new Set(current.models.map(platformOf))
  const added = [...now].filter((platform) => !before.has(platform))
  const removed = [...before].filter((platform) => !now.has(platform))
  if (added.length + removed.length === 0) return null
  const listed = (platforms: string[]) => platforms.join(', ') || 'none'
  return `Platforms that answered in this bucket only: ${listed(added)}; in the previous bucket only: ${listed(removed)}.`
}

const platformOf = (model: string) => model.split(' ')[0] ?? model
const describeModel = (model: string) =>
  model.slice(model.indexOf(' ') + 1) || `${platformOf(model)} (model not named)`
const prompts = (count: number) => (count === 1 ? '1 prompt' : `${count} prompts`)

/** Counts failed queries by day or week. There are few, so no rollup counts them. */
export async function countFailed({ db, scope }: Window, grain: Grain): Promise<Map<string, number>> {
  const { brand, platforms, models, regions } = scope
  // A failed query has no model, so with a filter on models it is unknown which failures count.
  if (models !== null) return new Map()
  const { rows } = await sql<{ start: string; failed: number }>`
    select date_trunc(${grain}, day)::date as start, count(*) as failed from answers
    where brand_id = ${brand.id} and status = 'failed' and ${isOfCountedSurface(brand.id)} and ${daysInScope(scope, 'day')}
      and ${platforms === null ? sql`true` : sql`platform = any(${platforms}::text[])`}
      and ${regions === null ? sql`true` : sql`region = any(${regions}::text[])`}
      and ${isByPrompt(scope) ? sql`prompt_id in (${promptsInScope(scope)})` : sql`true`}
    group by 1`.execute(db)
  return new Map(rows.map(({ start, failed }) => [start, failed]))
}

/** Adds an empty bucket for each day or week without answers. Throws `invalid_request` for a window of too many days. */
function fillGaps(buckets: Bucket[], { from, to }: Scope, grain: Grain): Bucket[] {
  const first = from ?? buckets[0]?.date
  const last = to ?? buckets.at(-1)?.date
  if (first === undefined || last === undefined) return buckets
  if (last > daysAfter(first, maxFilledDays))
    throw invalid('fill', `takes windows of at most ${maxFilledDays} days`)
  const byDate = new Map(buckets.map((each) => [each.date, each]))
  const all: Bucket[] = []
  const step = grain === 'day' ? 1 : 7
  for (let date = grain === 'day' ? first : mondayOf(first); date <= last; date = daysAfter(date, step))
    all.push(byDate.get(date) ?? emptyBucket(date))
  return all
}

const emptyBucket = (date: string): Bucket => ({
  date,
  result_count: 0,
  avg_visibility_score: null,
  ai_visibility_score: null,
  interval: null,
  mention_rate_pct: null,
  total_mentions: 0,
  total_citations: 0,
  avg_competitor_score: null,
  prompt_count: 0,
  annotations: [],
})
