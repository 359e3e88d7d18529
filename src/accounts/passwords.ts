/**
 * Password hashing with scrypt. A hash is a PHC string that names its own cost and salt, so the cost can be raised without
 * invalidating stored hashes: a sign-in replaces a hash of another cost.
 *
 * One hash at a time is for known callers: the command line, members who are signed in, and accounts at an address from which
 * they signed in before. Another is for everybody else, so that strangers cannot block the members. Both are shared fairly
 * between the networks of the callers, and a network's turns between accounts.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { AppContext, Resource } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type KeyedSemaphore, keyedSemaphore } from '../core/semaphore.ts'
import { ipRateLimitKey } from '../http/rate-limiter.ts'
import { message } from '../languages/message.ts'

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** `logN` is the base-2 logarithm of scrypt's N. */
type Cost = { logN: number; r: number; p: number }

/**
 * The cost of new hashes: of the settings that OWASP lists as equal, one with 32 MB, because those with 64 and 128 MB take more
 * than 300 ms of CPU time. Tests provide a lower one.
 */
export const passwordCost: Resource<Cost> = { name: 'password cost', open: () => ({ logN: 15, r: 8, p: 3 }) }

/** Each hashes one password at a time, which bounds the memory to 64 MB. */
type HashSlots = { known: KeyedSemaphore; others: KeyedSemaphore }

/** Per network. As many as can be hashed within the timeout. */
const maxWaiting = 50
const slotTimeoutMs = 20_000

const hashSlots: Resource<HashSlots> = {
  name: 'password hash slots',
  open: () => ({
    known: keyedSemaphore(1, { waiting: maxWaiting }),
    others: keyedSemaphore(1, { waiting: maxWaiting }),
  }),
}

const keyBytes = 32
const hashFormat = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

type App = Pick<AppContext, 'use' | 'request'>

/** `account`: the email address, or another id of what the password protects. */
type Guess = { account: string; password: string }

/** Returns `$scrypt$ln=…,r=…,p=…$<salt>$<key>`, salt and key in base64 without padding. */
export async function hashPassword(app: App, guess: Guess): Promise<string> {
  const cost = app.use(passwordCost)
  const salt = randomBytes(16)
  return `${getPrefix(cost)}${encode(salt)}$${encode(await deriveKey(app, guess, salt, cost))}`
}

/** Throws for a hash that `hashPassword` did not write. */
export async function isPassword(app: App, guess: Guess, hash: string): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = hashFormat.exec(hash) ?? []
  const expected = Buffer.from(key, 'base64')
  if (expected.length !== keyBytes) throw new Error('The stored password hash is malformed')
  const cost: Cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  return timingSafeEqual(expected, await deriveKey(app, guess, Buffer.from(salt, 'base64'), cost))
}

export const hasCurrentCost = (app: App, hash: string): boolean =>
  hash.startsWith(getPrefix(app.use(passwordCost)))

const getPrefix = ({ logN, r, p }: Cost) => `$scrypt$ln=${logN},r=${r},p=${p}$`

/**
 * Derives a key from the password in NFKC, because keyboards differ in how they compose the same accented character.
 */
async function deriveKey(
  app: App,
  { account, password }: Guess,
  salt: Buffer,
  { logN, r, p }: Cost,
): Promise<Buffer> {
  const { known, others } = app.use(hashSlots)
  const network = app.request ? ipRateLimitKey(app.request.ip) : ''
  const release = await (isKnown(app) ? known : others)
    .acquire(network, { member: account, signal: AbortSignal.timeout(slotTimeoutMs) })
    .catch(() => {
      throw new AppError('unavailable', message('accounts.passwords.tooManySignInsAreIn'))
    })
  try {
    const options = { N: 2 ** logN, r, p, maxmem: 2 ** logN * r * 256 }
    return await scryptAsync(password.normalize('NFKC'), salt, keyBytes, options)
  } finally {
    release()
  }
}

const isKnown = (app: App): boolean =>
  app.request === undefined || app.request.isKnownAddress === true || 'organizationId' in app

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
