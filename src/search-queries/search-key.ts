/** Identifies a search of an engine: searches that ask the same in other words have the same key. Pure. */
import { hash } from 'node:crypto'
import { readQuery } from './query-form.ts'

/**
 * Returns 53 bits of a hash of what the search asks for: its words without endings, years and words such as "the", in any order. Words
 * that mean the same, such as "best" and "top", are one word. A search of other words only is identified by its text. Returns null for a text
 * without words.
 */
export function getSearchKey(search: string): number | null {
  const { words, text } = readQuery(search, [], null)
  const identity = words.length > 0 ? words.join(' ') : text
  return identity === '' ? null : Number(hash('sha256', identity, 'buffer').readBigUInt64BE() >> 11n)
}

/** Returns the key of each search of an answer; null for one that repeats an earlier one. */
export function getSearchKeys(searches: readonly string[]): (number | null)[] {
  const known = new Set<number>()
  return searches.map((search) => {
    const key = getSearchKey(search)
    if (key === null || known.has(key)) return null
    known.add(key)
    return key
  })
}
