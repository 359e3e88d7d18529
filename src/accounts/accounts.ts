/**
 * Accounts: a user is a person with an email address and a password. A member is a user in an organization, with a role;
 * a user belongs to one organization at a time. A session is one signed-in browser, and an API key acts for the member
 * who created it. Users join by creating an organization, by accepting an invitation, or from the command line.
 */
import { sql } from 'kysely'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { AppError, conflict, forbidden, invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { message } from '../languages/message.ts'
import { listActiveApiKeys, revokeApiKey } from './api-keys.ts'
import { recordFailedSignIn } from './failed-sign-ins.ts'
import { acceptInvitation, getInvitationByToken } from './invitations.ts'
import { insertMember, type Membership } from './members.ts'
import { hashNewPassword } from './new-passwords.ts'
import { createOrganization } from './organizations.ts'
import {
  asRole,
  type Client,
  deleteSession,
  deleteSessions,
  type SignedIn,
  startSession,
} from './sessions.ts'
import { requireSetupCode } from './setup-code.ts'
import {
  findUserByPassword,
  hasUsers,
  insertUser,
  requireNewAddress,
  type User,
  updatePasswordHash,
} from './users.ts'

type PasswordChange = { userId: string; email: string; password: string; keepApiKeys: boolean }
export type NewUser = { name: string; email: string; password: string }

/**
 * Creates an account and, without an invitation, an organization. An address that has an account gets another one, so that
 * the response does not reveal the first. Throws `forbidden` when sign-up is closed, `conflict` when an account of the
 * address has the password.
 */
export async function signUp(
  ctx: AppContext,
  {
    name,
    email,
    password,
    invitation,
    setupCode,
  }: NewUser & { invitation?: string | undefined; setupCode?: string | undefined },
  client: Client,
): Promise<SignedIn> {
  if (invitation !== undefined) {
    return signUpInvited(ctx, { name, email, password, token: invitation }, client)
  }
  await requireOpenSignUp(ctx)
  await requireSetupCode(ctx, setupCode)
  const passwordHash = await hashNewPassword(ctx, { email, password })
  if ((await findUserByPassword(ctx, email, password)) !== null) throw passwordTaken()
  return transaction(ctx, async (tx) => {
    await lockSignUps(tx)
    await requireOpenSignUp(tx)
    await requireNewPassword(tx, { email, passwordHash })
    const user = await insertUser(tx, { name, email, passwordHash })
    const organizationId = await createOrganization(tx, user)
    const session = await startSession(tx, user.id, client)
    const actor = {
      kind: 'user',
      sessionId: session.id,
      userId: user.id,
      role: 'owner',
      brandIds: null,
    } as const
    await recordEvent({ ...tx, organizationId, actor }, 'organization.created', {
      data: { user_id: user.id },
    })
    return { session, user }
  })
}

/** Throws `unauthorized`, identical for a wrong password and an unknown address. */
export async function signIn(
  ctx: AppContext,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<SignedIn> {
  const user = await findUserByPassword(ctx, email, password)
  if (user === null) {
    await recordFailedSignIn(ctx, email)
    throw new AppError('unauthorized', message('accounts.general.theEmailAddressOrPasswordIs'))
  }
  const member = await ctx.db
    .selectFrom('members')
    .select(['organization_id', 'role', 'brand_ids'])
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!member) {
    throw forbidden(message('accounts.general.thisAccountNoLongerBelongsTo'))
  }
  return transaction(ctx, async (tx) => {
    const session = await startSession(tx, user.id, client)
    const actor = {
      kind: 'user',
      sessionId: session.id,
      userId: user.id,
      role: asRole(member.role),
      brandIds: member.brand_ids,
    } as const
    await recordEvent({ ...tx, organizationId: member.organization_id, actor }, 'user.signed_in')
    return { session, user }
  })
}

/** Ends the session of the actor. */
export function signOut(ctx: Context, sessionId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await deleteSession(tx, sessionId)
    await recordEvent(tx, 'user.signed_out')
  })
}

/**
 * Sets a new password, ends every session of the user and, unless `keepApiKeys`, revokes their API keys: anyone who had the
 * old password could have created some. Returns the names of the active keys.
 */
export async function setPassword(
  ctx: Context,
  { userId, email, password, keepApiKeys }: PasswordChange,
): Promise<string[]> {
  const passwordHash = await hashNewPassword(ctx, { email, password })
  return transaction(ctx, async (tx) => {
    await updatePasswordHash(tx, userId, passwordHash)
    await deleteSessions(tx, userId)
    await recordEvent(tx, 'password.changed', { data: { user_id: userId } })
    const keys = await listActiveApiKeys(tx, userId)
    if (!keepApiKeys) for (const key of keys) await revokeApiKey(tx, key)
    return keys.map(({ name }) => name)
  })
}

/** Creates an organization with its owner from the command line. Throws `conflict` when the address has an account. */
export async function createOwner(
  ctx: AppContext,
  { name, email, password }: NewUser,
): Promise<{ organizationId: string; user: User }> {
  const passwordHash = await hashNewPassword(ctx, { email, password })
  return transaction(ctx, async (tx) => {
    await lockSignUps(tx)
    await requireNewAddress(tx, email)
    const user = await insertUser(tx, { name, email, passwordHash })
    const organizationId = await createOrganization(tx, user)
    await recordEvent({ ...tx, organizationId, actor: { kind: 'system' } }, 'organization.created', {
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
    await requireNewAddress(tx, email)
    const user = await insertUser(tx, { name, email, passwordHash })
    await insertMember(tx, { userId: user.id, ...membership })
    await recordEvent(tx, 'member.joined', { data: { user_id: user.id, role: membership.role } })
    return user
  })
}

async function signUpInvited(
  ctx: AppContext,
  { name, email, password, token }: NewUser & { token: string },
  client: Client,
): Promise<SignedIn> {
  const invitation = await getInvitationByToken(ctx, token)
  if (email !== invitation.email) throw invalid('email', message('accounts.general.mustBeTheAddressThatWas'))
  return acceptInvitation(ctx, invitation, { name, password }, client)
}

async function requireOpenSignUp(ctx: AppContext): Promise<void> {
  if (ctx.config.SIGNUPS === 'open' || !(await hasUsers(ctx))) return
  throw forbidden(message('accounts.general.signUpIsClosedAskAn'))
}

/** Repeats the check of the password for concurrent sign-ups. Equal passwords of an address have equal hashes. */
async function requireNewPassword(
  tx: AppContext,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  const user = await tx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()
  if (user) throw passwordTaken()
}

const passwordTaken = () => conflict(message('accounts.general.youAlreadyHaveAnAccountWith'))

const signUpLock = 7_340_113

/** Serializes sign-ups, so that only one of several concurrent first sign-ups sees an empty installation. */
async function lockSignUps(tx: AppContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(${signUpLock})`.execute(tx.db)
}
