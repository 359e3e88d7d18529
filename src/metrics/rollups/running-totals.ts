/**
 * Running sums of all cells. A window of any length is what is through its end less what is through the day before it
 * begins: a few rows for each segment, and never a row per day.
 */
import { sql } from 'kysely'
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayBefore, nextStart, periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import {
  type EntitySum,
  entityCounters,
  numberOf,
  type PromptSum,
  promptCounters,
  promptOf,
  recordOf,
} from './counters.ts'
import { readPromptNumbers, readSegments, type Segment } from './dimension-ids.ts'
import { RowSums } from './packed-rows.ts'
import { insertCells, type PackedRows, type Part, RowBuilder, readPart, writeCells } from './rows.ts'

/** Makes the running sums of months anew, from the first of the changed days on in every month that has one. */
export async function writeMonths(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  for (const [firstChanged] of byMonth(changedDays).values())
    if (firstChanged) await sumMonth(tx, brandId, firstChanged)
}

/** After these and the spans of days: the sums of everything before each month that comes after one that changed. */
export async function writeRunningTotals(tx: Context, brandId: string, changedDays: string[]): Promise<void> {
  const [earliest] = [...byMonth(changedDays).keys()].sort()
  if (earliest !== undefined) await sumBefore(tx, brandId, earliest)
}

const byMonth = (days: string[]) => Map.groupBy(days.toSorted(), (day) => periodStart('month', day))

/** Those of a month from `from` on: what is through the last day before it, and each day since. */
async function sumMonth(tx: Context, brandId: string, from: string): Promise<void> {
  const until = dayBefore(nextStart('month', from))
  const cells = new RowBuilder()
  const { rows: before } = await sql<PackedRows>`
    select segment, prompts, entities from rollup_rows
    where brand_id = ${brandId} and part = 'month' and day = (
      select max(day) from rollup_rows
      where brand_id = ${brandId} and part = 'month' and day >= ${periodStart('month', from)}::date and day < ${from}::date
    )`.execute(tx.db)
  for (const each of before) cells.add(each)
  const rest = timeSlicer()
  const packed: (PackedRows & { day: string })[] = []
  for (const [day, added] of await readPart(tx, brandId, 'day', { from, until })) {
    for (const each of added) cells.add(each)
    packed.push(...cells.pack().map((each) => ({ day, ...each })))
    await rest()
  }
  await writeCells(tx, brandId, 'month', sql`day between ${from}::date and ${until}::date`, () => packed)
}

async function addPart(
  tx: Context,
  brandId: string,
  part: 'month' | 'before',
  day: string,
  cells: RowBuilder,
): Promise<void> {
  for (const rows of (await readPart(tx, brandId, part, { from: day, until: day })).values())
    for (const each of rows) cells.add(each)
}

/** The sums of everything before each month that has answers, from the month after `earliest` on. */
async function sumBefore(tx: Context, brandId: string, earliest: string): Promise<void> {
  const { rows: months } = await sql<{ start: string; last: string; known: boolean }>`
    select
      start, last,
      exists (select 1 from rollup_rows where brand_id = ${brandId} and part = 'before' and day = start) as known
    from (
      select date_trunc('month', start)::date as start, max(start) as last from time_buckets
      where ${anyDay(brandId)} and start >= coalesce(
        (select max(start) from time_buckets where ${anyDay(brandId)} and start < ${earliest}::date), ${earliest}::date
      )
      group by 1
    ) months
    order by start`.execute(tx.db)
  // The sums before the earliest changed month are as they were, if it had any.
  const kept = months.find(({ start }) => start === earliest)?.known ? earliest : dayBefore(earliest)
  await sql`delete from rollup_rows where brand_id = ${brandId} and part = 'before' and day > ${kept}::date`.execute(
    tx.db,
  )
  const cells = new RowBuilder()
  const changed = months.findIndex(({ start }) => start > kept)
  const before = months[changed - 1]
  if (before) await addPart(tx, brandId, 'before', before.start, cells)
  for (const [index, { start }] of months.entries()) {
    const previous = months[index - 1]
    if (!previous || start <= kept) continue
    await addPart(tx, brandId, 'month', previous.last, cells)
    await insertCells(
      tx,
      brandId,
      'before',
      cells.pack().map((each) => ({ day: start, ...each })),
    )
  }
}

