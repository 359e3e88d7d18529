/**
 * Password hashing with scrypt. A hash is a PHC string that names its own cost, so the cost can be raised later without
 * invalidating stored hashes.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { AppContext, Resource } from '../core/context.ts'

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** `logN` is the base-2 logarithm of scrypt's N. */
type Cost = { logN: number; r: number; p: number }

/** The cost of new hashes: 32 MB and about 70 ms on one core. Tests provide a lower one. */
export const passwordCost: Resource<Cost> = { name: 'password cost', open: () => ({ logN: 14, r: 16, p: 1 }) }

const keyBytes = 32
const hashFormat = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Returns `$scrypt$ln=…,r=…,p=…$<salt>$<key>`, salt and key in base64 without padding. */
export async function hashPassword(app: Pick<AppContext, 'use'>, password: string): Promise<string> {
  const cost = app.use(passwordCost)
  const salt = randomBytes(16)
  const key = await deriveKey(password, salt, cost)
  return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(key)}`
}

/** Throws when `hash` was not written by `hashPassword`. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = hashFormat.exec(hash) ?? []
  if (key === '') throw new Error('The stored password hash is malformed')
  const costOfHash = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await deriveKey(password, Buffer.from(salt, 'base64'), costOfHash)
  const expected = Buffer.from(key, 'base64')
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}

/**
 * Derives a key from the password in NFKC, because keyboards differ in how they compose the same accented character.
 */
const deriveKey = (password: string, salt: Buffer, { logN, r, p }: Cost) =>
  scryptAsync(password.normalize('NFKC'), salt, keyBytes, { N: 2 ** logN, r, p, maxmem: 2 ** logN * r * 256 })

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
