/** The visibility of a brand day by day or week by week, with what may have moved it besides the brand. */
import { sql } from 'kysely'
import { z } from 'zod'
import { daysInScope, isByPrompt, isOfCountedSurface, promptsInScope, type Scope } from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { daysAfter, mondayOf } from '../core/days.ts'
import { invalid } from '../core/errors.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { defineMetric } from './metric.ts'
import { memoize } from './rollups/cache.ts'
import { readWindow, type Snapshot } from './rollups/snapshot.ts'
import { type Grain, readSeries, type TimeBucket } from './rollups/time-buckets.ts'
import {
  Count,
  describeMetric,
  IntervalRecord,
  MentionRate,
  Mentions,
  MetricHeader,
  meanScore,
  metricHeader,
  Pct,
  ratioPct,
  Score,
  scoreInterval,
} from './values.ts'

const Annotation = z.object({
  kind: z.enum(['model_changed', 'prompts_changed', 'platforms_changed', 'partial_run']),
  note: z.string(),
})

const VisibilityTrend = z
  .object({
    ...MetricHeader,
    granularity: z.enum(['day', 'week']),
    buckets: z.array(
      z.object({
        date: z.iso.date().describe('The day, or the Monday of the ISO week.'),
        result_count: Count,
        avg_visibility_score: Score,
        ai_visibility_score: Pct.describe('The same as avg_visibility_score.'),
        interval: IntervalRecord.describe('Of avg_visibility_score.'),
        mention_rate_pct: MentionRate,
        total_mentions: Mentions,
        total_citations: Count.describe("Citations of the brand's own domains."),
        avg_competitor_score: Pct.describe(
          'Mean of the scores of the tracked competitors; null without any.',
        ),
        prompt_count: Count,
        annotations: z.array(Annotation).describe('Against the bucket before that has answers.'),
      }),
    ),
  })
  .meta({ id: 'VisibilityTrend' })

/** Ten years of days. */
const mostFilled = 3_660

export const visibilityTrend = defineMetric({
  summary: 'Follow the visibility of a brand over time',
  description: describeMetric(
    ['visibility_score', 'mention_rate'],
    'Each bucket is the plain mean over its own answers. Mention rate: answers that name the brand / answers.',
    'A day or week without answers is absent, or null with `fill=true`. A week cut by the window holds only its days within.',
  ),
  query: {
    granularity: z.enum(['day', 'week']).default('day'),
    fill: z.enum(['true', 'false']).default('false'),
  },
  returns: VisibilityTrend,
  read,
})

function read(
  ctx: Context,
  scope: Scope,
  { granularity, fill }: { granularity: Grain; fill: 'true' | 'false' },
): Promise<z.input<typeof VisibilityTrend>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const rivals = (await listEntities(at, 'competitors', scope.brand.id)).map(({ number }) => number)
    const failed = await countFailed(at, scope, granularity)
    const { name } = scope.brand
    return memoize(at, scope, ['trend', granularity, fill, rivals, name, [...failed]], async () => {
      const spans = await readBuckets(at, scope, granularity, rivals)
      const shown = spans.map(({ changes, ...span }) => ({
        ...span,
        annotations: [...changes, ...failures(span, failed.get(span.date) ?? 0)],
      }))
      return {
        ...metricHeader(scope),
        granularity,
        buckets: fill === 'true' ? filled(shown, scope, granularity) : shown,
      }
    })
  })
}

/** What the sums alone say: questions also fail while no sum changes. */
function readBuckets(at: Snapshot, scope: Scope, granularity: Grain, rivals: number[]) {
  return memoize(at, scope, ['spans', granularity, rivals], async () => {
    const rest = timeSlicer()
    const made = []
    let before: TimeBucket | undefined
    for (const span of await readSeries(at, scope, granularity, rivals)) {
      made.push({ ...bucket(span, rivals.length), changes: changesSince(before, span) })
      before = span
      await rest()
    }
    return made
  })
}

function bucket(span: TimeBucket, rivals: number) {
  const { answers } = span
  const score = meanScore(span.score_milli, answers)
  return {
    date: span.start,
    result_count: answers,
    avg_visibility_score: score,
    ai_visibility_score: score,
    interval: scoreInterval(span.score_strata),
    mention_rate_pct: ratioPct(span.named, answers),
    total_mentions: span.mentions,
    total_citations: span.own_citations,
    avg_competitor_score: meanScore(span.rival_score_milli, answers * rivals),
    prompt_count: span.prompts,
  }
}

