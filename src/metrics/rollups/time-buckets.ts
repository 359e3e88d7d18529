/** Days and ISO weeks, each with all that a trend shows of it: kept for each segment, and for all together. */
import { sql } from 'kysely'
import { daysInScope, isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import { maxScoreMilli } from '../../answers/visibility-score.ts'
import type { Context } from '../../core/context.ts'
import { dayAfter, dayBefore, daysAfter, earlier, mondayOf } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { sumBy } from '../statistics/basket.ts'
import { addCell, addTo, noStrata, type Strata } from '../statistics/strata.ts'
import { keyIn, numberOf, promptOf, recordOf } from './counters.ts'
import { readPromptNumbers, readSegments, type Segment } from './dimension-ids.ts'
import { eachRow, keysOf, packKeys, RowSums } from './packed-rows.ts'
import { bucketCounters, eachCell, readPromptRollups } from './prompt-rollups.ts'
import { anyDay } from './running-totals.ts'

export type Grain = 'day' | 'week'

export type TimeBucket = {
  start: string
  answers: number
  named: number
  mentions: number
  own_citations: number
  score_milli: number
  score_strata: Strata
  prompts: number
  /** Other prompts have another key. */
  prompts_key: string
  /** `platform model` of each model that answered. */
  models: string[]
  rival_score_milli: number
}

/** Makes the spans anew that hold one of the days, from the lists of their days. */
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
    for (const { day, lists } of ofWeek)
      if (days.has(day)) await insertSpans(tx, brandId, 'day', day, [lists])
    await insertSpans(
      tx,
      brandId,
      'week',
      monday,
      ofWeek.map(({ lists }) => lists),
    )
  }
}

