/** The settings of email. */
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import { optional, required, type SettingValues, wholeNumber } from '../core/settings.ts'

const mailbox = z
  .string()
  .max(320)
  .regex(
    /^([^<>"\\\p{Cc}]+ )?<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/u,
    'must be an address, such as ansight@acme.com or Ansight <ansight@acme.com>',
  )

export const smtpSettings = {
  SMTP_URL: optional(
    'Send email',
    z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }),
    'Server that sends email, such as smtp://user:password@smtp.acme.com:587. smtp upgrades to TLS if the server supports STARTTLS, smtps connects with TLS. Unset: no email is sent.',
    'Invitations, alerts, digests or reports are sent by email.',
    'secret',
  ),
  SMTP_FROM: optional(
    'Send email',
    mailbox,
    'Sender of email, such as Ansight <ansight@acme.com>; required with SMTP_URL.',
    'You set SMTP_URL.',
  ),
  MAIL_PER_ORGANIZATION: required(
    'Send email',
    '200',
    wholeNumber(0, 1_000_000),
    'Invitations, confirmations, tests and other messages that the members of an organization can trigger per day (UTC); 0 turns the limit off.',
    'An organization invites many people in a day.',
  ),
} as const

type SmtpConfig = SettingValues<typeof smtpSettings>

declare module '../core/config.ts' {
  interface Config extends SmtpConfig {}
}

/** Returns what is wrong with the settings together, in one line, or null. */
export function findSmtpConflict({ SMTP_URL, SMTP_FROM, SIGNUPS }: Config): string | null {
  if (SMTP_URL !== null && SMTP_FROM === null) return 'SMTP_URL needs SMTP_FROM, the sender of email.'
  if (SMTP_URL === null && SIGNUPS === 'open')
    return 'SIGNUPS=open needs SMTP_URL, because a sign-up confirms its address by email.'
  return null
}