/** Where answers come from, and the prompt they are to; `place` is another number for each. */
export type RowKey = { place: number; prompt_id: string; platform: string; model: string; region: string }
export type RollupRow = RowKey & Record<PromptSum, number>
/** Of one entity in the answers of a cell. */
export type EntityRollupRow = RowKey & { entity: number } & Record<EntitySum, number>

/**
 * What a scope's answers sum up to: a cell for each prompt and segment that has some. `ends`: other sums than the running
 * ones, for whoever checks them.
 */
export async function readRollupRows(ctx: Context, scope: Scope, ends?: WindowEnd[]): Promise<RollupRow[]> {
  const prompts = await readPromptNumbers(ctx, scope)
  const cells: RollupRow[] = []
  await readWindow({ ctx, scope, column: 'prompts', ends }, (segment, sums) =>
    sums.each((prompt, values) => {
      const prompt_id = prompts.get(prompt)
      if (prompt_id !== undefined) cells.push(cellOf(placeOf(prompt, prompt_id, segment), values))
    }),
  )
  return cells
}

/** The same of each entity, or of the `entities` alone; nothing of one that no answer names or cites. */
export async function readEntityCells(
  ctx: Context,
  scope: Scope,
  { entities, ends }: { entities?: readonly number[]; ends?: WindowEnd[] | undefined } = {},
): Promise<EntityRollupRow[]> {
  const prompts = await readPromptNumbers(ctx, scope)
  const only = entities && new Set(entities)
  const cells: EntityRollupRow[] = []
  await readWindow({ ctx, scope, column: 'entities', ends }, (segment, sums) =>
    sums.each((key, values) => {
      const prompt = promptOf(key)
      const entity = numberOf(key)
      const prompt_id = prompts.get(prompt)
      if (prompt_id !== undefined && (!only || only.has(entity)))
        cells.push(entityCellOf(placeOf(prompt, prompt_id, segment), entity, values))
    }),
  )
  return cells
}

export type EntityTotals = { entity: number } & Record<EntitySum, number>