/** Of each segment, and of all under 0. */
async function insertSpans(
  tx: Context,
  brandId: string,
  grain: Grain,
  start: string,
  days: Buffer[],
): Promise<void> {
  if (days.length === 0) return
  const bySegment = new Map<number, SpanSums>()
  addLists(days, (segment) => {
    const known = bySegment.get(segment)
    if (known) return known
    const sums = new SpanSums()
    bySegment.set(segment, sums)
    return sums
  })
  const all = new SpanSums()
  const rows = [...bySegment].map(([segment, sums]) => {
    const row = sums.toRow()
    all.addRow(row)
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

/** What adds up to a span. */
class SpanSums {
  /** In the order of `spanSums`. */
  readonly #sums = new Float64Array(bucketCounters.length)
  readonly strata = noStrata()
  readonly segments = new Set<number>()
  readonly prompts = new Set<number>()
  /** By the number of the entity. */
  readonly entityScores: number[] = []

  get counts(): Counts {
    return recordOf(counts, (name) => this.#sums[columnOf(name)] ?? 0)
  }

  /** Of one prompt and segment, all at once. */
  addCell(segment: number, prompt: number, values: Float64Array): void {
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

  /** Of other segments. */
  addRow({ score_strata, segments, prompts, entity_scores, ...row }: Row): void {
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

/** Whose days these are, added up; `spanOf`: what the answers from a segment go to, if anything. */
function addLists(days: readonly Buffer[], spanOf: (segment: number) => SpanSums | undefined): void {
  const score = (segment: number, _: number, entity: number, score: number) =>
    spanOf(segment)?.addScore(entity, score)
  const [only, ...more] = days
  if (only && more.length === 0) {
    eachCell(only, {
      cell: (segment, prompt, sums) => spanOf(segment)?.addCell(segment, prompt, sums),
      score,
    })
    return
  }
  const cells = new RowSums(bucketCounters.length)
  for (const lists of days)
    eachCell(lists, { cell: (segment, prompt, sums) => cells.add(keyIn(prompt, segment), sums), score })
  cells.each((key, sums) => spanOf(numberOf(key))?.addCell(numberOf(key), promptOf(key), sums))
}

type Spans = Map<string, SpanSums>
type Segments = ReadonlyMap<number, Segment>

/**
 * The days or weeks of a scope that have answers, in their order. `rivals`: the numbers of the tracked competitors. A week
 * at an edge of the window holds only its days within.
 */
export async function readSeries(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  rivals: number[],
): Promise<TimeBucket[]> {
  const segments = await readSegments(ctx, scope)
  const { whole, ragged } = isByPrompt(scope)
    ? { whole: null, ragged: [scope] }
    : grain === 'week'
      ? wholeWeeks(scope)
      : { whole: scope, ragged: [] }
  const spans: Spans = new Map()
  if (whole) await addKept(ctx, whole, grain, segments, spans)
  for (const part of ragged) await addDays(ctx, part, grain, segments, spans)
  const inOrder = [...spans]
    .filter(([, { counts }]) => counts.answers > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const rest = timeSlicer()
  const all: TimeBucket[] = []
  for (const [start, sums] of inOrder) {
    all.push(shown(start, sums, segments, rivals))
    await rest()
  }
  return all
}

async function addKept(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  segments: Segments,
  spans: Spans,
): Promise<void> {
  const chosen = isBySegment(scope) ? [...segments.keys()] : [0]
  const { rows } = await sql<Row & { start: string }>`
    select start, answers, named, mentions, own_citations, score_milli, score_strata, segments, prompts, entity_scores
    from time_buckets
    where brand_id = ${scope.brand.id} and grain = ${grain} and segment = any(${chosen}::smallint[])
      and ${daysInScope(scope, 'start')}`.execute(ctx.db)
  const rest = timeSlicer()
  for (const { start, ...row } of rows) {
    spanAt(spans, start).addRow(row)
    await rest()
  }
}

/** As many weeks as are read at once, so that a long history does not have to fit into memory. */
const weeksAtOnce = 26

/** From the lists of the days themselves: what a filter on prompts, or a week that is cut, leaves of them. */
async function addDays(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  segments: Segments,
  spans: Spans,
): Promise<void> {
  const { brand } = scope
  const prompts = isByPrompt(scope) ? await readPromptNumbers(ctx, scope) : null
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(start) as first, max(start) as last from time_buckets
    where ${anyDay(brand.id)} and ${daysInScope(scope, 'start')}`.execute(ctx.db)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return
  const rest = timeSlicer()
  for (let from = first; from <= last; ) {
    const to = earlier(daysAfter(mondayOf(from), 7 * weeksAtOnce - 1), last)
    const days = await readPromptRollups(ctx, { brand, from, to }, prompts?.keys())
    const starts = Map.groupBy(days, ({ day }) => (grain === 'day' ? day : mondayOf(day)))
    for (const [start, parts] of starts) {
      const span = spanAt(spans, start)
      addLists(
        parts.map(({ lists }) => lists),
        (segment) => (segments.has(segment) ? span : undefined),
      )
      await rest()
    }
    from = dayAfter(to)
  }
}

function spanAt(spans: Spans, start: string): SpanSums {
  const known = spans.get(start)
  if (known) return known
  const sums = new SpanSums()
  spans.set(start, sums)
  return sums
}

function shown(start: string, sums: SpanSums, segments: Segments, rivals: number[]): TimeBucket {
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
    rival_score_milli: sumBy(rivals, (entity) => sums.entityScores[entity] ?? 0),
  }
}

/** The weeks that lie whole in the scope, and what there is of the weeks at its edges. */
function wholeWeeks(scope: Scope): { whole: Scope | null; ragged: Scope[] } {
  const { from, to } = scope
  const cutAtStart = from !== null && mondayOf(from) !== from
  const cutAtEnd = to !== null && mondayOf(dayAfter(to)) === mondayOf(to)
  if (from !== null && to !== null && mondayOf(from) === mondayOf(to) && (cutAtStart || cutAtEnd))
    return { whole: null, ragged: [scope] }
  const start = cutAtStart ? daysAfter(mondayOf(from), 7) : from
  const end = cutAtEnd ? dayBefore(mondayOf(to)) : to
  return {
    whole: { ...scope, from: start, to: end },
    ragged: [
      ...(cutAtStart && start !== null ? [{ ...scope, to: dayBefore(start) }] : []),
      ...(cutAtEnd ? [{ ...scope, from: mondayOf(to) }] : []),
    ],
  }
}
