/** Stores conversions, each once per goal, landing page and visitor within half an hour. */
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { repeatMs, type Visit } from './visits.ts'

/** `page`: the path on which the session started. */
export type Conversion = Pick<Visit, 'brandId' | 'at' | 'platform' | 'page' | 'isBurst' | 'visitorHash'> & {
  goalId: string
}

/** Stores nothing for a repeat, or for a goal that was deleted. */
export async function insertConversion(ctx: AppContext, conversion: Conversion): Promise<void> {
  const { brandId, goalId, at, platform, page, isBurst, visitorHash } = conversion
  await sql`
    with goal as (select id from goals where brand_id = ${brandId} and id = ${goalId}),
    fresh as (
      insert into recent_visits (brand_id, visitor_hash, seen_ms)
      select ${brandId}, ${visitorHash}, ${at.getTime()}::bigint from goal
      on conflict (brand_id, visitor_hash) do update set seen_ms = excluded.seen_ms
      where recent_visits.seen_ms <= excluded.seen_ms - ${repeatMs}::bigint
      returning brand_id
    )
    insert into conversions (brand_id, id, goal_id, converted_at, day, platform, page, is_burst)
    select brand_id, ${newId(at.getTime())}, ${goalId}, ${at}::timestamptz, (${at}::timestamptz at time zone 'utc')::date,
      ${platform}, ${page}, ${isBurst}
    from fresh`.execute(ctx.db)
}
