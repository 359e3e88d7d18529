import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/** Numbers the platforms, models and regions that answers of these days come from. */
export async function numberSegments(tx: Context, brandId: string, days: string[]): Promise<void> {
  await sql`
    insert into segments (brand_id, number, platform, model, region)
    select
      ${brandId}, (select coalesce(max(number), 0) from segments where brand_id = ${brandId}) + row_number() over (),
      platform, model, region
    from (
      select platform, model, region from daily_answers where brand_id = ${brandId} and day = any(${days}::date[])
      except select platform, model, region from segments where brand_id = ${brandId}
    ) added`.execute(tx.db)
}

export const joinSegments = sql`
  join segments on segments.brand_id = daily_answers.brand_id and segments.platform = daily_answers.platform
    and segments.model = daily_answers.model and segments.region = daily_answers.region`
