/**
 * User accounts. Several accounts can have the same email address, with different passwords, because addresses are not
 * verified.
 * `password_hash` is null for a user who has no password.
 */
import { z } from 'zod'
import { type Language, languages } from '../../vocabulary/languages.ts'
import type { AppContext } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import { findMatchingHash, hasCurrentCost, hashPassword } from './passwords.ts'

export type User = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  language: Language | null
  createdAt: Date
  updatedAt: Date
}

export const UserLanguage = z.enum(languages).nullable()

export async function hasUsers(ctx: AppContext): Promise<boolean> {
  return (await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

type NewUser = { name: string; email: string; passwordHash: string }

/** Inserts a user. `email` must be in lower case. */
export async function insertUser(tx: AppContext, { name, email, passwordHash }: NewUser): Promise<User> {
  const user = await tx.db
    .insertInto('users')
    .values(newRow(tx, { name, email, password_hash: passwordHash }))
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  return asUser(user)
}

/** Throws `conflict` when the address has an account. */
export async function requireNewAddress(tx: AppContext, email: string): Promise<void> {
  const user = await tx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (user) throw conflict(message('accounts.users.anAccountWithThisEmailAddress'))
}

/**
 * Inserts the account of a person who was invited to an organization. Other accounts of the address, which someone else
 * may have created, are not affected. An account that an earlier invitation to the organization created gets the new name
 * and password, unless it is a member's: then throws `conflict`.
 */
export async function insertInvitedUser(
  tx: AppContext,
  { name, email, passwordHash }: NewUser,
  organizationId: string,
): Promise<User> {
  const row = newRow(tx, { name, email, password_hash: passwordHash, invited_to: organizationId })
  const user = await tx.db
    .insertInto('users')
    .values(row)
    .onConflict((conflicting) =>
      conflicting
        .columns(['email', 'invited_to'])
        .doUpdateSet({ name, password_hash: passwordHash, updated_at: tx.now() }),
    )
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  // After the write, which waits for a concurrent one of the same account. An error rolls the write back.
  const member = await tx.db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (member) throw conflict(message('accounts.general.thisPersonIsAlreadyAMember'))
  return asUser(user)
}

const newRow = <T>(tx: AppContext, values: T) => {
  const now = tx.now()
  return { id: newId(now.getTime()), created_at: now, updated_at: now, ...values }
}

/**
 * Returns the account of the address that has this password, a member's before others, and rehashes the password if its
 * hash has another cost than new ones. An unknown address takes as long as a wrong password, and so does an address with
 * several accounts.
 */
export async function findUserByPassword(
  ctx: AppContext,
  email: string,
  password: string,
): Promise<User | null> {
  const rows = await ctx.db
    .selectFrom('users')
    .leftJoin('members', 'members.user_id', 'users.id')
    .select(userColumns)
    .select('users.password_hash')
    .where('users.email', '=', email)
    .where('users.password_hash', 'is not', null)
    .orderBy((eb) => eb('members.user_id', 'is', null))
    .orderBy('users.id', 'desc')
    .execute()
  if (rows.length === 0) await hashPassword(ctx, { email, password })
  const hashes = rows.flatMap(({ password_hash }) => password_hash ?? [])
  const match = await findMatchingHash(ctx, { account: email, password }, hashes)
  const account = rows.find(({ password_hash }) => password_hash !== null && password_hash === match)
  if (!account || match === null) return null
  if (!hasCurrentCost(ctx, match)) await rehashPassword(ctx, account, password, match)
  const { password_hash, ...user } = account
  return asUser(user)
}

/** `language` null is the language of the user's browser. */
export async function updateLanguage(
  ctx: AppContext,
  userId: string,
  language: Language | null,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ language, updated_at: ctx.now() })
    .where('id', '=', userId)
    .execute()
}

export async function updatePasswordHash(
  tx: AppContext,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: tx.now() })
    .where('id', '=', userId)
    .execute()
}

async function rehashPassword(
  ctx: AppContext,
  { id, email }: Pick<User, 'id' | 'email'>,
  password: string,
  oldHash: string,
) {
  const passwordHash = await hashPassword(ctx, { email, password })
  await ctx.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    // The password may have been changed since it was verified.
    .where('password_hash', '=', oldHash)
    .execute()
}

/** The columns of `users` under the names of `User`. */
const userColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.email_verified as emailVerified',
  'users.language',
  'users.created_at as createdAt',
  'users.updated_at as updatedAt',
] as const

const asUser = <Row extends { language: string | null }>(row: Row) => ({
  ...row,
  language: asLanguage(row.language),
})

/** Narrows a column's value to a language; a check constraint limits the column to these values. */
export const asLanguage = (language: string | null): Language | null => language as Language | null
