/** Finds the platforms whose simulated answers stop counting. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/**
 * Records the platforms that got their first answer from a real engine on one of these days. Returns the days of their
 * simulated answers, which no longer count, so that the rollups of these days change too.
 */
export async function recordRealPlatforms(tx: Context, brandId: string, days: string[]): Promise<string[]> {
  const { rows: added } = await sql<{ platform: string }>`
    select distinct platform from answers
    where brand_id = ${brandId} and day = any(${days}::date[]) and status = 'answered' and surface <> 'simulated'
    except select unnest(real_platforms) from rollup_states where brand_id = ${brandId}`.execute(tx.db)
  if (added.length === 0) return []
  const platforms = added.map(({ platform }) => platform)
  await sql`
    update rollup_states set real_platforms = real_platforms || ${platforms}::text[] where brand_id = ${brandId}`.execute(
    tx.db,
  )
  const { rows } = await sql<{ day: string }>`
    select distinct day from answers
    where brand_id = ${brandId} and surface = 'simulated' and platform = any(${platforms}::text[])`.execute(
    tx.db,
  )
  return rows.map(({ day }) => day)
}
