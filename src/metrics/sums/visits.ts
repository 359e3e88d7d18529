import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/** Visits of each day: all, by page and by country, each per platform. */
export async function sumVisits(tx: Context, brandId: string, days: string[]): Promise<void> {
  await sql`delete from daily_visits where brand_id = ${brandId} and day = any(${days}::date[])`.execute(
    tx.db,
  )
  await sql`
    insert into daily_visits (brand_id, day, platform, dimension, name, visits)
    select brand_id, day, platform, each.dimension, each.name, count(*)
    from visits cross join lateral (values ('all', ''), ('page', page), ('country', country)) as each (dimension, name)
    where brand_id = ${brandId} and day = any(${days}::date[])
    group by brand_id, day, platform, each.dimension, each.name`.execute(tx.db)
}
