/** Adds a unit to the FNV-1a hash of a folded word. Start with `HASH_START`; no string has to be created. */
export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

export const HASH_START = 0x811c9dc5 | 0

export function hashOf(word: string): number {
  let hash = HASH_START
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i))
  return hash
}
