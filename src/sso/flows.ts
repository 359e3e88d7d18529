/**
 * A visit to a provider and back. What the browser wants there is stored with the secrets of the visit, for ten minutes, and
 * used once; a cookie of the browser leads to it, so that no other browser can finish it.
 */
import { z } from 'zod'
import { requireSession } from '../accounts/authenticate.ts'
import type { Membership } from '../accounts/members.ts'
import {
  type ActiveSession,
  getSessionActor,
  getSignedIn,
  recordAuthentication,
} from '../accounts/sessions.ts'
import type { SignInStep } from '../accounts/sign-in.ts'
import { createChallenge, takeChallenge } from '../accounts/sign-in-challenges.ts'
import { updateUser } from '../accounts/users.ts'
import { type AppContext, transaction } from '../core/context.ts'
import { forbidden } from '../core/errors.ts'
import type { Http } from '../http/route.ts'
import { type Message, message } from '../languages/message.ts'
import { addIdentity, notifyOfIdentity, recordIdentityUse } from './identities.ts'
import { finishAuthorization, startAuthorization } from './openid.ts'
import type { Person } from './person.ts'
import type { OwnProvider } from './providers.ts'
import { decide, decidePublic, type Refused, signInPerson } from './sign-in.ts'
import { getRedirectUri, getSignInProvider, ProviderKey, type SignInProvider } from './sign-in-providers.ts'

/** A page of the dashboard to return to. */
export const ReturnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)

/** `link` and `reauthenticate` are of a signed-in person, and `test` of an owner. */
const Intent = z.enum(['sign_in', 'link', 'reauthenticate', 'test'])
export type Intent = z.output<typeof Intent>

const Visit = z.object({
  key: ProviderKey,
  intent: Intent,
  next: ReturnPath,
  sessionId: z.string().nullable(),
  secrets: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
})

type Start = {
  key: ProviderKey
  intent: Intent
  next: string
  loginHint?: string | null
  session?: Pick<ActiveSession, 'id' | 'userId'>
}

/** Returns the URL at the provider that the browser opens. Throws `forbidden` when the provider cannot be used. */
export async function startVisit(
  ctx: AppContext,
  http: Http,
  { key, intent, next, loginHint = null, session }: Start,
): Promise<{ url: string }> {
  const { client, prompts } = await getSignInProvider(ctx, key)
  const started = await startAuthorization(ctx, client, {
    redirectUri: getRedirectUri(ctx, key),
    loginHint,
    prompt: intent === 'reauthenticate' ? prompts.again : prompts.signIn,
  })
  if (started.outcome === 'failed') throw providerFailed(ctx, started.detail, intent)
  const payload: z.output<typeof Visit> = {
    key,
    intent,
    next,
    sessionId: session?.id ?? null,
    secrets: started.secrets,
  }
  await createChallenge(ctx, http, 'provider', { userId: session?.userId ?? null, payload })
  return { url: started.url }
}

/** `membership` null: the person keeps what they have, because no organization's provider decides. */
export type Tested = {
  person: Person
  decision: { outcome: 'admitted'; membership: Membership | null } | Refused
}

export type Finished =
  | { intent: 'sign_in'; next: string; step: SignInStep }
  | { intent: 'link' | 'reauthenticate'; next: string }
  | { intent: 'test'; next: string; tested: Tested }

/**
 * Does what the browser went to the provider for. `query`: the query with which the provider sent the browser back. Throws
 * `forbidden` with the reason.
 */
export async function finishVisit(
  ctx: AppContext,
  http: Http,
  { key, query }: { key: ProviderKey; query: string },
): Promise<Finished> {
  const visit = (await takeChallenge(ctx, http, 'provider', Visit))?.payload
  if (!visit || visit.key !== key) throw forbidden(message('sso.flows.expired'))
  const { intent, next } = visit
  const provider = await getSignInProvider(ctx, key)
  const person = await readVisitor(ctx, provider, query, visit)
  if (intent === 'sign_in') return { intent, next, step: await signInPerson(ctx, http, person, provider.own) }
  const session = await requireSession(ctx, { ...http, changes: true })
  if (session.id !== visit.sessionId) throw forbidden(message('sso.flows.expired'))
  if (intent === 'test') {
    return { intent, next, tested: { person, decision: await decideTest(ctx, person, provider.own) } }
  }
  if (intent === 'link') await linkPerson(ctx, session, person, provider.own)
  else await authenticateAgain(ctx, session, person, provider.own)
  return { intent, next }
}

async function decideTest(
  ctx: AppContext,
  person: Person,
  own: OwnProvider | null,
): Promise<Tested['decision']> {
  if (own !== null) return decide(ctx, person, own)
  const decided = await decidePublic(ctx, person)
  return decided.outcome === 'refused' ? decided : { outcome: 'admitted', membership: null }
}

async function readVisitor(
  ctx: AppContext,
  provider: SignInProvider,
  query: string,
  { key, intent, secrets }: z.output<typeof Visit>,
): Promise<Person> {
  const redirectUri = getRedirectUri(ctx, key)
  const granted = await finishAuthorization(ctx, provider.client, { redirectUri, query, secrets })
  if (granted.outcome === 'failed') throw providerFailed(ctx, granted.detail, intent)
  const person = await provider.readPerson(ctx, granted)
  if ('outcome' in person) throw providerFailed(ctx, person.detail, intent)
  return person
}

/** Links a person at a provider with the signed-in person. An organization's provider opens accounts of its domains only. */
async function linkPerson(
  ctx: AppContext,
  session: ActiveSession,
  person: Person,
  own: OwnProvider | null,
): Promise<void> {
  const { user } = await getSignedIn(ctx, session)
  const isOwnAddress = person.isEmailVerified && person.email === user.email
  if (own !== null) {
    const decision = await decide(ctx, person, own)
    if (decision.outcome === 'refused') throw forbidden(decision.problem)
    if (!isOwnAddress) throw forbidden(message('sso.signIn.addressOfAnotherDomain'))
  }
  await transaction({ ...ctx, actor: getSessionActor(session) }, async (tx) => {
    await addIdentity(tx, user.id, person, own?.id ?? null)
    if (isOwnAddress && user.emailVerifiedBy === null)
      await updateUser(tx, user.id, { emailVerifiedBy: 'provider' })
  })
  notifyOfIdentity(ctx, user.id, person)
}

async function authenticateAgain(
  ctx: AppContext,
  session: ActiveSession,
  person: Person,
  own: OwnProvider | null,
): Promise<void> {
  const user = await recordIdentityUse(ctx, person)
  if (user?.id !== session.userId) throw forbidden(message('sso.flows.anotherPerson'))
  const { auth_time } = person.claims
  // Google and GitHub do not say when the person signed in there.
  if (typeof auth_time === 'number' && ctx.now().getTime() / 1000 - auth_time > maxAuthenticationAgeSeconds)
    throw forbidden(message('sso.flows.signInAgainAtTheProvider'))
  await recordAuthentication(ctx, session.id, own === null ? 'provider' : 'sso')
}

const maxAuthenticationAgeSeconds = 600

/** Only an owner who tests the provider sees what failed. */
function providerFailed(ctx: AppContext, detail: string, intent: Intent) {
  ctx.log.warn({ detail }, 'a sign-in at a provider failed')
  return forbidden(failureText(detail, intent))
}

const failureText = (detail: string, intent: Intent): Message =>
  intent === 'test' ? message('sso.flows.failedBecause', { detail }) : message('sso.flows.failed')
