/**
 * An invitation is a link for one email address that works once, within seven days. The service emails the link if SMTP is
 * configured, and the inviter can pass it on. Inviting the same address again invalidates the earlier link.
 */
import { z } from 'zod'
import { type AppContext, type Context, type Role as RoleName, transaction } from '../core/context.ts'
import { AppError, conflict, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newId, newToken, sha256 } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { message } from '../languages/message.ts'
import { requireQuota } from '../plans/plans.ts'
import { recordFailedSignIn } from './failed-sign-ins.ts'
import { countMembers, insertMember } from './members.ts'
import { hashNewPassword } from './new-passwords.ts'
import { asRole, type Client, type SignedIn, startSession } from './sessions.ts'
import { findUserByPassword, insertInvitedUser, type User } from './users.ts'

/** Excludes owner: an owner promotes an existing member instead. */
export const InvitedRole = z.enum(['admin', 'member', 'viewer'])

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
}

const lifetimeMs = 7 * 24 * 3_600_000

/**
 * Invites an email address. `token` is not stored and cannot be read again. Throws `conflict` when the address belongs
 * to a member.
 */
export function createInvitation(
  ctx: Context,
  { email, role, brandIds }: { email: string; role: z.output<typeof InvitedRole>; brandIds: string[] | null },
): Promise<{ invitation: z.input<typeof Invitation>; token: string }> {
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
    const token = newToken()
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
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'invitation.created', { data: { invitation_id: invitation.id, email, role } })
    return { invitation: showInvitation(invitation), token }
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
  const row = await ctx.db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .selectAll('invitations')
    .select('organizations.name')
    .where('token_hash', '=', sha256(token))
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
  }
}

/**
 * Accepts an invitation with the password of an existing account of the address or, with a name, with a new account.
 * Throws `unauthorized` when no account has the password and there is no name, `conflict` when the account already
 * belongs to an organization. The caller learns nothing about accounts whose password they do not know.
 */
export async function acceptInvitation(
  ctx: AppContext,
  invitation: OpenInvitation,
  { name, password }: { name?: string | undefined; password: string },
  client: Client,
): Promise<SignedIn> {
  const { email, organizationId } = invitation
  const user = await findUserByPassword(ctx, email, password)
  if (user !== null) return addInvitedMember(ctx, invitation, client, async () => user)
  if (name === undefined) {
    await recordFailedSignIn(ctx, email)
    throw new AppError('unauthorized', message('accounts.invitations.noAccountOfEmailHasThis', { email }))
  }
  const passwordHash = await hashNewPassword(ctx, { email, password })
  return addInvitedMember(ctx, invitation, client, (tx) =>
    insertInvitedUser(tx, { name, email, passwordHash }, organizationId),
  )
}

/** Marks the invitation accepted, adds the user as a member and signs them in. */
function addInvitedMember(
  ctx: AppContext,
  invitation: OpenInvitation,
  client: Client,
  getUser: (tx: AppContext) => Promise<User>,
): Promise<SignedIn> {
  const { organizationId, id, role, brandIds } = invitation
  return transaction(ctx, async (base) => {
    const used = await base.db
      .updateTable('invitations')
      .set({ accepted_at: base.now() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw notFound(message('accounts.invitations.noSuchInvitation'))
    const user = await getUser(base)
    await insertMember({ ...base, organizationId }, { userId: user.id, role, brandIds })
    const session = await startSession(base, user.id, client)
    const actor = { kind: 'user' as const, sessionId: session.id, userId: user.id, role, brandIds }
    await recordEvent({ ...base, organizationId, actor }, 'member.joined', {
      data: { user_id: user.id, role, invitation_id: id },
    })
    return { session, user }
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

type InvitationRow = {
  id: string
  email: string
  role: string
  brand_ids: string[] | null
  created_at: Date
  expires_at: Date
}

const showInvitation = (row: InvitationRow): z.input<typeof Invitation> => ({
  id: row.id,
  email: row.email,
  role: InvitedRole.parse(row.role),
  brand_ids: row.brand_ids,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
