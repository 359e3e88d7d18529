/**
 * Counts of cited sources (domains, domains by category, URLs, categories) per segment, by day, closed month and closed
 * year. A read adds up every source in the range, so top lists and totals are exact.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { daysInScope, isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayBefore, nextStart, periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { type SourceKind, type Sources, sourceKinds } from '../rollup-rows.ts'
import { deleteChangedRows } from './changed-rows.ts'
import type { CountedDay } from './count-days.ts'
import { readPromptNumbers, readSegments } from './dimension-ids.ts'
import { RowSums } from './packed-rows.ts'
import { periodsOf } from './periods.ts'
import { daysWithAnswers } from './running-totals.ts'
import {
  countSources,
  emptySourceCounts,
  ListAdder,
  packList,
  type SourceSums,
  sourceCountColumns,
  toSources,
} from './source-counts.ts'
import { highestSourceIds } from './source-ids.ts'

/** Writes the counts and the per-prompt lists of single days. */
export async function writeSources(
  tx: Context,
  brandId: string,
  days: string[],
  counted: CountedDay[],
): Promise<void> {
  await writeLists(tx, brandId, days, counted)
  const counts = async () => {
    const all: PeriodCounts[] = []
    for (const { day, answers } of counted)
      for (const kind of sourceKinds) {
        all.push(...countSources(answers, kind).map((each) => ({ kind, start: day, ...each })))
        await nextTurn()
      }
    return all
  }
  const missing = await deleteChangedRows(
    tx,
    { name: 'source_counts', keys: ['kind', 'start', 'segment'], packed: ['counts'] },
    sql`brand_id = ${brandId} and kind = any(${sourceKinds}::text[]) and grain = 'day' and start = any(${days}::date[])`,
    counts,
  )
  await insertCounts(tx, brandId, 'day', missing)
}

async function writeLists(
  tx: Context,
  brandId: string,
  days: string[],
  counted: CountedDay[],
): Promise<void> {
  const lists = () =>
    counted.flatMap(({ day, answers }) =>
      [...Map.groupBy(answers, ({ prompt }) => prompt)].map(([prompt, answersTo]) => ({
        day,
        prompt,
        counts: packList(answersTo),
      })),
    )
  const missing = await deleteChangedRows(
    tx,
    { name: 'prompt_source_counts', keys: ['day', 'prompt'], packed: ['counts'] },
    sql`brand_id = ${brandId} and day = any(${days}::date[])`,
    lists,
  )
  if (missing.length === 0) return
  await sql`
    insert into prompt_source_counts (brand_id, day, prompt, counts)
    select ${brandId}, * from unnest(
      ${missing.map(({ day }) => day)}::date[], ${missing.map(({ prompt }) => prompt)}::int[],
      ${missing.map(({ counts }) => counts)}::bytea[]
    )`.execute(tx.db)
}

/** Recomputes the months and years that contain one of the days, and adds those that have closed since. Runs after the days are written. */
export async function closeFinishedPeriods(tx: Context, brandId: string, days: string[]): Promise<void> {
  const changed = (grain: 'month' | 'year') => [...new Set(days.map((day) => periodStart(grain, day)))]
  await sql`
    delete from source_counts where brand_id = ${brandId} and (
      grain = 'month' and start = any(${changed('month')}::date[]) or grain = 'year' and start = any(${changed('year')}::date[])
    )`.execute(tx.db)
  const { rows } = await sql<Period>`
    select period as grain, missing.start
    from (values (1, 'month'), (2, 'year')) as periods (size, period)
    cross join (select max(start) as last from time_buckets where ${daysWithAnswers(brandId)}) newest
    cross join lateral (
      select date_trunc(period, start)::date as start from time_buckets
      where ${daysWithAnswers(brandId)} and start < date_trunc(period, last)::date
      except
      select start from source_counts where brand_id = ${brandId} and kind = 'category' and grain = period
    ) missing
    order by size, missing.start`.execute(tx.db)
  // Months first: years are computed from them.
  for (const period of rows) await mergePeriod(tx, brandId, period)
}

type PeriodCounts = { kind: SourceKind; start: string; segment: number; counts: Buffer }
type Period = { grain: 'month' | 'year'; start: string }

