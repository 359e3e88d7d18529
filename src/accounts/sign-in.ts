/**
 * Signing in takes one step or two. Every way to sign in ends in `completeSignIn`, which opens a session, or, for a person
 * who has a second factor, asks for it first.
 */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { unauthorized } from '../http/bearer.ts'
import type { Http } from '../http/route.ts'
import { type Message, message } from '../languages/message.ts'
import { openSession, recordFailedSignIn } from './accounts.ts'
import { acceptRecoveryCode, listSecondFactors, type SecondFactor } from './factors.ts'
import type { FactorResponse } from './fields.ts'
import { type CredentialJson, verifyAssertion } from './passkeys.ts'
import { createClientFor, type SignedIn, SignInMethod } from './sessions.ts'
import { createChallenge, findChallenge, takeChallenge } from './sign-in-challenges.ts'
import { beginSignInAttempt, recordKnownAddress, takeBackAttempt } from './sign-in-limits.ts'
import { acceptTotpCode } from './totp.ts'
import { findUser, findUserByPassword, type User } from './users.ts'

/** `secondFactors`: with what the person can finish the sign-in. */
export type SignInStep = SignedIn | { secondFactors: SecondFactor[] }

/** The organization whose provider a person signs in with. */
const Sso = z.object({ organizationId: z.string(), providerId: z.string() })

const Pending = z.object({ methods: z.array(SignInMethod), sso: Sso.optional() })
type Pending = z.output<typeof Pending>

/** Throws `unauthorized`, identical for a wrong password and an unknown address. */
export async function signInWithPassword(
  ctx: AppContext,
  http: Http,
  { email, password }: { email: string; password: string },
): Promise<SignInStep> {
  const attempt = await beginSignInAttempt(ctx, http, email)
  const user = await findUserByPassword(attempt.ctx, email, password)
  if (user === null) {
    await recordFailedSignIn(ctx, email)
    throw unauthorized(message('accounts.general.theEmailAddressOrPasswordIs'))
  }
  await takeBackAttempt(ctx, attempt)
  return completeSignIn(ctx, http, user, ['password'])
}

/**
 * Opens a session for a person who has authenticated, or stores in the browser that the second factor is missing. A
 * person who has one needs it after a provider as well: the provider may belong to another organization of theirs.
 */
export async function completeSignIn(
  ctx: AppContext,
  http: Http,
  user: User,
  methods: SignInMethod[],
  sso?: Pending['sso'],
): Promise<SignInStep> {
  const secondFactors = await listSecondFactors(ctx, user.id)
  if (secondFactors.length > 0) {
    await createChallenge(ctx, http, 'second_factor', { userId: user.id, payload: { methods, sso } })
    return { secondFactors }
  }
  return openKnownSession(ctx, http, user, { methods, sso })
}

async function openKnownSession(
  ctx: AppContext,
  http: Http,
  user: User,
  { methods, sso }: Pending,
): Promise<SignedIn> {
  const signedIn = await openSession(ctx, user, methods, createClientFor(http), sso)
  await recordKnownAddress(ctx, http, user.email)
  return signedIn
}

/** Signs in the person whose passkey the browser used. Throws `unauthorized`. */
export async function signInWithPasskey(
  ctx: AppContext,
  http: Http,
  credential: CredentialJson,
): Promise<SignedIn> {
  const verified = await verifyAssertion(ctx, http, credential)
  if (verified.outcome === 'refused') throw unauthorized(verified.problem)
  const user = await findUser(ctx, verified.userId)
  if (user === null) throw expired()
  return openKnownSession(ctx, http, user, { methods: ['passkey'] })
}

/** Returns the person whose sign-in waits in this browser for the second factor. Throws `unauthorized`. */
export async function getPendingUser(ctx: AppContext, http: Pick<Http, 'headers'>): Promise<User> {
  const pending = await findChallenge(ctx, http, 'second_factor', Pending)
  const user = pending?.userId ? await findUser(ctx, pending.userId) : null
  if (user === null) throw expired()
  return user
}

/** Finishes the sign-in that waits in this browser. A wrong code does not end it. Throws `unauthorized`. */
export async function finishSignIn(ctx: AppContext, http: Http, response: FactorResponse): Promise<SignedIn> {
  const user = await getPendingUser(ctx, http)
  const verified = await verifyFactor(ctx, http, user, response)
  if (verified.outcome === 'refused') throw unauthorized(verified.problem)
  const pending = await takeChallenge(ctx, http, 'second_factor', Pending)
  // A concurrent request was first.
  if (pending === null) throw expired()
  const { methods, sso } = pending.payload
  return openKnownSession(ctx, http, user, { methods: [...methods, verified.method], sso })
}

type VerifiedFactor =
  | { outcome: 'verified'; method: 'totp' | 'recovery_code' | 'passkey' }
  | { outcome: 'refused'; problem: Message }

/** Verifies a code or a passkey of a person. A code is limited like a password. */
export async function verifyFactor(
  ctx: AppContext,
  http: Http,
  user: User,
  { code, passkey }: FactorResponse,
): Promise<VerifiedFactor> {
  if (passkey !== undefined) {
    const verified = await verifyAssertion(ctx, http, passkey, user.id)
    return verified.outcome === 'refused' ? verified : { outcome: 'verified', method: 'passkey' }
  }
  const plain = (code ?? '').replace(/[\s-]/g, '')
  const isTotp = /^\d{6}$/.test(plain)
  // Recovery codes are too long to guess, so attempts by others do not delay their use.
  const attempt = await beginSignInAttempt(ctx, http, user.email, isTotp ? 'code' : 'password')
  const isRight = await (isTotp ? acceptTotpCode : acceptRecoveryCode)(ctx, user.id, plain)
  if (!isRight) {
    await recordFailedSignIn(ctx, user.email)
    return { outcome: 'refused', problem: message('accounts.factors.thisCodeIsNotValid') }
  }
  await takeBackAttempt(ctx, attempt)
  return { outcome: 'verified', method: isTotp ? 'totp' : 'recovery_code' }
}

const expired = () => unauthorized(message('accounts.factors.theSignInHasExpired'))
