/**
 * The rules of a new password, as in NIST SP 800-63B: a length, and no password that attackers try first. Those are the
 * passwords of the list in @zxcvbn-ts/language-common, which come from leaks, and the parts of the email address.
 */
import { passwordMinLength } from '../../vocabulary/password-length.ts'
import type { AppContext, Resource } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { message } from '../languages/message.ts'
import { hashPassword } from './passwords.ts'

/** Hashes the new password of an account. Throws `invalid_request` when it is easy to guess. */
export async function hashNewPassword(
  ctx: AppContext,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const text = foldCase(password)
  if (isFromEmail(text, email))
    throw invalid('password', message('accounts.newPasswords.mustNotConsistOfPartsOf'))
  if ((await ctx.use(leakedPasswords)).has(text)) {
    throw invalid('password', message('accounts.newPasswords.isInListsOfLeakedPasswords'))
  }
  return hashPassword(ctx, { account: email, password })
}

const foldCase = (text: string) => text.normalize('NFKC').toLowerCase()

/** Loaded with the first new password. */
const leakedPasswords: Resource<Promise<ReadonlySet<string>>> = {
  name: 'leaked passwords',
  open: async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    return new Set(dictionary['passwords-common'].filter((each) => each.length >= passwordMinLength))
  },
}

/** Whether fewer than the required characters remain without the parts of the address. */
function isFromEmail(password: string, email: string): boolean {
  const [local = '', domain = ''] = email.split('@')
  const parts = [email, local, domain, ...email.split(/[^\p{L}\p{N}]+/u)]
  const longestFirst = parts.filter((part) => part.length > 2).sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, part) => left.replaceAll(part, ''), password)
  return rest !== password && rest.length < passwordMinLength
}
