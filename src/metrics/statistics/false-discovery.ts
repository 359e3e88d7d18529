/**
 * Returns the q-values of p-values, in the same order: of the comparisons with q <= 0.05, at most 5% are false discoveries on
 * average. `weights` with mean 1 give more important comparisons more power: p / weight replaces p.
 * Sources: Benjamini and Hochberg 1995, Journal of the Royal Statistical Society B 57:289–300; with weights: Genovese, Roeder
 * and Wasserman 2006, Biometrika 93:509–524.
 */
export function benjaminiHochberg(pValues: readonly number[], weights?: readonly number[]): number[] {
  const descending = pValues
    .map((p, index) => ({ p: p / (weights?.[index] ?? 1), index }))
    .sort((a, b) => b.p - a.p)
  const qValues = new Array<number>(pValues.length)
  let smallest = 1
  for (const [position, { p, index }] of descending.entries()) {
    smallest = Math.min(smallest, (p * pValues.length) / (pValues.length - position))
    qValues[index] = smallest
  }
  return qValues
}
