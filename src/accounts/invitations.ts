/**
 * An invitation is for one email address and works once, within seven days. It has two links: the inviter can pass on one,
 * and the service emails another if SMTP is configured, which also verifies the address. Inviting the same address
 * again invalidates the earlier links.
 */
import { z } from 'zod'
import {
  type AppContext,
  type Context,
  type Role as RoleName,
  systemContext,
  transaction,
} from '../core/context.ts'
import { conflict, forbidden, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newId, newToken, sha256 } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { message } from '../languages/message.ts'
import { canSendMail } from '../mail/mailer.ts'
import { requireQuota } from '../plans/plans.ts'
import { getUserActor } from './actors.ts'
import { deleteFactors } from './factors.ts'
import { countMembers, insertMember } from './members.ts'
import { hashNewPassword } from './new-passwords.ts'
import { requireSignInMethod } from './required-sso.ts'
import {
  type ActiveSession,
  asRole,
  type Client,
  deleteSessions,
  type SignedIn,
  showOrganization,
  startSession,
} from './sessions.ts'
import { findUser, findUserByEmail, insertUser, type User, updateUser } from './users.ts'

/** Excludes owner: an owner promotes an existing member instead. */
export const InvitedRole = z.enum(['admin', 'editor', 'viewer', 'client'])

export const Invitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: InvitedRole,
    brand_ids: z.array(z.uuid()).nullable(),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: 'Invitation' })

export type OpenInvitation = {
  organizationId: string
  organizationName: string
  id: string
  email: string
  role: RoleName
  brandIds: string[] | null
  expiresAt: Date
  /** Whether the caller has the emailed link, which verifies the address. */
  verifiesAddress: boolean
}

const lifetimeMs = 7 * 24 * 3_600_000

/**
 * Invites an email address. `token` and `emailedToken` are not stored and cannot be read again. Throws `conflict` when the
 * address belongs to a member.
 */
export function createInvitation(
  ctx: Context,
  { email, role, brandIds }: { email: string; role: z.output<typeof InvitedRole>; brandIds: string[] | null },
): Promise<{ invitation: z.input<typeof Invitation>; token: string; emailedToken: string }> {
  return transaction(ctx, async (tx) => {
    await requireNoMember(tx, email)
    await tx.db
      .deleteFrom('invitations')
      .where('organization_id', '=', tx.organizationId)
      .where('email', '=', email)
      .where('accepted_at', 'is', null)
      .execute()
    // Open invitations count as members, so that every one of them can be accepted.
    await requireQuota(
      tx,
      'members',
      async () => (await countMembers(tx)) + (await openInvitations(tx).execute()).length,
    )
    const [token, emailedToken] = [newToken(), newToken()]
    const now = tx.now()
    const invitation = await tx.db
      .insertInto('invitations')
      .values({
        organization_id: tx.organizationId,
        id: newId(now.getTime()),
        email,
        role,
        brand_ids: brandIds,
        token_hash: sha256(token),
        emailed_token_hash: sha256(emailedToken),
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'invitation.created', { data: { invitation_id: invitation.id, email, role } })
    return { invitation: showInvitation(invitation), token, emailedToken }
  })
}

/** Lists the invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: Context, page: Page) {
  const after = cursorId(page)
  const rows = await openInvitations(ctx)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: items.map(showInvitation), next_cursor }
}

export async function getInvitation(ctx: Context, id: string) {
  const invitation = await openInvitations(ctx).where('id', '=', id).executeTakeFirst()
  if (!invitation) throw notFound(message('accounts.invitations.noSuchInvitation'))
  return invitation
}

export function revokeInvitation(ctx: Context, { id, email }: { id: string; email: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('invitations')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, 'invitation.revoked', { data: { invitation_id: id, email } })
  })
}

/** Throws `not_found` when the token is unknown, used or expired. */
export async function getInvitationByToken(ctx: AppContext, token: string): Promise<OpenInvitation> {
  const hash = sha256(token)
  const row = await ctx.db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .selectAll('invitations')
    .select('organizations.name')
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('emailed_token_hash', '=', hash)]))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!row) throw notFound(message('accounts.invitations.noSuchInvitation'))
  return {
    organizationId: row.organization_id,
    organizationName: row.name,
    id: row.id,
    email: row.email,
    role: asRole(row.role),
    brandIds: row.brand_ids,
    expiresAt: row.expires_at,
    verifiesAddress: row.emailed_token_hash?.equals(hash) === true,
  }
}

/**
 * Whether the holder of a link can create an account for the invited address. With SMTP, that takes the emailed link;
 * without it, an invitation by an administrator confirms the address.
 */
export const mayCreateAccount = (ctx: AppContext, { verifiesAddress }: OpenInvitation): boolean =>
  verifiesAddress || !canSendMail(ctx)

/**
 * Accepts an invitation with a new account for the invited address. An account whose address is not confirmed, and that
 * no organization uses, gets the name and the password and loses its second factors. Throws `forbidden` when the link does not allow it, `conflict` when
 * another account has the address.
 */
