/** A trie over UTF-16 units. */
export type Trie = {
  root: TrieNode
  /** By `prefixOf` three units, 1 if a word can start with them. Rules out most words of a text with one lookup. */
  prefixes: Uint8Array
}

export type TrieNode = {
  next: Map<number, TrieNode>
  /** Indexes of the words that end at this node. */
  words: number[]
}

/** Builds a trie. In a text, `separators` can occur between the units of a word, alone or followed by `space`. */
export function buildTrie(words: readonly Uint16Array[], separators: readonly number[], space: number): Trie {
  const trie: Trie = {
    root: { next: new Map(), words: [] },
    prefixes: new Uint8Array(1 << (3 * PREFIX_BITS)),
  }
  for (const [index, word] of words.entries()) {
    let node = trie.root
    for (const unit of word) {
      const next: TrieNode = node.next.get(unit) ?? { next: new Map(), words: [] }
      node.next.set(unit, next)
      node = next
    }
    node.words.push(index)
    const [first = 0, second = null, third = null] = word
    addPrefix(trie, first, second, third)
    for (const separator of second === null ? [] : separators) {
      addPrefix(trie, first, second, separator)
      addPrefix(trie, first, separator, second)
      addPrefix(trie, first, separator, space)
    }
  }
  return trie
}

/** Marks three units as the start of a word; `null` matches any unit. */
function addPrefix({ prefixes }: Trie, first: number, second: number | null, third: number | null): void {
  for (const b of second === null ? ANY_UNIT : [second])
    for (const c of third === null ? ANY_UNIT : [third]) prefixes[prefixOf(first, b, c)] = 1
}

const PREFIX_BITS = 5
const MASK = (1 << PREFIX_BITS) - 1
/** A unit for each value of the low bits. */
const ANY_UNIT = Array.from({ length: 1 << PREFIX_BITS }, (_, bits) => (2 << PREFIX_BITS) + bits)

/** Maps three units to an index of `prefixes`. A collision costs a lookup in the trie. */
export function prefixOf(first: number, second: number, third: number): number {
  return (lowBits(first) << (2 * PREFIX_BITS)) | (lowBits(second) << PREFIX_BITS) | lowBits(third)
}

/**
 * Returns the bits of a unit that index `prefixes`. They differ for all Latin letters. Spaces and punctuation, common
 * in texts, share 0 so that no letter equals them.
 */
function lowBits(unit: number): number {
  return unit < DIGIT_ZERO ? 0 : unit & MASK
}

const DIGIT_ZERO = 48
