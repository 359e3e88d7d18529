/**
 * Passkeys (WebAuthn): keys on a device of the person, which the person unlocks with a fingerprint, face or PIN. A passkey
 * therefore counts as both factors. It belongs to the host of BASE_URL and does not work with another one.
 */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import { type AppContext, transaction } from '../core/context.ts'
import { AppError, conflict, notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import type { Passkeys } from '../db/schema.generated.ts'
import { type Message, message } from '../languages/message.ts'
import type { HttpExchange } from './cookies.ts'
import { createChallenge, takeChallenge } from './sign-in-challenges.ts'

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    is_synced: z
      .boolean()
      .describe('Whether the passkey is backed up, so that other devices of the person have it.'),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })

/** The JSON of the browser's `PublicKeyCredential.toJSON()`, and of the options for `navigator.credentials`. */
export const CredentialJson = z.record(z.string(), z.unknown())
export type CredentialJson = z.output<typeof CredentialJson>

const maxPasskeys = 20
const text = z.string().max(10_000)
const Credential = z.object({ id: text, rawId: text, type: z.literal('public-key') })
const Registered = Credential.extend({
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
})
const Asserted = Credential.extend({
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
})
const RegistrationPayload = z.object({ challenge: z.string(), userHandle: z.string() })
const AssertionPayload = z.object({ challenge: z.string() })

/** EdDSA, ES256 and RS256, which authenticators support. By default, the library also tries experimental ones of Node. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loaded with the first passkey, because it takes memory. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** Returns why passkeys do not work with this BASE_URL, or null. */
export function findPasskeyProblem({ baseUrl }: AppContext): Message | null {
  const { protocol, hostname } = new URL(baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return message('accounts.passkeys.hostIsAnAddress', { host: hostname })
  return protocol === 'https:' || hostname === 'localhost'
    ? null
    : message('accounts.passkeys.needHttps', { url: baseUrl })
}

/** Returns the options of `navigator.credentials.create`. Throws `not_configured`, or `conflict` at the limit. */
export async function beginRegistration(
  ctx: AppContext,
  http: HttpExchange,
  user: { id: string; email: string; name: string },
): Promise<CredentialJson> {
  const rp = requireRelyingParty(ctx)
  const existing = await findPasskeys(ctx, user.id)
  requireRoom(existing)
  const userHandle = existing[0]?.user_handle ?? randomBytes(32)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Ansight',
    rpID: rp.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(userHandle),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(showDescriptor),
    supportedAlgorithmIDs,
  })
  await createChallenge(ctx, http, 'passkey_registration', {
    userId: user.id,
    payload: { challenge: options.challenge, userHandle: userHandle.toString('base64url') },
  })
  return CredentialJson.parse(options)
}

type NewPasskey = Omit<Insertable<Passkeys>, 'id' | 'user_id' | 'name' | 'created_at'>

/** Verifies a passkey that the browser created. Throws `invalid_request` when it does not match the challenge. */
export async function verifyRegistration(
  ctx: AppContext,
  http: HttpExchange,
  userId: string,
  credential: CredentialJson,
): Promise<NewPasskey> {
  const rp = requireRelyingParty(ctx)
  const challenge = await takeChallenge(ctx, http, 'passkey_registration', RegistrationPayload)
  const { data: response } = Registered.safeParse(credential)
  if (challenge?.userId !== userId || !response) throw invalidPasskey(unverified)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge.payload.challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(refuse(ctx))
  if (!verified?.verified) throw invalidPasskey(unverified)
  const { credential: key, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    credential_id: key.id,
    public_key: Buffer.from(key.publicKey),
    user_handle: Buffer.from(challenge.payload.userHandle, 'base64url'),
    counter: key.counter,
    transports: response.response.transports,
    device_type: credentialDeviceType,
    backed_up: credentialBackedUp,
  }
}

/** Throws `conflict` at the limit, `invalid_request` for a credential that is registered already. */
export async function insertPasskey(
  tx: AppContext,
  { userId, name }: { userId: string; name: string },
  passkey: NewPasskey,
): Promise<z.input<typeof Passkey>> {
  requireRoom(await findPasskeys(tx, userId))
  const stored = await tx.db
    .insertInto('passkeys')
    .values({ ...passkey, id: newId(tx.now().getTime()), user_id: userId, name, created_at: tx.now() })
    .onConflict((conflicting) => conflicting.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!stored) throw invalidPasskey(unverified)
  return showPasskey(stored)
}

/**
 * Returns the options of `navigator.credentials.get`. `userId` null: the browser offers every passkey that it has for this
 * host, and the passkey says who signs in. Throws `not_configured`.
 */
