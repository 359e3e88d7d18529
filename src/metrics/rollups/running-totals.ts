/**
 * Running totals of all rows. The rows of a window of any length are the totals up to its last day minus the totals up to the
 * day before it: a few rows per segment, never one row per day.
 */
import { sql } from 'kysely'
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayBefore, nextStart, periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import {
  type EntityRow,
  type EntityTotals,
  entityCounters,
  promptCounters,
  type RollupRow,
  type RowKey,
  recordOf,
} from '../rollup-rows.ts'
import { readPromptNumbers, readSegments, type Segment } from './dimension-ids.ts'
import { RowSums } from './packed-rows.ts'
import { numberOf, promptOf } from './row-keys.ts'
import { insertRows, type PackedRows, type Part, RowBuilder, readPart, replaceRows } from './rows.ts'

/** Recomputes the month-to-date totals of each month with a changed day, from its first changed day on. */
export async function writeMonths(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  for (const [firstChanged] of byMonth(changedDays).values())
    if (firstChanged) await writeMonthToDate(tx, brandId, firstChanged)
}

/** Recomputes the totals before each month that follows a changed one. Runs after the months and the time buckets. */
export async function writeRunningTotals(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  const [earliest] = [...byMonth(changedDays).keys()].sort()
  if (earliest !== undefined) await writeTotalsBefore(tx, brandId, earliest)
}

const byMonth = (days: string[]) => Map.groupBy(days.toSorted(), (day) => periodStart('month', day))

/** Recomputes the month-to-date totals of `from` and of all later days of its month. */
async function writeMonthToDate(tx: Context, brandId: string, from: string): Promise<void> {
  const until = dayBefore(nextStart('month', from))
  const totals = new RowBuilder()
  const { rows: before } = await sql<PackedRows>`
    select segment, prompts, entities from rollup_rows
    where brand_id = ${brandId} and part = 'month' and day = (
      select max(day) from rollup_rows
      where brand_id = ${brandId} and part = 'month' and day >= ${periodStart('month', from)}::date and day < ${from}::date
    )`.execute(tx.db)
  for (const each of before) totals.add(each)
  const pause = timeSlicer()
  const packed: (PackedRows & { day: string })[] = []
  for (const [day, added] of await readPart(tx, brandId, 'day', { from, until })) {
    for (const each of added) totals.add(each)
    packed.push(...totals.pack().map((each) => ({ day, ...each })))
    await pause()
  }
  await replaceRows(tx, brandId, 'month', sql`day between ${from}::date and ${until}::date`, () => packed)
}

async function addPart(
  tx: Context,
  brandId: string,
  part: 'month' | 'before',
  day: string,
  totals: RowBuilder,
): Promise<void> {
  for (const rows of (await readPart(tx, brandId, part, { from: day, until: day })).values())
    for (const each of rows) totals.add(each)
}

/** Recomputes the totals before each month with answers that comes after `earliest`. */
async function writeTotalsBefore(tx: Context, brandId: string, earliest: string): Promise<void> {
  const { rows: months } = await sql<{ start: string; last: string; known: boolean }>`
    select
      start, last,
      exists (select 1 from rollup_rows where brand_id = ${brandId} and part = 'before' and day = start) as known
    from (
      select date_trunc('month', start)::date as start, max(start) as last from time_buckets
      where ${daysWithAnswers(brandId)} and start >= coalesce(
        (select max(start) from time_buckets where ${daysWithAnswers(brandId)} and start < ${earliest}::date), ${earliest}::date
      )
      group by 1
    ) months
    order by start`.execute(tx.db)
  // The totals before the earliest changed month are still correct if they exist.
  const lastUnchanged = months.find(({ start }) => start === earliest)?.known ? earliest : dayBefore(earliest)
  await sql`
    delete from rollup_rows where brand_id = ${brandId} and part = 'before' and day > ${lastUnchanged}::date`.execute(
    tx.db,
  )
  const totals = new RowBuilder()
  const firstChanged = months.findIndex(({ start }) => start > lastUnchanged)
  const before = months[firstChanged - 1]
  if (before) await addPart(tx, brandId, 'before', before.start, totals)
  for (const [index, { start }] of months.entries()) {
    const previous = months[index - 1]
    if (!previous || start <= lastUnchanged) continue
    await addPart(tx, brandId, 'month', previous.last, totals)
    await insertRows(
      tx,
      brandId,
      'before',
      totals.pack().map((each) => ({ day: start, ...each })),
    )
  }
}

