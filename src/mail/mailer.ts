/**
 * Sends email through the SMTP server of the settings. A rejected or failed message is a value that says whether another
 * attempt can succeed. nodemailer is loaded with the first message.
 */
import type { AppContext } from '../core/context.ts'
import { type Message, message } from '../languages/message.ts'
import { withoutUrls } from './plain-name.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Replaces the name in SMTP_FROM; the address stays. */
  senderName?: string | undefined
  /** The same for every attempt, so that mail servers and programs recognize a repeated message. */
  messageId: string
  headers?: Record<string, string>
  attachments?: readonly { filename: string; content: Buffer; cid: string; contentType: string }[]
}

export type MailResult =
  | { outcome: 'sent'; response: string }
  | { outcome: 'failed'; isTemporary: boolean; status: number | null; error: Message }

/** Time limits: until the server greets, between two of its responses, and for a message. */
type SmtpLimits = { connectMs: number; idleMs: number; totalMs: number }

const defaultLimits: SmtpLimits = { connectMs: 10_000, idleMs: 30_000, totalMs: 60_000 }

export const notConfigured = message('mail.mailer.emailIsNotConfiguredSetSMTP')

export const canSendMail = ({ config }: AppContext): boolean => config.SMTP_URL !== null

export async function sendMail(
  app: AppContext,
  { senderName, ...mail }: Mail,
  limits: SmtpLimits = defaultLimits,
): Promise<MailResult> {
  const { SMTP_URL: url, SMTP_FROM: from } = app.config
  if (url === null || from === null)
    return { outcome: 'failed', isTemporary: false, status: null, error: notConfigured }
  const transport = await createTransport(url, limits)
  try {
    const sent = await transport.sendMail({
      ...mail,
      subject: withoutUrls(mail.subject),
      from: senderName === undefined ? from : { name: withoutUrls(senderName), address: addressIn(from) },
      attachments: mail.attachments?.map((attachment) => ({ ...attachment, contentDisposition: 'inline' })),
      signal: AbortSignal.timeout(limits.totalMs),
    })
    return { outcome: 'sent', response: sent.response }
  } catch (error) {
    return describeFailure(error)
  } finally {
    transport.close()
  }
}

/** Returns the address in SMTP_FROM, which can have a name: `Ansight <ansight@acme.com>`. */
const addressIn = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from

/** Connects, upgrades to TLS and signs in without sending a message. Returns the failure, or null. */
export async function checkSmtp(app: AppContext): Promise<Message | null> {
  const { SMTP_URL: url } = app.config
  if (url === null) return notConfigured
  const transport = await createTransport(url, defaultLimits)
  try {
    await transport.verify()
    return null
  } catch (error) {
    const failure = describeFailure(error)
    return failure.error
  } finally {
    transport.close()
  }
}

async function createTransport(url: string, { connectMs, idleMs }: SmtpLimits) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // A password is never sent unencrypted, except to this machine.
    requireTLS: hasPassword(url) && !isLoopback(url),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const hasPassword = (url: string) => new URL(url).password !== ''
const isLoopback = (url: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

/** Exceptions of nodemailer are failures of the network, of the server or of the settings. */
function describeFailure(error: unknown): MailResult & { outcome: 'failed' } {
  const status = numberIn(error, 'responseCode')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const response = error instanceof Error && 'response' in error ? String(error.response) : ''
  return {
    outcome: 'failed',
    // A wrong password or certificate can be corrected until the last attempt.
    isTemporary: status === null || status < 500 || code === 'EAUTH',
    status,
    error: message('mail.mailer.failureDetails', {
      failure: reasons[code] ?? message('mail.mailer.theEmailWasNotSent'),
      details: response === '' ? messageIn(error) : response,
    }),
  }
}

const messageIn = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const reasons: Record<string, Message> = {
  EAUTH: message('mail.mailer.passwordNotAccepted'),
  EENVELOPE: message('mail.mailer.senderOrRecipientNotAccepted'),
  EMESSAGE: message('mail.mailer.messageNotAccepted'),
  ETLS: message('mail.mailer.theSMTPServerDoesNotOffer'),
  EDNS: message('mail.mailer.theHostOfTheSMTPServer'),
  ETIMEDOUT: message('mail.mailer.theSMTPServerDidNotRespond'),
  ECONNECTION: message('mail.mailer.theConnectionToTheSMTPServer'),
  ESOCKET: message('mail.mailer.theConnectionToTheSMTPServer'),
  EABORT: message('mail.mailer.theSMTPServerDidNotAccept'),
}

function numberIn(error: unknown, name: string): number | null {
  const value = error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined
  return typeof value === 'number' ? value : null
}
