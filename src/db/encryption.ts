/**
 * Encrypts secrets that must be readable later, such as a webhook's, with the installation's SECRET_KEY (AES-256-GCM).
 * A ciphertext names the key it was created with, and can only be decrypted for the row it was created for.
 */

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDataDir } from './embedded/data-dir.ts'

const format = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16

/** SECRET_KEY encrypts; SECRET_KEY and the keys that it replaced decrypt. */
export type SecretKeys = { secretKey: string; config: { SECRET_KEY_PREVIOUS: readonly string[] } }

/** Encrypts a text. Returns format (1 byte), key id (4), nonce (12), tag (16) and ciphertext. */
export function encryptSecret({ secretKey }: SecretKeys, text: string, rowId: string): Buffer {
  const { key, id } = deriveKey(secretKey)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([format]), id, nonce, cipher.getAuthTag(), encrypted])
}

/**
 * Returns null for a secret encrypted with a key that is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS. Throws when it was
 * modified or belongs to another row.
 */
export function decryptSecret(keys: SecretKeys, encrypted: Buffer, rowId: string): string | null {
  const [start, keyId, nonce, tag, text] = split(encrypted, [1, keyIdBytes, nonceBytes, tagBytes])
  if (start?.[0] !== format || !keyId || !nonce || !tag || !text)
    throw new Error('This is not an encrypted secret.')
  const found = [keys.secretKey, ...keys.config.SECRET_KEY_PREVIOUS]
    .map(deriveKey)
    .find(({ id }) => id.equals(keyId))
  if (!found) return null
  const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(rowId))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString()
}

/** Returns the id of a key, which the ciphertexts created with it contain. */
export const secretKeyId = (secretKey: string): Buffer => deriveKey(secretKey).id

/** The position of the key id in a ciphertext, for SQL: the first byte has number 1. */
export const keyIdPosition = { from: 2, length: keyIdBytes }

/** Derives the encryption key, and an id that does not reveal it. */
function deriveKey(secretKey: string): { key: Buffer; id: Buffer } {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'ansight: seal stored secrets', 32))
  return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes) }
}

/** Splits bytes into parts of these lengths and the rest. */
function split(bytes: Buffer, lengths: number[]): Buffer[] {
  let offset = 0
  const parts = lengths.map((length) => {
    offset += length
    return bytes.subarray(offset - length, offset)
  })
  return [...parts, bytes.subarray(offset)]
}

/** Returns SECRET_KEY, or the key in DATA_DIR that the first start creates with mode 0600. */
export async function loadSecretKey(config: {
  SECRET_KEY: string | null
  DATA_DIR: string
}): Promise<string> {
  if (config.SECRET_KEY !== null) return config.SECRET_KEY
  await ensureDataDir(config.DATA_DIR)
  const path = join(config.DATA_DIR, 'secret-key')
  const key = (await readIfExists(path)) ?? (await createKey(path))
  if (key.length < 32)
    throw new Error(
      `${path} does not contain a secret of at least 32 characters; delete it to create a new one.`,
    )
  return key
}

/**
 * Publishes the finished file by linking, which fails if it exists: of two concurrent first starts one creates the key,
 * and neither reads a partial file.
 */
async function createKey(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('hex'))
    await file.sync()
    await file.close()
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

async function readIfExists(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}
const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
