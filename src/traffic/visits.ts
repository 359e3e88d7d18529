/** Visits that AI platforms sent: stored many at once, and summed once each. */
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
  /** Of page, source, address and user agent; the same again within half an hour is a repeat. */
  fingerprint: Buffer
}

export const repeatMinutes = 30

/** Stores those that are no repeats. Visits of a brand that is gone are left out. */
export async function insertVisits(ctx: AppContext, visits: readonly Visit[]): Promise<void> {
  const distinct = [
    ...new Map(
      visits.map((visit) => [`${visit.brandId} ${visit.fingerprint.toString('hex')}`, visit]),
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
        ${column(({ fingerprint }) => fingerprint)}::bytea[]
      ) as visit (brand_id, id, at, platform, page, country, fingerprint)
      where exists (select 1 from brands where brands.id = visit.brand_id)
    ),
    fresh as (
      insert into recent_visits (brand_id, fingerprint, seen_at)
      select brand_id, fingerprint, at from given order by brand_id, fingerprint
      on conflict (brand_id, fingerprint) do update set seen_at = excluded.seen_at
      where recent_visits.seen_at <= excluded.seen_at - make_interval(mins => ${repeatMinutes})
      returning brand_id, fingerprint
    )
    insert into visits (brand_id, id, visited_at, day, platform, page, country)
    select brand_id, id, at, (at at time zone 'utc')::date, platform, page, country
    from given join fresh using (brand_id, fingerprint)`.execute(ctx.db)
}

/** Forgets who was counted, once it no longer matters. */
export async function deleteOldVisitMarks(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - repeatMinutes * 60_000)
  await ctx.db.deleteFrom('recent_visits').where('seen_at', '<', before).execute()
}
