/**
 * Codes of an authenticator app (TOTP, RFC 6238): SHA-1, six digits, half a minute, which are what all apps support. The
 * code of the half minute before and after is accepted as well, because clocks differ. A code works once.
 */
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import { message } from '../languages/message.ts'
import type { HttpExchange } from './cookies.ts'
import { createChallenge, findChallenge, takeChallenge } from './sign-in-challenges.ts'

const periodSeconds = 30
const secretBytes = 20

export type Enrollment = { secret: string; uri: string }

const Enrollment = z.object({ secret: z.base64() })

/** Creates a secret for an authenticator app, which counts once a code has confirmed it in the same browser. */
export async function beginTotp(
  ctx: AppContext,
  http: HttpExchange,
  { id, email }: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: secretBytes }).base32
  const payload = { secret: encryptSecret(ctx, secret, id).toString('base64') }
  await createChallenge(ctx, http, 'totp', { userId: id, payload })
  return { secret, uri: totpFor(ctx, secret, email).toString() }
}

/** Makes the secret count instead of an earlier one. Throws `invalid_request` for a wrong code, `conflict` without a set-up. */
export async function confirmTotpSecret(
  tx: AppContext,
  http: HttpExchange,
  userId: string,
  code: string,
): Promise<void> {
  const pending = await findChallenge(tx, http, 'totp', Enrollment)
  if (pending?.userId !== userId) throw conflict(message('accounts.factors.theSetUpHasExpired'))
  const secret = Buffer.from(pending.payload.secret, 'base64')
  const step = findStep(tx, { userId, secret, code })
  if (step === null) throw invalid('code', message('accounts.factors.isNotValid'))
  if ((await takeChallenge(tx, http, 'totp', Enrollment)) === null)
    throw conflict(message('accounts.factors.theSetUpHasExpired'))
  const row = { secret, last_used_step: step, created_at: tx.now(), last_used_at: null }
  await tx.db
    .insertInto('totp_secrets')
    .values({ user_id: userId, ...row })
    .onConflict((conflicting) => conflicting.column('user_id').doUpdateSet(row))
    .execute()
}

/** Returns the authenticator app of a person, if there is one. */
export const findTotp = async (ctx: AppContext, userId: string) =>
  (await ctx.db
    .selectFrom('totp_secrets')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null

/** Returns whether there was an app. */
export async function deleteTotpSecret(tx: AppContext, userId: string): Promise<boolean> {
  const deleted = await tx.db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Uses up a code. Returns false when it is wrong, was used, or is older than one that was used. */
export async function acceptTotpCode(ctx: AppContext, userId: string, code: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const step = row ? findStep(ctx, { userId, secret: row.secret, code }) : null
  if (!row || step === null) return false
  const used = await ctx.db
    .updateTable('totp_secrets')
    .set({ last_used_step: step, last_used_at: ctx.now() })
    .where('user_id', '=', userId)
    // The app may have been replaced since.
    .where('secret', '=', row.secret)
    // Of concurrent requests with one code, only one finds an earlier step.
    .where('last_used_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

type Attempt = { userId: string; secret: Buffer; code: string }

/** Returns the number of the half minute that the code belongs to, or null for a wrong code. */
function findStep(ctx: AppContext, { userId, secret, code }: Attempt): number | null {
  const text = decryptSecret(ctx, secret, userId)
  if (text === null) {
    ctx.log.error({ userId }, 'the secret of an authenticator app was encrypted with an unknown key')
    return null
  }
  const totp = totpFor(ctx, text)
  const timestamp = ctx.now().getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

const totpFor = ({ baseUrl }: AppContext, secret: string, label = '') =>
  new TOTP({
    issuer: `Ansight (${new URL(baseUrl).host})`,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })
