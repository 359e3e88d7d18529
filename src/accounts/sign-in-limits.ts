/**
 * Limits guesses of passwords. Failures count per account and IP address, so an attacker elsewhere cannot lock the owner
 * of an account out. After `SIGN_IN_FAILURES` failures each further attempt must wait, twice as long every time. An
 * address from which the account signed in before never waits, up to the number of consecutive failures that NIST
 * SP 800-63B allows. Email addresses without an account count in the same way, so that a limit reveals no account.
 *
 * Codes of authenticator apps count like passwords, except that all addresses from which the account has not signed in share
 * one count: who guesses codes has the password, and could guess from many addresses.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { enforceRateLimit, ipRateLimitKey, rateLimitHeaders } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { message } from '../languages/message.ts'
import type { HttpExchange } from './cookies.ts'

/** `ctx`: for the verification; it says whether the address is known. `id`: of the counted failure. */
type Attempt = { ctx: AppContext; id: Buffer }

/** The browser of an attempt, and the response that reports its limits. */
type Sender = { ip: string } & Pick<HttpExchange, 'setHeader'>

const maxKnownAddressFailures = 100
const maxWaitSeconds = 900
const dayMs = 24 * 3_600_000
/** How long an address without a sign-in is known. */
const knownAddressMs = 365 * dayMs

/** Sign-ups are rare, and each creates an organization. */
const attemptsPerSignUp = 10

/** Counts a sign-up like a sign-in, but as several against the IP address. Throws `rate_limited`. */
export async function beginSignUp(ctx: AppContext, { ip, setHeader }: Sender, email: string): Promise<void> {
  // A lower limit still allows one sign-up a minute.
  const attempts = Math.min(attemptsPerSignUp, ctx.config.RATE_LIMIT_SIGN_IN_ADDRESS)
  enforceRateLimit(takeFromAddress(ctx, ip, attempts), setHeader)
  await countAttempt(ctx, attemptId(ctx, email, ip))
}

/**
 * Counts an attempt to verify the password of an account, or a code of its authenticator app, as failed before it is
 * verified, so that concurrent guesses cannot pass together. `takeBackAttempt` takes it back. Throws `rate_limited`.
 */
export async function beginSignInAttempt(
  ctx: AppContext,
  { ip, setHeader }: Sender,
  email: string,
  guessed: 'password' | 'code' = 'password',
): Promise<Attempt> {
  const ofAddress = attemptId(ctx, email, ip)
  const taken = takeFromAddress(ctx, ip)
  const isKnown = await isKnownAddress(ctx, ofAddress)
  if (!taken.ok && !isKnown) enforceRateLimit(taken, setHeader)
  for (const [name, value] of Object.entries(rateLimitHeaders(taken))) setHeader(name, value)
  const id = guessed === 'code' && !isKnown ? digest(ctx, `codes ${email}`) : ofAddress
  await countAttempt(ctx, id)
  return { ctx: withKnownAddress(ctx, isKnown), id }
}

/** Counts a request that verifies neither a password nor a code, against the IP address only. Throws `rate_limited`. */
export function beginPublicRequest(ctx: AppContext, { ip, setHeader }: Sender): void {
  enforceRateLimit(takeFromAddress(ctx, ip), setHeader)
}

/** Takes back the failure of an attempt that was right. Earlier failures stay. */
export async function takeBackAttempt(ctx: AppContext, { id }: { id: Buffer }): Promise<void> {
  await ctx.db
    .updateTable('sign_in_attempts')
    .set({ failures: sql<number>`greatest(0, failures - 1)` })
    .where('id', '=', id)
    .execute()
}

/**
 * Counts a request for email, or the use of a link in email, against the IP address alone: it guesses no password and must
 * not delay a sign-in. Returns the context, which says whether the address is known. Throws `rate_limited`.
 */
export async function beginEmailRequest(
  ctx: AppContext,
  { ip, setHeader }: Sender,
  email: string,
): Promise<AppContext> {
  const isKnown = await isKnownAddress(ctx, attemptId(ctx, email, ip))
  const taken = takeFromAddress(ctx, ip)
  if (!isKnown) enforceRateLimit(taken, setHeader)
  return withKnownAddress(ctx, isKnown)
}

