/** Recomputes the rollups of dirty days. All rollups of a day are recomputed together, so a refresh is idempotent. */
import { sql } from 'kysely'
import { type Context, transaction } from '../../core/context.ts'
import { periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { assignCardOwners } from './card-owners.ts'
import { countDays } from './count-days.ts'
import { invalidateChanges } from './invalidate-changes.ts'
import { type SegmentSums, writeBases, writeMonth } from './periods/cumulative-rows.ts'
import { assignPrompts, hasMovedPrompts } from './prompt-groups.ts'
import { recordRealPlatforms } from './real-platforms.ts'
import { writePromptRollups } from './series/prompt-rollups.ts'
import { listDaysWithAnswers, writeSeries } from './series/series.ts'
import { closeFinishedPeriods, recountGroups, writeSources } from './sources/source-rollups.ts'

/** Returns the recomputed days in ascending order. Does nothing, and takes no lock, when nothing has changed. */
export async function refreshDays(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql`
    select 1 from dirty_days where brand_id = ${brandId} union all select 1 where ${hasMovedPrompts(brandId)} limit 1`.execute(
    ctx.db,
  )
  if (rows.length === 0) return []
  return transaction(ctx, async (tx) => {
    await lockRollups(tx, brandId)
    return withHashJoins(tx, () => refreshLocked(tx, brandId))
  })
}

async function refreshLocked(tx: Context, brandId: string): Promise<string[]> {
  // A statement sees what was committed when it began. An answer whose mark this statement does not see is either
  // counted below and counted again by the next refresh, or not counted below; its mark stays in both cases.
  const marks = await sql<{ day: string }>`
    delete from dirty_days where brand_id = ${brandId} returning day`.execute(tx.db)
  const dirty = [...new Set(marks.rows.map((mark) => mark.day))]
  await regroupPrompts(tx, brandId)
  if (dirty.length === 0) return []
  await sql`insert into rollup_states (brand_id) values (${brandId}) on conflict do nothing`.execute(tx.db)
  const days = [...new Set([...dirty, ...(await recordRealPlatforms(tx, brandId, dirty))])].sort()
  await recomputeDays(tx, brandId, days)
  await invalidateChanges(tx, brandId, days)
  return days
}

/** Only one transaction at a time recomputes the rollups of a brand. */
async function lockRollups(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rollups ${brandId}`}, 0))`.execute(tx.db)
}

/** More days per batch need fewer statements, but decoding their answers blocks the event loop for longer. */
const daysPerBatch = 3

/** Requires the lock on the brand's rollups. `days` is in ascending order. */
async function recomputeDays(tx: Context, brandId: string, days: string[]): Promise<void> {
  const byMonth = Map.groupBy(days, (day) => periodStart('month', day))
  const competitors = await readCompetitors(tx, brandId)
  for (const ofMonth of byMonth.values()) await recomputeMonth(tx, brandId, ofMonth, competitors)
  await writeSeries(tx, brandId, days)
  await writeBases(tx, brandId, [...byMonth.keys()][0] ?? '')
  await closeFinishedPeriods(tx, brandId, days)
  await assignCardOwners(tx, brandId, days)
}

/** Assigns prompts to their groups, and recomputes the sums of those that prompts have left or joined. */
async function regroupPrompts(tx: Context, brandId: string): Promise<void> {
  const groups = await assignPrompts(tx, brandId, 'new and moved')
  if (groups.length === 0) return
  await writeSeries(tx, brandId, await listDaysWithAnswers(tx, brandId), groups)
  await recountGroups(tx, brandId, groups)
}

/**
 * Runs queries with hash joins only. Rows written a moment ago have no planner statistics yet: with a low row estimate
 * PostgreSQL would choose a nested loop, or a merge join on one column that then compares all rows with equal values. A hash
 * join uses all columns and scales with the number of rows.
 */
async function withHashJoins<T>(tx: Context, run: () => Promise<T>): Promise<T> {
  // The first setting lets Citus apply the others on the servers of the brands; without Citus it has no effect.
  await sql`
    set local citus.propagate_set_commands = local;
    set local enable_nestloop = off;
    set local enable_mergejoin = off`.execute(tx.db)
  const result = await run()
  await sql`set local enable_nestloop = on; set local enable_mergejoin = on`.execute(tx.db)
  return result
}

/** Returns the numbers of the tracked competitors. */
async function readCompetitors({ db }: Context, brandId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('competitors').select('number').where('brand_id', '=', brandId).execute()
  return new Set(rows.map(({ number }) => number))
}

async function recomputeMonth(
  tx: Context,
  brandId: string,
  days: string[],
  competitors: ReadonlySet<number>,
): Promise<void> {
  const packedByDay = new Map<string, SegmentSums[]>(days.map((day) => [day, []]))
  const pause = timeSlicer()
  for (let index = 0; index < days.length; index += daysPerBatch) {
    const batch = days.slice(index, index + daysPerBatch)
    const counted = await countDays(tx, brandId, batch)
    for (const { day, sums } of counted) {
      packedByDay.set(day, sums.pack(competitors))
      await pause()
    }
    await writePromptRollups(tx, brandId, batch, counted)
    await writeSources(tx, brandId, batch, counted)
  }
  await writeMonth(tx, brandId, packedByDay)
}
