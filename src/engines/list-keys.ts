/** Lists the backends with the key, the spend and the limit that an organization has for each. */
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import { loadKeySpend } from './key-limits.ts'
import { decryptCredentials, testPlatform } from './organization-keys.ts'
import { apiOptions, getTypicalCost, hasCredentials, resolvePlatforms } from './registry.ts'
import { type Vendor, type VendorName, vendors } from './vendors.ts'

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
  allows_own_key: boolean
  model: string | null
  typical_cost_micros: number
  typical_cost_estimated: boolean
  spent_micros: number
  spend_limit_micros: number | null
  updated_at: string | null
}

/** In order of preference. A backend for which organizations have no keys is listed while the settings configure it. */
export async function listEngineKeys(ctx: Context): Promise<ListedKey[]> {
  const stored = await ctx.db
    .selectFrom('engine_keys')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .execute()
  const own = new Set(stored.flatMap(({ backend, credentials }) => (credentials ? [backend] : [])))
  const backends = [...resolvePlatforms(ctx.config, own).values()]
  const spend = await loadKeySpend(ctx)
  const listed = vendors.filter((vendor) => vendor.allowsOwnKeys || hasCredentials(ctx.config, vendor))
  return listed.map((vendor) => {
    const row = stored.find(({ backend }) => backend === vendor.name)
    const typicalCost = getTypicalCost(ctx.config, vendor, ctx.now())
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
      allows_own_key: vendor.allowsOwnKeys,
      model: getModel(ctx, vendor),
      typical_cost_micros: typicalCost.costMicros,
      typical_cost_estimated: typicalCost.costEstimated,
      spent_micros: spend.get(vendor.name)?.spentMicros ?? 0,
      spend_limit_micros: row?.spend_limit_micros ?? null,
      updated_at: row?.updated_at.toISOString() ?? null,
    }
  })
}

/** Returns the model of the first platform that an API serves; null for a scraper. */
const getModel = ({ config }: Context, vendor: Vendor): string | null =>
  vendor.kind === 'api' ? apiOptions(config, vendor, testPlatform(vendor)).model : null
