/**
 * Values that belong to one browser and are used once within minutes: a sign-in that waits for its second factor or for a
 * provider, a connection to a data source that waits for its vendor, challenges of passkeys, and the secret of an authenticator app that is being set up. The browser has a random
 * token in a cookie; the database has its hash.
 */
import type { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { newToken, sha256 } from '../core/ids.ts'
import {
  clearChallengeCookie,
  type HttpExchange,
  readChallengeCookie,
  setChallengeCookie,
} from './cookies.ts'

export type ChallengeKind =
  | 'second_factor'
  | 'passkey'
  | 'passkey_registration'
  | 'provider'
  | 'totp'
  | 'connection'

/** `userId` null: it is not known who signs in. */
export type Challenge<Payload> = { userId: string | null; payload: Payload }

const lifetimeMs: Record<ChallengeKind, number> = {
  second_factor: 10 * 60_000,
  passkey: 5 * 60_000,
  passkey_registration: 5 * 60_000,
  provider: 10 * 60_000,
  totp: 10 * 60_000,
  connection: 10 * 60_000,
}

/** Stores a value for the browser, instead of an earlier one of the kind. */
export async function createChallenge(
  ctx: AppContext,
  http: HttpExchange,
  kind: ChallengeKind,
  { userId, payload }: Challenge<Record<string, unknown>>,
): Promise<void> {
  const earlier = readChallengeCookie(ctx, http.headers, kind)
  const token = newToken()
  const expiresAt = new Date(ctx.now().getTime() + lifetimeMs[kind])
  if (earlier !== null)
    await ctx.db.deleteFrom('sign_in_challenges').where('token_hash', '=', sha256(earlier)).execute()
  await ctx.db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: sha256(token),
      kind,
      user_id: userId,
      payload: JSON.stringify(payload),
      expires_at: expiresAt,
    })
    .execute()
  setChallengeCookie(ctx, http, kind, { token, expiresAt })
}

/** Returns the value of the browser without using it up, or null when it is used or has expired. */
export async function findChallenge<P extends z.ZodType>(
  ctx: AppContext,
  http: Pick<HttpExchange, 'headers'>,
  kind: ChallengeKind,
  schema: P,
): Promise<Challenge<z.output<P>> | null> {
  const row = await ctx.db
    .selectFrom('sign_in_challenges')
    .select(['user_id', 'payload'])
    .where('token_hash', '=', tokenHash(ctx, http, kind))
    .where('kind', '=', kind)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  return row ? { userId: row.user_id, payload: schema.parse(row.payload) } : null
}

/** Uses up the value of the browser. Returns null when a concurrent request was first, and when it has expired. */
export async function takeChallenge<P extends z.ZodType>(
  ctx: AppContext,
  http: HttpExchange,
  kind: ChallengeKind,
  schema: P,
): Promise<Challenge<z.output<P>> | null> {
  const row = await ctx.db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash(ctx, http, kind))
    .where('kind', '=', kind)
    .returning(['user_id', 'payload', 'expires_at'])
    .executeTakeFirst()
  clearChallengeCookie(ctx, http, kind)
  if (!row || row.expires_at <= ctx.now()) return null
  return { userId: row.user_id, payload: schema.parse(row.payload) }
}

/** Removes the open values of a person, whose password or factors have changed. */
export async function deleteChallenges(tx: AppContext, userId: string): Promise<void> {
  await tx.db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

export async function deleteExpiredChallenges(ctx: AppContext): Promise<void> {
  await ctx.db.deleteFrom('sign_in_challenges').where('expires_at', '<=', ctx.now()).execute()
}

const tokenHash = (ctx: AppContext, { headers }: Pick<HttpExchange, 'headers'>, kind: ChallengeKind) =>
  sha256(readChallengeCookie(ctx, headers, kind) ?? '')
