/**
 * The keys of organizations at engine vendors, encrypted in the database. A key of an organization wins over the key in
 * the settings. Keys are never returned, only their last characters.
 */
import { z } from 'zod'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { type Context, type OrganizationContext, transaction } from '../core/context.ts'
import { AppError, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import { localizedIssue } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'
import { lockOrganization } from '../plans/plans.ts'
import { ownerOfKey } from './client/key-owner.ts'
import type { Engine } from './engine.ts'
import {
  apiOptions,
  baseUrlSetting,
  engineFor,
  type OwnVendors,
  resolvePlatforms,
  vendorEngine,
} from './registry.ts'
import { type ApiVendor, findVendor, type Vendor, vendorsServing } from './vendors.ts'

export const Credentials = z
  .record(
    z.string(),
    z
      .string()
      .trim()
      .min(1)
      .max(500)
      .regex(/^[!-~]+$/, {
        error: localizedIssue(message('engines.organizationKeys.mustConsistOfPrintableASCIICharacters')),
      }),
  )
  .describe('The value of each credential of the backend, such as `OPENAI_API_KEY`.')

export type Credentials = z.output<typeof Credentials>

export const SpendLimit = z.number().int().min(0).max(1_000_000_000_000_000).nullable()

const rowId = (organizationId: string, backend: string) => `${organizationId} ${backend}`

/** Returns the vendors for which the organization has its own key. */
export async function listOwnVendors({ db, organizationId }: OrganizationContext): Promise<OwnVendors> {
  const rows = await db
    .selectFrom('engine_keys')
    .select('backend')
    .where('organization_id', '=', organizationId)
    .where('credentials', 'is not', null)
    .execute()
  return new Set(rows.map(({ backend }) => backend))
}

/** Returns every platform with its backend for this organization. */
export const resolveOwnPlatforms = async (ctx: OrganizationContext) =>
  resolvePlatforms(ctx.config, await listOwnVendors(ctx))

/**
 * Returns the engine of a platform with the organization's key, or with the key of the settings. Throws `not_configured` when
 * there is no key, or when the stored one cannot be decrypted: the key of the settings must not pay for it.
 */
export async function openEngine(ctx: OrganizationContext, platform: Platform): Promise<Engine> {
  const own = await listOwnVendors(ctx)
  const { backend, missing, key } = resolvePlatforms(ctx.config, own).get(platform) ?? {}
  const vendor = findVendor(backend ?? '')
  if (vendor && key === 'organization')
    return engineWithCredentials(ctx, vendor, platform, await loadCredentials(ctx, vendor))
  const engine = engineFor(ctx.config, platform, own)
  if (engine) return engine
  throw new AppError(
    'not_configured',
    message('engines.organizationKeys.problem', {
      problem: platformNotConfigured(ctx, platform, missing || 'SIMULATOR_URL'),
    }),
  )
}

/** Returns a sentence without its period. `missing`: the settings that configure the platform, which customers of a cloud deployment cannot change. */
export function platformNotConfigured(
  { config }: OrganizationContext,
  platform: Platform,
  missing: string,
): Message {
  const label = platformLabels[platform]
  if (!vendorsServing(platform).some(({ allowsOwnKeys }) => allowsOwnKeys))
    return config.DEPLOYMENT === 'cloud'
      ? message('engines.organizationKeys.labelIsNotConfigured', { label })
      : message('engines.organizationKeys.labelIsNotConfiguredSetMissing', { label, missing })
  return config.DEPLOYMENT === 'cloud'
    ? message('engines.organizationKeys.notConfiguredAddKey', { label })
    : message('engines.organizationKeys.labelIsNotConfiguredAddAn', { label, missing })
}

const ownKeyName = message('engines.organizationKeys.organizationEngines')

/** Returns the engine of a vendor with these credentials. */
export function engineWithCredentials(
  { config, organizationId }: OrganizationContext,
  vendor: Vendor,
  platform: Platform,
  credentials: Credentials,
): Engine {
  const withKey = {
    ...config,
    ...credentials,
    // cloro signs deliveries with a secret of the account that owns the key, so these results are polled.
    ...(vendor.name === 'cloro' && { SCRAPER_WEBHOOK_URL: null }),
  }
  const engine = vendorEngine(withKey, vendor, platform, ownKeyName)
  return { ...engine, keyOwner: organizationId }
}

/** Returns the options of an API with the organization's key. Throws like `loadCredentials`. */
export async function optionsWithCredentials(
  ctx: OrganizationContext,
  vendor: ApiVendor,
  platform: Platform,
) {
  const credentials = await loadCredentials(ctx, vendor)
  return {
    ...apiOptions({ ...ctx.config, ...credentials }, vendor, platform),
    keyName: ownKeyName,
  }
}

/** Returns the platform with which a key of the vendor is tested. */
export function testPlatform(vendor: Vendor): Platform {
  const [platform] = vendor.serves
  if (!platform) throw new Error(`${vendor.name} serves no platform`)
  return platform
}

/** Throws `not_found` without a stored key, and `not_configured` when it cannot be decrypted. */
export async function loadCredentials(ctx: OrganizationContext, vendor: Vendor): Promise<Credentials> {
  const row = await findRow(ctx, vendor)
  if (!row?.credentials) throw notFound(message('engines.organizationKeys.noSuchEngineKey'))
  const credentials = decryptCredentials(ctx, vendor.name, row.credentials)
  if (credentials === null)
    throw new AppError(
      'not_configured',
      message('engines.organizationKeys.theStoredLabelKeyCannotBe', { label: vendor.label }),
    )
  return credentials
}

/** Returns null when the credentials were encrypted with an unknown SECRET_KEY, or modified. */
export function decryptCredentials(
  ctx: OrganizationContext,
  backend: string,
  encrypted: Buffer,
): Credentials | null {
  try {
    const text = decryptSecret(ctx, encrypted, rowId(ctx.organizationId, backend))
    return text === null ? null : Credentials.parse(JSON.parse(text))
  } catch (error) {
    ctx.log.warn({ err: error, backend }, 'an engine key could not be decrypted')
    return null
  }
}

export const EngineKeyChange = z.strictObject({
  credentials: Credentials.optional().describe('Omit to keep the stored key.'),
  spend_limit_micros: SpendLimit.optional().describe(
    'Monthly limit (UTC) for queries to this backend, in millionths of a US dollar; null removes it.',
  ),
})

/** Stores a key, a limit or both. Omitted fields keep their values. */
export function setEngineKey(
  ctx: Context,
  vendor: Vendor,
  change: z.output<typeof EngineKeyChange>,
): Promise<void> {
  if (change.credentials) requireAllCredentials(ctx, vendor, change.credentials)
  return transaction(ctx, async (tx) => {
    // Serializes concurrent changes, so that fields of two requests are not mixed.
    await lockOrganization(tx)
    const key = { organization_id: tx.organizationId, backend: vendor.name }
    const before = await findRow(tx, vendor)
    const { credentials, last_characters } = change.credentials
      ? encryptedColumns(tx, vendor, change.credentials)
      : (before ?? { credentials: null, last_characters: null })
    const spend_limit_micros =
      change.spend_limit_micros === undefined
        ? (before?.spend_limit_micros ?? null)
        : change.spend_limit_micros
    const set = { credentials, last_characters, spend_limit_micros, updated_at: tx.now() }
    if (credentials === null && spend_limit_micros === null) await deleteRow(tx, vendor)
    else
      await tx.db
        .insertInto('engine_keys')
        .values({ ...key, ...set })
        .onConflict((conflict) => conflict.columns(['organization_id', 'backend']).doUpdateSet(set))
        .execute()
    await recordEvent(tx, 'engine_key.changed', {
      data: {
        backend: vendor.name,
        key_changed: change.credentials !== undefined,
        last_characters,
        spend_limit_micros,
      },
    })
  })
}

/** Removes the organization's key and its limit. Throws `not_found` without either. */
export function deleteEngineKey(ctx: Context, vendor: Vendor): Promise<void> {
  return transaction(ctx, async (tx) => {
    if (!(await deleteRow(tx, vendor))) throw notFound(message('engines.organizationKeys.noSuchEngineKey'))
    await recordEvent(tx, 'engine_key.deleted', { data: { backend: vendor.name } })
  })
}

const findRow = ({ db, organizationId }: OrganizationContext, { name }: Vendor) =>
  db
    .selectFrom('engine_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('backend', '=', name)
    .executeTakeFirst()

async function deleteRow({ db, organizationId }: OrganizationContext, { name }: Vendor): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('engine_keys')
    .where('organization_id', '=', organizationId)
    .where('backend', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Throws `invalid_request` unless each credential of the vendor, and nothing else, has a value that can be valid. */
export function requireAllCredentials({ config }: Context, vendor: Vendor, given: Credentials): void {
  const { label, allowsOwnKeys } = vendor
  const known: readonly string[] = vendor.credentials
  if (!allowsOwnKeys)
    throw invalid(
      'credentials',
      message('engines.organizationKeys.cannotBeEnteredOnlyTheSettings', { label }),
    )
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalid(
      `credentials.${unknown}`,
      message('engines.organizationKeys.isNotACredentialOfLabel', { label }),
    )
  const missing = known.find((name) => given[name] === undefined)
  if (missing !== undefined) throw invalid(`credentials.${missing}`, message('common.texts.isRequired'))
  // A gateway at another URL takes its own keys, which can look like a vendor's keys.
  if (vendor.kind !== 'api' || config[baseUrlSetting(vendor.name)] !== vendor.baseUrl) return
  for (const [name, value] of Object.entries(given)) {
    const owner = ownerOfKey(value, label)
    if (owner !== null)
      throw invalid(
        `credentials.${name}`,
        message('engines.organizationKeys.looksLikeAKeyOfOwner', { owner, label }),
      )
  }
}

function encryptedColumns(ctx: OrganizationContext, vendor: Vendor, credentials: Credentials) {
  const text = JSON.stringify(credentials)
  const secret = credentials[vendor.credentials.at(-1) ?? ''] ?? ''
  return {
    credentials: encryptSecret(ctx, text, rowId(ctx.organizationId, vendor.name)),
    last_characters: lastCharacters(secret),
  }
}

const shownCharacters = 4

/** Four characters would reveal too much of a short key. */
const lastCharacters = (secret: string): string =>
  secret.length >= 4 * shownCharacters ? secret.slice(-shownCharacters) : ''