/** What all of a scope's answers together say of each entity that they name or cite. */
export async function readEntityTotals(ctx: Context, scope: Scope): Promise<EntityTotals[]> {
  const prompts = await readPromptNumbers(ctx, scope)
  const sums = new RowSums(entityCounters.length)
  await readWindow({ ctx, scope, column: 'entities', ends: undefined }, (_, ofSegment) =>
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

const placeOf = (
  prompt: number,
  prompt_id: string,
  { number, platform, model, region }: Segment,
): RowKey => ({
  place: number * 2 ** 32 + prompt,
  prompt_id,
  platform,
  model,
  region,
})

/** Where each sum stands in a packed row. */
const ofPrompt = recordOf(promptCounters, (_, index) => index)
const ofEntity = recordOf(entityCounters, (_, index) => index)

// One by one: tens of thousands of these are made for a window.
const cellOf = ({ place, prompt_id, platform, model, region }: RowKey, sums: Float64Array): RollupRow => ({
  place,
  prompt_id,
  platform,
  model,
  region,
  answers: sums[ofPrompt.answers] ?? 0,
  named: sums[ofPrompt.named] ?? 0,
  cited: sums[ofPrompt.cited] ?? 0,
  mentions: sums[ofPrompt.mentions] ?? 0,
  own_citations: sums[ofPrompt.own_citations] ?? 0,
  rank_sum: sums[ofPrompt.rank_sum] ?? 0,
  rank_squares: sums[ofPrompt.rank_squares] ?? 0,
  score_milli: sums[ofPrompt.score_milli] ?? 0,
  score_milli_squared: sums[ofPrompt.score_milli_squared] ?? 0,
  positive: sums[ofPrompt.positive] ?? 0,
  neutral: sums[ofPrompt.neutral] ?? 0,
  negative: sums[ofPrompt.negative] ?? 0,
  citations: sums[ofPrompt.citations] ?? 0,
  with_citations: sums[ofPrompt.with_citations] ?? 0,
})

const entityCellOf = (
  { place, prompt_id, platform, model, region }: RowKey,
  entity: number,
  sums: Float64Array,
): EntityRollupRow => ({
  place,
  prompt_id,
  platform,
  model,
  region,
  entity,
  named: sums[ofEntity.named] ?? 0,
  cited: sums[ofEntity.cited] ?? 0,
  mentions: sums[ofEntity.mentions] ?? 0,
  own_citations: sums[ofEntity.own_citations] ?? 0,
  rank_sum: sums[ofEntity.rank_sum] ?? 0,
  rank_squares: sums[ofEntity.rank_squares] ?? 0,
  score_milli: sums[ofEntity.score_milli] ?? 0,
  score_milli_squared: sums[ofEntity.score_milli_squared] ?? 0,
})

const widths = { prompts: promptCounters.length, entities: entityCounters.length }

type Window = { ctx: Context; scope: Scope; column: 'prompts' | 'entities'; ends: WindowEnd[] | undefined }

/** The packed rows of each segment, added up over the ends of the window. */
async function readWindow(
  { ctx, scope, column, ends }: Window,
  visit: (segment: Segment, sums: RowSums) => void,
): Promise<void> {
  const segments = await readSegments(ctx, scope)
  const between = ends ?? (await findWindowEnds(ctx, scope))
  const { rows } = await sql<{ segment: number; sign: 1 | -1; packed: Buffer }>`
    select segment, sign, ${sql.ref(column)} as packed
    from rollup_rows
    join unnest(
      ${between.map(({ sign }) => sign)}::int[], ${between.map(({ part }) => part)}::text[], ${between.map(({ day }) => day)}::date[]
    ) as ends (sign, part, day) using (part, day)
    where brand_id = ${scope.brand.id} and segment = any(${[...segments.keys()]}::smallint[])`.execute(ctx.db)
  const bySegment = Map.groupBy(rows, ({ segment }) => segment)
  const rest = timeSlicer()
  for (const [number, segment] of segments) {
    const sums = new RowSums(widths[column])
    for (const { packed, sign } of bySegment.get(number) ?? []) sums.addPacked(packed, sign)
    visit(segment, sums)
    await rest()
  }
}

/** What is added or taken away to come to the sums of a window. */
export type WindowEnd = { sign: 1 | -1; part: Part; day: string }

/** A few months are added up one by one: what came before them, all of history, need not be read twice. */
const fewMonths = 3

async function findWindowEnds(ctx: Context, { brand, from, to }: Scope): Promise<WindowEnd[]> {
  const { rows } = await sql<{ last: string | null; before: string | null }>`
    select
      (select max(start) from time_buckets where ${anyDay(brand.id)} and (${to}::date is null or start <= ${to}::date)) as last,
      (select max(start) from time_buckets where ${anyDay(brand.id)} and start < ${from}::date) as before`.execute(
    ctx.db,
  )
  const { last = null, before = null } = rows[0] ?? {}
  if (last === null) return []
  if (before === null) return through(last, 1)
  const { rows: between } = await sql<{ day: string }>`
    select max(start) as day from time_buckets
    where ${anyDay(brand.id)} and start between ${periodStart('month', before)}::date and ${last}::date
    group by date_trunc('month', start)`.execute(ctx.db)
  if (between.length > fewMonths) return [...through(last, 1), ...through(before, -1)]
  const months = between.map(({ day }): WindowEnd => ({ sign: 1, part: 'month', day }))
  return [...months, { sign: -1, part: 'month', day: before }]
}

const through = (day: string, sign: 1 | -1): WindowEnd[] => [
  { sign, part: 'month', day },
  { sign, part: 'before', day: periodStart('month', day) },
]

/** The condition on `time_buckets` for a row of each day that has answers. */
export const anyDay = (brandId: string) => sql`brand_id = ${brandId} and grain = 'day' and segment = 0`
