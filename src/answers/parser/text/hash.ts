/** The hash of a folded word (FNV-1a over units), one unit after the other, beginning with `HASH_START`. */
export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

export const HASH_START = 0x811c9dc5 | 0

export function hashOf(word: string): number {
  let hash = HASH_START
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i))
  return hash
}