/** Returns a row per prompt and segment with answers in the scope. `parts` replaces the running totals, to verify them. */
export async function readRollupRows(ctx: Context, scope: Scope, parts?: SignedPart[]): Promise<RollupRow[]> {
  const prompts = await readPromptNumbers(ctx, scope)
  const rows: RollupRow[] = []
  await sumSegments({ ctx, scope, column: 'prompts', parts }, (segment, sums) =>
    sums.each((prompt, values) => {
      const prompt_id = prompts.get(prompt)
      if (prompt_id !== undefined) rows.push(toRollupRow(toKey(prompt, prompt_id, segment), values))
    }),
  )
  return rows
}

/** Returns a row per prompt, segment and entity that an answer names or cites. `entities` limits them to these numbers. */
export async function readEntityRows(
  ctx: Context,
  scope: Scope,
  { entities, parts }: { entities?: readonly number[] | undefined; parts?: SignedPart[] | undefined } = {},
): Promise<EntityRow[]> {
  const prompts = await readPromptNumbers(ctx, scope)
  const wanted = entities && new Set(entities)
  const rows: EntityRow[] = []
  await sumSegments({ ctx, scope, column: 'entities', parts }, (segment, sums) =>
    sums.each((key, values) => {
      const prompt = promptOf(key)
      const entity = numberOf(key)
      const prompt_id = prompts.get(prompt)
      if (prompt_id !== undefined && (!wanted || wanted.has(entity)))
        rows.push(toEntityRow(toKey(prompt, prompt_id, segment), entity, values))
    }),
  )
  return rows
}

export async function readEntityTotals(ctx: Context, scope: Scope): Promise<EntityTotals[]> {
  const prompts = await readPromptNumbers(ctx, scope)
  const sums = new RowSums(entityCounters.length)
  await sumSegments({ ctx, scope, column: 'entities', parts: undefined }, (_, ofSegment) =>
    ofSegment.each((key, values) => {
      if (prompts.has(promptOf(key))) sums.add(numberOf(key), values)
    }),
  )
  const totals: EntityTotals[] = []
  sums.each((entity, values) =>
    totals.push({ entity, ...recordOf(entityCounters, (_, column) => values[column] ?? 0) }),
  )
  return totals
}

const toKey = (prompt: number, prompt_id: string, { number, platform, model, region }: Segment): RowKey => ({
  key: number * 2 ** 32 + prompt,
  prompt_id,
  platform,
  model,
  region,
})

/** The column of each counter in a packed row. */
const promptColumn = recordOf(promptCounters, (_, index) => index)
const entityColumn = recordOf(entityCounters, (_, index) => index)

// Object literals instead of a loop over the counters: a window has tens of thousands of rows.
const toRollupRow = ({ key, prompt_id, platform, model, region }: RowKey, sums: Float64Array): RollupRow => ({
  key,
  prompt_id,
  platform,
  model,
  region,
  answers: sums[promptColumn.answers] ?? 0,
  named: sums[promptColumn.named] ?? 0,
  cited: sums[promptColumn.cited] ?? 0,
  mentions: sums[promptColumn.mentions] ?? 0,
  own_citations: sums[promptColumn.own_citations] ?? 0,
  rank_sum: sums[promptColumn.rank_sum] ?? 0,
  rank_squares: sums[promptColumn.rank_squares] ?? 0,
  score_milli: sums[promptColumn.score_milli] ?? 0,
  score_milli_squared: sums[promptColumn.score_milli_squared] ?? 0,
  positive: sums[promptColumn.positive] ?? 0,
  neutral: sums[promptColumn.neutral] ?? 0,
  negative: sums[promptColumn.negative] ?? 0,
  citations: sums[promptColumn.citations] ?? 0,
  with_citations: sums[promptColumn.with_citations] ?? 0,
})

