/** User accounts: one row per email address. `password_hash` is null for a user who has no password. */
import type { AppContext } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { hasCurrentCost, hashPassword, verifyPassword } from './passwords.ts'

export type User = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  createdAt: Date
  updatedAt: Date
}

export async function hasUsers(ctx: AppContext): Promise<boolean> {
  return (await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Inserts a user. `email` must be in lower case. Throws `conflict` when the address has an account. */
export async function insertUser(
  tx: AppContext,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<User> {
  const now = tx.now()
  const user = await tx.db
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      name,
      email,
      password_hash: passwordHash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflicting) => conflicting.column('email').doNothing())
    .returning(userColumns)
    .executeTakeFirst()
  if (!user) throw conflict('An account with this email address already exists.')
  return user
}

/**
 * Returns the user if the password is correct, and rehashes the password if its hash has another cost than new ones. An
 * unknown address takes as long as a wrong password.
 */
export async function findUserByPassword(
  ctx: AppContext,
  email: string,
  password: string,
): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(userColumns)
    .select('password_hash')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row?.password_hash) {
    await hashPassword(ctx, password)
    return null
  }
  const { password_hash, ...user } = row
  if (!(await verifyPassword(ctx, password, password_hash))) return null
  if (!hasCurrentCost(ctx, password_hash)) await rehashPassword(ctx, user.id, password, password_hash)
  return user
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

async function rehashPassword(ctx: AppContext, userId: string, password: string, oldHash: string) {
  const passwordHash = await hashPassword(ctx, password)
  await ctx.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
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
  'users.image',
  'users.created_at as createdAt',
  'users.updated_at as updatedAt',
] as const
