/** Records when and on which host a brand's pixel last sent a beacon, which shows whether the pixel is installed. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../core/context.ts'

/** `isOwn`: the host belongs to one of the brand's domains. `hasGoals`: the beacon has the first page of the session. */
export type SightingRecorder = (sighting: {
  brandId: string
  host: string
  isOwn: boolean
  hasGoals: boolean
}) => void

/**
 * Writes in the background, at most once a minute per brand, `isOwn` and `hasGoals`. A failed write is logged only: the next beacon
 * records the same.
 */
export function createSightingRecorder(app: AppContext): SightingRecorder {
  const recent = new LRUCache<string, true>({
    max: 10_000,
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now: () => app.now().getTime() },
  })
  return ({ brandId, host, isOwn, hasGoals }) => {
    const key = `${brandId} ${isOwn} ${hasGoals}`
    if (recent.has(key)) return
    recent.set(key, true)
    const at = app.now()
    const row = { brand_id: brandId, is_own: isOwn, seen_at: at, host: host.slice(0, 253) }
    app.db
      .insertInto('pixel_sightings')
      .values({ ...row, goals_since: hasGoals ? at : null })
      .onConflict((conflict) =>
        conflict.columns(['brand_id', 'is_own']).doUpdateSet({
          seen_at: at,
          host: row.host,
          goals_since: sql`coalesce(pixel_sightings.goals_since, excluded.goals_since)`,
        }),
      )
      .execute()
      .catch((error) => app.log.warn({ err: error }, 'failed to record a pixel sighting'))
  }
}

export type Sighting = { seen_at: Date; host: string }

export async function getSightings(
  ctx: AppContext,
  brandId: string,
): Promise<{ own: Sighting | null; other: Sighting | null }> {
  const rows = await ctx.db
    .selectFrom('pixel_sightings')
    .selectAll()
    .where('brand_id', '=', brandId)
    .execute()
  const find = (isOwn: boolean) => rows.find((row) => row.is_own === isOwn) ?? null
  return { own: find(true), other: find(false) }
}
