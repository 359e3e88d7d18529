/**
 * Similarity of two rankings. A ranking contains each item once, best first. All measures range from 0 (nothing in common) to
 * 1 (equal) and are null when both rankings are empty.
 *
 * Source of RBO: Webber, Moffat and Zobel 2010, "A similarity measure for indefinite rankings",
 * ACM Transactions on Information Systems 28(4), article 20.
 */
type Ranking = readonly string[]

/** Returns the Jaccard index: items in both / items in either, ignoring order. */
export function jaccard(first: Ranking, second: Ranking): number | null {
  const union = new Set([...first, ...second]).size
  if (union === 0) return null
  const firstItems = new Set(first)
  return new Set(second.filter((item) => firstItems.has(item))).size / union
}

/**
 * Returns the rank-biased overlap, extrapolated (equation 32): assumes the same agreement below the shorter list. `p`: the
 * probability that a reader continues to the next item; 0.9 gives the first ten items 86% of the weight.
 */
export function rboExt(first: Ranking, second: Ranking, p = 0.9): number | null {
  const long = Math.max(first.length, second.length)
  if (long === 0) return null
  return extrapolatedOverlap(overlapByDepth(first, second, long), Math.min(first.length, second.length), p)
}

/** Computes `rboExt` from the overlap at each depth of the longer ranking. `short`: the length of the shorter ranking. */
export function extrapolatedOverlap(overlaps: readonly number[], short: number, p = 0.9): number {
  if (short === 0) return 0
  const long = overlaps.length
  const atShort = overlaps[short - 1] ?? 0
  const atLong = overlaps[long - 1] ?? 0
  let sum = 0
  let weight = 1
  for (let depth = 1; depth <= long; depth += 1) {
    weight *= p
    const unseen = depth > short ? (atShort * (depth - short)) / short : 0
    sum += (((overlaps[depth - 1] ?? 0) + unseen) / depth) * weight
  }
  return ((1 - p) / p) * sum + ((atLong - atShort) / long + atShort / short) * weight
}

/** Returns how many items both prefixes have in common, at each depth from 1 on. */
function overlapByDepth(first: Ranking, second: Ranking, depth: number): number[] {
  const firstTop = new Set<string>()
  const secondTop = new Set<string>()
  let overlap = 0
  return Array.from({ length: depth }, (_, index) => {
    const a = first[index]
    const b = second[index]
    if (a !== undefined) firstTop.add(a)
    if (b !== undefined) secondTop.add(b)
    if (a !== undefined && secondTop.has(a)) overlap++
    if (b !== undefined && b !== a && firstTop.has(b)) overlap++
    return overlap
  })
}
