/** Lists the backends with the key, the spend and the limit that an organization has for each. */
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import { loadKeySpend } from './key-limits.ts'
import { decryptCredentials } from './organization-keys.ts'
import { hasCredentials, resolvePlatforms, typicalCostMicros } from './registry.ts'
import { type VendorName, vendors } from './vendors.ts'

type ListedKey = {
  backend: VendorName
  label: string
  surface: 'api' | 'consumer_ui'
  platforms: Platform[]
  serving: Platform[]
  credentials: string[]
  key: 'organization' | 'environment' | null
  last_characters: string | null
  is_readable: boolean
  is_in_settings: boolean
  typical_cost_micros: number
  spent_micros: number
  spend_limit_micros: number | null
  updated_at: string | null
}

/** In order of preference. */
export async function listEngineKeys(ctx: Context): Promise<ListedKey[]> {
  const stored = await ctx.db
    .selectFrom('engine_keys')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .execute()
  const own = new Set(stored.flatMap(({ backend, credentials }) => (credentials ? [backend] : [])))
  const backends = [...resolvePlatforms(ctx.config, own).values()]
  const spend = await loadKeySpend(ctx)
  return vendors.map((vendor) => {
    const row = stored.find(({ backend }) => backend === vendor.name)
    const isInSettings = hasCredentials(ctx.config, vendor)
    return {
      backend: vendor.name,
      label: vendor.label,
      surface: vendor.kind === 'api' ? 'api' : 'consumer_ui',
      platforms: [...vendor.serves],
      serving: backends.flatMap(({ backend, configured, platform }) =>
        configured && backend === vendor.name ? [platform] : [],
      ),
      credentials: [...vendor.credentials],
      key: own.has(vendor.name) ? 'organization' : isInSettings ? 'environment' : null,
      last_characters: row?.last_characters ?? null,
      is_readable: !row?.credentials || decryptCredentials(ctx, vendor.name, row.credentials) !== null,
      is_in_settings: isInSettings,
      typical_cost_micros: typicalCostMicros(ctx.config, vendor, ctx.now()),
      spent_micros: spend.get(vendor.name)?.spentMicros ?? 0,
      spend_limit_micros: row?.spend_limit_micros ?? null,
      updated_at: row?.updated_at.toISOString() ?? null,
    }
  })
}
