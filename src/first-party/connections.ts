/**
 * A connection imports data of a brand from a property of a service: a site of Search Console or Bing, or a property of Google
 * Analytics. It has the credentials of an account, and is pending until a person has chosen one of the properties of the account.
 */
import { z } from 'zod'
import { type ConnectionKind, connectionKinds } from '../../vocabulary/data-sources.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { newId } from '../core/ids.ts'
import { parseJson } from '../core/json.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { bing, bingProtocol } from './bing.ts'
import { ga4 } from './ga4.ts'
import { googleProtocol, revokeGoogle, ServiceAccountKey } from './google-api.ts'
import { searchConsole } from './search-console.ts'
import type { ConnectionRow, Property, Source } from './source.ts'
import { pacific } from './time-zones.ts'
import { type VendorApi, type VendorResult, vendorApi } from './vendor-api.ts'

export const Kind = z.enum(connectionKinds)

const sources: Record<ConnectionKind, Source> = { search_console: searchConsole, ga4, bing }

export const getSource = ({ kind }: ConnectionRow): Source => sources[Kind.parse(kind)]

/** The credentials that are stored, encrypted. */
const Credentials = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('oauth'), refreshToken: z.string() }),
  z.object({ kind: z.literal('service_account'), key: ServiceAccountKey }),
  z.object({ kind: z.literal('api_key'), key: z.string() }),
])
export type Credentials = z.output<typeof Credentials>

export const NewKey = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .describe('The JSON key of a service account of Google, or the API key of Bing.')

const maxConnections = 20

export const listConnections = (ctx: Context, brandId: string): Promise<ConnectionRow[]> =>
  ctx.db
    .selectFrom('data_connections')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute()

export async function getConnection(ctx: Context, brandId: string, id: string): Promise<ConnectionRow> {
  const found = (await listConnections(ctx, brandId)).find((each) => each.id === id)
  if (!found) throw notFound(message('traffic.search.noSuchConnection'))
  return found
}

/** Throws `invalid_request` for a text that is not a key of this kind of service. */
export function readKey(kind: ConnectionKind, key: string): { credentials: Credentials; account: string } {
  if (kind === 'bing') return { credentials: { kind: 'api_key', key }, account: `…${key.slice(-4)}` }
  const parsed = ServiceAccountKey.safeParse(parseJson(key))
  if (!parsed.success) throw invalid('key', message('traffic.search.keyUnreadable'))
  return { credentials: { kind: 'service_account', key: parsed.data }, account: parsed.data.client_email }
}

type NewConnection = { kind: ConnectionKind; credentials: Credentials; account: string }

/** Adds a pending connection, instead of an earlier one of the same kind that a person has left. */
export function createConnection(
  ctx: Context,
  brandId: string,
  { kind, credentials, account }: NewConnection,
): Promise<ConnectionRow> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('data_connections')
      .where('organization_id', '=', tx.organizationId)
      .where('brand_id', '=', brandId)
      .where('kind', '=', kind)
      .where('state', '=', 'pending')
      .execute()
    await requireRoom(tx, {
      max: maxConnections,
      count: async () => (await listConnections(tx, brandId)).length,
      full: message('traffic.search.tooMany', { max: maxConnections }),
    })
    const id = newId(tx.now().getTime())
    const created = await tx.db
      .insertInto('data_connections')
      .values({
        organization_id: tx.organizationId,
        id,
        brand_id: brandId,
        kind,
        property: '',
        property_name: '',
        credential_kind: credentials.kind,
        credentials: encryptSecret(tx, JSON.stringify(credentials), id),
        account,
        time_zone: pacific,
        created_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordChange(tx, created, 'connection.created')
    return created
  })
}

/** Replaces the credentials of a connection, and keeps its data. An import shows whether they give access to the property. */
export function replaceCredentials(
  ctx: Context,
  connection: ConnectionRow,
  { credentials, account }: Omit<NewConnection, 'kind'>,
): Promise<ConnectionRow> {
  const { id, property } = connection
  return saveChange(ctx, connection, {
    credential_kind: credentials.kind,
    credentials: encryptSecret(ctx, JSON.stringify(credentials), id),
    account,
    ...(property !== '' && activeNow(ctx)),
  })
}

const activeNow = ({ now }: Context) =>
  ({ state: 'active', problem: null, failures: 0, next_import_at: now() }) as const

