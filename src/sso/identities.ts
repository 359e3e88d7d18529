/** How providers know the people of this installation. */
import { z } from 'zod'
import { identityAdded, identityRemoved, notifyPerson } from '../accounts/account-emails.ts'
import { recordPersonEvent } from '../accounts/accounts.ts'
import { listPasskeys } from '../accounts/passkeys.ts'
import { asUser, type User, userColumns } from '../accounts/users.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import type { Person } from './person.ts'

export const Identity = z
  .object({
    id: z.uuid(),
    issuer: z.string(),
    email: z.string().nullable().describe('The address at the provider when it was used last.'),
    created_at: Timestamp,
    last_used_at: Timestamp,
  })
  .meta({ id: 'Identity' })

type ActorContext = AppContext & Pick<Context, 'actor'>

export async function listIdentities(ctx: AppContext, userId: string): Promise<z.input<typeof Identity>[]> {
  const rows = await ctx.db
    .selectFrom('identities')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  }))
}

/** Returns the account of a person at a provider. */
export async function findIdentityUser(ctx: AppContext, { issuer, subject }: Person): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(userColumns)
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()
  return row ? asUser(row) : null
}

/** Like `findIdentityUser`; remembers the use and the address. */
export async function recordIdentityUse(ctx: AppContext, person: Person): Promise<User | null> {
  await ctx.db
    .updateTable('identities')
    .set({ last_used_at: ctx.now(), email: person.email })
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .execute()
  return findIdentityUser(ctx, person)
}

/** `providerId` null: a provider of the settings. Throws `conflict` when the person at the provider has another account. */
export async function addIdentity(
  tx: ActorContext,
  userId: string,
  { issuer, subject, email }: Person,
  providerId: string | null,
): Promise<void> {
  const now = tx.now()
  const inserted = await tx.db
    .insertInto('identities')
    .values({
      id: newId(now.getTime()),
      user_id: userId,
      issuer,
      subject,
      provider_id: providerId,
      email,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflicting) => conflicting.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw conflict(message('sso.identities.belongsToAnotherAccount'))
  await recordPersonEvent(tx, userId, 'identity.added', { issuer, email })
}

/** Notifies the person that an account at a provider opens their account. Call it after the transaction. */
export const notifyOfIdentity = (ctx: AppContext, userId: string, { issuer }: Person): void =>
  notifyPerson(ctx, userId, { texts: identityAdded(new URL(issuer).host) })

/** Throws `conflict` for the last way to sign in. */
export async function removeIdentity(ctx: ActorContext, userId: string, id: string): Promise<void> {
  const removed = await transaction(ctx, async (tx) => {
    // Serializes removals, so that two of them cannot remove the last two ways.
    const { password_hash } = await tx.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const own = await listIdentities(tx, userId)
    const identity = own.find((each) => each.id === id)
    if (!identity) throw notFound(message('sso.identities.noSuchIdentity'))
    if (password_hash === null && own.length === 1 && (await listPasskeys(tx, userId)).length === 0)
      throw conflict(message('sso.identities.lastWayToSignIn'))
    await tx.db.deleteFrom('identities').where('id', '=', id).execute()
    await recordPersonEvent(tx, userId, 'identity.removed', {
      issuer: identity.issuer,
      email: identity.email,
    })
    return identity
  })
  notifyPerson(ctx, userId, { texts: identityRemoved(new URL(removed.issuer).host) })
}
