/**
 * A trie over UTF-16 units in one open-addressing hash table: constant time per step, memory linear in the
 * words whatever their alphabet. Node 0 means "no such step", node 1 is the root.
 */
export type Trie = {
  mask: number
  /** Node, unit and the node behind them, and a fourth to fill up: a step reads one line of the processor's cache. */
  slots: Int32Array
  /** For each node the indexes of the words that end there. */
  values: (number[] | undefined)[]
  /** The root's steps for the first units of Unicode, looked up more often than all others. */
  roots: Int32Array
  /** By two units (`pairOf`) whether a word may begin with them, and go on with them behind its first one. */
  pairs: Uint8Array
}

export const ROOT = 1

/** `between`: units that the text may have between two units of a word. */
export function buildTrie(words: readonly Uint16Array[], between: readonly number[] = []): Trie {
  let units = 0
  for (const word of words) units += word.length
  let size = 64
  while (size < units * 3) size *= 2
  const trie: Trie = {
    mask: size - 1,
    slots: new Int32Array(size * 4),
    values: [],
    roots: new Int32Array(0x250),
    pairs: new Uint8Array(1 << 14),
  }
  let count = ROOT
  for (const [index, word] of words.entries()) {
    addPairs(trie.pairs, word, between)
    let node = ROOT
    for (const unit of word) {
      const slot = slotOf(trie, node, unit)
      if (trie.slots[slot] === 0) trie.slots.set([node, unit, ++count], slot)
      node = trie.slots[slot + 2] ?? 0
    }
    const ending = trie.values[node]
    if (ending) ending.push(index)
    else trie.values[node] = [index]
  }
  for (let node = 0; node <= count; node++) trie.values[node] ??= undefined
  for (let unit = 0; unit < trie.roots.length; unit++) trie.roots[unit] = step(trie, ROOT, unit)
  return trie
}

/** The node behind `node` for `unit`, 0 when no word goes on so. */
export function step(trie: Trie, node: number, unit: number): number {
  return trie.slots[slotOf(trie, node, unit) + 2] ?? 0
}

/** Whether a word may begin with these three units: most words of a text are turned away here. */
export function mayBegin({ pairs }: Trie, first: number, second: number, third: number): boolean {
  return (
    ((pairs[pairOf(first, second)] ?? 0) & BEGINS) !== 0 &&
    ((pairs[pairOf(second, third)] ?? 0) & GOES_ON) !== 0
  )
}

const BEGINS = 1
const GOES_ON = 2

/** Seven bits of each unit: those of ASCII are never taken for others of ASCII. */
function pairOf(unit: number, next: number): number {
  return ((unit & 127) << 7) | (next & 127)
}

/** Behind the end of a word, and behind what stands between two units of it, any unit may come. */
function addPairs(pairs: Uint8Array, word: Uint16Array, between: readonly number[]): void {
  const [first = 0, second, third] = word
  for (const unit of second === undefined ? ANY : [second, ...between]) {
    mark(first, unit, BEGINS)
    const following = unit === second && third !== undefined ? [third, ...between] : ANY
    for (const next of following) mark(unit, next, GOES_ON)
  }

  function mark(unit: number, next: number, flag: number): void {
    const pair = pairOf(unit, next)
    pairs[pair] = (pairs[pair] ?? 0) | flag
  }
}

const ANY = Array.from({ length: 128 }, (_, unit) => unit)

/** The slot of a step, or the free one where it would be put. */
function slotOf({ mask, slots }: Trie, node: number, unit: number): number {
  let slot = ((Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7) & mask
  while (slots[slot << 2] !== 0 && (slots[slot << 2] !== node || slots[(slot << 2) + 1] !== unit))
    slot = (slot + 1) & mask
  return slot << 2
}