const toEntityRow = (
  { key, prompt_id, platform, model, region }: RowKey,
  entity: number,
  sums: Float64Array,
): EntityRow => ({
  key,
  prompt_id,
  platform,
  model,
  region,
  entity,
  named: sums[entityColumn.named] ?? 0,
  cited: sums[entityColumn.cited] ?? 0,
  mentions: sums[entityColumn.mentions] ?? 0,
  own_citations: sums[entityColumn.own_citations] ?? 0,
  rank_sum: sums[entityColumn.rank_sum] ?? 0,
  rank_squares: sums[entityColumn.rank_squares] ?? 0,
  score_milli: sums[entityColumn.score_milli] ?? 0,
  score_milli_squared: sums[entityColumn.score_milli_squared] ?? 0,
})

const widths = { prompts: promptCounters.length, entities: entityCounters.length }

type Read = { ctx: Context; scope: Scope; column: 'prompts' | 'entities'; parts: SignedPart[] | undefined }

/** Adds up the packed rows of each segment of the scope. */
async function sumSegments(
  { ctx, scope, column, parts }: Read,
  visit: (segment: Segment, sums: RowSums) => void,
): Promise<void> {
  const segments = await readSegments(ctx, scope)
  const summed = parts ?? (await partsOfWindow(ctx, scope))
  const { rows } = await sql<{ segment: number; sign: 1 | -1; packed: Buffer }>`
    select segment, sign, ${sql.ref(column)} as packed
    from rollup_rows
    join unnest(
      ${summed.map(({ sign }) => sign)}::int[], ${summed.map(({ part }) => part)}::text[], ${summed.map(({ day }) => day)}::date[]
    ) as summed (sign, part, day) using (part, day)
    where brand_id = ${scope.brand.id} and segment = any(${[...segments.keys()]}::smallint[])`.execute(ctx.db)
  const bySegment = Map.groupBy(rows, ({ segment }) => segment)
  const pause = timeSlicer()
  for (const [number, segment] of segments) {
    const sums = new RowSums(widths[column])
    for (const { packed, sign } of bySegment.get(number) ?? []) sums.addPacked(packed, sign)
    visit(segment, sums)
    await pause()
  }
}

/** Rows that are added to, or subtracted from, the rows of a window. */
export type SignedPart = { sign: 1 | -1; part: Part; day: string }

/** A window of few months is added up month by month, which avoids reading the totals of all earlier months twice. */
const fewMonths = 3

async function partsOfWindow(ctx: Context, { brand, from, to }: Scope): Promise<SignedPart[]> {
  const { rows } = await sql<{ last: string | null; before: string | null }>`
    select
      (select max(start) from time_buckets where ${daysWithAnswers(brand.id)} and (${to}::date is null or start <= ${to}::date)) as last,
      (select max(start) from time_buckets where ${daysWithAnswers(brand.id)} and start < ${from}::date) as before`.execute(
    ctx.db,
  )
  const { last = null, before = null } = rows[0] ?? {}
  if (last === null) return []
  if (before === null) return totalsThrough(last, 1)
  const { rows: months } = await sql<{ day: string }>`
    select max(start) as day from time_buckets
    where ${daysWithAnswers(brand.id)} and start between ${periodStart('month', before)}::date and ${last}::date
    group by date_trunc('month', start)`.execute(ctx.db)
  if (months.length > fewMonths) return [...totalsThrough(last, 1), ...totalsThrough(before, -1)]
  return [
    ...months.map(({ day }): SignedPart => ({ sign: 1, part: 'month', day })),
    { sign: -1, part: 'month', day: before },
  ]
}

const totalsThrough = (day: string, sign: 1 | -1): SignedPart[] => [
  { sign, part: 'month', day },
  { sign, part: 'before', day: periodStart('month', day) },
]

/** The condition that selects one row of `time_buckets` per day with answers. */
export const daysWithAnswers = (brandId: string) =>
  sql`brand_id = ${brandId} and grain = 'day' and segment = 0`
