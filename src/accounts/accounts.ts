/**
 * Accounts: a user is a person with an email address and a password. A member is a user in an organization, with a role;
 * a person can be a member of several organizations. A session is one signed-in browser, and an API key acts for the member
 * who created it. Users join by creating an organization, by accepting an invitation, or from the command line.
 */
import { sql } from 'kysely'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { conflict, forbidden } from '../core/errors.ts'
import { type EventKind, recordEvent } from '../core/events.ts'
import { message } from '../languages/message.ts'
import { getUserActor } from './actors.ts'
import { listActiveApiKeys, revokeApiKey } from './api-keys.ts'
import { revokeGrants } from './grants.ts'
import { hasOtherOwner, insertMember, type Membership } from './members.ts'
import { hashNewPassword } from './new-passwords.ts'
import { createOrganization } from './organizations.ts'
import { giveUpEmergencyAccess, ssoRequired } from './required-sso.ts'
import {
  type ActiveSession,
  asRole,
  type Client,
  deleteSession,
  deleteSessions,
  type SignedIn,
  type SignInMethod,
  startSession,
} from './sessions.ts'
import { requireSetupCode } from './setup-code.ts'
import { deleteChallenges } from './sign-in-challenges.ts'
import { findUserByEmail, hasUsers, insertUser, type User, updateUser } from './users.ts'

export type NewUser = { name: string; email: string; password: string }

/**
 * Creates the first account of the installation and its organization. The administrator does this, so the address counts as
 * confirmed by the administrator. Throws `forbidden` when there is an account.
 */
export async function signUp(
  ctx: AppContext,
  { name, email, password, setupCode }: NewUser & { setupCode?: string | undefined },
  client: Client,
): Promise<SignedIn> {
  await requireFirstSignUp(ctx)
  await requireSetupCode(ctx, setupCode)
  const passwordHash = await hashNewPassword(ctx, { email, password })
  return transaction(ctx, async (tx) => {
    await lockSignUps(tx)
    await requireFirstSignUp(tx)
    const user = await insertUser(tx, { name, email, passwordHash, emailVerifiedBy: 'administrator' })
    return openOrganization(tx, user, 'password', client)
  })
}

/** Creates an organization for a new account and signs its owner in. */
export async function openOrganization(
  tx: AppContext,
  user: User,
  method: SignInMethod,
  client: Client,
): Promise<SignedIn> {
  const organizationId = await createOrganization(tx, user)
  const opened = await startSession(tx, { userId: user.id, organizationId, methods: [method] }, client)
  const actor = getUserActor(opened.session, { role: 'owner', brandIds: null })
  await recordEvent({ ...tx, organizationId, actor }, 'organization.created', { data: { user_id: user.id } })
  return { ...opened, user }
}

/**
 * Opens a session in the organization that the person used last, or in none if they belong to none. `sso`: the organization
 * whose provider opens the session, which then shows this organization. Throws `forbidden` when every organization of the
 * person requires its provider.
 */
export function openSession(
  ctx: AppContext,
  user: User,
  methods: SignInMethod[],
  client: Client,
  sso?: { organizationId: string; providerId: string },
): Promise<SignedIn> {
  return transaction(ctx, async (tx) => {
    const member = await findLastMembership(tx, user.id, sso?.organizationId)
    if (member?.requires_sso && !sso && !member.is_emergency) throw ssoRequired()
    const organizationId = member?.organization_id ?? null
    const opened = await startSession(
      tx,
      { userId: user.id, organizationId, methods, ssoProviderId: sso?.providerId },
      client,
    )
    if (member && organizationId !== null) {
      const actor = getUserActor(opened.session, { role: asRole(member.role), brandIds: member.brand_ids })
      const inOrganization = { ...tx, organizationId, actor }
      await recordEvent(inOrganization, 'user.signed_in', { data: { methods } })
      if (!sso && member.requires_sso)
        await recordEvent(inOrganization, 'sso.bypassed', { data: { methods } })
    }
    return { ...opened, user }
  })
}

