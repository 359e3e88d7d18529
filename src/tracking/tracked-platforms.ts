/** The platforms that brands are tracked on, for the scheduler and for forecasts. */
import { type RawBuilder, sql } from 'kysely'
import { platforms } from '../../vocabulary/platforms.ts'
import type { AppContext } from '../core/context.ts'
import { countsTowardLimit } from '../engines/key-limits.ts'
import { type OwnVendors, resolvePlatforms } from '../engines/registry.ts'

/**
 * Selects the settings of all active brands, of one organization or of all, one row for each platform that is configured
 * for the organization and enabled. A plan includes only the first platforms of a brand by `rank`. `withinLimits`: omits
 * platforms whose backend has used up its monthly limit.
 */
export async function trackedPlatforms(
  base: AppContext,
  { organizationId, withinLimits = false }: { organizationId?: string; withinLimits?: boolean } = {},
): Promise<RawBuilder<unknown>> {
  const keys = await listKeys(base, organizationId)
  const own = [...Map.groupBy(keys, ({ organization_id }) => organization_id)].map(
    ([organization, rows]) => ({
      organization_id: organization,
      platforms: configuredPlatforms(
        base,
        new Set(rows.flatMap(({ backend, has_key }) => (has_key ? [backend] : []))),
        new Set(rows.flatMap(({ backend, is_used_up }) => (withinLimits && is_used_up ? [backend] : []))),
      ),
    }),
  )
  return sql`
    select
      brands.id as brand_id, brands.organization_id, configured.platform, own.last_checked_at,
      coalesce(own.check_frequency, 'daily') as check_frequency, coalesce(own.runs_per_prompt, 1) as runs_per_prompt,
      -- Stored settings take precedence over defaults.
      row_number() over (partition by brands.id order by own.brand_id is null, configured.ordinal) as rank
    from brands
    left join jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as with_key (organization_id uuid, platforms text[])
      on with_key.organization_id = brands.organization_id
    cross join lateral unnest(coalesce(with_key.platforms, ${configuredPlatforms(base)}::text[])) with ordinality
      as configured (platform, ordinal)
    left join brand_platforms own on own.brand_id = brands.id and own.platform = configured.platform
    where brands.status = 'active' and not brands.is_demo and coalesce(own.enabled, true)
      and ${organizationId === undefined ? sql`true` : sql`brands.organization_id = ${organizationId}`}`
}

/** Lists the keys and limits of one organization or of all, and whether each limit is used up. */
function listKeys({ db, now }: AppContext, organizationId: string | undefined) {
  const all = db.selectFrom('engine_keys')
  return (organizationId === undefined ? all : all.where('organization_id', '=', organizationId))
    .select((eb) => [
      'organization_id',
      'backend',
      eb('credentials', 'is not', null).as('has_key'),
      sql<boolean>`coalesce(spend_limit_micros <= (
        select coalesce(sum(cost_micros), 0) from spend
        where spend.organization_id = engine_keys.organization_id and spend.engine = engine_keys.backend
          and ${countsTowardLimit(now())}
      ), false)`.as('is_used_up'),
    ])
    .execute()
}

function configuredPlatforms(base: AppContext, own?: OwnVendors, usedUp: ReadonlySet<string> = new Set()) {
  const backends = resolvePlatforms(base.config, own)
  return platforms.filter((platform) => {
    const found = backends.get(platform)
    return found?.configured && !usedUp.has(found.backend)
  })
}
