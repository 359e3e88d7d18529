/**
 * Codes of an authenticator app (TOTP, RFC 6238): SHA-1, six digits, half a minute, which are what all apps support. The
 * code of the half minute before and after is accepted as well, because clocks differ. A code works once.
 */
import { Secret, TOTP } from 'otpauth'
import { type AppContext, transaction } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { decryptSecret, encryptSecret } from '../db/encryption.ts'
import { message } from '../languages/message.ts'

const periodSeconds = 30
const secretBytes = 20

export type Enrollment = { secret: string; uri: string }

/**
 * Creates a secret for an authenticator app, which counts once a code has confirmed it. It replaces one that is not
 * confirmed. Throws `conflict` when the person has an app.
 */
export async function createTotpSecret(
  ctx: AppContext,
  { id, email }: { id: string; email: string },
): Promise<Enrollment> {
  const secret = new Secret({ size: secretBytes })
  const row = {
    secret: encryptSecret(ctx, secret.base32, id),
    created_at: ctx.now(),
    last_used_step: 0,
  }
  const stored = await ctx.db
    .insertInto('totp_secrets')
    .values({ user_id: id, ...row })
    .onConflict((conflicting) =>
      conflicting.column('user_id').doUpdateSet(row).where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!stored) throw conflict(message('accounts.factors.youHaveAnAuthenticatorApp'))
  return { secret: secret.base32, uri: totpFor(ctx, secret.base32, email).toString() }
}

/** Makes the secret count. Throws `invalid_request` for a wrong code, `conflict` when it counts already. */
export async function confirmTotpSecret(tx: AppContext, userId: string, code: string): Promise<void> {
  const step = await findStep(tx, userId, code, { isConfirmed: false })
  if (step === null) throw invalid('code', message('accounts.factors.isNotValid'))
  const confirmed = await tx.db
    .updateTable('totp_secrets')
    .set({ confirmed_at: tx.now(), last_used_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!confirmed) throw conflict(message('accounts.factors.youHaveAnAuthenticatorApp'))
}

/** Returns the authenticator app of a person, if a code has confirmed it. */
export const findTotp = async (ctx: AppContext, userId: string) =>
  (await ctx.db
    .selectFrom('totp_secrets')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) ?? null

/** Returns whether there was an app, confirmed or not. */
export async function deleteTotpSecret(tx: AppContext, userId: string): Promise<boolean> {
  const deleted = await tx.db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Uses up a code. Returns false when it is wrong, was used, or is older than one that was used. */
export function acceptTotpCode(ctx: AppContext, userId: string, code: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const step = await findStep(tx, userId, code, { isConfirmed: true })
    if (step === null) return false
    const used = await tx.db
      .updateTable('totp_secrets')
      .set({ last_used_step: step, last_used_at: tx.now() })
      .where('user_id', '=', userId)
      // Of concurrent requests with one code, only one finds an earlier step.
      .where('last_used_step', '<', step)
      .returning('user_id')
      .executeTakeFirst()
    return used !== undefined
  })
}

/** Returns the number of the half minute that the code belongs to, or null for a wrong code. */
async function findStep(
  ctx: AppContext,
  userId: string,
  code: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const secret = decryptSecret(ctx, row.secret, userId)
  if (secret === null) {
    ctx.log.error({ userId }, 'the secret of an authenticator app was encrypted with an unknown key')
    return null
  }
  const totp = totpFor(ctx, secret)
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
