/** What a person at a provider may open: which account, and in which organization. */
import { addMember, openOrganization } from '../accounts/accounts.ts'
import { acceptOpenInvitations, hasOpenInvitation } from '../accounts/invitations.ts'
import { changeMember, type Membership } from '../accounts/members.ts'
import { createClientFor } from '../accounts/sessions.ts'
import { completeSignIn, type SignInStep } from '../accounts/sign-in.ts'
import { findUserByEmail, hasUsers, insertUser, type User } from '../accounts/users.ts'
import { type AppContext, type Context, type Role, systemContext, transaction } from '../core/context.ts'
import { forbidden } from '../core/errors.ts'
import type { Http } from '../http/route.ts'
import { type Message, message } from '../languages/message.ts'
import { findOrganizationOfDomain } from './domains.ts'
import { addIdentity, findIdentityUser, notifyOfIdentity, recordIdentityUse } from './identities.ts'
import { getDomain, type Person, readGroups } from './person.ts'
import type { OwnProvider } from './providers.ts'
import { chooseMembership, listRules } from './rules.ts'

/** Signs a person in with the provider of an organization, or with one of the settings. Throws `forbidden`, `plan_limit`. */
export function signInPerson(
  ctx: AppContext,
  http: Http,
  person: Person,
  own: OwnProvider | null,
): Promise<SignInStep> {
  return own === null
    ? signInWithPublicProvider(ctx, http, person)
    : signInWithOwnProvider(ctx, http, person, own)
}

async function signInWithOwnProvider(
  ctx: AppContext,
  http: Http,
  person: Person,
  own: OwnProvider,
): Promise<SignInStep> {
  const decided = await decide(ctx, person, own)
  if (decided.outcome === 'refused') throw forbidden(decided.problem)
  const { organizationId, id: providerId } = own
  const { user, isLinked } = await transaction({ ...ctx, actor: { kind: 'system' as const } }, async (tx) => {
    const known = await recordIdentityUse(tx, person)
    const existing = known ?? (await findConfirmedAccount(tx, decided.email))
    const user = existing ?? (await insertPerson(tx, person, decided.email))
    // The owner of the domain also controls the mailbox of the account, but not of accounts in other domains.
    if (!(await isOwnDomain(tx, user.email, own)))
      throw forbidden(message('sso.signIn.addressOfAnotherDomain'))
    await applyMembership(systemContext(tx, organizationId), user, decided)
    if (known === null) await addIdentity(tx, user.id, person, providerId)
    return { user, isLinked: known === null && existing !== null }
  })
  if (isLinked) notifyOfIdentity(ctx, user.id, person)
  return completeSignIn(ctx, http, user, ['sso'], { organizationId, providerId })
}

export type Refused = { outcome: 'refused'; problem: Message }
type Decision = { outcome: 'admitted'; email: string; membership: Membership; hasRules: boolean } | Refused

/** Decides whether an organization admits a person of its provider, and with which role. Writes nothing. */
export async function decide(ctx: AppContext, person: Person, own: OwnProvider): Promise<Decision> {
  const { email } = person
  if (email === null) return refused(message('sso.signIn.noAddress'))
  if (!person.isEmailVerified) return refused(message('sso.signIn.addressNotConfirmed', { email }))
  if (!(await isOwnDomain(ctx, email, own)))
    return refused(message('sso.signIn.domainNotVerified', { email }))
  const rules = await listRules({ ...ctx, organizationId: own.organizationId })
  const membership = chooseMembership(rules, readGroups(person.claims, own.groupsClaim), own)
  if (membership === null) return refused(message('sso.signIn.noRole'))
  return { outcome: 'admitted', email, membership, hasRules: rules.length > 0 }
}

const refused = (problem: Message): Refused => ({ outcome: 'refused', problem })

const isOwnDomain = async (
  ctx: AppContext,
  email: string,
  { organizationId }: OwnProvider,
): Promise<boolean> => (await findOrganizationOfDomain(ctx, getDomain(email))) === organizationId

