import { decodeHTMLStrict } from 'entities'

const ENTITY = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});/y

/**
 * Decodes the character reference at `start`. Returns its character and its end, or null if there is none before `limit`.
 * Of the few references that decode to two characters, the second is a combining mark and is dropped.
 */
export function decodeEntity(
  text: string,
  start: number,
  limit: number,
): { codePoint: number; end: number } | null {
  ENTITY.lastIndex = start
  const [reference] = ENTITY.exec(text) ?? []
  if (reference === undefined || start + reference.length > limit) return null
  const decoded = decodeHTMLStrict(reference)
  if (decoded === reference) return null
  return { codePoint: decoded.codePointAt(0) ?? 0, end: start + reference.length }
}
