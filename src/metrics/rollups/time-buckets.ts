/** Time buckets: the counters of a day or ISO week that a trend shows, per segment and, as segment 0, in total. */
import { sql } from 'kysely'
import { daysInScope, isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import { maxScoreMilli } from '../../answers/visibility-score.ts'
import type { Context } from '../../core/context.ts'
import { dayAfter, dayBefore, daysAfter, earlier, mondayOf } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { type Grain, recordOf, type TimeBucket } from '../rollup-rows.ts'
import { sumBy } from '../statistics/basket.ts'
import { addCell, addTo, noStrata, type Strata } from '../statistics/strata.ts'
import { readPromptNumbers, readSegments, type Segment } from './dimension-ids.ts'
import { eachRow, keysOf, packKeys, RowSums } from './packed-rows.ts'
import { bucketCounters, eachPromptRow, readPromptRollups } from './prompt-rollups.ts'
import { numberOf, promptOf, rowKey } from './row-keys.ts'
import { daysWithAnswers } from './running-totals.ts'

/** Recomputes the buckets that contain one of the days, from the per-prompt rollups. */
export async function writeTimeBuckets(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  const days = new Set(changedDays)
  for (const monday of new Set(changedDays.map(mondayOf))) {
    const sunday = daysAfter(monday, 6)
    await sql`
      delete from time_buckets where brand_id = ${brandId} and (
        grain = 'week' and start = ${monday}::date
        or grain = 'day' and start = any(${changedDays.filter((day) => mondayOf(day) === monday)}::date[])
      )`.execute(tx.db)
    const ofWeek = await readPromptRollups(tx, { brand: { id: brandId, name: '' }, from: monday, to: sunday })
    for (const { day, packed } of ofWeek)
      if (days.has(day)) await insertBuckets(tx, brandId, 'day', day, [packed])
    await insertBuckets(
      tx,
      brandId,
      'week',
      monday,
      ofWeek.map(({ packed }) => packed),
    )
  }
}

/** Inserts a bucket per segment, and their total as segment 0. `days`: the packed per-prompt rollups of each day. */
async function insertBuckets(
  tx: Context,
  brandId: string,
  grain: Grain,
  start: string,
  days: Buffer[],
): Promise<void> {
  if (days.length === 0) return
  const bySegment = new Map<number, BucketSums>()
  addDays(days, (segment) => {
    const known = bySegment.get(segment)
    if (known) return known
    const sums = new BucketSums()
    bySegment.set(segment, sums)
    return sums
  })
  const all = new BucketSums()
  const rows = [...bySegment].map(([segment, sums]) => {
    const row = sums.toRow()
    all.addBucket(row)
    return { segment, ...row }
  })
  await tx.db
    .insertInto('time_buckets')
    .values(
      [{ segment: 0, ...all.toRow() }, ...rows].map(({ score_strata, ...row }) => ({
        brand_id: brandId,
        grain,
        start,
        score_strata: JSON.stringify(score_strata),
        ...row,
      })),
    )
    .execute()
}

const counts = ['answers', 'named', 'mentions', 'own_citations', 'score_milli'] as const
type Counts = Record<(typeof counts)[number], number>
type Row = Counts & { score_strata: Strata; segments: Buffer; prompts: Buffer; entity_scores: Buffer }

const columnOf = (name: (typeof bucketCounters)[number]) => bucketCounters.indexOf(name)
const answersColumn = columnOf('answers')
const scoreColumn = columnOf('score_milli')
const squaresColumn = columnOf('score_milli_squared')

/** Adds up a bucket. */
class BucketSums {
  /** In the order of `bucketCounters`. */
  readonly #sums = new Float64Array(bucketCounters.length)
  readonly strata = noStrata()
  readonly segments = new Set<number>()
  readonly prompts = new Set<number>()
  /** Indexed by the entity's number. */
  readonly entityScores: number[] = []

  get counts(): Counts {
    return recordOf(counts, (name) => this.#sums[columnOf(name)] ?? 0)
  }

  /** Adds all answers to a prompt from a segment: must be called once per prompt and segment. */
  addPromptRow(segment: number, prompt: number, values: Float64Array): void {
    const sums = this.#sums
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[column] ?? 0)
    const n = values[answersColumn] ?? 0
    const sum = values[scoreColumn] ?? 0
    addCell(this.strata, { n, sum, sumSquares: values[squaresColumn] ?? 0 }, maxScoreMilli)
    this.prompts.add(prompt)
    this.segments.add(segment)
  }

  addScore(entity: number, score: number): void {
    this.entityScores[entity] = (this.entityScores[entity] ?? 0) + score
  }

  /** Adds a stored bucket, which must not share segments with those added before. */
  addBucket({ score_strata, segments, prompts, entity_scores, ...row }: Row): void {
    for (const name of counts) this.#sums[columnOf(name)] = (this.#sums[columnOf(name)] ?? 0) + row[name]
    addTo(this.strata, score_strata)
    for (const segment of keysOf(segments)) this.segments.add(segment)
    for (const prompt of keysOf(prompts)) this.prompts.add(prompt)
    eachRow(entity_scores, 1, (entity, [score = 0]) => this.addScore(entity, score))
  }

  toRow(): Row {
    const scores = new RowSums(1)
    for (const [entity, score = 0] of this.entityScores.entries()) scores.add(entity, [score])
    return {
      ...this.counts,
      score_strata: this.strata,
      segments: packKeys(this.segments),
      prompts: packKeys(this.prompts),
      entity_scores: scores.pack(),
    }
  }
}

/** Adds packed per-prompt rollups to buckets. `bucketOf` returns the bucket of a segment, or undefined to skip the segment. */
function addDays(days: readonly Buffer[], bucketOf: (segment: number) => BucketSums | undefined): void {
  const score = (segment: number, _: number, entity: number, score: number) =>
    bucketOf(segment)?.addScore(entity, score)
  const [only, ...more] = days
  if (only && more.length === 0) {
    eachPromptRow(only, {
      row: (segment, prompt, sums) => bucketOf(segment)?.addPromptRow(segment, prompt, sums),
      score,
    })
    return
  }
  const rows = new RowSums(bucketCounters.length)
  for (const packed of days)
    eachPromptRow(packed, { row: (segment, prompt, sums) => rows.add(rowKey(prompt, segment), sums), score })
  rows.each((key, sums) => bucketOf(numberOf(key))?.addPromptRow(numberOf(key), promptOf(key), sums))
}

/** By the first day of the bucket. */
type Buckets = Map<string, BucketSums>
type Segments = ReadonlyMap<number, Segment>

/** See `readSeries` in rollups.ts. */
export async function readTimeBuckets(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  entities: readonly number[],
): Promise<TimeBucket[]> {
  const segments = await readSegments(ctx, scope)
  const { whole, partial } = isByPrompt(scope)
    ? { whole: null, partial: [scope] }
    : grain === 'week'
      ? splitWeeks(scope)
      : { whole: scope, partial: [] }
  const buckets: Buckets = new Map()
  if (whole) await addStored(ctx, whole, grain, segments, buckets)
  for (const part of partial) await addFromPrompts(ctx, part, grain, segments, buckets)
  const ascending = [...buckets]
    .filter(([, { counts }]) => counts.answers > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const pause = timeSlicer()
  const all: TimeBucket[] = []
  for (const [start, sums] of ascending) {
    all.push(toTimeBucket(start, sums, segments, entities))
    await pause()
  }
  return all
}

/** Adds stored buckets. */
async function addStored(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  segments: Segments,
  buckets: Buckets,
): Promise<void> {
  const chosen = isBySegment(scope) ? [...segments.keys()] : [0]
  const { rows } = await sql<Row & { start: string }>`
    select start, answers, named, mentions, own_citations, score_milli, score_strata, segments, prompts, entity_scores
    from time_buckets
    where brand_id = ${scope.brand.id} and grain = ${grain} and segment = any(${chosen}::smallint[])
      and ${daysInScope(scope, 'start')}`.execute(ctx.db)
  const pause = timeSlicer()
  for (const { start, ...row } of rows) {
    bucketAt(buckets, start).addBucket(row)
    await pause()
  }
}

/** Bounds the memory that a long history takes. */
const weeksPerBatch = 26

/** Adds buckets that are not stored, from per-prompt rollups: those of a filter on prompts, or of part of a week. */
async function addFromPrompts(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  segments: Segments,
  buckets: Buckets,
): Promise<void> {
  const { brand } = scope
  const prompts = isByPrompt(scope) ? await readPromptNumbers(ctx, scope) : null
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(start) as first, max(start) as last from time_buckets
    where ${daysWithAnswers(brand.id)} and ${daysInScope(scope, 'start')}`.execute(ctx.db)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return
  const pause = timeSlicer()
  for (let from = first; from <= last; ) {
    const to = earlier(daysAfter(mondayOf(from), 7 * weeksPerBatch - 1), last)
    const days = await readPromptRollups(ctx, { brand, from, to }, prompts?.keys())
    const starts = Map.groupBy(days, ({ day }) => (grain === 'day' ? day : mondayOf(day)))
    for (const [start, parts] of starts) {
      const bucket = bucketAt(buckets, start)
      addDays(
        parts.map(({ packed }) => packed),
        (segment) => (segments.has(segment) ? bucket : undefined),
      )
      await pause()
    }
    from = dayAfter(to)
  }
}

function bucketAt(buckets: Buckets, start: string): BucketSums {
  const known = buckets.get(start)
  if (known) return known
  const sums = new BucketSums()
  buckets.set(start, sums)
  return sums
}

function toTimeBucket(
  start: string,
  sums: BucketSums,
  segments: Segments,
  entities: readonly number[],
): TimeBucket {
  const models = [...sums.segments].flatMap((number) => {
    const segment = segments.get(number)
    return segment ? [`${segment.platform} ${segment.model}`] : []
  })
  return {
    start,
    ...sums.counts,
    score_strata: sums.strata,
    prompts: sums.prompts.size,
    prompts_key: packKeys(sums.prompts).toString('base64'),
    models: [...new Set(models)].sort(),
    entity_score_milli: sumBy(entities, (entity) => sums.entityScores[entity] ?? 0),
  }
}

/** Splits a scope into its whole weeks and the partial weeks at its edges. */
function splitWeeks(scope: Scope): { whole: Scope | null; partial: Scope[] } {
  const { from, to } = scope
  const cutAtStart = from !== null && mondayOf(from) !== from
  const cutAtEnd = to !== null && mondayOf(dayAfter(to)) === mondayOf(to)
  if (from !== null && to !== null && mondayOf(from) === mondayOf(to) && (cutAtStart || cutAtEnd))
    return { whole: null, partial: [scope] }
  const start = cutAtStart ? daysAfter(mondayOf(from), 7) : from
  const end = cutAtEnd ? dayBefore(mondayOf(to)) : to
  return {
    whole: { ...scope, from: start, to: end },
    partial: [
      ...(cutAtStart && start !== null ? [{ ...scope, to: dayBefore(start) }] : []),
      ...(cutAtEnd ? [{ ...scope, from: mondayOf(to) }] : []),
    ],
  }
}
