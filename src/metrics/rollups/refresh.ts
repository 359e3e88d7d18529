/**
 * Sums are made from the answers of a day, all at once, whenever a mark says that the day has changed. Reading a
 * metric settles first, so nobody ever sees a stale or half number; doing it twice gives the same.
 */
import { sql } from 'kysely'
import { type Context, transaction } from '../../core/context.ts'
import { newId } from '../../core/ids.ts'
import { assignCardOwners } from './card-owners.ts'
import { countDays } from './count-days.ts'
import { assignPromptIds } from './dimension-ids.ts'
import { withHashJoins } from './hash-joins.ts'
import { writePromptRollups } from './prompt-rollups.ts'
import { recordRealPlatforms } from './real-platforms.ts'
import { writeDays } from './rows.ts'
import { writeMonths, writeRunningTotals } from './running-totals.ts'
import { closeFinishedPeriods, writeSources } from './source-rollups.ts'
import { writeTimeBuckets } from './time-buckets.ts'

/** Makes the sums of a brand's marked days anew; returns the days. */
export async function refresh(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql`select 1 from dirty_days where brand_id = ${brandId} limit 1`.execute(ctx.db)
  if (rows.length === 0) return []
  return transaction(ctx, async (tx) => {
    await lockRollups(tx, brandId)
    // A statement sees what was committed when it began: an answer whose mark is not seen here is either seen by the
    // sums below and summed again later, or not seen by either. Its mark stays until then.
    const marks = await sql<{
      day: string
    }>`delete from dirty_days where brand_id = ${brandId} returning day`.execute(tx.db)
    const marked = [...new Set(marks.rows.map((mark) => mark.day))]
    if (marked.length === 0) return []
    await sql`
      insert into rollup_states (brand_id, version) values (${brandId}, ${newId()})
      on conflict (brand_id) do update set version = excluded.version`.execute(tx.db)
    const days = [...new Set([...marked, ...(await recordRealPlatforms(tx, brandId, marked))])].sort()
    await recomputeDays(tx, brandId, days)
    return days
  })
}

/** Until the transaction ends nobody else makes sums of the brand. */
export async function lockRollups(tx: Context, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(brandId)})`.execute(tx.db)
}

const lockOf = (brandId: string) => sql`hashtextextended(${`sums ${brandId}`}, 0)`

/** Prompts that are about to be asked: sums that come upon one without a number count their days twice. */
export function expectPrompts(ctx: Context, brandId: string, ids: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${lockOf(brandId)}) as "isFree"`.execute(tx.db)
    // Nobody waits for other sums to be made: the next ones number what has no number by then.
    if (rows[0]?.isFree) await assignPromptIds(tx, brandId, ids)
  })
}

/** As many days as are counted at once: more take fewer statements, but keep everybody waiting while they are unpacked. */
const daysAtOnce = 3

/** Within a transaction that holds the brand's lock on sums. */
function recomputeDays(tx: Context, brandId: string, days: string[]): Promise<void> {
  return withHashJoins(tx, async () => {
    for (let at = 0; at < days.length; at += daysAtOnce) {
      const some = days.slice(at, at + daysAtOnce)
      const counted = await countDays(tx, brandId, some)
      await allEnded([
        writeDays(tx, brandId, some, counted),
        writePromptRollups(tx, brandId, some, counted),
        writeSources(tx, brandId, some, counted),
      ])
    }
    await allEnded([writeTimeBuckets(tx, brandId, days), writeMonths(tx, brandId, days)])
    await writeRunningTotals(tx, brandId, days)
    await closeFinishedPeriods(tx, brandId, days)
    await assignCardOwners(tx, brandId, days)
  })
}

/** What is packed here meanwhile is written there. All have ended before one's failure is told: none writes after a rollback. */
async function allEnded(writing: Promise<void>[]): Promise<void> {
  for (const written of await Promise.allSettled(writing))
    if (written.status === 'rejected') throw written.reason
}
