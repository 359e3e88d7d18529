/** Lists the backends with the key, the spend and the limit that an organization has for each. */
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { loadKeySpend } from './key-limits.ts'
import { decryptCredentials, testPlatform } from './organization-keys.ts'
import { apiOptions, getTypicalCost, hasCredentials, resolvePlatforms } from './registry.ts'
import { type Vendor, vendors } from './vendors.ts'

export const EngineKey = z
  .object({
    backend: z.enum(vendors.map(({ name }) => name)),
    label: z.string().describe('Display name of the backend.'),
    surface: z.enum(['api', 'consumer_ui']),
    platforms: z.array(z.enum(platforms)).describe('The platforms that the backend can serve.'),
    serving: z.array(z.enum(platforms)).describe('The platforms that it serves for this organization now.'),
    credentials: z.array(z.string()).describe('The names of its credentials, as in the settings.'),
    key: z
      .enum(['organization', 'environment'])
      .nullable()
      .describe(
        'Whose key is used: a key of the organization wins over a key in the settings. Null without one.',
      ),
    last_characters: z
      .string()
      .nullable()
      .describe(
        "The last four characters of the organization's key, empty for a short key; null without one.",
      ),
    is_readable: z.boolean().describe('False: the stored key cannot be decrypted and must be entered again.'),
    is_in_settings: z.boolean().describe('Whether the settings of the installation have a key.'),
    allows_own_key: z.boolean().describe('False: only the settings configure it, because it has a URL.'),
    model: z
      .string()
      .nullable()
      .describe('The model that is queried, for an API with several platforms the one of the first.'),
    typical_cost_micros: z
      .number()
      .int()
      .describe('Typical cost of an answer, in millionths of a US dollar.'),
    typical_cost_estimated: z.boolean().describe('It is an upper estimate: the model has no known price.'),
    spent_micros: z
      .number()
      .int()
      .describe('Spend on answers and tests of the organization this month (UTC), with any key.'),
    spend_limit_micros: z
      .number()
      .int()
      .nullable()
      .describe('When it is reached, no further query is sent this month.'),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'EngineKey' })

/** In order of preference. A backend for which organizations have no keys is listed while the settings configure it. */
export async function listEngineKeys(ctx: Context): Promise<z.input<typeof EngineKey>[]> {
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
