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

export function hashOfUnits(units: ArrayLike<number>, start: number, end: number): number {
  let hash = HASH_START
  for (let i = start; i < end; i++) hash = hashStep(hash, units[i] ?? 0)
  return hash
}

export const SIGNATURES = 1 << 14

/** Returns a number below `SIGNATURES`. Unlike a hash, it takes the same time for a word of any length. */
export function computeSignature(units: ArrayLike<number>, start: number, end: number): number {
  const first = units[start] ?? 0
  const middle = units[(start + end) >> 1] ?? 0
  const last = units[end - 1] ?? 0
  return (((first * 37 + middle) * 37 + last) * 37 + end - start) & (SIGNATURES - 1)
}
