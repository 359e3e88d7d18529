/** Stores visits from AI platforms in batches, each visit once. */
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'

export type Visit = {
  brandId: string
  at: Date
  platform: string
  /** Path without query. */
  page: string
  /** ISO 3166-1 alpha-2; ZZ when unknown. */
  country: string
  isBurst: boolean
  /** Hash of page, platform, IP address and user agent. The same hash within `repeatMinutes` is a repeat. */
  visitorHash: Buffer
}

export const repeatMinutes = 30
export const repeatMs = repeatMinutes * 60_000

/** Stores the visits that are not repeats, and skips visits of deleted brands. */
export async function insertVisits(ctx: AppContext, visits: readonly Visit[]): Promise<void> {
  const distinct = [
    ...new Map(
      visits.map((visit) => [`${visit.brandId} ${visit.visitorHash.toString('hex')}`, visit]),
    ).values(),
  ]
  if (distinct.length === 0) return
  const column = <T>(pick: (visit: Visit) => T) => distinct.map(pick)
  await sql`
    with given as (
      select * from unnest(
        ${column(({ brandId }) => brandId)}::uuid[], ${column(({ at }) => newId(at.getTime()))}::uuid[],
        ${column(({ at }) => at)}::timestamptz[], ${column(({ platform }) => platform)}::text[],
        ${column(({ page }) => page)}::text[], ${column(({ country }) => country)}::text[],
        ${column(({ isBurst }) => isBurst)}::boolean[], ${column(({ visitorHash }) => visitorHash)}::bytea[],
        ${column(({ at }) => at.getTime())}::bigint[]
      ) as visit (brand_id, id, at, platform, page, country, is_burst, visitor_hash, seen_ms)
      where exists (select 1 from brands where brands.id = visit.brand_id)
    ),
    fresh as (
      insert into recent_visits (brand_id, visitor_hash, seen_ms)
      select brand_id, visitor_hash, seen_ms from given order by brand_id, visitor_hash
      on conflict (brand_id, visitor_hash) do update set seen_ms = excluded.seen_ms
      where recent_visits.seen_ms <= excluded.seen_ms - ${repeatMs}::bigint
      returning brand_id, visitor_hash
    )
    insert into visits (brand_id, id, visited_at, day, platform, page, country, is_burst)
    select brand_id, id, at, (at at time zone 'utc')::date, platform, page, country, is_burst
    from given join fresh using (brand_id, visitor_hash)`.execute(ctx.db)
}

/** Deletes the visitor hashes that are too old to detect a repeat. */
export async function deleteExpiredVisitorHashes(ctx: AppContext): Promise<void> {
  await ctx.db
    .deleteFrom('recent_visits')
    .where('seen_ms', '<', ctx.now().getTime() - repeatMs)
    .execute()
}
