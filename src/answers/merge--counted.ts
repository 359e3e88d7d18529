/**
 * Which answers numbers are made of: those with text. A simulated one stands in for an engine that nobody has asked yet, so
 * once a platform of the brand has had an answer of a real engine, its simulated ones count no more, on any day.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../core/context.ts'

/** The condition on the table `answers`. */
export const isCounted = (brandId: string): RawBuilder<boolean> =>
  sql`(answers.status = 'answered' and ${isOfCountedSurface(brandId)})`

/** The same without regard to what came of the question. */
export const isOfCountedSurface = (brandId: string): RawBuilder<boolean> => sql`(
  answers.surface <> 'simulated'
  or answers.platform not in (select unnest(real_platforms) from sum_states where brand_id = ${brandId})
)`

/**
 * Within a settling: notes the platforms that have had their first real answer on one of these days. Returns the days whose
 * sums change with that.
 */
export async function recordRealPlatforms(tx: Context, brandId: string, days: string[]): Promise<string[]> {
  const { rows: added } = await sql<{ platform: string }>`
    select distinct platform from answers
    where brand_id = ${brandId} and day = any(${days}::date[]) and status = 'answered' and surface <> 'simulated'
    except select unnest(real_platforms) from sum_states where brand_id = ${brandId}`.execute(tx.db)
  if (added.length === 0) return []
  const platforms = added.map(({ platform }) => platform)
  await sql`
    update sum_states set real_platforms = real_platforms || ${platforms}::text[] where brand_id = ${brandId}`.execute(
    tx.db,
  )
  const { rows } = await sql<{ day: string }>`
    select distinct day from answers
    where brand_id = ${brandId} and surface = 'simulated' and platform = any(${platforms}::text[])`.execute(
    tx.db,
  )
  return rows.map(({ day }) => day)
}