async function mergePeriod(tx: Context, brandId: string, { grain, start }: Period): Promise<void> {
  const finer = grain === 'month' ? 'day' : 'month'
  const until = dayBefore(nextStart(grain, start))
  const { rows } = await sql<PeriodCounts>`
    select kind, ${start}::date as start, segment, counts from source_counts
    where brand_id = ${brandId} and grain = ${finer} and start between ${start}::date and ${until}::date`.execute(
    tx.db,
  )
  const merged: PeriodCounts[] = []
  const pause = timeSlicer()
  for (const parts of Map.groupBy(rows, ({ kind, segment }) => `${kind} ${segment}`).values()) {
    const [first] = parts
    if (!first) continue
    const sums = new RowSums(sourceCountColumns)
    for (const { counts } of parts) {
      sums.addPacked(counts)
      await pause()
    }
    merged.push({ ...first, counts: sums.pack() })
  }
  await insertCounts(tx, brandId, grain, merged)
}

async function insertCounts(
  tx: Context,
  brandId: string,
  grain: 'day' | 'month' | 'year',
  counts: PeriodCounts[],
): Promise<void> {
  if (counts.length === 0) return
  const column = <K extends keyof PeriodCounts>(name: K) => counts.map((each) => each[name])
  await sql`
    insert into source_counts (brand_id, grain, kind, start, segment, counts)
    select ${brandId}, ${grain}, * from unnest(
      ${column('kind')}::text[], ${column('start')}::date[], ${column('segment')}::smallint[], ${column('counts')}::bytea[]
    )`.execute(tx.db)
}

/** The counts are not broken down by prompt: a filter on prompts reads the per-prompt lists instead. */
export async function readSources(ctx: Context, scope: Scope): Promise<Sources> {
  const highest = await highestSourceIds(ctx, scope.brand.id)
  const sums = emptySourceCounts(highest)
  if (isByPrompt(scope)) await addLists(ctx, scope, sums, highest)
  else await addCounts(ctx, scope, sums)
  return toSources(sums)
}

async function addLists(
  ctx: Context,
  scope: Scope,
  sums: SourceSums,
  highest: Record<SourceKind, number>,
): Promise<void> {
  const chosen = await readPromptNumbers(ctx, scope)
  const all = await readPromptNumbers(ctx, { ...scope, topicIds: null, branded: null })
  const others = [...all.keys()].filter((number) => !chosen.has(number))
  // For more than half of the prompts, subtracting the others from the total is faster.
  const isMost = others.length < chosen.size
  if (isMost) await addCounts(ctx, scope, sums)
  const segments = isBySegment(scope) ? await readSegments(ctx, scope) : null
  const adder = new ListAdder(highest)
  const pause = timeSlicer()
  for (const list of await readLists(ctx, scope, isMost ? others : [...chosen.keys()])) {
    adder.add(list, (segment) => (!segments || segments.has(segment) ? sums : null), isMost ? -1 : 1)
    await pause()
  }
}

/** Returns the lists of these prompts, concatenated by week, so that the event loop is not blocked for long. */
async function readLists(ctx: Context, scope: Scope, prompts: number[]): Promise<Buffer[]> {
  const { rows } = await sql<{ lists: Buffer }>`
    select string_agg(counts, '') as lists from prompt_source_counts
    where brand_id = ${scope.brand.id} and prompt = any(${prompts}::int[]) and ${daysInScope(scope, 'day')}
    group by date_trunc('week', day)`.execute(ctx.db)
  return rows.map(({ lists }) => lists)
}

async function addCounts(ctx: Context, scope: Scope, sums: SourceSums): Promise<void> {
  const lastDay = await findLastDay(ctx, scope.brand.id)
  const periods = lastDay === null ? [] : periodsOf(scope.from, scope.to, lastDay)
  const segments = isBySegment(scope) ? [...(await readSegments(ctx, scope)).keys()] : [0]
  const { rows } = await sql<{ kind: SourceKind; counts: Buffer }>`
    select kind, counts
    from unnest(
      ${periods.map(({ grain }) => grain)}::text[], ${periods.map(({ from }) => from)}::date[], ${periods.map(({ until }) => until)}::date[]
    ) as period (grain, first, last)
    join source_counts on source_counts.grain = period.grain and start between period.first and period.last
    where brand_id = ${scope.brand.id} and kind = any(${sourceKinds}::text[]) and segment = any(${segments}::smallint[])`.execute(
    ctx.db,
  )
  const pause = timeSlicer()
  for (const { kind, counts } of rows) {
    sums[kind].addPacked(counts)
    await pause()
  }
}

async function findLastDay(ctx: Context, brandId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(start) as day from time_buckets where ${daysWithAnswers(brandId)}`.execute(ctx.db)
  return rows[0]?.day ?? null
}
