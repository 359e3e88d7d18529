/**
 * Second factors: what a person needs to sign in in addition to a password or a provider, once they have added one. An
 * authenticator app or a passkey is a factor; recovery codes replace a lost one, so they exist only with a factor.
 */
import { z } from 'zod'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { factorAdded, factorRemoved, notifyPerson, recoveryCodeUsed } from './account-emails.ts'
import { recordPersonEvent } from './accounts.ts'
import type { HttpExchange } from './cookies.ts'
import {
  type CredentialJson,
  deletePasskey,
  findPasskeyProblem,
  insertPasskey,
  listPasskeys,
  Passkey,
  renamePasskey,
  verifyRegistration,
} from './passkeys.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from './recovery-codes.ts'
import { deleteChallenges } from './sign-in-challenges.ts'
import { confirmTotpSecret, deleteTotpSecret, findTotp } from './totp.ts'
import { hasPassword } from './users.ts'

/** With what a person can finish a sign-in. */
export const SecondFactor = z.enum(['totp', 'passkey', 'recovery_code'])
export type SecondFactor = z.output<typeof SecondFactor>

export const Factors = z
  .object({
    totp: z
      .object({ created_at: Timestamp, last_used_at: Timestamp.nullable() })
      .nullable()
      .describe('The authenticator app, if there is one.'),
    passkeys: z.array(Passkey),
    recovery_codes_left: z.number().int(),
    reauthentication_methods: z
      .array(z.enum(['password', 'totp', 'passkey', 'provider']))
      .describe('With what the person can confirm who they are.'),
    passkey_problem: localizedText()
      .nullable()
      .describe('Why this installation cannot use passkeys; null: it can.'),
    required_from: Timestamp.nullable().describe(
      'The earliest time from which an organization of the person requires a second factor; null: none does.',
    ),
  })
  .meta({ id: 'Factors' })

type ActorContext = AppContext & Pick<Context, 'actor'>

/** A factor in events and email. `name`: the name of a passkey. */
type FactorName = { kind: 'totp' | 'passkey'; name: string }

/** Returns with what the person can finish a sign-in; an empty list means that they need no second factor. */
export async function listSecondFactors(ctx: AppContext, userId: string): Promise<SecondFactor[]> {
  const has = await ctx.db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('totp_secrets').select('user_id').where('user_id', '=', userId)).as('totp'),
      exists(selectFrom('passkeys').select('id').where('user_id', '=', userId)).as('passkey'),
      exists(selectFrom('recovery_codes').select('user_id').where('user_id', '=', userId)).as(
        'recovery_code',
      ),
    ])
    .executeTakeFirstOrThrow()
  return has.totp || has.passkey ? SecondFactor.options.filter((factor) => has[factor]) : []
}

