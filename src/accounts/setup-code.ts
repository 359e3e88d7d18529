/**
 * The setup code: shows that the first person to sign up can read the log of the service. It is required where others
 * can reach a new installation before its owner. It needs no storage: every process derives it from the secret key, and
 * it is worthless after the first sign-up.
 */
import { createHmac } from 'node:crypto'
import type { AppContext } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { isLoopback } from '../http/allowed-hosts.ts'
import { timingSafeEqualText } from '../http/bearer.ts'
import { message } from '../languages/message.ts'
import { hasUsers } from './users.ts'

/** Returns the code that the next sign-up has to send, or null when it needs none. */
export async function findSetupCode(ctx: AppContext): Promise<string | null> {
  // With open sign-ups, the first account has no more rights than any later one.
  if (ctx.config.SIGNUPS === 'open') return null
  if (isLoopback(ctx.config.HOST) && isLoopback(new URL(ctx.baseUrl).hostname)) return null
  return (await hasUsers(ctx)) ? null : setupCode(ctx)
}

/** Throws `invalid_request` when the code is required and `sent` is not the code. */
export async function requireSetupCode(ctx: AppContext, sent: string | undefined): Promise<void> {
  const code = await findSetupCode(ctx)
  if (code === null) return
  if (sent === undefined)
    throw invalid('setup_code', message('accounts.setupCode.isRequiredForTheFirstAccount'))
  if (!timingSafeEqualText(normalized(sent), normalized(code))) {
    throw invalid('setup_code', message('accounts.setupCode.isNotTheCodeInThe'))
  }
}

/** 80 bits in groups of five characters. */
function setupCode({ secretKey }: AppContext): string {
  const digest = createHmac('sha256', secretKey).update('setup code').digest('hex').slice(0, 20)
  return digest.match(/.{5}/g)?.join('-') ?? digest
}

const normalized = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '')
