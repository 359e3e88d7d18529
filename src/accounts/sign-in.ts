/** Entering: making the install's first account, or one of one's own where that is open, and signing in. */
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { AppError, conflict, forbidden, invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { type Client, changePassword, checkPassword, hashPassword, insertUser } from './better-auth.ts'
import { addInvitedMember, getInvitationByToken } from './invitations.ts'
import { createOrganization, hasUsers, lockFirstSignUp, type NewPerson } from './organizations.ts'
import { endSessionsOf, type SignedIn, startSession } from './sessions.ts'

/** Throws `forbidden` where sign-up is closed, `conflict` when the address has an account. */
export async function signUp(
  ctx: AppContext,
  { name, email, password, invitation }: NewPerson & { invitation?: string | undefined },
  client: Client,
): Promise<SignedIn> {
  if (invitation !== undefined) {
    return signUpInvited(ctx, { name, email, password, token: invitation }, client)
  }
  await requireOpen(ctx)
  const passwordHash = await hashPassword(password)
  return transaction(ctx, async (base) => {
    await lockFirstSignUp(base)
    await requireOpen(base)
    const user = await insertUser(base, { name, email, passwordHash })
    const tx = await createOrganization(base, user)
    const session = await startSession(tx, user.id, client)
    const owner = {
      kind: 'user',
      sessionId: session.id,
      userId: user.id,
      role: 'owner',
      brandIds: null,
    } as const
    await recordEvent({ ...tx, actor: owner }, 'organization.created', { data: { user_id: user.id } })
    return { session, user }
  })
}

/** Throws `unauthorized`, the same for a wrong password and an unknown address. */
export async function signIn(
  ctx: AppContext,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<SignedIn> {
  const user = await checkPassword(ctx, email, password)
  if (user === null) throw new AppError('unauthorized', 'The email address or the password is wrong.')
  const member = await ctx.db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!member) {
    throw forbidden('This account belongs to no organization any more. Ask for an invitation.')
  }
  return { session: await startSession(ctx, user.id, client), user }
}

/** A new password ends every session of the person: whoever held the old one is out. */
export async function setPassword(ctx: Context, userId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await transaction(ctx, async (tx) => {
    await changePassword(tx, userId, passwordHash)
    await endSessionsOf(tx, userId)
    await recordEvent(tx, 'password.changed', { data: { user_id: userId } })
  })
}

async function signUpInvited(
  ctx: AppContext,
  { name, email, password, token }: NewPerson & { token: string },
  client: Client,
): Promise<SignedIn> {
  const invitation = await getInvitationByToken(ctx, token)
  if (email !== invitation.email) throw invalid('email', 'is not the address that was invited')
  if (invitation.hasAccount) {
    throw conflict('An account with this email address exists already. Open the link to accept with it.')
  }
  const passwordHash = await hashPassword(password)
  return addInvitedMember(ctx, invitation, client, (tx) => insertUser(tx, { name, email, passwordHash }))
}

async function requireOpen(ctx: AppContext): Promise<void> {
  if (ctx.config.SIGNUPS === 'open' || !(await hasUsers(ctx))) return
  throw forbidden('Sign-up is closed here. Ask an owner or admin for an invitation.')
}
