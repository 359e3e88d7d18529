/**
 * Refreshing what is due. A platform of a brand is due when its last check that answered anything lies in an earlier
 * hour, day, ISO week or month (UTC) than now, as its `check_frequency` says; so it is as fine as the cron that asks.
 */

import type { Platform } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import { type PlatformSetting, platformsOf } from '../brands/platforms.ts'
import { type BaseContext, type Context, systemContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { platformBackends } from '../engines/registry.ts'
import { startRun } from './runs.ts'

export type Refreshed = { triggered: number; skipped: number; jobs: { brandId: string; jobId: string }[] }

/** Starts a run for every brand with something due; a brand that cannot be run now is skipped, and due again next time. */
export async function refreshDue(base: BaseContext): Promise<Refreshed> {
  const brands = await base.db
    .selectFrom('brands')
    .selectAll()
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  const jobs: Refreshed['jobs'] = []
  for (const brand of brands) {
    const ctx = systemContext(base, brand.organization_id)
    const jobId = await refreshBrand(ctx, brand)
    if (jobId !== null) jobs.push({ brandId: brand.id, jobId })
  }
  base.log.info({ triggered: jobs.length, skipped: brands.length - jobs.length }, 'refreshed what was due')
  return { triggered: jobs.length, skipped: brands.length - jobs.length, jobs }
}

async function refreshBrand(ctx: Context, brand: Brand): Promise<string | null> {
  const due = await duePlatforms(ctx, brand.id)
  if (due.length === 0) return null
  try {
    return await startRun(ctx, brand, { platforms: due })
  } catch (error) {
    // Nothing to ask, or a run under way: an answer of the rules, not a fault.
    if (error instanceof AppError) return null
    throw error
  }
}

async function duePlatforms(ctx: Context, brandId: string): Promise<Platform[]> {
  const backends = platformBackends(ctx.config)
  const settings = await platformsOf(ctx, brandId)
  const rows = await ctx.db
    .selectFrom('brand_platforms')
    .select(['platform', 'last_checked_at'])
    .where('brand_id', '=', brandId)
    .execute()
  const checked = new Map(rows.map((row) => [row.platform, row.last_checked_at]))
  return settings
    .filter(({ platform, enabled }) => enabled && backends.get(platform)?.configured)
    .filter(({ platform, check_frequency }) =>
      isDue(check_frequency, checked.get(platform) ?? null, ctx.now()),
    )
    .map(({ platform }) => platform)
}

export function isDue(
  frequency: PlatformSetting['check_frequency'],
  lastChecked: Date | null,
  now: Date,
): boolean {
  if (frequency === 'manual') return false
  return lastChecked === null || periodOf(frequency, lastChecked) < periodOf(frequency, now)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** 1970-01-01 was a Thursday: weeks counted from the Monday before. */
const mondayOffsetMs = 3 * dayMs

/** The number of the hour, day, ISO week or month that a moment lies in. */
function periodOf(frequency: Exclude<PlatformSetting['check_frequency'], 'manual'>, at: Date): number {
  const ms = at.getTime()
  if (frequency === 'hourly') return Math.floor(ms / hourMs)
  if (frequency === 'daily') return Math.floor(ms / dayMs)
  if (frequency === 'weekly') return Math.floor((ms + mondayOffsetMs) / (7 * dayMs))
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}
