/**
 * Secrets that a user gives and that we must show to others later, such as a webhook's, are kept sealed with the install's
 * SECRET_KEY (AES-256-GCM). A sealed secret opens for the row it was made for and no other.
 */

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDataDir } from './embedded/data-dir.ts'

const format = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16

/** Format (1 byte), key id (4), nonce (12), tag (16), and the text in as many bytes as it has. */
export function encryptSecret(secretKey: string, text: string, rowId: string): Buffer {
  const { key, id } = keyOf(secretKey)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([format]), id, nonce, cipher.getAuthTag(), sealed])
}

/** Null when it was sealed with another SECRET_KEY. Throws when it was changed, or made for another row. */
export function decryptSecret(secretKey: string, sealed: Buffer, rowId: string): string | null {
  const { key, id } = keyOf(secretKey)
  const [start, keyId, nonce, tag, text] = cut(sealed, [1, keyIdBytes, nonceBytes, tagBytes])
  if (start?.[0] !== format || !keyId || !nonce || !tag || !text)
    throw new Error('This is not a sealed secret.')
  if (!keyId.equals(id)) return null
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(rowId))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString()
}

/** A key of its own use, and an id that tells nothing about it. */
function keyOf(secretKey: string): { key: Buffer; id: Buffer } {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'ansight: seal stored secrets', 32))
  return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes) }
}

/** Pieces of these lengths, and what is left. */
function cut(bytes: Buffer, lengths: number[]): Buffer[] {
  let from = 0
  const pieces = lengths.map((length) => {
    from += length
    return bytes.subarray(from - length, from)
  })
  return [...pieces, bytes.subarray(from)]
}

/** The install's secret: the setting, else the one made at the first start and kept in DATA_DIR, readable by us alone. */
export async function loadSecretKey(config: {
  SECRET_KEY: string | null
  DATA_DIR: string
}): Promise<string> {
  if (config.SECRET_KEY !== null) return config.SECRET_KEY
  await ensureDataDir(config.DATA_DIR)
  const path = join(config.DATA_DIR, 'secret-key')
  const key = (await readIfThere(path)) ?? (await makeKey(path))
  if (key.length < 32)
    throw new Error(
      `${path} does not hold a secret of at least 32 characters; remove it to have a new one made.`,
    )
  return key
}

/** Linking a finished file fails when the name is there: of two first starts, one makes the key, and neither reads half of it. */
async function makeKey(path: string): Promise<string> {
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

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}
const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
