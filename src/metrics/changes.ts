/**
 * Changes: a difference of a number is a change only when it is established, with few false ones even when numbers are read
 * daily. Each closed UTC day is tested once (statistics/change-detection/) and the result is stored, so all views show the same
 * state. Changes are derived from rollups: a refresh of a closed day invalidates the changes from that day on.
 */
import { sql } from 'kysely'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { dayBefore, utcDay } from '../core/days.ts'
import {
  dayFromNumber,
  type LogEntry,
  type LogRow,
  readChangeLog,
  readStateRows,
  replaceLogFrom,
  replaceStates,
  type StateRow,
  toLogRow,
  toStateRow,
} from './changes/change-log.ts'
import { promptsWithOtherGroups, saveGroups } from './changes/groups.ts'
import {
  nothingReplayed,
  type Replayed,
  readViews,
  replayDays,
  statesAfter,
  type Views,
} from './changes/replay-days.ts'
import { dayNumber, lockChanges, refresh } from './rollups.ts'

/** A day is closed when it has ended in UTC. */
export const lastClosedDay = (ctx: AppContext): string => dayBefore(utcDay(ctx.now()))

/**
 * Refreshes the rollups, then evaluates the closed days that have not been evaluated since their answers changed. The result depends
 * on the answers and the current groups of the prompts only, not on when or in how many steps the days were evaluated. Does nothing, and takes
 * no lock, when all are evaluated.
 */
export async function evaluateChanges(ctx: Context, brandId: string): Promise<void> {
  await refresh(ctx, brandId)
  if (await isCurrent(ctx, brandId)) return
  await transaction(ctx, async (tx) => {
    await lockChanges(tx, brandId)
    const through = dayNumber(lastClosedDay(tx))
    const views = await readViews(tx, brandId)
    const from = await firstDayToEvaluate(tx, brandId, views)
    await saveGroups(tx, brandId, views.groups)
    // A concurrent call has evaluated the same days, or no answer belongs to another group.
    if (from !== null && from > through) return
    const kept = (await readChangeLog(tx, brandId)).filter(({ day }) => from === null || day < from)
    const added = await replayFrom(tx, brandId, { from, to: through }, kept, views)
    await replaceLogFrom(tx, brandId, from ?? 0, added.log)
    await replaceStates(tx, brandId, statesAfter(through, { ...added, log: [...kept, ...added.log] }, views))
    await sql`
      insert into change_evaluations (brand_id, evaluated_through, competitors)
      values (${brandId}, ${dayFromNumber(through)}::date, ${views.competitors}::smallint[])
      on conflict (brand_id) do update
      set evaluated_through = excluded.evaluated_through, competitors = excluded.competitors`.execute(tx.db)
  })
}

/** Returns no tests without answers. */
const replayFrom = async (
  tx: Context,
  brandId: string,
  { from, to }: { from: number | null; to: number },
  kept: readonly LogEntry[],
  views: Views,
): Promise<Replayed> => (from === null ? nothingReplayed : replayDays(tx, brandId, { from, to }, kept, views))

/**
 * Whether all closed days have been evaluated with the current groups of the prompts, and with the current competitors, whose
 * mentions are part of the share of voice.
 */
async function isCurrent(ctx: Context, brandId: string): Promise<boolean> {
  const through = lastClosedDay(ctx)
  const { rows } = await sql`
    select 1 from change_evaluations
    where brand_id = ${brandId} and evaluated_through >= ${through}::date
      and competitors = array(select entity_no from competitors where brand_id = ${brandId} order by entity_no)
      and not exists (
        select 1 from ${promptsWithOtherGroups} and prompts.brand_id = ${brandId}
      )`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Returns the brands with days that have closed since, or with prompts whose groups have changed. A change of competitors is
 * followed by a reanalysis, which evaluates.
 */
export async function listUnevaluated(app: AppContext): Promise<string[]> {
  const { rows } = await sql<{ brand_id: string }>`
    select brand_id from change_evaluations where evaluated_through < ${lastClosedDay(app)}::date
    union
    select prompts.brand_id from ${promptsWithOtherGroups}`.execute(app.db)
  return rows.map(({ brand_id }) => brand_id)
}

/**
 * Returns null without answers. Other competitors than before require all days again, and prompts with other groups than before
 * the days since their first answers.
 */
async function firstDayToEvaluate(
  { db }: Context,
  brandId: string,
  { firstDay, competitors, groups }: Views,
): Promise<number | null> {
  const { rows } = await sql<{ evaluated_through: string | null }>`
    select evaluated_through from change_evaluations
    where brand_id = ${brandId} and competitors = ${competitors}::smallint[]`.execute(db)
  const through = rows[0]?.evaluated_through
  if (through == null || firstDay === null) return firstDay
  return Math.max(firstDay, Math.min(dayNumber(through) + 1, groups.changedFrom ?? Infinity))
}

/** The series of the first stored result that another evaluation of all days does not confirm. */
type ChangeMismatch = { series: string; through: string }

/** Evaluates all days again and compares the result with what is stored. */
export async function verifyChanges(ctx: Context, brandId: string): Promise<ChangeMismatch | undefined> {
  await evaluateChanges(ctx, brandId)
  return transaction(ctx, async (tx) => {
    await lockChanges(tx, brandId)
    const stored = await tx.db
      .selectFrom('change_evaluations')
      .select('evaluated_through')
      .where('brand_id', '=', brandId)
      .executeTakeFirst()
    if (!stored?.evaluated_through) return undefined
    const through = dayNumber(stored.evaluated_through)
    const views = await readViews(tx, brandId)
    const from = views.firstDay
    const replayed = await replayFrom(tx, brandId, { from, to: through }, [], views)
    const different =
      differentSeries((await readChangeLog(tx, brandId)).map(toLogRow), replayed.log.map(toLogRow)) ??
      differentSeries(await readStateRows(tx, brandId), statesAfter(through, replayed, views).map(toStateRow))
    return different === undefined ? undefined : { series: different, through: stored.evaluated_through }
  })
}

/** Returns the name of a series with a row that only one of the lists has. */
function differentSeries<R extends LogRow | StateRow>(
  stored: readonly R[],
  expected: readonly R[],
): string | undefined {
  const [storedRows, expectedRows] = [stored, expected].map(
    (rows) => new Set(rows.map((row) => JSON.stringify(row))),
  )
  const different =
    expected.find((row) => !storedRows?.has(JSON.stringify(row))) ??
    stored.find((row) => !expectedRows?.has(JSON.stringify(row)))
  return different && getName(different)
}

function getName(row: LogRow | StateRow): string {
  const ofPlatform = row.platform === '' ? [] : [row.platform]
  const { metric, entity } = row
  const ofGroup = 'group_key' in row && row.group_key !== '' ? [row.group_key] : []
  return [metric, ...ofPlatform, ...(entity === 0 ? [] : [`competitor ${entity}`]), ...ofGroup].join(' ')
}
