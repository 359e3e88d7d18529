/** JSON with the keys of every object in order, so that equal values have equal text and an equal digest. */
import { createHash } from 'node:crypto'

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`)
  return `{${fields.join(',')}}`
}

/** Returns the SHA-256 of bytes, or of the UTF-8 bytes of a text, in hexadecimal. */
export const sha256Hex = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')
