/**
 * A brand's platform settings: whether each platform is tracked, how often, and how many times a refresh sends each
 * prompt.
 */
import { z } from 'zod'
import { checkFrequencies } from '../../vocabulary/labels.ts'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { resolveOwnPlatforms } from '../engines/organization-keys.ts'
import { localizedText, messageSchema } from '../languages/localized.ts'
import { message, plainMessage } from '../languages/message.ts'
import { getPlan, requireQuota } from '../plans/plans.ts'

export type CheckFrequency = (typeof checkFrequencies)[number]

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
  last_checked_at: Timestamp.nullable().describe('When a run last received an answer from the platform.'),
  last_error: z
    .object({
      message: localizedText(),
      at: Timestamp,
      job_id: z.uuid().nullable().describe('The run; null for an imported answer.'),
    })
    .nullable()
    .describe(
      'The last failed query. If it is later than last_checked_at, the platform has not answered since.',
    ),
}).meta({ id: 'PlatformState' })

/** Accepts a platform state as returned by the API and ignores its read-only fields. */
export const PlatformChange = PlatformSetting.extend({
  last_checked_at: z.unknown().optional().describe('Ignored.'),
  last_error: z.unknown().optional().describe('Ignored.'),
}).transform(({ last_checked_at: _at, last_error: _error, ...setting }) => setting)

/**
 * Returns the settings of all platforms. A platform without stored settings is enabled if an engine is configured for
 * it, and is queried daily, once per prompt. Platforms beyond the plan's limit count as disabled; stored settings take
 * precedence over defaults.
 */
export async function listBrandPlatforms(ctx: Context, brandId: string): Promise<PlatformSetting[]> {
  const rows = await ctx.db
    .selectFrom('brand_platforms')
    .selectAll()
    .where('brand_id', '=', brandId)
    .execute()
  const backends = await resolveOwnPlatforms(ctx)
  const { platforms: maxPlatforms } = (await getPlan(ctx)).limits
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
  if (maxPlatforms === null) return settings
  const isSet = ({ platform }: PlatformSetting) => rows.some((row) => row.platform === platform)
  const enabled = settings.filter(({ enabled }) => enabled)
  const allowed = [...enabled.filter(isSet), ...enabled.filter((setting) => !isSet(setting))].slice(
    0,
    maxPlatforms,
  )
  return settings.map((setting) => ({ ...setting, enabled: allowed.includes(setting) }))
}

/** Returns the settings together with each platform's last check and last error. */
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
            message: messageSchema.nullable().parse(failed.failure) ?? plainMessage(''),
            at: failed.answered_at.toISOString(),
            job_id: failed.job_id,
          }
        : null,
    }
  })
}

export function setPlatforms(
  ctx: Context,
  brand: Brand,
  settings: PlatformSetting[],
): Promise<z.input<typeof PlatformState>[]> {
  const names = settings.map((setting) => setting.platform)
  const duplicate = names.find((platform, index) => names.indexOf(platform) !== index)
  if (duplicate)
    throw invalid('body', message('tracking.platforms.duplicateIsListedMoreThanOnce', { duplicate }))
  return transaction(ctx, async (tx) => {
    if (settings.length > 0) {
      const before = await countEnabled(tx, brand.id)
      await tx.db
        .insertInto('brand_platforms')
        .values(sortByPlatform(settings).map((setting) => ({ ...setting, brand_id: brand.id })))
        .onConflict((conflict) =>
          conflict.columns(['brand_id', 'platform']).doUpdateSet((eb) => ({
            enabled: eb.ref('excluded.enabled'),
            check_frequency: eb.ref('excluded.check_frequency'),
            runs_per_prompt: eb.ref('excluded.runs_per_prompt'),
          })),
        )
        .execute()
      const added = (await countEnabled(tx, brand.id)) - before
      if (added > 0) await requireQuota(tx, 'platforms', async () => before, added)
      await recordEvent(tx, 'platforms.changed', { brandId: brand.id, data: { platforms: names } })
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

/** Records that these platforms answered now, which determines when the scheduler queries them again. */
export async function recordPlatformCheck(ctx: Context, brandId: string, names: Platform[]): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .insertInto('brand_platforms')
    .values(
      sortByPlatform(
        names.map((platform) => ({ brand_id: brandId, platform, enabled: true, last_checked_at: now })),
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'platform']).doUpdateSet({ last_checked_at: now }),
    )
    .execute()
}

/** Sorts rows by platform, so that concurrent upserts lock them in the same order and cannot deadlock. */
const sortByPlatform = <T extends { platform: Platform }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => platforms.indexOf(a.platform) - platforms.indexOf(b.platform))
