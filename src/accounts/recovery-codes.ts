/** Codes for a person who has lost the second factor. They are shown once, and each works once. */
import { Secret } from 'otpauth'
import type { AppContext } from '../core/context.ts'
import { sha256 } from '../core/ids.ts'

const codesPerSet = 10
const codeBytes = 10

/** Returns new codes such as `abcd-efgh-ijkl-mnop`, which replace the earlier ones. */
export async function replaceRecoveryCodes(tx: AppContext, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerSet }, () =>
    new Secret({ size: codeBytes }).base32.toLowerCase(),
  )
  await deleteRecoveryCodes(tx, userId)
  await tx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: sha256(code), created_at: tx.now() })))
    .execute()
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Uses up a code, without its hyphens. Returns false when it is wrong or was used. */
export async function takeRecoveryCode(tx: AppContext, userId: string, code: string): Promise<boolean> {
  const taken = await tx.db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', sha256(code.toLowerCase()))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function countRecoveryCodes(ctx: AppContext, userId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteRecoveryCodes(tx: AppContext, userId: string): Promise<void> {
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