export async function acceptWithNewAccount(
  ctx: AppContext,
  invitation: OpenInvitation,
  { name, password }: { name: string; password: string },
  client: Client,
): Promise<SignedIn> {
  const { email, verifiesAddress } = invitation
  if (!mayCreateAccount(ctx, invitation))
    throw forbidden(message('accounts.invitations.openTheLinkInTheEmail'))
  const passwordHash = await hashNewPassword(ctx, { email, password })
  const account = {
    name,
    passwordHash,
    emailVerifiedBy: verifiesAddress ? ('email' as const) : ('administrator' as const),
  }
  return transaction(ctx, async (tx) => {
    await takeInvitation(tx, invitation)
    const squatter = verifiesAddress ? await findUnusedAccount(tx, email) : undefined
    if (squatter) {
      await updateUser(tx, squatter.id, account)
      await deleteSessions(tx, squatter.id)
      await deleteFactors(tx, squatter.id)
    }
    const user = squatter
      ? { ...squatter, name, emailVerifiedBy: account.emailVerifiedBy }
      : await insertUser(tx, { ...account, email })
    const { organizationId, role, brandIds } = invitation
    await insertMember({ ...tx, organizationId }, { userId: user.id, role, brandIds })
    await requireSignInMethod(tx, { organizationId, userId: user.id })
    const opened = await startSession(tx, { userId: user.id, organizationId, methods: ['password'] }, client)
    await recordJoined(tx, invitation, opened.session)
    return { ...opened, user }
  })
}

/** Returns the account of an address that is not confirmed, if it belongs to no organization. */
async function findUnusedAccount(tx: AppContext, email: string): Promise<User | undefined> {
  const user = await findUserByEmail(tx, email)
  if (user === null || user.emailVerifiedBy !== null) return undefined
  const member = await tx.db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', user.id)
    .limit(1)
    .executeTakeFirst()
  return member ? undefined : user
}

/**
 * Accepts the open invitations for the address of a new account, which a provider has confirmed. Returns whether there was
 * one.
 */
export async function acceptOpenInvitations(tx: AppContext, { id: userId, email }: User): Promise<boolean> {
  const open = await openInvitationsFor(tx, email).orderBy('organization_id').forUpdate().execute()
  for (const { organization_id: organizationId, id, role, brand_ids: brandIds } of open) {
    const inOrganization = systemContext(tx, organizationId)
    await takeInvitation(tx, { organizationId, id })
    await insertMember(inOrganization, { userId, role: asRole(role), brandIds })
    await recordEvent(inOrganization, 'member.joined', { data: { user_id: userId, role, invitation_id: id } })
  }
  return open.length > 0
}

export async function hasOpenInvitation(ctx: AppContext, email: string): Promise<boolean> {
  return (await openInvitationsFor(ctx, email).limit(1).executeTakeFirst()) !== undefined
}

const openInvitationsFor = (ctx: AppContext, email: string) =>
  ctx.db
    .selectFrom('invitations')
    .select(['organization_id', 'id', 'role', 'brand_ids'])
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', ctx.now())

/** Accepts an invitation for the signed-in person, whose session then shows the organization. */
export function acceptAs(ctx: AppContext, invitation: OpenInvitation, session: ActiveSession): Promise<void> {
  return transaction(ctx, async (tx) => {
    await takeInvitation(tx, invitation)
    const { organizationId, role, brandIds } = invitation
    await insertMember({ ...tx, organizationId }, { userId: session.userId, role, brandIds })
    const user = await findUser(tx, session.userId)
    if (invitation.verifiesAddress && user?.email === invitation.email)
      await updateUser(tx, user.id, { emailVerifiedBy: 'email' })
    await showOrganization(tx, session, organizationId)
    await recordJoined(tx, invitation, session)
  })
}

/** Marks the invitation accepted. Throws `not_found` when a concurrent request was first. */
async function takeInvitation(
  tx: AppContext,
  { organizationId, id }: Pick<OpenInvitation, 'organizationId' | 'id'>,
): Promise<void> {
  const taken = await tx.db
    .updateTable('invitations')
    .set({ accepted_at: tx.now() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw notFound(message('accounts.invitations.noSuchInvitation'))
}

function recordJoined(
  tx: AppContext,
  { organizationId, id, role, brandIds }: OpenInvitation,
  session: Parameters<typeof getUserActor>[0],
): Promise<void> {
  const actor = getUserActor(session, { role, brandIds })
  return recordEvent({ ...tx, organizationId, actor }, 'member.joined', {
    data: { user_id: session.userId, role, invitation_id: id },
  })
}

async function requireNoMember(ctx: Context, email: string): Promise<void> {
  const member = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.id')
    .where('members.organization_id', '=', ctx.organizationId)
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (member) throw conflict(message('accounts.general.thisPersonIsAlreadyAMember'))
}

const openInvitations = (ctx: Context) =>
  ctx.db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'brand_ids', 'created_at', 'expires_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', ctx.now())

type InvitationRow = Awaited<ReturnType<ReturnType<typeof openInvitations>['executeTakeFirstOrThrow']>>

const showInvitation = (row: InvitationRow): z.input<typeof Invitation> => ({
  id: row.id,
  email: row.email,
  role: InvitedRole.parse(row.role),
  brand_ids: row.brand_ids,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
