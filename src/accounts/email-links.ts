/**
 * Links of accounts, which verify an address or come from the administrator: to sign up, to confirm an address, to
 * set a new password, to confirm a changed address and to undo that change. A link works once. Opening it changes nothing,
 * because programs that check email open links; the page behind it sends a request when the person presses a button.
 */
import { z } from 'zod'
import { type AppContext, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { newToken, sha256 } from '../core/ids.ts'
import { message } from '../languages/message.ts'

export const EmailLinkKind = z.enum(['sign_up', 'verify', 'reset', 'change', 'undo'])
export type EmailLinkKind = z.output<typeof EmailLinkKind>

export type EmailLink = { kind: EmailLinkKind; email: string; userId: string | null; expiresAt: Date }

const hourMs = 3_600_000
const lifetimeMs: Record<EmailLinkKind, number> = {
  sign_up: 24 * hourMs,
  verify: 24 * hourMs,
  reset: hourMs,
  change: 24 * hourMs,
  undo: 72 * hourMs,
}

/**
 * Creates a link and returns its URL; the token is not stored. `email`: the address that the link is about, which for `undo`
 * is the earlier one. Earlier links of the kind stop working, except those to undo a change.
 */
export async function createEmailLink(
  ctx: AppContext,
  { kind, email, userId }: Pick<EmailLink, 'kind' | 'email' | 'userId'>,
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    if (kind !== 'undo')
      await tx.db
        .deleteFrom('email_links')
        .where('kind', '=', kind)
        .where((eb) => (userId === null ? eb('email', '=', email) : eb('user_id', '=', userId)))
        .execute()
    await tx.db
      .insertInto('email_links')
      .values({
        token_hash: sha256(token),
        kind,
        email,
        user_id: userId,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs[kind]),
      })
      .execute()
  })
  return `${ctx.baseUrl}/link/${token}`
}

/** Throws `not_found` when the token is unknown, used or expired. */
export async function getEmailLink(ctx: AppContext, token: string): Promise<EmailLink> {
  const row = await ctx.db
    .selectFrom('email_links')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!row) throw noSuchLink()
  return {
    kind: EmailLinkKind.parse(row.kind),
    email: row.email,
    userId: row.user_id,
    expiresAt: row.expires_at,
  }
}

/** Uses up a link in the transaction of what it allows. Throws `not_found` when a concurrent request was first. */
export async function takeEmailLink(tx: AppContext, token: string): Promise<void> {
  const taken = await tx.db
    .deleteFrom('email_links')
    .where('token_hash', '=', sha256(token))
    .returning('kind')
    .executeTakeFirst()
  if (!taken) throw noSuchLink()
}

/** Removes the open links of a person to set a password and to change the address. */
export async function deleteEmailLinks(tx: AppContext, userId: string): Promise<void> {
  await tx.db
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['reset', 'change', 'verify'])
    .execute()
}

export async function deleteExpiredEmailLinks(ctx: AppContext): Promise<void> {
  await ctx.db.deleteFrom('email_links').where('expires_at', '<=', ctx.now()).execute()
}

const noSuchLink = () => notFound(message('accounts.emailLinks.thisLinkIsNotValid'))