/** Whether an account at a provider signs the person in. */
async function hasIdentity(ctx: AppContext, userId: string): Promise<boolean> {
  const query = ctx.db.selectFrom('identities').select('id').where('user_id', '=', userId).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

export async function getFactors(ctx: AppContext, userId: string): Promise<z.input<typeof Factors>> {
  const totp = await findTotp(ctx, userId)
  const passkeys = await listPasskeys(ctx, userId)
  const problem = findPasskeyProblem(ctx)
  const methods = {
    password: await hasPassword(ctx, userId),
    totp: totp !== null,
    passkey: passkeys.length > 0 && problem === null,
    provider: await hasIdentity(ctx, userId),
  }
  return {
    totp: totp && {
      created_at: totp.created_at.toISOString(),
      last_used_at: totp.last_used_at?.toISOString() ?? null,
    },
    passkeys,
    recovery_codes_left: await countRecoveryCodes(ctx, userId),
    reauthentication_methods: (['password', 'totp', 'passkey', 'provider'] as const).filter(
      (method) => methods[method],
    ),
    passkey_problem: problem,
    required_from: (await findRequirement(ctx, userId))?.requiredFrom.toISOString() ?? null,
  }
}

/**
 * Makes the authenticator app that this browser sets up a factor, instead of an earlier app. Throws `invalid_request` for a
 * wrong code, `conflict` when the set-up has expired. Returns new recovery codes, if any.
 */
export async function addTotp(
  ctx: ActorContext,
  http: HttpExchange,
  { userId, code }: { userId: string; code: string },
): Promise<string[] | null> {
  const codes = await changeFactors(ctx, userId, async (tx) => {
    await confirmTotpSecret(tx, http, userId, code)
    return recordAddition(tx, userId, { kind: 'totp', name: '' })
  })
  notifyPerson(ctx, userId, { texts: factorAdded('totp') })
  return codes
}

/** Adds the passkey that the browser created. Returns new recovery codes, if any. */
export async function addPasskey(
  ctx: ActorContext,
  http: HttpExchange,
  { credential, ...owner }: { userId: string; name: string; credential: CredentialJson },
): Promise<{ passkey: z.input<typeof Passkey>; recovery_codes: string[] | null }> {
  const verified = await verifyRegistration(ctx, http, owner.userId, credential)
  const added = await changeFactors(ctx, owner.userId, async (tx) => {
    const passkey = await insertPasskey(tx, owner, verified)
    const factor = { kind: 'passkey' as const, name: owner.name }
    return { passkey, recovery_codes: await recordAddition(tx, owner.userId, factor) }
  })
  notifyPerson(ctx, owner.userId, { texts: factorAdded('passkey', owner.name) })
  return added
}

/** Returns recovery codes when the person has none. */
async function recordAddition(
  tx: ActorContext,
  userId: string,
  factor: FactorName,
): Promise<string[] | null> {
  await recordPersonEvent(tx, userId, 'factor.added', factor)
  return (await countRecoveryCodes(tx, userId)) > 0 ? null : replaceRecoveryCodes(tx, userId)
}

/** Throws `conflict` for a person without a factor. */
export async function createRecoveryCodes(ctx: ActorContext, userId: string): Promise<string[]> {
  const codes = await changeFactors(ctx, userId, async (tx) => {
    if ((await listSecondFactors(tx, userId)).length === 0)
      throw conflict(message('accounts.factors.youHaveNoSecondFactor'))
    await recordPersonEvent(tx, userId, 'recovery_codes.created')
    return replaceRecoveryCodes(tx, userId)
  })
  notifyPerson(ctx, userId, { texts: factorAdded('recovery_codes') })
  return codes
}

/** Uses up a recovery code and notifies the person. Returns false when it is wrong or was used. */
export async function acceptRecoveryCode(ctx: AppContext, userId: string, code: string): Promise<boolean> {
  const left = await transaction({ ...ctx, actor: { kind: 'anonymous' as const } }, async (tx) => {
    if (!(await takeRecoveryCode(tx, userId, code))) return null
    const count = await countRecoveryCodes(tx, userId)
    await recordPersonEvent(tx, userId, 'recovery_code.used', { left: String(count) })
    return count
  })
  if (left === null) return false
  notifyPerson(ctx, userId, { texts: recoveryCodeUsed(left) })
  return true
}

/** Throws `not_found` for a person without an app, `conflict` for the last factor while an organization requires one. */
export async function removeTotp(ctx: ActorContext, userId: string): Promise<void> {
  await removeFactor(ctx, userId, async (tx) => {
    if (!(await deleteTotpSecret(tx, userId))) throw notFound(message('accounts.factors.noSuchFactor'))
    return { kind: 'totp', name: '' }
  })
}

/** Throws `not_found` for the passkey of another person, `conflict` for the last factor while an organization requires one. */
export async function removePasskey(ctx: ActorContext, userId: string, id: string): Promise<void> {
  await removeFactor(ctx, userId, async (tx) => ({
    kind: 'passkey',
    name: await deletePasskey(tx, { userId, id }),
  }))
}

/** Throws `not_found` for the passkey of another person. */
export function changePasskeyName(
  ctx: ActorContext,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<z.input<typeof Passkey>> {
  return transaction(ctx, async (tx) => {
    const passkey = await renamePasskey(tx, { userId, id, name })
    await recordPersonEvent(tx, userId, 'passkey.renamed', { name })
    return passkey
  })
}

async function removeFactor(
  ctx: ActorContext,
  userId: string,
  remove: (tx: AppContext) => Promise<FactorName>,
): Promise<void> {
  const removed = await changeFactors(ctx, userId, async (tx) => {
    const factor = await remove(tx)
    if ((await listSecondFactors(tx, userId)).length === 0) {
      const requirement = await findRequirement(tx, userId)
      if (requirement && requirement.requiredFrom <= tx.now())
        throw conflict(
          message('accounts.factors.organizationRequiresAFactor', { organization: requirement.name }),
        )
      await deleteRecoveryCodes(tx, userId)
    }
    await recordPersonEvent(tx, userId, 'factor.removed', factor)
    return factor
  })
  notifyPerson(ctx, userId, { texts: factorRemoved(removed.kind, removed.name) })
}

/** Runs concurrent changes of a person's factors one after the other: each depends on how many there are. */
function changeFactors<T>(
  ctx: ActorContext,
  userId: string,
  change: (tx: ActorContext) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (tx) => {
    await tx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    return change(tx)
  })
}

/** Removes every factor of a person, for the administrator. Returns how many there were. */
export async function removeAllFactors(ctx: ActorContext, userId: string): Promise<number> {
  const removed = await transaction(ctx, async (tx) => {
    const count = await deleteFactors(tx, userId)
    if (count > 0) await recordPersonEvent(tx, userId, 'factor.removed', { kind: 'all' })
    return count
  })
  if (removed > 0) notifyPerson(ctx, userId, { texts: factorRemoved('all') })
  return removed
}

/** Deletes every factor of an account, without an event. */
export async function deleteFactors(tx: AppContext, userId: string): Promise<number> {
  const passkeys = await tx.db.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()
  const hadApp = await deleteTotpSecret(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  await deleteChallenges(tx, userId)
  return passkeys.length + Number(hadApp)
}

/** Returns the organization of the person that requires a second factor first, if any. */
async function findRequirement(
  ctx: AppContext,
  userId: string,
): Promise<{ name: string; requiredFrom: Date } | undefined> {
  const row = await ctx.db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.name', 'organizations.second_factor_required_from as requiredFrom'])
    .where('members.user_id', '=', userId)
    .where('organizations.second_factor_required_from', 'is not', null)
    .orderBy('organizations.second_factor_required_from')
    .limit(1)
    .executeTakeFirst()
  return row?.requiredFrom ? { name: row.name, requiredFrom: row.requiredFrom } : undefined
}
