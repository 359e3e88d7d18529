/** Where a brand is tracked: per platform whether, how often, and how many times one refresh asks the same prompt. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import type { Config } from '../core/config.ts'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { resolvePlatforms } from '../engines/registry.ts'
import { getPlan, requireQuota } from '../plans/plans.ts'

export const checkFrequencies = ['hourly', 'daily', 'weekly', 'monthly', 'manual'] as const

export const PlatformSetting = z
  .strictObject({
    platform: z.enum(platforms),
    enabled: z.boolean(),
    check_frequency: z.enum(checkFrequencies).default('daily'),
    runs_per_prompt: z.number().int().min(1).max(20).default(1),
  })
  .meta({ id: 'PlatformSetting' })

export type PlatformSetting = z.output<typeof PlatformSetting>

export const PlatformState = PlatformSetting.extend({
  last_checked_at: Timestamp.nullable().describe('When a run last had an answer from it.'),
  last_error: z
    .object({
      message: z.string(),
      at: Timestamp,
      job_id: z.uuid().nullable().describe('The run; null for an imported answer.'),
    })
    .nullable()
    .describe('The last question that failed. Later than last_checked_at: it has answered nothing since.'),
}).meta({ id: 'PlatformState' })

/** What is shown may be sent back as it is. */
export const PlatformChange = PlatformSetting.extend({
  last_checked_at: z.unknown().optional().describe('Ignored.'),
  last_error: z.unknown().optional().describe('Ignored.'),
}).transform(({ last_checked_at: _at, last_error: _error, ...setting }) => setting)

/**
 * All platforms, those never set with their defaults: enabled when a backend is configured, daily, once. What is enabled
 * beyond the plan counts as off; what somebody set goes before what is so by default.
 */
export async function listBrandPlatforms(ctx: Context, brandId: string): Promise<PlatformSetting[]> {
  const rows = await ctx.db
    .selectFrom('brand_platforms')
    .selectAll()
    .where('brand_id', '=', brandId)
    .execute()
  const backends = resolvePlatforms(ctx.config)
  const { platforms: most } = (await getPlan(ctx)).limits
  const settings = platforms.map((platform) => {
    const row = rows.find((each) => each.platform === platform)
    return PlatformSetting.parse(
      row
        ? {
            platform,
            enabled: row.enabled,
            check_frequency: row.check_frequency,
            runs_per_prompt: row.runs_per_prompt,
          }
        : { platform, enabled: backends.get(platform)?.configured ?? false },
    )
  })
  if (most === null) return settings
  const isSet = ({ platform }: PlatformSetting) => rows.some((row) => row.platform === platform)
  const wanted = settings.filter(({ enabled }) => enabled)
  const kept = [...wanted.filter(isSet), ...wanted.filter((setting) => !isSet(setting))].slice(0, most)
  return settings.map((setting) => ({ ...setting, enabled: kept.includes(setting) }))
}

/** The settings with how each platform has fared. */
export async function listPlatformStates(
  ctx: Context,
  brandId: string,
): Promise<z.input<typeof PlatformState>[]> {
  const settings = await listBrandPlatforms(ctx, brandId)
  const checked = await ctx.db
    .selectFrom('brand_platforms')
    .select(['platform', 'last_checked_at'])
    .where('brand_id', '=', brandId)
    .execute()
  const failures = await ctx.db
    .selectFrom('answers')
    .distinctOn('platform')
    .select(['platform', 'failure', 'answered_at', 'job_id'])
    .where('brand_id', '=', brandId)
    .where('status', '=', 'failed')
    .orderBy('platform')
    .orderBy('answered_at', 'desc')
    .execute()
  return settings.map((setting) => {
    const at = checked.find(({ platform }) => platform === setting.platform)?.last_checked_at
    const failed = failures.find(({ platform }) => platform === setting.platform)
    return {
      ...setting,
      last_checked_at: at?.toISOString() ?? null,
      last_error: failed
        ? {
            message: failed.failure ?? '',
            at: failed.answered_at.toISOString(),
            job_id: failed.job_id,
          }
        : null,
    }
  })
}

/**
 * The settings of all active brands at once, as a query for others to select from: one row for each platform that is configured
 * and enabled. Of those of a brand only the first by `place` are within a plan.
 */
export function trackedPlatforms(config: Config): RawBuilder<unknown> {
  const backends = resolvePlatforms(config)
  const configured = platforms.filter((platform) => backends.get(platform)?.configured)
  return sql`
    select
      brands.id as brand_id, brands.organization_id, configured.platform, own.last_checked_at,
      coalesce(own.check_frequency, 'daily') as check_frequency, coalesce(own.runs_per_prompt, 1) as runs_per_prompt,
      -- What somebody set goes before what is so by default.
      row_number() over (partition by brands.id order by own.brand_id is null, configured.place) as place
    from brands
    cross join unnest(${configured}::text[]) with ordinality as configured (platform, place)
    left join brand_platforms own on own.brand_id = brands.id and own.platform = configured.platform
    where brands.status = 'active' and coalesce(own.enabled, true)`
}

export function setPlatforms(
  ctx: Context,
  brand: Brand,
  settings: PlatformSetting[],
): Promise<z.input<typeof PlatformState>[]> {
  const named = settings.map((setting) => setting.platform)
  const twice = named.find((platform, index) => named.indexOf(platform) !== index)
  if (twice) throw invalid('body', `${twice} stands there twice`)
  return transaction(ctx, async (tx) => {
    if (settings.length > 0) {
      const before = await countEnabled(tx, brand.id)
      await tx.db
        .insertInto('brand_platforms')
        .values(inOrder(settings).map((setting) => ({ ...setting, brand_id: brand.id })))
        .onConflict((clash) =>
          clash.columns(['brand_id', 'platform']).doUpdateSet((eb) => ({
            enabled: eb.ref('excluded.enabled'),
            check_frequency: eb.ref('excluded.check_frequency'),
            runs_per_prompt: eb.ref('excluded.runs_per_prompt'),
          })),
        )
        .execute()
      const more = (await countEnabled(tx, brand.id)) - before
      if (more > 0) await requireQuota(tx, 'platforms', async () => before, more)
      await recordEvent(tx, 'platforms.changed', { brandId: brand.id, data: { platforms: named } })
    }
    return listPlatformStates(tx, brand.id)
  })
}

async function countEnabled(tx: Context, brandId: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('brand_platforms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Remembers that these platforms answered now: the scheduler asks them again when they are next due. */
export async function recordPlatformCheck(ctx: Context, brandId: string, named: Platform[]): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .insertInto('brand_platforms')
    .values(
      inOrder(
        named.map((platform) => ({ brand_id: brandId, platform, enabled: true, last_checked_at: now })),
      ),
    )
    .onConflict((clash) => clash.columns(['brand_id', 'platform']).doUpdateSet({ last_checked_at: now }))
    .execute()
}

/** Two that write the same rows in another order could wait for each other in a circle. */
const inOrder = <T extends { platform: Platform }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => platforms.indexOf(a.platform) - platforms.indexOf(b.platform))