const withKnownAddress = (ctx: AppContext, isKnownAddress: boolean): AppContext =>
  ctx.request ? { ...ctx, request: { ...ctx.request, isKnownAddress } } : ctx

async function countAttempt(ctx: AppContext, id: Buffer): Promise<void> {
  if (ctx.config.SIGN_IN_FAILURES === 0 || (await countFailure(ctx, id))) return
  const seconds = await waitSeconds(ctx, id)
  throw new AppError(
    'rate_limited',
    message('accounts.signInLimits.tooManyFailedAttemptsTryAgain', { seconds }),
    {
      extra: { retry_after_seconds: seconds },
    },
  )
}

/** Marks the IP address as one from which the account signs in. */
export async function recordKnownAddress(
  ctx: AppContext,
  { ip }: Pick<Sender, 'ip'>,
  email: string,
): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .insertInto('sign_in_attempts')
    .values({ id: attemptId(ctx, email, ip), failures: 0, last_attempt_at: now, signed_in_at: now })
    .onConflict((conflicting) =>
      conflicting.column('id').doUpdateSet({ last_attempt_at: now, signed_in_at: now }),
    )
    .execute()
}

/** Deletes failures of past days, and addresses that have not signed in for a year. */
export async function deleteOldSignInAttempts(ctx: AppContext): Promise<void> {
  const nowMs = ctx.now().getTime()
  await ctx.db
    .deleteFrom('sign_in_attempts')
    .where('last_attempt_at', '<', new Date(nowMs - dayMs))
    .where((eb) =>
      eb.or([eb('signed_in_at', 'is', null), eb('signed_in_at', '<', new Date(nowMs - knownAddressMs))]),
    )
    .execute()
}

const takeFromAddress = (ctx: AppContext, ip: string, attempts = 1) =>
  rateLimiterFor(ctx, 'RATE_LIMIT_SIGN_IN_ADDRESS').take(ipRateLimitKey(ip), attempts)

/** Keyed digest, so that the database stores no IP addresses and no addresses of unknown accounts. */
const attemptId = (ctx: AppContext, email: string, ip: string): Buffer =>
  digest(ctx, `${ipRateLimitKey(ip)} ${email}`)

const digest = ({ secretKey }: AppContext, text: string): Buffer =>
  createHmac('sha256', secretKey).update(`sign-in ${text}`).digest().subarray(0, 16)

async function isKnownAddress(ctx: AppContext, id: Buffer): Promise<boolean> {
  const known = await ctx.db
    .selectFrom('sign_in_attempts')
    .select('id')
    .where('id', '=', id)
    .where('signed_in_at', 'is not', null)
    .where('failures', '<', maxKnownAddressFailures)
    .executeTakeFirst()
  return known !== undefined
}

/** Returns false when the attempt must wait. */
async function countFailure(ctx: AppContext, id: Buffer): Promise<boolean> {
  const now = ctx.now()
  const { rows } = await sql`
    insert into sign_in_attempts as attempts (id, failures, last_attempt_at) values (${id}, 1, ${now})
    on conflict (id) do update set
      failures = case when attempts.last_attempt_at < ${new Date(now.getTime() - dayMs)}::timestamptz then 1
        else attempts.failures + 1 end,
      last_attempt_at = ${now}
    where attempts.failures < ${ctx.config.SIGN_IN_FAILURES}
      or (attempts.signed_in_at is not null and attempts.failures < ${maxKnownAddressFailures})
      or ${waitsUntil(ctx)} <= ${now}::timestamptz
    returning id`.execute(ctx.db)
  return rows.length > 0
}

async function waitSeconds(ctx: AppContext, id: Buffer): Promise<number> {
  const { rows } = await sql<{ until: Date }>`
    select ${waitsUntil(ctx)} as until from sign_in_attempts as attempts where id = ${id}`.execute(ctx.db)
  const untilMs = rows[0]?.until.getTime() ?? 0
  return Math.max(1, Math.ceil((untilMs - ctx.now().getTime()) / 1000))
}

const waitsUntil = ({ config }: AppContext) => sql`
  attempts.last_attempt_at + interval '1 second'
    * least(${maxWaitSeconds}::float8, power(2, least(attempts.failures - ${config.SIGN_IN_FAILURES}::int4, 20)))`
