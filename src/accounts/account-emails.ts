/**
 * Email about a person's account. It is sent in the background, so that the time of a response does not reveal whether an
 * address has an account; a failure is logged. Without SMTP, nothing is sent.
 */
import type { AppContext, Resource } from '../core/context.ts'
import { readerLanguage } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { type LinkEmail, sendLinkEmail } from '../mail/link-email.ts'
import { takeAccountMailQuota } from '../mail/mail-quota.ts'
import { canSendMail } from '../mail/mailer.ts'
import { findUser, type User } from './users.ts'

type AccountEmail = { to: string; language?: User['language']; texts: LinkEmail; link: string }

/** Messages that are being sent. Closing waits for them. */
export const outgoingAccountEmail: Resource<Set<Promise<void>>> = {
  name: 'outgoing account email',
  open: () => new Set(),
  close: async (sending) => void (await Promise.all(sending)),
}

/**
 * Sends a message that anyone can request, within limits. `prepare` runs in the background as well and returns null when there
 * is nothing to send.
 */
export function sendRequestedEmail(
  ctx: AppContext,
  to: string,
  prepare: () => Promise<AccountEmail | null>,
): void {
  const language = readerLanguage()
  inBackground(ctx, async () => {
    if (!(await takeAccountMailQuota(ctx, to)))
      return ctx.log.warn('account email was not sent: too many for one address')
    const email = await prepare()
    if (email !== null) await send(ctx, { ...email, language: email.language ?? language })
  })
}

/** Notifies a person of a change of their account. `email`: the recipient, if it is not the current address. */
export function notifyPerson(
  ctx: AppContext,
  userId: string,
  { texts, link = `${ctx.baseUrl}/account`, email }: { texts: LinkEmail; link?: string; email?: string },
): void {
  if (!canSendMail(ctx)) return
  const reader = readerLanguage()
  inBackground(ctx, async () => {
    const user = await findUser(ctx, userId)
    if (user) await send(ctx, { to: email ?? user.email, language: user.language ?? reader, texts, link })
  })
}

function inBackground(ctx: AppContext, work: () => Promise<void>): void {
  const sending = ctx.use(outgoingAccountEmail)
  const sent = work()
    .catch((error: unknown) => ctx.log.error({ err: error }, 'account email was not sent'))
    .finally(() => sending.delete(sent))
  sending.add(sent)
}

async function send(ctx: AppContext, email: AccountEmail): Promise<void> {
  const result = await sendLinkEmail(ctx, { ...email, language: email.language ?? 'en' })
  if (result.outcome === 'failed') ctx.log.error({ error: result.error }, 'account email was not sent')
}

const context = message('accounts.emails.context')
const action = message('accounts.emails.openAccount')
/** For messages that a person requests. */
const requested = { context, footer: message('accounts.emails.ifYouDidNotRequestThis') }
/** For changes that a person made. */
const changed = { context, action, footer: message('accounts.emails.ifYouDidNotDoThis') }

export const emailTexts = {
  signUp: {
    ...requested,
    title: message('accounts.emails.signUp.title'),
    explanation: message('accounts.emails.signUp.explanation'),
    action: message('accounts.emails.signUp.action'),
  },
  accountExists: {
    ...requested,
    title: message('accounts.emails.accountExists.title'),
    explanation: message('accounts.emails.accountExists.explanation'),
    action: message('accounts.emails.accountExists.action'),
  },
  verify: {
    ...requested,
    title: message('accounts.emails.verify.title'),
    explanation: message('accounts.emails.verify.explanation'),
    action: message('accounts.emails.verify.action'),
  },
  reset: {
    ...requested,
    title: message('accounts.emails.reset.title'),
    explanation: message('accounts.emails.reset.explanation'),
    action: message('accounts.emails.reset.action'),
  },
  change: {
    ...requested,
    title: message('accounts.emails.change.title'),
    explanation: message('accounts.emails.change.explanation'),
    action: message('accounts.emails.change.action'),
  },
  passwordChanged: {
    ...changed,
    title: message('accounts.emails.passwordChanged.title'),
    explanation: message('accounts.emails.passwordChanged.explanation'),
    action: message('accounts.emails.passwordChanged.action'),
  },
} satisfies Record<string, LinkEmail>

export const testEmail: LinkEmail = {
  context,
  title: message('accounts.emails.test.title'),
  explanation: message('accounts.emails.test.explanation'),
  action,
  footer: message('accounts.emails.test.footer'),
}

/** For the earlier address, with the link to undo the change. */
export const addressChanged = (email: string): LinkEmail => ({
  context,
  title: message('accounts.emails.addressChanged.title'),
  explanation: message('accounts.emails.addressChanged.explanation', { email }),
  action: message('accounts.emails.addressChanged.action'),
  footer: message('accounts.emails.addressChanged.footer'),
})

export const apiKeyCreated = (name: string): LinkEmail => ({
  ...changed,
  title: message('accounts.emails.apiKeyCreated.title'),
  explanation: message('accounts.emails.apiKeyCreated.explanation', { name }),
  action: message('accounts.emails.apiKeyCreated.action'),
})

export const grantCreated = (name: string): LinkEmail => ({
  ...changed,
  title: message('accounts.emails.grantCreated.title'),
  explanation: message('accounts.emails.grantCreated.explanation', { name }),
})

/** What a message is about: an authenticator app, a passkey with its name, or recovery codes. */
type FactorKind = 'totp' | 'passkey' | 'recovery_codes'

export const factorAdded = (kind: FactorKind, name = ''): LinkEmail => ({
  ...changed,
  title: message('accounts.emails.factorAdded.title'),
  explanation: message('accounts.emails.factorAdded.explanation', { kind, name }),
})

/** `provider`: the host of the provider whose account now opens the account of the person. */
export const identityAdded = (provider: string): LinkEmail => ({
  ...changed,
  title: message('accounts.emails.factorAdded.title'),
  explanation: message('accounts.emails.identityAdded.explanation', { provider }),
})

export const identityRemoved = (provider: string): LinkEmail => ({
  ...changed,
  title: message('accounts.emails.identityRemoved.title'),
  explanation: message('accounts.emails.identityRemoved.explanation', { provider }),
})

/** `all`: the administrator removed every factor. */
export const factorRemoved = (kind: Exclude<FactorKind, 'recovery_codes'> | 'all', name = ''): LinkEmail => ({
  ...changed,
  title: message('accounts.emails.factorRemoved.title'),
  explanation: message('accounts.emails.factorRemoved.explanation', { kind, name }),
})

/** `left`: how many codes the person still has. */
export const recoveryCodeUsed = (left: number): LinkEmail => ({
  ...changed,
  title: message('accounts.emails.recoveryCodeUsed.title'),
  explanation: message('accounts.emails.recoveryCodeUsed.explanation', { left }),
})