export async function beginAssertion(
  ctx: AppContext,
  http: HttpExchange,
  userId: string | null,
): Promise<CredentialJson> {
  const rp = requireRelyingParty(ctx)
  const known = userId === null ? [] : await findPasskeys(ctx, userId)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
    allowCredentials: known.map(showDescriptor),
  })
  await createChallenge(ctx, http, 'passkey', { userId, payload: { challenge: options.challenge } })
  return CredentialJson.parse(options)
}

type VerifiedPasskey = { outcome: 'verified'; userId: string } | { outcome: 'refused'; problem: Message }

const unverified = {
  outcome: 'refused',
  problem: message('accounts.passkeys.couldNotBeVerified'),
} as const satisfies VerifiedPasskey

/**
 * Verifies that the browser used a passkey of this installation, and returns whose it is. `userId`: whose passkey it must be.
 */
export async function verifyAssertion(
  ctx: AppContext,
  http: HttpExchange,
  credential: CredentialJson,
  userId?: string,
): Promise<VerifiedPasskey> {
  const rp = requireRelyingParty(ctx)
  const challenge = await takeChallenge(ctx, http, 'passkey', AssertionPayload)
  const { data: response } = Asserted.safeParse(credential)
  if (challenge === null || !response) return unverified
  return transaction(ctx, async (tx) => {
    const passkey = await tx.db
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', response.id)
      .forUpdate()
      .executeTakeFirst()
    const expected = userId ?? challenge.userId
    if (!passkey || (expected !== null && passkey.user_id !== expected))
      return { outcome: 'refused', problem: message('accounts.passkeys.isNotRegistered') }
    const { userHandle, ...assertion } = response.response
    if (userHandle && !passkey.user_handle.equals(Buffer.from(userHandle, 'base64url'))) return unverified
    const { verifyAuthenticationResponse } = await loadWebAuthn()
    const verified = await verifyAuthenticationResponse({
      response: { ...response, response: assertion, clientExtensionResults: {} },
      expectedChallenge: challenge.payload.challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      // The library refuses a counter that falls. Synced passkeys and restored devices report such counters.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }).catch(refuse(ctx))
    if (!verified?.verified) return unverified
    const { newCounter, credentialBackedUp } = verified.authenticationInfo
    const { id: passkeyId, counter } = passkey
    if (counter > 0 && newCounter <= counter)
      ctx.log.warn({ passkeyId, counter, newCounter }, 'the counter of a passkey did not rise')
    await tx.db
      .updateTable('passkeys')
      .set({ counter: newCounter, backed_up: credentialBackedUp, last_used_at: tx.now() })
      .where('id', '=', passkey.id)
      .execute()
    return { outcome: 'verified', userId: passkey.user_id }
  })
}

export async function listPasskeys(ctx: AppContext, userId: string): Promise<z.input<typeof Passkey>[]> {
  return (await findPasskeys(ctx, userId)).map(showPasskey)
}

/** Throws `not_found` for an unknown passkey and for one of another person. Returns the new name. */
export async function renamePasskey(
  tx: AppContext,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<z.input<typeof Passkey>> {
  const renamed = await tx.db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!renamed) throw noSuchPasskey()
  return showPasskey(renamed)
}

/** Throws `not_found` for an unknown passkey and for one of another person. Returns its name. */
export async function deletePasskey(
  tx: AppContext,
  { userId, id }: { userId: string; id: string },
): Promise<string> {
  const deleted = await tx.db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  if (!deleted) throw noSuchPasskey()
  return deleted.name
}

function requireRoom(existing: readonly unknown[]): void {
  if (existing.length >= maxPasskeys)
    throw conflict(message('accounts.passkeys.tooMany', { count: maxPasskeys }))
}

function requireRelyingParty(ctx: AppContext): { id: string; origin: string } {
  const problem = findPasskeyProblem(ctx)
  if (problem !== null) throw new AppError('not_configured', problem)
  const { hostname, origin } = new URL(ctx.baseUrl)
  return { id: hostname, origin }
}

const findPasskeys = (ctx: AppContext, userId: string) =>
  ctx.db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

const showDescriptor = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  id: credential_id,
  transports,
})

const showPasskey = (row: Selectable<Passkeys>): z.input<typeof Passkey> => ({
  id: row.id,
  name: row.name,
  is_synced: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** The library throws for every response that it does not accept. */
const refuse = (ctx: AppContext) => (error: unknown) => {
  ctx.log.info({ err: error }, 'a passkey was refused')
  return null
}

/** For a person who is signed in: 401 would say that the session has ended. */
export const invalidPasskey = ({ problem }: { problem: Message }) => new AppError('invalid_request', problem)

const noSuchPasskey = () => notFound(message('accounts.passkeys.noSuchPasskey'))
