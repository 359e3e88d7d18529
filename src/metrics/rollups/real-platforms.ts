import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/**
 * Within a settling: notes the platforms that have had their first real answer on one of these days. Returns the days whose
 * sums change with that.
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
