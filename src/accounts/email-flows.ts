/** What people do by email: sign up, set a new password, and confirm or change their address. See `email-links.ts`. */
import { type AppContext, transaction } from '../core/context.ts'
import { AppError, forbidden, invalid, notFound } from '../core/errors.ts'
import { message } from '../languages/message.ts'
import { canSendMail, notConfigured } from '../mail/mailer.ts'
import { addressChanged, emailTexts, notifyPerson, sendRequestedEmail } from './account-emails.ts'
import { openOrganization, recordPersonEvent, setPassword } from './accounts.ts'
import {
  createEmailLink,
  deleteEmailLinks,
  type EmailLink,
  getEmailLink,
  takeEmailLink,
} from './email-links.ts'
import { hashNewPassword } from './new-passwords.ts'
import { type Client, deleteSessions, type SignedIn } from './sessions.ts'
import { findUser, findUserByEmail, insertUser, type User, updateUser } from './users.ts'

/** Sends the link to sign up, or says in the email that the address has an account. Throws `forbidden` if closed. */
export function requestSignUp(ctx: AppContext, email: string): void {
  if (ctx.config.SIGNUPS !== 'open') throw forbidden(message('accounts.general.signUpIsClosedAskAn'))
  sendRequestedEmail(ctx, email, async () => {
    const user = await findUserByEmail(ctx, email)
    if (user !== null && user.emailVerifiedBy !== null) {
      const link = `${ctx.baseUrl}/sign-in`
      return { to: email, language: user.language, texts: emailTexts.accountExists, link }
    }
    const link = await createEmailLink(ctx, { kind: 'sign_up', email, userId: null })
    return { to: email, texts: emailTexts.signUp, link }
  })
}

/** Sends the link to set a new password. Nothing is sent to an address without an account. Throws `not_configured`. */
export function requestPasswordReset(ctx: AppContext, email: string): void {
  requireMail(ctx)
  sendRequestedEmail(ctx, email, async () => {
    const user = await findUserByEmail(ctx, email)
    if (user === null) return null
    const link = await createEmailLink(ctx, { kind: 'reset', email, userId: user.id })
    return { to: email, language: user.language, texts: emailTexts.reset, link }
  })
}

/** Sends the link to confirm the address of the account. Throws `not_configured`. */
export function requestVerification(ctx: AppContext, { id, email, language }: User): void {
  requireMail(ctx)
  sendRequestedEmail(ctx, email, async () => {
    const link = await createEmailLink(ctx, { kind: 'verify', email, userId: id })
    return { to: email, language, texts: emailTexts.verify, link }
  })
}

/**
 * Sends the link to confirm a new address to this address; the account keeps the present one until then. If another account
 * has the address, the email says so instead. Throws `not_configured`.
 */
export function requestEmailChange(ctx: AppContext, user: User, email: string): void {
  requireMail(ctx)
  if (email === user.email) throw invalid('email', message('accounts.emailFlows.isYourAddress'))
  sendRequestedEmail(ctx, email, async () => {
    const other = await findUserByEmail(ctx, email)
    if (other !== null) {
      const link = `${ctx.baseUrl}/sign-in`
      return { to: email, language: other.language, texts: emailTexts.accountExists, link }
    }
    const link = await createEmailLink(ctx, { kind: 'change', email, userId: user.id })
    return { to: email, language: user.language, texts: emailTexts.change, link }
  })
}

/** What the page of a link sends: a name and a password for a sign-up, a password for a reset, nothing otherwise. */
export type LinkInput = { name?: string | undefined; password?: string | undefined }

/**
 * Does what a link is for, and returns the session that a sign-up opens. Throws `not_found` for a link that is used or
 * expired, `invalid_request` when a field is missing, and `conflict` when another account has the address meanwhile.
 */
export async function followEmailLink(
  ctx: AppContext,
  token: string,
  input: LinkInput,
  client: Client,
): Promise<SignedIn | null> {
  const link = await getEmailLink(ctx, token)
  if (link.kind === 'sign_up') return signUpByLink(ctx, token, link, input, client)
  const user = link.userId === null ? null : await findUser(ctx, link.userId)
  if (user === null) throw notFound(message('accounts.emailLinks.thisLinkIsNotValid'))
  if (link.kind === 'reset') await resetPassword(ctx, token, user, input)
  else await confirmAddress(ctx, token, link, user)
  return null
}

async function signUpByLink(
  ctx: AppContext,
  token: string,
  { email }: EmailLink,
  input: LinkInput,
  client: Client,
): Promise<SignedIn> {
  const name = requireField(input, 'name')
  const passwordHash = await hashNewPassword(ctx, { email, password: requireField(input, 'password') })
  return transaction(ctx, async (tx) => {
    await takeEmailLink(tx, token)
    const user = await insertUser(tx, { name, email, passwordHash, emailVerifiedBy: 'email' })
    return openOrganization(tx, user, 'email', client)
  })
}

/** Ends all sessions and tells the person. Second factors stay: access to the mailbox does not replace them. */
async function resetPassword(ctx: AppContext, token: string, user: User, input: LinkInput): Promise<void> {
  const password = requireField(input, 'password')
  await transaction({ ...ctx, actor: { kind: 'anonymous' as const } }, async (tx) => {
    await takeEmailLink(tx, token)
    await setPassword(tx, { userId: user.id, email: user.email, password, keepApiKeys: true })
    await updateUser(tx, user.id, { emailVerifiedBy: 'email' })
    await deleteEmailLinks(tx, user.id)
  })
  notifyPerson(ctx, user.id, { texts: emailTexts.passwordChanged, link: `${ctx.baseUrl}/forgot-password` })
}

/** Confirms the present address, a new one, or, by the link to undo a change, the earlier one. */
async function confirmAddress(ctx: AppContext, token: string, link: EmailLink, user: User): Promise<void> {
  const { kind, email } = link
  if (kind === 'verify' && email !== user.email)
    throw notFound(message('accounts.emailLinks.thisLinkIsNotValid'))
  await transaction({ ...ctx, actor: { kind: 'anonymous' as const } }, async (tx) => {
    await takeEmailLink(tx, token)
    await updateUser(tx, user.id, { email, emailVerifiedBy: 'email' })
    if (kind === 'verify') return
    await deleteEmailLinks(tx, user.id)
    // Whoever changed the address may still be signed in.
    if (kind === 'undo') await deleteSessions(tx, user.id)
    await recordPersonEvent(tx, user.id, 'user.email_changed', { from: user.email, to: email })
  })
  if (kind === 'change') await offerUndo(ctx, user, email)
}

async function offerUndo(ctx: AppContext, { id, email: earlier }: User, email: string): Promise<void> {
  const link = await createEmailLink(ctx, { kind: 'undo', email: earlier, userId: id })
  notifyPerson(ctx, id, { texts: addressChanged(email), link, email: earlier })
}

function requireMail(ctx: AppContext): void {
  if (!canSendMail(ctx)) throw new AppError('not_configured', notConfigured)
}

function requireField(input: LinkInput, field: 'name' | 'password'): string {
  const value = input[field]
  if (value === undefined) throw invalid(field, message('accounts.emailFlows.isRequired'))
  return value
}