type Note = z.input<typeof Annotation>

function changesSince(before: TimeBucket | undefined, span: TimeBucket): Note[] {
  if (!before) return []
  const arrived = span.models.filter((model) => !before.models.includes(model))
  // A platform that was not asked before is no change of model.
  const changed = arrived.filter((model) =>
    before.models.some((other) => platformIn(other) === platformIn(model)),
  )
  const platforms = platformChange(before, span)
  const notes: [Note['kind'], string | false | null][] = [
    [
      'model_changed',
      changed.length > 0 &&
        `Answered by ${changed.map(describeModel).join(', ')} for the first time since the bucket before.`,
    ],
    [
      'prompts_changed',
      span.prompts_key !== before.prompts_key &&
        `Answers to ${prompts(span.prompts)}; ${before.prompts} before, not the same ones.`,
    ],
    ['platforms_changed', platforms],
  ]
  return notes.flatMap(([kind, note]) => (note ? { kind, note } : []))
}

const failures = ({ result_count }: { result_count: number }, failed: number): Note[] =>
  failed === 0
    ? []
    : [
        {
          kind: 'partial_run',
          note: `${failed} of ${failed + result_count} questions failed and are not counted.`,
        },
      ]

/** In words; null when the same ones answered. */
function platformChange(before: TimeBucket, now: TimeBucket): string | null {
  const [earlier, current] = [before, now].map((span) => new Set(span.models.map(platformIn)))
  if (!earlier || !current) return null
  const come = [...current].filter((platform) => !earlier.has(platform))
  const gone = [...earlier].filter((platform) => !current.has(platform))
  if (come.length + gone.length === 0) return null
  const listed = (platforms: string[]) => platforms.join(', ') || 'none'
  return `Platforms that answered in this bucket only: ${listed(come)}; in the bucket before only: ${listed(gone)}.`
}

const platformIn = (model: string) => model.split(' ')[0] ?? model
const describeModel = (model: string) =>
  model.slice(model.indexOf(' ') + 1) || `${platformIn(model)} (model not named)`
const prompts = (count: number) => (count === 1 ? '1 prompt' : `${count} prompts`)

/** Failed questions by day or week; there are few, so they are counted as they are. */
export async function countFailed(ctx: Context, scope: Scope, grain: Grain): Promise<Map<string, number>> {
  const { brand, platforms, models, regions } = scope
  // What failed has no model, so a filter on models cannot say whose failures these are.
  if (models !== null) return new Map()
  const { rows } = await sql<{ start: string; failed: number }>`
    select date_trunc(${grain}, day)::date as start, count(*) as failed from answers
    where brand_id = ${brand.id} and status = 'failed' and ${isOfCountedSurface(brand.id)} and ${daysInScope(scope, 'day')}
      and ${platforms === null ? sql`true` : sql`platform = any(${platforms}::text[])`}
      and ${regions === null ? sql`true` : sql`region = any(${regions}::text[])`}
      and ${isByPrompt(scope) ? sql`prompt_id in (${promptsInScope(scope)})` : sql`true`}
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ start, failed }) => [start, failed]))
}

type Bucket = z.input<typeof VisibilityTrend>['buckets'][number]

/** Throws `invalid_request` for more buckets than a chart or a table can hold. */
function filled(buckets: Bucket[], { from, to }: Scope, grain: Grain): Bucket[] {
  const first = from ?? buckets[0]?.date
  const last = to ?? buckets.at(-1)?.date
  if (first === undefined || last === undefined) return buckets
  if (last > daysAfter(first, mostFilled))
    throw invalid('fill', `takes windows of at most ${mostFilled} days`)
  const byDate = new Map(buckets.map((each) => [each.date, each]))
  const all: Bucket[] = []
  const step = grain === 'day' ? 1 : 7
  for (let date = grain === 'day' ? first : mondayOf(first); date <= last; date = daysAfter(date, step))
    all.push(byDate.get(date) ?? empty(date))
  return all
}

const empty = (date: string): Bucket => ({
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
