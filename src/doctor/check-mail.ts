/** Checks the connection to the SMTP server. Sends no message. */
import type { AppContext } from '../core/context.ts'
import { inEnglish } from '../languages/message.ts'
import { canSendMail, checkSmtp } from '../mail/mailer.ts'
import { type DoctorCheck, fail, ok } from './check.ts'

const id = 'email.smtp'

export async function checkMail(base: AppContext, { online }: { online: boolean }): Promise<DoctorCheck[]> {
  if (!canSendMail(base)) return []
  if (!online) return [ok(id, 'SMTP_URL is set; use --online to check the connection and the sign-in.')]
  const failure = await checkSmtp(base)
  if (failure === null) return [ok(id, 'The SMTP server accepts the connection and the sign-in.')]
  return [fail(id, `${inEnglish(failure)}.`, 'Check SMTP_URL; docs/notifications.md has examples.')]
}
