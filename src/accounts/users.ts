/**
 * A user is a person or a service account. An email address has one account, and the account of a person can belong to
 * several organizations. `password_hash` is null for a person who has no password. The functions of this file are about
 * people: a service account has no address and cannot sign in (service-accounts.ts).
 */
import { z } from 'zod'
import { type Language, languages } from '../../vocabulary/languages.ts'
import type { AppContext } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { message } from '../languages/message.ts'
import { hasCurrentCost, hashPassword, isPassword } from './passwords.ts'

/** How an address was confirmed: by a link in an email, by an identity provider or by the administrator. */
export const EmailVerifiedBy = z.enum(['email', 'provider', 'administrator'])

export const UserKind = z.enum(['person', 'service'])

export type User = {
  id: string
  name: string
  email: string
  /** Null: the address is not confirmed. */
  emailVerifiedBy: z.output<typeof EmailVerifiedBy> | null
  language: Language | null
  createdAt: Date
  updatedAt: Date
}

export const UserLanguage = z.enum(languages).nullable()

export async function hasUsers(ctx: AppContext): Promise<boolean> {
  return (await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

type NewUser = {
  name: string
  email: string
  emailVerifiedBy: User['emailVerifiedBy']
  passwordHash: string | null
}

/** Inserts a user. `email` must be in lower case. Throws `conflict` when the address has an account. */
export async function insertUser(
  tx: AppContext,
  { name, email, emailVerifiedBy, passwordHash }: NewUser,
): Promise<User> {
  const now = tx.now()
  const user = await tx.db
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      name,
      email,
      email_verified_by: emailVerifiedBy,
      password_hash: passwordHash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflicting) => conflicting.column('email').doNothing())
    .returning(userColumns)
    .executeTakeFirst()
  if (!user) throw addressTaken()
  return asUser(user)
}

const addressTaken = () => conflict(message('accounts.users.anAccountWithThisEmailAddress'))

export async function findUser(ctx: AppContext, userId: string): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(userColumns)
    .where('users.id', '=', userId)
    .where('users.kind', '=', 'person')
    .executeTakeFirst()
  return row ? asUser(row) : null
}

export async function hasPassword(ctx: AppContext, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function findUserByEmail(ctx: AppContext, email: string): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(userColumns)
    .where('users.email', '=', email)
    .executeTakeFirst()
  return row ? asUser(row) : null
}

/**
 * Returns the account of the address when it has this password, and rehashes the password if its hash has another cost
 * than new ones. An unknown address takes as long as a wrong password.
 */
export async function findUserByPassword(
  ctx: AppContext,
  email: string,
  password: string,
): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select([...userColumns, 'users.password_hash'])
    .where('users.email', '=', email)
    .executeTakeFirst()
  const guess = { account: email, password }
  if (!row || row.password_hash === null) {
    await hashPassword(ctx, guess)
    return null
  }
  const { password_hash: hash, ...user } = row
  if (!(await isPassword(ctx, guess, hash))) return null
  if (!hasCurrentCost(ctx, hash)) await rehashPassword(ctx, user.id, guess, hash)
  return asUser(user)
}

type UserChange = {
  name?: string | undefined
  email?: string
  emailVerifiedBy?: User['emailVerifiedBy']
  language?: Language | null | undefined
  passwordHash?: string
  lastOrganizationId?: string
}

/** `language` null is the language of the user's browser. Throws `conflict` when another account has the address. */
export async function updateUser(tx: AppContext, userId: string, change: UserChange): Promise<void> {
  const update = tx.db
    .updateTable('users')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.email !== undefined && { email: change.email }),
      ...(change.emailVerifiedBy !== undefined && { email_verified_by: change.emailVerifiedBy }),
      ...(change.language !== undefined && { language: change.language }),
      ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
      ...(change.lastOrganizationId !== undefined && { last_organization_id: change.lastOrganizationId }),
      updated_at: tx.now(),
    })
    .where('id', '=', userId)
    .execute()
  await onUniqueViolation(update, addressTaken())
}

async function rehashPassword(
  ctx: AppContext,
  userId: string,
  guess: { account: string; password: string },
  oldHash: string,
) {
  const passwordHash = await hashPassword(ctx, guess)
  await ctx.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    // The password may have been changed since it was verified.
    .where('password_hash', '=', oldHash)
    .execute()
}

/** The columns of `users` under the names of `User`. */
export const userColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.email_verified_by as emailVerifiedBy',
  'users.language',
  'users.created_at as createdAt',
  'users.updated_at as updatedAt',
] as const

export const asUser = <
  Row extends { email: string | null; language: string | null; emailVerifiedBy: string | null },
>(
  row: Row,
) => ({
  ...row,
  email: z.string().parse(row.email),
  language: UserLanguage.parse(row.language),
  emailVerifiedBy: EmailVerifiedBy.nullable().parse(row.emailVerifiedBy),
})
