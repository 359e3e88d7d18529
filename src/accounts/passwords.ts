/**
 * Password hashing with scrypt. A hash is a PHC string that names its own cost, so the cost can be raised without
 * invalidating stored hashes: a sign-in replaces a hash of another cost.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { AppContext, Resource } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type Acquire, semaphore } from '../core/semaphore.ts'

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** `logN` is the base-2 logarithm of scrypt's N. */
type Cost = { logN: number; r: number; p: number }

/** The cost of new hashes, as OWASP recommends for scrypt: 128 MB. Tests provide a lower one. */
export const passwordCost: Resource<Cost> = { name: 'password cost', open: () => ({ logN: 17, r: 8, p: 1 }) }

/** Bounds the memory of concurrent hashes to 256 MB. */
const hashSlots: Resource<Acquire> = { name: 'password hash slots', open: () => semaphore(2) }
const slotTimeoutMs = 20_000

const keyBytes = 32
const hashFormat = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

type App = Pick<AppContext, 'use'>

/** Returns `$scrypt$ln=…,r=…,p=…$<salt>$<key>`, salt and key in base64 without padding. */
export async function hashPassword(app: App, password: string): Promise<string> {
  const cost = app.use(passwordCost)
  const salt = randomBytes(16)
  const key = await deriveKey(app, password, salt, cost)
  return `${prefixOf(cost)}${encode(salt)}$${encode(key)}`
}

/** Throws when `hash` was not written by `hashPassword`. */
export async function verifyPassword(app: App, password: string, hash: string): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = hashFormat.exec(hash) ?? []
  if (key === '') throw new Error('The stored password hash is malformed')
  const costOfHash = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await deriveKey(app, password, Buffer.from(salt, 'base64'), costOfHash)
  const expected = Buffer.from(key, 'base64')
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}

export const hasCurrentCost = (app: App, hash: string): boolean =>
  hash.startsWith(prefixOf(app.use(passwordCost)))

const prefixOf = ({ logN, r, p }: Cost) => `$scrypt$ln=${logN},r=${r},p=${p}$`

/**
 * Derives a key from the password in NFKC, because keyboards differ in how they compose the same accented character.
 */
async function deriveKey(app: App, password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const release = await app
    .use(hashSlots)(AbortSignal.timeout(slotTimeoutMs))
    .catch(() => {
      throw new AppError('unavailable', 'Too many sign-ins are in progress. Try again shortly.')
    })
  try {
    const options = { N: 2 ** logN, r, p, maxmem: 2 ** logN * r * 256 }
    return await scryptAsync(password.normalize('NFKC'), salt, keyBytes, options)
  } finally {
    release()
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
