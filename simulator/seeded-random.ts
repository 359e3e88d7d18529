import { createHash } from 'node:crypto'
import { getKeys } from '../vocabulary/typed-keys.ts'

/**
 * Reproducible randomness: the same key gives the same draws in the same order on every machine. Each use has its own
 * key, so that an additional draw in one place changes nothing elsewhere.
 */
export type Random = {
  /** In [0, 1). */
  unit(): number
  /** An integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Draws one of the keys by weight. Weights need not sum to 1. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
  shuffle<T>(list: readonly T[]): T[]
  hex(length: number): string
  /** Letters and digits, as in vendors' ids. */
  token(length: number): string
  uuid(): string
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function random(...key: readonly (string | number | null)[]): Random {
  const unit = sfc32(createHash('sha256').update(JSON.stringify(key)).digest())
  const between = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('Cannot pick from an empty list')
    return itemAt(list, Math.floor(unit() * list.length))
  }
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(unit() * alphabet.length))).join('')
  return {
    unit,
    between,
    chance: (probability) => unit() < probability,
    pick,
    weighted: (weights) => weighted(weights, unit()),
    shuffle: (list) => {
      const shuffled = [...list]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = Math.floor(unit() * (last + 1))
        const moved = itemAt(shuffled, last)
        shuffled[last] = itemAt(shuffled, other)
        shuffled[other] = moved
      }
      return shuffled
    },
    hex: (length) => text('0123456789abcdef', length),
    token: (length) => text(LETTERS, length),
    uuid: () => {
      const digits = text('0123456789abcdef', 30)
      const variant = '89ab'.charAt(Math.floor(unit() * 4))
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-${variant}${digits.slice(15, 18)}-${digits.slice(18)}`
    },
  }
}

/** The sfc32 generator by Chris Doty-Humphrey (public domain), with 128 bits of state from a SHA-256. */
function sfc32(state: Buffer): () => number {
  let a = state.readInt32LE(0)
  let b = state.readInt32LE(4)
  let c = state.readInt32LE(8)
  let counter = state.readInt32LE(12)
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }
}

function weighted<K extends string>(weights: Readonly<Record<K, number>>, unit: number): K {
  const keys = getKeys(weights)
  let remaining = unit * keys.reduce((total, key) => total + weights[key], 0)
  for (const key of keys) {
    remaining -= weights[key]
    if (remaining < 0) return key
  }
  return itemAt(keys, keys.length - 1)
}

/** Every caller's index is within the list; the type of `T` may include undefined. */
function itemAt<T>(list: readonly T[], index: number): T {
  return list[index] as T
}
