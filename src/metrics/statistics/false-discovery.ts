/**
 * What the p-values of comparisons shown together are worth, in the same order: calling all with q <= 0.05
 * changed makes at most 5 % of those calls false on average.
 * Source: Benjamini and Hochberg 1995, Journal of the Royal Statistical Society B 57:289–300.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const descending = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p)
  const qValues = new Array<number>(pValues.length)
  let smallest = 1
  for (const [place, { p, index }] of descending.entries()) {
    smallest = Math.min(smallest, (p * pValues.length) / (pValues.length - place))
    qValues[index] = smallest
  }
  return qValues
}
