/**
 * Counts of cited sources (domains, domains by category, URLs, categories) in total, per segment and per group of prompts, by day,
 * closed week, closed month and closed year. A read adds up every source in the range, so top lists and totals are exact.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { dayBefore, type Grain, mondayOf, nextStart, periodStart } from '../../../core/days.ts'
import { timeSlicer } from '../../../core/yield-to-event-loop.ts'
import { type SourceKind, sourceKinds } from '../../rollup-rows.ts'
import type { CountedDay } from '../count-days.ts'
import { replaceRows } from '../replace-rows.ts'
import { daysWithAnswers, lastDay, listDaysWithAnswers } from '../series/series.ts'
import {
  addCounts,
  type CitingAnswer,
  countSources,
  noCounts,
  type PackedCounts,
  packCounts,
  packList,
  unpackList,
} from './source-counts.ts'
import { readHighestSourceNumbers } from './source-ids.ts'

const countsTable = {
  name: 'source_counts',
  keys: { grain: 'text', kind: 'text', start: 'date', segment: 'smallint', prompt_group: 'smallint' },
  values: { counts: 'text' },
}

const listsTable = {
  name: 'prompt_source_counts',
  keys: { day: 'date', prompt: 'int' },
  values: { counts: 'text' },
}

/** Writes the counts and the per-prompt lists of single days. */
export async function writeSources(
  tx: Context,
  brandId: string,
  days: string[],
  counted: CountedDay[],
): Promise<void> {
  const lists = counted.flatMap(({ day, answers }) =>
    [...Map.groupBy(answers, ({ prompt }) => prompt)].map(([prompt, answersTo]) => ({
      day,
      prompt,
      counts: packList(answersTo),
    })),
  )
  await replaceRows(tx, brandId, listsTable, sql`day = any(${days}::date[])`, lists)
  const answers = new Map(counted.map(({ day, answers }) => [day, answers]))
  await replaceRows(tx, brandId, countsTable, countsOf('day', days), await countDays(answers))
}

/** Selects rows by the first columns of the primary key, because a join would scan those of all periods. */
const countsOf = (grain: 'day' | Grain, starts: readonly string[]) =>
  sql`kind = any(${[...sourceKinds]}::text[]) and grain = ${grain} and start = any(${starts}::date[])`

/** Returns the counts of each of these days. */
async function countDays(
  answersByDay: ReadonlyMap<string, readonly CitingAnswer[]>,
): Promise<PeriodCounts[]> {
  const counts: PeriodCounts[] = []
  const pause = timeSlicer()
  for (const [start, answers] of answersByDay)
    for (const kind of sourceKinds) {
      for (const each of countSources(answers, kind)) counts.push({ grain: 'day', kind, start, ...each })
      await pause()
    }
  return counts
}

/** Recomputes the counts of these groups of prompts, in which other prompts are now, from the per-prompt lists of all days. */
export async function recountGroups(tx: Context, brandId: string, groups: readonly number[]): Promise<void> {
  const ofGroups = sql`prompt_group = any(${groups}::smallint[])`
  for (const days of Map.groupBy(await listDaysWithAnswers(tx, brandId), mondayOf).values()) {
    const { rows: lists } = await sql<{ day: string; prompt_group: number; counts: string }>`
      select day, prompt_group, counts
      from prompt_source_counts
      join prompt_numbers on prompt_numbers.brand_id = ${brandId} and number = prompt
      where prompt_source_counts.brand_id = ${brandId} and day = any(${days}::date[]) and ${ofGroups}`.execute(
      tx.db,
    )
    const answers = new Map(
      [...Map.groupBy(lists, ({ day }) => day)].map(([day, ofDay]) => [
        day,
        ofDay.flatMap(({ counts, prompt_group }) => unpackList(counts, prompt_group)),
      ]),
    )
    const counts = (await countDays(answers)).filter(({ prompt_group }) => prompt_group > 0)
    await replaceRows(tx, brandId, countsTable, sql`${countsOf('day', days)} and ${ofGroups}`, counts)
  }
  const { rows: closed } = await sql<Period>`
    select grain, start from source_counts
    where brand_id = ${brandId} and kind = 'category' and grain <> 'day' and segment = 0 and prompt_group = 0
    order by ${finerFirst}, start`.execute(tx.db)
  const highest = await readHighestSourceNumbers(tx, brandId)
  for (const period of closed) await mergePeriod(tx, brandId, period, highest, ofGroups)
}

/**
 * Recomputes the weeks, months and years that contain one of the days, and adds those that have closed since. Runs after the
 * days and the series are written.
 */
export async function closeFinishedPeriods(tx: Context, brandId: string, days: string[]): Promise<void> {
  const changed = grains.map((grain) => {
    const starts = new Set(days.map((day) => periodStart(grain, day)))
    return sql`(${countsOf(grain, [...starts])})`
  })
  await sql`
    delete from source_counts where brand_id = ${brandId} and (${sql.join(changed, sql` or `)})`.execute(
    tx.db,
  )
  const { rows } = await sql<Period>`
    select grain, start
    from (
      select distinct grain, date_trunc(grain, start)::date as start
      from (select start from series where ${daysWithAnswers(brandId)}) days
      cross join unnest(${grains}::text[]) as grain
    ) period
    where start < date_trunc(grain, ${lastDay(brandId)}) and not exists (
      select 1 from source_counts stored
      where brand_id = ${brandId} and kind = 'category' and stored.grain = any(${grains}::text[])
        and segment = 0 and prompt_group = 0 and stored.grain = period.grain and stored.start = period.start
    )
    order by ${finerFirst}, start`.execute(tx.db)
  if (rows.length === 0) return
  const highest = await readHighestSourceNumbers(tx, brandId)
  for (const period of rows) await mergePeriod(tx, brandId, period, highest)
}

const grains: Grain[] = ['week', 'month', 'year']

/** Years are computed from months. */
const finerFirst = sql`grain = 'year'`

type Period = { grain: Grain; start: string }
type PeriodCounts = PackedCounts & { grain: 'day' | Grain; kind: SourceKind; start: string }

/** Writes the counts of a closed period. `within`: which of its rows. */
async function mergePeriod(
  tx: Context,
  brandId: string,
  { grain, start }: Period,
  highest: Record<SourceKind, number>,
  within: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const finer = grain === 'year' ? 'month' : 'day'
  const until = dayBefore(nextStart(grain, start))
  const { rows } = await sql<PeriodCounts>`
    select ${grain} as grain, kind, ${start}::date as start, segment, prompt_group, counts from source_counts
    where brand_id = ${brandId} and kind = any(${[...sourceKinds]}::text[]) and grain = ${finer}
      and start between ${start}::date and ${until}::date and ${within}`.execute(tx.db)
  const merged: PeriodCounts[] = []
  const pause = timeSlicer()
  const partOf = ({ kind, segment, prompt_group }: PeriodCounts) => `${kind} ${segment} ${prompt_group}`
  for (const parts of Map.groupBy(rows, partOf).values()) {
    const [first] = parts
    if (!first) continue
    const sums = noCounts(highest[first.kind])
    for (const { counts } of parts) {
      addCounts(sums, counts)
      await pause()
    }
    merged.push({ ...first, counts: packCounts(sums) })
  }
  const ofPeriod = sql`${countsOf(grain, [start])} and ${within}`
  await replaceRows(tx, brandId, countsTable, ofPeriod, merged)
}