/**
 * Returns the account that has the address. Throws `forbidden` if the account's address is not verified: another
 * person may have typed it in.
 */
async function findConfirmedAccount(ctx: AppContext, email: string): Promise<User | null> {
  const user = await findUserByEmail(ctx, email)
  if (user !== null && user.emailVerifiedBy === null)
    throw forbidden(message('sso.signIn.linkFirst', { email }))
  return user
}

const insertPerson = (tx: AppContext, { name }: Person, email: string): Promise<User> =>
  insertUser(tx, { name: name ?? email, email, emailVerifiedBy: 'provider', passwordHash: null })

/** Adds the person to the organization, or gives them the role of their groups. An owner stays an owner. */
async function applyMembership(
  tx: Context,
  user: User,
  { membership, hasRules }: Extract<Decision, { outcome: 'admitted' }>,
): Promise<void> {
  const present = await tx.db
    .selectFrom('members')
    .select(['role', 'brand_ids'])
    .where('organization_id', '=', tx.organizationId)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!present) return addMember(tx, user, membership)
  // Without rules, an administrator assigns the roles.
  if (!hasRules || present.role === ('owner' satisfies Role)) return
  const isSame =
    present.role === membership.role &&
    JSON.stringify(present.brand_ids?.toSorted() ?? null) ===
      JSON.stringify(membership.brandIds?.toSorted() ?? null)
  if (!isSame) await changeMember(tx, user.id, { role: membership.role, brand_ids: membership.brandIds })
}

async function signInWithPublicProvider(ctx: AppContext, http: Http, person: Person): Promise<SignInStep> {
  const decided = await decidePublic(ctx, person)
  if (decided.outcome === 'refused') throw forbidden(decided.problem)
  const known = await recordIdentityUse(ctx, person)
  if (known !== null) return completeSignIn(ctx, http, known, ['provider'])
  const inSystem = { ...ctx, actor: { kind: 'system' as const } }
  const { email, user: existing } = decided
  if (existing !== null) {
    await transaction(inSystem, (tx) => addIdentity(tx, existing.id, person, null))
    notifyOfIdentity(ctx, existing.id, person)
    return completeSignIn(ctx, http, existing, ['provider'])
  }
  return transaction(inSystem, async (tx) => {
    const user = await insertPerson(tx, person, email)
    const isInvited = await acceptOpenInvitations(tx, user)
    // The invitation may have been revoked since the decision.
    if (!isInvited && tx.config.SIGNUPS !== 'open') throw forbidden(inviteOnly(email))
    const step = isInvited
      ? await completeSignIn(tx, http, user, ['provider'])
      : await openOrganization(tx, user, 'provider', createClientFor(http))
    await addIdentity(tx, user.id, person, null)
    return step
  })
}

type PublicDecision = { outcome: 'admitted'; email: string; user: User | null } | Refused

/**
 * Decides whether a person of a provider of the settings may sign in. `user`: their account, or null for a new one. Writes
 * nothing.
 */
export async function decidePublic(ctx: AppContext, person: Person): Promise<PublicDecision> {
  const known = await findIdentityUser(ctx, person)
  if (known !== null) return { outcome: 'admitted', email: known.email, user: known }
  const { email } = person
  if (email === null) return refused(message('sso.signIn.noAddress'))
  if (!person.isEmailVerified) return refused(message('sso.signIn.addressNotConfirmed', { email }))
  const user = await findUserByEmail(ctx, email)
  if (user !== null && user.emailVerifiedBy === null)
    return refused(message('sso.signIn.linkFirst', { email }))
  if (user !== null) return { outcome: 'admitted', email, user }
  if (!(await hasUsers(ctx))) return refused(message('sso.signIn.createTheFirstAccount'))
  if (ctx.config.SIGNUPS !== 'open' && !(await hasOpenInvitation(ctx, email)))
    return refused(inviteOnly(email))
  return { outcome: 'admitted', email, user }
}

const inviteOnly = (email: string): Message => message('sso.signIn.inviteOnly', { email })
