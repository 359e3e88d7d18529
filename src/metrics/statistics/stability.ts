/**
 * How similar the answers to one prompt are. Two answers are compared by the names they contain: as a set, and in order.
 * Pairs in which neither answer contains a name are ignored.
 */
import type { Interval } from './intervals.ts'
import { extrapolatedOverlap } from './rank-similarity.ts'
import { ratioInterval } from './ratio-interval.ts'

/** The names of an answer in the order of their first mention. */
export type Names = readonly string[]

/** The answers of one run in one cell, one per sample. */
export type Run = readonly Names[]

/** Means over the pairs, from 0 (nothing in common) to 1 (the same); null without a pair. */
export type Similarity = {
  pairs: number
  /** Names in both over names in either (Jaccard). */
  overlap: number | null
  /** Of `overlap`, over the runs; null with fewer than eight. */
  interval: Interval | null
  /** Rank-biased overlap, extrapolated, p = 0.9. */
  order: number | null
  /** Share of the pairs with exactly the same names. */
  same: number | null
}

export type Stability = {
  answers: number
  runs: number
  /** Between the samples of one run: variation by chance alone. */
  withinRuns: Similarity
  /** Between the answers of a run and the answers of the next: chance, and changes between the runs. */
  betweenRuns: Similarity
}

/**
 * `cells`: the runs of each cell of the prompt in chronological order. Different cells are not compared with each other.
 */
export function computeStability(cells: readonly (readonly Run[])[]): Stability {
  const index = createIndexer()
  const indexed = cells.map((runs) => runs.map((run) => run.map(index)))
  const withinRuns = indexed.map((runs) => runs.map(compareWithin))
  const betweenRuns = indexed.map((runs) =>
    runs.slice(1).map((next, at) => compareRuns(runs[at] ?? [], next)),
  )
  const allRuns = cells.flat()
  return {
    answers: allRuns.reduce((sum, run) => sum + run.length, 0),
    runs: allRuns.length,
    withinRuns: computeSimilarity(withinRuns),
    betweenRuns: computeSimilarity(betweenRuns),
  }
}

/** Names as small numbers. `positions`: the position of each name, from 1; 0 or undefined when absent. Avoids searches per pair. */
type Indexed = { names: readonly number[]; positions: readonly number[] }

/** Memoizes by the list of names: many answers have the same names in the same order. */
function createIndexer(): (names: Names) => Indexed {
  const numbers = new Map<string, number>()
  const known = new Map<string, Indexed>()
  return (names) => {
    const text = names.join('\n')
    const before = known.get(text)
    if (before) return before
    const indexed = { names: [] as number[], positions: [] as number[] }
    for (const [index, name] of names.entries()) {
      const number = numbers.get(name) ?? numbers.size
      numbers.set(name, number)
      indexed.names.push(number)
      indexed.positions[number] = index + 1
    }
    known.set(text, indexed)
    return indexed
  }
}

type Sum = { pairs: number; overlap: number; order: number; same: number }

function compareWithin(run: readonly Indexed[]): Sum {
  const sum = { pairs: 0, overlap: 0, order: 0, same: 0 }
  for (const [index, first] of run.entries())
    for (const second of run.slice(index + 1)) addPair(sum, first, second)
  return sum
}

function compareRuns(run: readonly Indexed[], next: readonly Indexed[]): Sum {
  const sum = { pairs: 0, overlap: 0, order: 0, same: 0 }
  for (const first of run) for (const second of next) addPair(sum, first, second)
  return sum
}

function addPair(sum: Sum, first: Indexed, second: Indexed): void {
  const long = Math.max(first.names.length, second.names.length)
  if (long === 0) return
  // Counts the names that enter both prefixes at each depth, then accumulates them.
  const overlaps = new Array<number>(long).fill(0)
  let common = 0
  for (const [index, name] of first.names.entries()) {
    const position = second.positions[name] ?? 0
    if (position === 0) continue
    common += 1
    const depth = Math.max(index, position - 1)
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

/** Consecutive runs are correlated, so the jackknife leaves them out in blocks (block jackknife). */
const maxBlocks = 60

function computeSimilarity(cells: readonly (readonly Sum[])[]): Similarity {
  const all = cells.flat().filter(({ pairs }) => pairs > 0)
  const total = computeTotal(all)
  const share = (sum: number) => (total.pairs === 0 ? null : sum / total.pairs)
  const size = Math.ceil(all.length / maxBlocks)
  const blocks = cells.flatMap((sums) =>
    getBlocks(
      sums.filter(({ pairs }) => pairs > 0),
      size,
    ).map(computeTotal),
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

const getBlocks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

function computeTotal(sums: readonly Sum[]): Sum {
  const total = { pairs: 0, overlap: 0, order: 0, same: 0 }
  for (const { pairs, overlap, order, same } of sums) {
    total.pairs += pairs
    total.overlap += overlap
    total.order += order
    total.same += same
  }
  return total
}
