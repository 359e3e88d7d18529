/**
 * A trie over UTF-16 units in one open-addressing hash table: constant time per step, memory linear in the
 * names whatever their alphabet. Node 0 means "no such step", node 1 is the root.
 */
export type Trie = {
  /** Indexes of the values that end at a node. */
  values: Map<number, number[]>
  step(node: number, unit: number): number
}

export const ROOT = 1

export function buildTrie(words: readonly Uint16Array[]): Trie {
  let units = 1
  for (const word of words) units += word.length
  let size = 64
  while (size < units * 3) size *= 2
  const mask = size - 1
  const nodes = new Int32Array(size)
  const keys = new Uint16Array(size)
  const targets = new Int32Array(size)
  const values = new Map<number, number[]>()
  let count = ROOT

  const slotOf = (node: number, unit: number): number => {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7
    slot &= mask
    while (nodes[slot] !== 0 && (nodes[slot] !== node || keys[slot] !== unit)) slot = (slot + 1) & mask
    return slot
  }

  for (const [index, word] of words.entries()) {
    let node = ROOT
    for (const unit of word) {
      const slot = slotOf(node, unit)
      if (nodes[slot] === 0) {
        nodes[slot] = node
        keys[slot] = unit
        targets[slot] = ++count
      }
      node = targets[slot] ?? 0
    }
    const ending = values.get(node)
    if (ending) ending.push(index)
    else values.set(node, [index])
  }
  return { values, step: (node, unit) => targets[slotOf(node, unit)] ?? 0 }
}
