/**
 * What was cited, how often: tallies per day, closed month and closed year of each segment and of all, by domain, domain in
 * a category, address and category. Any range is added up whole, so that a top list and a count are never a guess.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import { daysInScope, isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayBefore, nextStart, periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { deleteChangedRows } from './changed-rows.ts'
import type { CountedDay } from './count-days.ts'
import { readPromptNumbers, readSegments } from './dimension-ids.ts'
import { RowSums } from './packed-rows.ts'
import { periodsOf } from './periods.ts'
import { anyDay } from './running-totals.ts'
import {
  countSources,
  emptySourceCounts,
  ListAdder,
  packList,
  type SourceSums,
  tallyWidth,
} from './source-counts.ts'
import { highestSourceIds, type SourceKind, sourceKinds } from './source-ids.ts'

/** The lists and tallies of single days. */
export async function writeSources(
  tx: Context,
  brandId: string,
  days: string[],
  counted: CountedDay[],
): Promise<void> {
  await writeLists(tx, brandId, days, counted)
  const tallies = async () => {
    const all: Tally[] = []
    for (const { day, answers } of counted)
      for (const kind of sourceKinds) {
        all.push(...countSources(answers, kind).map((each) => ({ kind, start: day, ...each })))
        await letOthersRun()
      }
    return all
  }
  const missing = await deleteChangedRows(
    tx,
    { name: 'source_counts', keys: ['kind', 'start', 'segment'], packed: ['counts'] },
    sql`brand_id = ${brandId} and kind = any(${sourceKinds}::text[]) and grain = 'day' and start = any(${days}::date[])`,
    tallies,
  )
  await insertTallies(tx, brandId, 'day', missing)
}

async function writeLists(
  tx: Context,
  brandId: string,
  days: string[],
  counted: CountedDay[],
): Promise<void> {
  const lists = () =>
    counted.flatMap(({ day, answers }) =>
      [...Map.groupBy(answers, ({ prompt }) => prompt)].map(([prompt, of]) => ({
        day,
        prompt,
        counts: packList(of),
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

/** After the days themselves: months and years that hold one are made anew, and those that have been closed since are made. */
export async function closeFinishedPeriods(tx: Context, brandId: string, days: string[]): Promise<void> {
  const changed = (grain: 'month' | 'year') => [...new Set(days.map((day) => periodStart(grain, day)))]
  await sql`
    delete from source_counts where brand_id = ${brandId} and (
      grain = 'month' and start = any(${changed('month')}::date[]) or grain = 'year' and start = any(${changed('year')}::date[])
    )`.execute(tx.db)
  const { rows } = await sql<Period>`
    select period as grain, missing.start
    from (values (1, 'month'), (2, 'year')) as periods (size, period)
    cross join (select max(start) as last from time_buckets where ${anyDay(brandId)}) newest
    cross join lateral (
      select date_trunc(period, start)::date as start from time_buckets
      where ${anyDay(brandId)} and start < date_trunc(period, last)::date
      except
      select start from source_counts where brand_id = ${brandId} and kind = 'category' and grain = period
    ) missing
    order by size, missing.start`.execute(tx.db)
  // Years are made of months.
  for (const period of rows) await mergePeriod(tx, brandId, period)
}

type Tally = { kind: SourceKind; start: string; segment: number; counts: Buffer }
type Period = { grain: 'month' | 'year'; start: string }

async function mergePeriod(tx: Context, brandId: string, { grain, start }: Period): Promise<void> {
  const finer = grain === 'month' ? 'day' : 'month'
  const until = dayBefore(nextStart(grain, start))
  const { rows } = await sql<Tally>`
    select kind, ${start}::date as start, segment, counts from source_counts
    where brand_id = ${brandId} and grain = ${finer} and start between ${start}::date and ${until}::date`.execute(
    tx.db,
  )
  const merged: Tally[] = []
  const rest = timeSlicer()
  for (const parts of Map.groupBy(rows, ({ kind, segment }) => `${kind} ${segment}`).values()) {
    const [first] = parts
    if (!first) continue
    const sums = new RowSums(tallyWidth)
    for (const { counts } of parts) {
      sums.addPacked(counts)
      await rest()
    }
    merged.push({ ...first, counts: sums.pack() })
  }
  await insertTallies(tx, brandId, grain, merged)
}

async function insertTallies(
  tx: Context,
  brandId: string,
  grain: 'day' | 'month' | 'year',
  tallies: Tally[],
): Promise<void> {
  if (tallies.length === 0) return
  const column = <K extends keyof Tally>(name: K) => tallies.map((tally) => tally[name])
  await sql`
    insert into source_counts (brand_id, grain, kind, start, segment, counts)
    select ${brandId}, ${grain}, * from unnest(
      ${column('kind')}::text[], ${column('start')}::date[], ${column('segment')}::smallint[], ${column('counts')}::bytea[]
    )`.execute(tx.db)
}

/** What a scope's answers cite. A filter on prompts, which the tallies do not know, adds up the lists of these prompts. */
export async function readSources(ctx: Context, scope: Scope): Promise<SourceSums> {
  const highest = await highestSourceIds(ctx, scope.brand.id)
  const sums = emptySourceCounts(highest)
  if (!isByPrompt(scope)) {
    await addTallies(ctx, scope, sums)
    return sums
  }
  const chosen = await readPromptNumbers(ctx, scope)
  const all = await readPromptNumbers(ctx, { ...scope, topicIds: null, branded: null })
  const others = [...all.keys()].filter((number) => !chosen.has(number))
  // Of most prompts it is quicker to add up those of the few others, and take them away from all.
  const isMost = others.length < chosen.size
  if (isMost) await addTallies(ctx, scope, sums)
  const segments = isBySegment(scope) ? await readSegments(ctx, scope) : null
  const adder = new ListAdder(highest)
  const rest = timeSlicer()
  for (const list of await readLists(ctx, scope, isMost ? others : [...chosen.keys()])) {
    adder.add(list, (segment) => (!segments || segments.has(segment) ? sums : null), isMost ? -1 : 1)
    await rest()
  }
  return sums
}

/** Of these prompts, joined for each week: what is added up without a pause is short. */
async function readLists(ctx: Context, scope: Scope, prompts: number[]): Promise<Buffer[]> {
  const { rows } = await sql<{ lists: Buffer }>`
    select string_agg(counts, '') as lists from prompt_source_counts
    where brand_id = ${scope.brand.id} and prompt = any(${prompts}::int[]) and ${daysInScope(scope, 'day')}
    group by date_trunc('week', day)`.execute(ctx.db)
  return rows.map(({ lists }) => lists)
}

async function addTallies(ctx: Context, scope: Scope, sums: SourceSums): Promise<void> {
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
  const rest = timeSlicer()
  for (const { kind, counts } of rows) {
    sums[kind].addPacked(counts)
    await rest()
  }
}

async function findLastDay(ctx: Context, brandId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(start) as day from time_buckets where ${anyDay(brandId)}`.execute(ctx.db)
  return rows[0]?.day ?? null
}
