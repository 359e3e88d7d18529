/** When the script of a brand was last heard and where: what tells people that it is installed. */
import type { AppContext } from '../core/context.ts'

const everyMs = 60_000
const mostKept = 10_000
const noted = new WeakMap<object, Map<string, number>>()

/** At most once a minute for a brand; a sighting that is lost matters to nobody. */
export function recordPixelSighting(ctx: AppContext, brandId: string, host: string, isOwn: boolean): void {
  const last = noted.get(ctx.config) ?? new Map<string, number>()
  noted.set(ctx.config, last)
  const key = `${brandId} ${isOwn}`
  const nowMs = ctx.now().getTime()
  if (nowMs - (last.get(key) ?? 0) < everyMs) return
  if (last.size > mostKept) last.clear()
  last.set(key, nowMs)
  const row = { brand_id: brandId, is_own: isOwn, seen_at: ctx.now(), host: host.slice(0, 253) }
  ctx.db
    .insertInto('pixel_sightings')
    .values(row)
    .onConflict((clash) =>
      clash.columns(['brand_id', 'is_own']).doUpdateSet({ seen_at: row.seen_at, host: row.host }),
    )
    .execute()
    .catch((error) => ctx.log.warn({ err: error }, 'a sighting of the script was not kept'))
}

export type Sighting = { seen_at: Date; host: string }

export async function lastSightings(
  ctx: AppContext,
  brandId: string,
): Promise<{ own: Sighting | null; other: Sighting | null }> {
  const rows = await ctx.db
    .selectFrom('pixel_sightings')
    .selectAll()
    .where('brand_id', '=', brandId)
    .execute()
  const at = (isOwn: boolean) => rows.find((row) => row.is_own === isOwn) ?? null
  return { own: at(true), other: at(false) }
}