/** Organizations that the session can show come first, and of these the one that the person used last. */
const findLastMembership = (ctx: AppContext, userId: string, organizationId: string | undefined) =>
  ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('sso_providers', (join) =>
      join
        .onRef('sso_providers.organization_id', '=', 'members.organization_id')
        .on('sso_providers.is_required', '=', true),
    )
    .select(['members.organization_id', 'members.role', 'members.brand_ids'])
    .select((eb) => [
      eb('sso_providers.id', 'is not', null).as('requires_sso'),
      eb('sso_providers.emergency_user_id', '=', userId).as('is_emergency'),
    ])
    .where('members.user_id', '=', userId)
    .$if(organizationId !== undefined, (query) =>
      query.where('members.organization_id', '=', organizationId ?? ''),
    )
    .orderBy(
      (eb) => eb.or([eb('sso_providers.id', 'is', null), eb('sso_providers.emergency_user_id', '=', userId)]),
      (order) => order.desc().nullsLast(),
    )
    .orderBy(
      (eb) => eb('members.organization_id', '=', eb.ref('users.last_organization_id')),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('members.created_at')
    .executeTakeFirst()

/** Ends the session. */
export function signOut(ctx: AppContext, session: ActiveSession): Promise<void> {
  return transaction(ctx, async (tx) => {
    await deleteSession(tx, session.userId, session.id)
    if (session.member) await recordEvent({ ...tx, ...session.member }, 'user.signed_out')
  })
}

type PasswordChange = {
  userId: string
  email: string
  password: string
  keepApiKeys: boolean
  /** A session that does not end. */
  keepSession?: string
}

/**
 * Sets a new password, ends the sessions of the person and, unless `keepApiKeys`, revokes their API keys and grants of
 * apps: anyone who had the old password could have created some. Returns the names of the active keys. `actor`: who changes
 * the password.
 */
export async function setPassword(
  ctx: AppContext & Pick<Context, 'actor'>,
  { userId, email, password, keepApiKeys, keepSession }: PasswordChange,
): Promise<string[]> {
  const passwordHash = await hashNewPassword(ctx, { email, password })
  return transaction(ctx, async (tx) => {
    await updateUser(tx, userId, { passwordHash })
    await deleteSessions(tx, userId, { except: keepSession ?? null })
    await deleteChallenges(tx, userId)
    await recordPersonEvent(tx, userId, 'password.changed')
    const names: string[] = []
    for (const organizationId of await listOrganizationIds(tx, userId)) {
      const inOrganization = { ...tx, organizationId }
      for (const key of await listActiveApiKeys(inOrganization, userId)) {
        names.push(key.name)
        if (!keepApiKeys) await revokeApiKey(inOrganization, key)
      }
      if (!keepApiKeys) await revokeGrants(inOrganization, userId)
    }
    return names
  })
}

/** Records an event about a person's account in each organization of the person. */
export async function recordPersonEvent(
  tx: AppContext & Pick<Context, 'actor'>,
  userId: string,
  kind: EventKind,
  data: Record<string, string | null> = {},
): Promise<void> {
  for (const organizationId of await listOrganizationIds(tx, userId))
    await recordEvent({ ...tx, organizationId }, kind, { data: { user_id: userId, ...data } })
}

/** Records a wrong password in the organizations of the account. An unknown address belongs to none. */
export async function recordFailedSignIn(ctx: AppContext, email: string): Promise<void> {
  const user = await findUserByEmail(ctx, email)
  if (user)
    await recordPersonEvent({ ...ctx, actor: { kind: 'anonymous' } }, user.id, 'user.sign_in_failed', {
      email,
    })
}

async function listOrganizationIds(ctx: AppContext, userId: string): Promise<string[]> {
  const members = await ctx.db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return members.map(({ organization_id }) => organization_id)
}

/** Creates an organization with its owner from the command line. Throws `conflict` when the address has an account. */
export async function createOwner(
  ctx: AppContext,
  { name, email, password }: NewUser,
): Promise<{ organizationId: string; user: User }> {
  const passwordHash = await hashNewPassword(ctx, { email, password })
  return transaction(ctx, async (tx) => {
    await lockSignUps(tx)
    const user = await insertUser(tx, { name, email, passwordHash, emailVerifiedBy: 'administrator' })
    const organizationId = await createOrganization(tx, user)
    await recordEvent(systemContext(tx, organizationId), 'organization.created', {
      data: { user_id: user.id },
    })
    return { organizationId, user }
  })
}

/** Adds a new user to an organization from the command line. Throws `conflict` when the address has an account. */
export async function createUser(
  ctx: Context,
  { name, email, password, ...membership }: NewUser & Membership,
): Promise<User> {
  const passwordHash = await hashNewPassword(ctx, { email, password })
  return transaction(ctx, async (tx) => {
    await lockSignUps(tx)
    const user = await insertUser(tx, { name, email, passwordHash, emailVerifiedBy: 'administrator' })
    await addMember(tx, user, membership)
    return user
  })
}

/** Adds an existing user to an organization from the command line. Throws `conflict` for a member. */
export function addMember(ctx: Context, user: User, membership: Membership): Promise<void> {
  return transaction(ctx, async (tx) => {
    await insertMember(tx, { userId: user.id, ...membership })
    await recordEvent(tx, 'member.joined', { data: { user_id: user.id, role: membership.role } })
  })
}

/**
 * Deletes the account of a person with their memberships, sessions and API keys. Throws `conflict` for the only owner of an
 * organization, which would have no owner.
 */
export function deleteUser(ctx: AppContext & Pick<Context, 'actor'>, userId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const owned = await tx.db
      .selectFrom('members')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .select(['organizations.id', 'organizations.name'])
      .where('members.user_id', '=', userId)
      .where('members.role', '=', 'owner')
      .orderBy('organizations.id')
      // Waits for concurrent changes of owners, which lock the organization as well.
      .forNoKeyUpdate()
      .execute()
    for (const { id, name } of owned) {
      if (!(await hasOtherOwner({ ...tx, organizationId: id }, userId)))
        throw conflict(message('accounts.general.youAreTheOnlyOwnerOf', { organization: name }))
    }
    await giveUpEmergencyAccess(tx, userId)
    await recordPersonEvent(tx, userId, 'user.deleted')
    await tx.db.deleteFrom('users').where('id', '=', userId).execute()
  })
}

async function requireFirstSignUp(ctx: AppContext): Promise<void> {
  if (ctx.config.SIGNUPS === 'open') throw forbidden(message('accounts.general.confirmYourAddressFirst'))
  if (await hasUsers(ctx)) throw forbidden(message('accounts.general.signUpIsClosedAskAn'))
}

const signUpLock = 7_340_113

/** Serializes sign-ups, so that only one of several concurrent first sign-ups sees an empty installation. */
async function lockSignUps(tx: AppContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(${signUpLock})`.execute(tx.db)
}