/** Chooses the property of a pending connection; the first import starts within a minute. */
export async function chooseProperty(
  ctx: Context,
  connection: ConnectionRow,
  property: string,
): Promise<ConnectionRow> {
  // The numbers of two properties must not be in one series.
  if (connection.state !== 'pending') throw conflict(message('traffic.search.hasProperty'))
  const found = (await listProperties(ctx, connection)).find((each) => each.property === property)
  if (!found) throw invalid('property', message('traffic.search.noSuchProperty'))
  const { brand_id, kind, id } = connection
  const others = await listConnections(ctx, brand_id)
  if (others.some((each) => each.id !== id && each.kind === kind && each.property === property))
    throw conflict(message('traffic.search.alreadyConnected'))
  return saveChange(ctx, connection, { property, property_name: found.name, ...activeNow(ctx) })
}

/** Lists what the account offers. Throws `conflict` with the reason when the vendor does not list it. */
export async function listProperties(ctx: Context, connection: ConnectionRow): Promise<Property[]> {
  const api = openApi(ctx, connection)
  const listed: VendorResult<Property[]> = await getSource(connection).listProperties(ctx, api)
  if (listed.outcome !== 'answered') throw conflict(listed.problem)
  return listed.body
}

/** Throws `not_found` when the connection was deleted, or got a property, in the meantime. */
function saveChange(
  ctx: Context,
  { id, property }: ConnectionRow,
  change: Partial<Omit<ConnectionRow, 'problem'>> & { problem?: null },
): Promise<ConnectionRow> {
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .updateTable('data_connections')
      .set(change)
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .where('property', '=', property)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw notFound(message('traffic.search.noSuchConnection'))
    await recordChange(tx, changed, 'connection.changed')
    return changed
  })
}

/** Deletes a connection with its data, and then ends the consent at Google unless another connection needs it. */
export async function deleteConnection(ctx: Context, connection: ConnectionRow): Promise<void> {
  const { id, brand_id } = connection
  await transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('data_connections')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    for (const table of ['connection_days', 'search_days', 'search_query_totals', 'session_days'] as const)
      await tx.db.deleteFrom(table).where('brand_id', '=', brand_id).where('connection_id', '=', id).execute()
    await recordChange(tx, connection, 'connection.deleted')
  })
  const credentials = findCredentials(ctx, connection)
  const kind = Kind.parse(connection.kind)
  if (credentials?.kind === 'oauth' && kind !== 'bing' && !(await isAccountInUse(ctx, connection)))
    await revokeGoogle(ctx, kind, credentials.refreshToken)
}

/** Google ends all consents of an account to an application at once, including consents for other organizations. */
async function isAccountInUse({ db }: Context, { account }: ConnectionRow): Promise<boolean> {
  const other = await db
    .selectFrom('data_connections')
    .select('id')
    .where('account', '=', account)
    .where('credential_kind', '=', 'oauth')
    .executeTakeFirst()
  return other !== undefined
}

const recordChange = (
  tx: Context,
  { id, brand_id, kind, property, account }: ConnectionRow,
  event: ConnectionEvent,
) => recordEvent(tx, event, { brandId: brand_id, data: { connection_id: id, kind, property, account } })

type ConnectionEvent = 'connection.created' | 'connection.changed' | 'connection.deleted'

/** Returns null when the credentials were encrypted with a key that is not known any more. */
function findCredentials(ctx: Context, { id, credentials }: ConnectionRow): Credentials | null {
  const opened = decryptSecret(ctx, credentials, id)
  return opened === null ? null : Credentials.parse(JSON.parse(opened))
}

export function openApi(ctx: Context, connection: ConnectionRow, stopping?: AbortSignal): VendorApi {
  const kind = Kind.parse(connection.kind)
  const credentials = findCredentials(ctx, connection)
  if (credentials === null)
    return {
      call: async () => ({ outcome: 'revoked', problem: message('traffic.search.credentialsUnreadable') }),
    }
  if (kind === 'bing' || credentials.kind === 'api_key') {
    const key = credentials.kind === 'api_key' ? credentials.key : ''
    return vendorApi(ctx, bingProtocol(key, ctx.now), stopping)
  }
  return vendorApi(ctx, googleProtocol(ctx, kind, credentials), stopping)
}
