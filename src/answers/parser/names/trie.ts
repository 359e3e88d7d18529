/** A trie over UTF-16 units. */
export type Trie = {
  root: TrieNode
  /**
   * One bit for each combination of the low bits of four units, set if a text that starts with them can start with a
   * word. Rules out most offsets of a text with one lookup.
   */
  prefixes: Uint8Array
}

export type TrieNode = {
  /** The unit that this node adds to the one before it. */
  unit: number
  /** The nodes that can follow. Most nodes have one, for which a comparison is faster than a lookup. */
  first: TrieNode | undefined
  others: Map<number, TrieNode>
  /** Indexes of the words that end at this node. */
  words: number[]
}

/** Builds a trie. In a text, one or two separators can occur between the units of a word. */
export function buildTrie(words: readonly Uint16Array[]): Trie {
  const trie: Trie = {
    root: createNode(0),
    prefixes: new Uint8Array((1 << (PREFIX_UNITS * UNIT_BITS)) / 8),
  }
  for (const [index, word] of words.entries()) {
    let node = trie.root
    for (const unit of word) node = nextNode(node, unit) ?? addNode(node, unit)
    node.words.push(index)
    addPrefixes(trie.prefixes, word)
  }
  return trie
}

/** Returns the node that follows `node` for a unit, or undefined if no word continues with it. */
export function nextNode({ first, others }: TrieNode, unit: number): TrieNode | undefined {
  if (first === undefined || first.unit === unit) return first
  return others === NONE ? undefined : others.get(unit)
}

const NONE: Map<number, TrieNode> = new Map()

function createNode(unit: number): TrieNode {
  return { unit, first: undefined, others: NONE, words: [] }
}

function addNode(node: TrieNode, unit: number): TrieNode {
  const next = createNode(unit)
  if (node.first === undefined) node.first = next
  else {
    if (node.others === NONE) node.others = new Map()
    node.others.set(unit, next)
  }
  return next
}

/** Returns whether a word of the trie may start at an offset. */
export function mayStart({ prefixes }: Trie, units: Uint16Array, offset: number): boolean {
  let prefix = 0
  for (let i = 0; i < PREFIX_UNITS; i++) prefix = (prefix << UNIT_BITS) | lowBits(units[offset + i] ?? 0)
  return (((prefixes[prefix >> 3] ?? 0) >> (prefix & 7)) & 1) === 1
}

/** Marks the starts of all texts that start with a word. Any unit can follow the word. */
function addPrefixes(prefixes: Uint8Array, word: Uint16Array): void {
  const add = (prefix: number, length: number, matched: number, separators: number) => {
    const append = (bits: number) => (prefix << UNIT_BITS) | bits
    if (length === PREFIX_UNITS) {
      prefixes[prefix >> 3] = (prefixes[prefix >> 3] ?? 0) | (1 << (prefix & 7))
    } else if (matched === word.length) {
      for (let bits = 0; bits <= UNIT_MASK; bits++) add(append(bits), length + 1, matched, 0)
    } else {
      add(append(lowBits(word[matched] ?? 0)), length + 1, matched + 1, 0)
      if (matched > 0 && separators < MAX_SEPARATORS)
        add(append(SEPARATOR_BITS), length + 1, matched, separators + 1)
    }
  }
  add(0, 0, 0, 0)
}

const PREFIX_UNITS = 4
const UNIT_BITS = 5
const UNIT_MASK = (1 << UNIT_BITS) - 1
const MAX_SEPARATORS = 2

/**
 * Returns the bits of a unit that index `prefixes`. They differ for all Latin letters. Spaces and punctuation, common
 * in texts, share 0 so that no letter equals them.
 */
function lowBits(unit: number): number {
  return unit < DIGIT_ZERO || unit === EN_DASH ? SEPARATOR_BITS : unit & UNIT_MASK
}

const SEPARATOR_BITS = 0
const DIGIT_ZERO = 48
const EN_DASH = 0x2013
