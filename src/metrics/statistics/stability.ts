/**
 * How alike the answers to one question are. Two answers are compared by the names they hold: as a set, and in their order.
 * Pairs in which neither holds a name say nothing and are left out.
 */
import { ratioInterval } from './bootstrap.ts'
import type { Interval } from './intervals.ts'
import { extrapolatedOverlap } from './rank-similarity.ts'

/** The names of an answer in the order of their first mention. */
export type Names = readonly string[]

/** The answers of one refresh to one question, each sample one. */
export type Refresh = readonly Names[]

/** Means over the pairs, from 0 (nothing in common) to 1 (the same); null without a pair. */
export type Similarity = {
  pairs: number
  /** Names in both over names in either (Jaccard). */
  overlap: number | null
  /** Of `overlap`, over the refreshes; null with fewer than eight. */
  interval: Interval | null
  /** Rank-biased overlap, extrapolated, p = 0.9. */
  order: number | null
  /** Share of the pairs that hold the very same names. */
  same: number | null
}

export type Stability = {
  answers: number
  refreshes: number
  /** Between the samples of one refresh: chance alone. */
  samples: Similarity
  /** Between the answers of a refresh and those of the next: chance, and what has changed meanwhile. */
  steps: Similarity
}

/** Each list: the refreshes of one cell (platform and region) in the order of time. Cells are not compared with each other. */
export function computeStability(cells: readonly (readonly Refresh[])[]): Stability {
  const prepare = preparer()
  const prepared = cells.map((cell) => cell.map((refresh) => refresh.map(prepare)))
  const samples = prepared.map((cell) => cell.map(withinOne))
  const steps = prepared.map((cell) => cell.slice(1).map((next, index) => between(cell[index] ?? [], next)))
  const refreshes = cells.flat()
  return {
    answers: refreshes.reduce((sum, refresh) => sum + refresh.length, 0),
    refreshes: refreshes.length,
    samples: alikenessOf(samples),
    steps: alikenessOf(steps),
  }
}

/** The names as small numbers, and at each number its place (from 1; 0: not there): a pair is compared without a search. */
type Prepared = { names: readonly number[]; places: readonly number[] }

/** Many answers hold the same names in the same order. */
function preparer(): (names: Names) => Prepared {
  const numbers = new Map<string, number>()
  const known = new Map<string, Prepared>()
  return (names) => {
    const text = names.join('\n')
    const before = known.get(text)
    if (before) return before
    const prepared = { names: [] as number[], places: [] as number[] }
    for (const [index, name] of names.entries()) {
      const number = numbers.get(name) ?? numbers.size
      numbers.set(name, number)
      prepared.names.push(number)
      prepared.places[number] = index + 1
    }
    known.set(text, prepared)
    return prepared
  }
}

type Sum = { pairs: number; overlap: number; order: number; same: number }

function withinOne(refresh: readonly Prepared[]): Sum {
  const sum = { pairs: 0, overlap: 0, order: 0, same: 0 }
  for (const [index, first] of refresh.entries())
    for (const second of refresh.slice(index + 1)) addPair(sum, first, second)
  return sum
}

function between(refresh: readonly Prepared[], next: readonly Prepared[]): Sum {
  const sum = { pairs: 0, overlap: 0, order: 0, same: 0 }
  for (const first of refresh) for (const second of next) addPair(sum, first, second)
  return sum
}

function addPair(sum: Sum, first: Prepared, second: Prepared): void {
  const long = Math.max(first.names.length, second.names.length)
  if (long === 0) return
  // At each depth the names that are in both tops there, and were not above.
  const overlaps = new Array<number>(long).fill(0)
  let common = 0
  for (const [index, name] of first.names.entries()) {
    const place = second.places[name] ?? 0
    if (place === 0) continue
    common += 1
    const depth = Math.max(index, place - 1)
    overlaps[depth] = (overlaps[depth] ?? 0) + 1
  }
  for (let depth = 1; depth < long; depth += 1)
    overlaps[depth] = (overlaps[depth] ?? 0) + (overlaps[depth - 1] ?? 0)
  const overlap = common / (first.names.length + second.names.length - common)
  sum.pairs += 1
  sum.overlap += overlap
  sum.order += extrapolatedOverlap(overlaps, Math.min(first.names.length, second.names.length))
  sum.same += overlap === 1 ? 1 : 0
}

/** What varies from refresh to refresh goes on for a while: neighbours in time are drawn together, in so many blocks at most. */
const mostBlocks = 60

function alikenessOf(cells: readonly (readonly Sum[])[]): Similarity {
  const all = cells.flat().filter(({ pairs }) => pairs > 0)
  const total = totalOf(all)
  const share = (sum: number) => (total.pairs === 0 ? null : sum / total.pairs)
  const size = Math.ceil(all.length / mostBlocks)
  const blocks = cells.flatMap((cell) =>
    blocksOf(
      cell.filter(({ pairs }) => pairs > 0),
      size,
    ).map(totalOf),
  )
  const interval = ratioInterval(
    blocks.map(({ overlap, pairs }) => ({ numerator: overlap, denominator: pairs })),
  )
  return {
    pairs: total.pairs,
    overlap: share(total.overlap),
    interval,
    order: share(total.order),
    same: share(total.same),
  }
}

const blocksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

function totalOf(sums: readonly Sum[]): Sum {
  const total = { pairs: 0, overlap: 0, order: 0, same: 0 }
  for (const { pairs, overlap, order, same } of sums) {
    total.pairs += pairs
    total.overlap += overlap
    total.order += order
    total.same += same
  }
  return total
}
