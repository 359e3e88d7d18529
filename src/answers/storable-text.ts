/** Text as PostgreSQL can store it. */

/** Replaces what PostgreSQL cannot store in text, U+0000 and unpaired surrogates. The length stays the same. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Applies `toStorableText` to every text in a value that JSON can represent. */
export function toStorable<T>(value: T): T {
  // The result has the type of the value, because only the content of texts changes.
  return storable(value) as T
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storable(each)]))
}

/** The longest title of a page or product, in UTF-16 units. Longer ones are not written for people. */
const maxTitle = 500

/** Returns a title that a third party wrote as it is stored: `toStorableText`, and shortened. */
export function toStorableTitle(text: string): string {
  if (text.length <= maxTitle) return toStorableText(text)
  return toStorableText(`${text.slice(0, maxTitle - 1).replace(/[\uD800-\uDBFF]$/, '')}…`)
}
