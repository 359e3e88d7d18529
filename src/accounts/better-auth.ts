/**
 * The one file that knows the library for passwords and sessions (better-auth). It is used below its own HTTP layer,
 * which would write cookies and log addresses by itself, hide the database's errors and hash inside our transactions.
 * Nothing here reaches the network.
 */
import { betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { AppContext } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { newId } from '../core/ids.ts'

export { hashPassword }

export type User = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image?: string | null | undefined
  createdAt: Date
  updatedAt: Date
}

export type Session = {
  id: string
  userId: string
  token: string
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  ipAddress?: string | null | undefined
  userAgent?: string | null | undefined
}

/** Where a session was begun, as the person may want to see it later. */
export type Client = { ip: string; userAgent: string }

export const sessionLifetimeMs = 7 * 24 * 3_600_000

/** Throws `conflict` when the address has an account. */
export async function insertUser(
  tx: AppContext,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<User> {
  const { internalAdapter } = await libraryOn(tx)
  const times = { createdAt: tx.now(), updatedAt: tx.now() }
  try {
    const user = await internalAdapter.createUser(
      { name, email, emailVerified: false, ...times },
      { method: 'email-password' },
    )
    await internalAdapter.linkAccount({
      userId: user.id,
      providerId: 'credential',
      accountId: user.id,
      password: passwordHash,
      ...times,
    })
    return user
  } catch (error) {
    if (isDuplicate(error)) throw conflict('An account with this email address exists already.')
    throw error
  }
}

/** The user when the password is theirs. An unknown address takes as long as a wrong password. */
export async function checkPassword(ctx: AppContext, email: string, password: string): Promise<User | null> {
  const { internalAdapter } = await libraryOn(ctx)
  const person = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
  const hash = person?.accounts.find(({ providerId }) => providerId === 'credential')?.password
  if (!person || !hash) {
    await hashPassword(password)
    return null
  }
  return (await verifyPassword({ hash, password })) ? person.user : null
}

export async function changePassword(tx: AppContext, userId: string, passwordHash: string): Promise<void> {
  const { internalAdapter } = await libraryOn(tx)
  await internalAdapter.updatePassword(userId, passwordHash)
}

export async function insertSession(tx: AppContext, userId: string, client: Client): Promise<Session> {
  const { internalAdapter } = await libraryOn(tx)
  const nowMs = tx.now().getTime()
  return internalAdapter.createSession(
    userId,
    false,
    {
      createdAt: new Date(nowMs),
      updatedAt: new Date(nowMs),
      expiresAt: new Date(nowMs + sessionLifetimeMs),
      ipAddress: client.ip,
      userAgent: client.userAgent,
    },
    true,
  )
}

/** On the caller's own connection, so that what the library writes stands or falls with the transaction. */
function libraryOn(ctx: AppContext) {
  return betterAuth({
    database: { db: ctx.db, type: 'postgres', transaction: false },
    baseURL: ctx.baseUrl,
    secret: ctx.secretKey,
    telemetry: { enabled: false },
    // Its messages name people's addresses; what matters comes back as an error.
    logger: { disabled: true },
    emailAndPassword: { enabled: true },
    advanced: { database: { generateId: () => newId(ctx.now().getTime()), validateSchema: false } },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...timeColumns } },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timeColumns,
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timeColumns,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...timeColumns } },
  }).$context
}

const timeColumns = { createdAt: 'created_at', updatedAt: 'updated_at' }

const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'
