/**
 * A trie over UTF-16 units in one open-addressing hash table: constant time per step, memory linear in the
 * words whatever their alphabet. Node 0 means "no such step", node 1 is the root.
 */
export type Trie = {
  mask: number
  nodes: Int32Array
  keys: Uint16Array
  targets: Int32Array
  /** For each node the indexes of the words that end there. */
  values: (number[] | undefined)[]
  /** The root's steps for the first units of Unicode, looked up more often than all others. */
  roots: Int32Array
}

export const ROOT = 1

export function buildTrie(words: readonly Uint16Array[]): Trie {
  let units = 0
  for (const word of words) units += word.length
  let size = 64
  while (size < units * 3) size *= 2
  const trie: Trie = {
    mask: size - 1,
    nodes: new Int32Array(size),
    keys: new Uint16Array(size),
    targets: new Int32Array(size),
    values: [],
    roots: new Int32Array(0x250),
  }
  let count = ROOT
  for (const [index, word] of words.entries()) {
    let node = ROOT
    for (const unit of word) {
      const slot = slotOf(trie, node, unit)
      if (trie.nodes[slot] === 0) {
        trie.nodes[slot] = node
        trie.keys[slot] = unit
        trie.targets[slot] = ++count
      }
      node = trie.targets[slot] ?? 0
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
  return trie.targets[slotOf(trie, node, unit)] ?? 0
}

/** The slot of a step, or the free one where it would be put. */
function slotOf({ mask, nodes, keys }: Trie, node: number, unit: number): number {
  let slot = ((Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7) & mask
  while (nodes[slot] !== 0 && (nodes[slot] !== node || keys[slot] !== unit)) slot = (slot + 1) & mask
  return slot
}
