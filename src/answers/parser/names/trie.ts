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
  /** By two units (`pairOf`) a bit for each place of a word's beginning where they may follow each other. */
  pairs: Uint8Array
}

export const ROOT = 1

/**
 * `parts`: for each word, and each of its units, 1 where the text may have a unit of `between` before it.
 */
export function buildTrie(
  words: readonly Uint16Array[],
  parts: readonly Uint8Array[] = [],
  between: readonly number[] = [],
): Trie {
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
    addPairs(trie.pairs, word, parts[index], between)
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

/**
 * Those of the places `starts` where a word may begin: most words of a text are turned away here.
 * All three pairs are always asked, and every place is written down, to be written over when it is none: nobody could
 * guess which will pass, so that a branch would take longer. Shared: valid until the next call.
 */
export function likelyStarts(
  { pairs }: Trie,
  units: Uint16Array,
  starts: Int32Array,
  startCount: number,
): { count: number; likely: Int32Array } {
  if (shared.length <= startCount) shared = new Int32Array(startCount * 2)
  const likely = shared
  let count = 0
  for (let i = 0; i < startCount; i++) {
    const start = starts[i] ?? 0
    const second = units[start + 1] ?? 0
    const third = units[start + 2] ?? 0
    const first = pairs[pairOf(units[start] ?? 0, second)] ?? 0
    const next = pairs[pairOf(second, third)] ?? 0
    const last = pairs[pairOf(third, units[start + 3] ?? 0)] ?? 0
    likely[count] = start
    count += first & (next >> 1) & (last >> 2) & 1
  }
  return { count, likely }
}

let shared = new Int32Array(1024)

/** Pairs of units that `likelyStarts` looks at. */
const PAIRS = 3

/** Seven bits of each unit: those of ASCII are never taken for others of ASCII. */
function pairOf(unit: number, next: number): number {
  return ((unit & 127) << 7) | (next & 127)
}

function addPairs(
  pairs: Uint8Array,
  word: Uint16Array,
  parts: Uint8Array | undefined,
  between: readonly number[],
): void {
  addFrom(word[0] ?? 0, 1, 0)

  /** What may follow `unit`, the text's unit at `depth`, when the word goes on with its unit `k`. */
  function addFrom(unit: number, k: number, depth: number): void {
    if (depth === PAIRS) return
    const next = word[k]
    if (next === undefined) {
      addAnything(unit, depth)
      return
    }
    mark(unit, next, depth)
    addFrom(next, k + 1, depth + 1)
    if (parts?.[k] !== 1) return
    for (const separator of between) {
      mark(unit, separator, depth)
      addFrom(separator, k, depth + 1)
    }
  }

  /** Behind the end of a word any unit may come, and any behind that. */
  function addAnything(unit: number, depth: number): void {
    for (let next = 0; next < 128; next++) mark(unit, next, depth)
    for (let deeper = depth + 1; deeper < PAIRS; deeper++) {
      for (let pair = 0; pair < pairs.length; pair++) pairs[pair] = (pairs[pair] ?? 0) | (1 << deeper)
    }
  }

  function mark(unit: number, next: number, depth: number): void {
    const pair = pairOf(unit, next)
    pairs[pair] = (pairs[pair] ?? 0) | (1 << depth)
  }
}

/** The slot of a step, or the free one where it would be put. */
function slotOf({ mask, slots }: Trie, node: number, unit: number): number {
  let slot = ((Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7) & mask
  while (slots[slot << 2] !== 0 && (slots[slot << 2] !== node || slots[(slot << 2) + 1] !== unit))
    slot = (slot + 1) & mask
  return slot << 2
}
