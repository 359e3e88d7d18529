/**
 * Normal, Student's t and binomial probabilities for intervals and tests, with a relative error below 1e-10. `df`: degrees of
 * freedom, any positive number; `Infinity` is the normal limit of t.
 *
 * Formulas: NIST Digital Library of Mathematical Functions, sections 5.11 (log gamma), 7.6 and 7.9 (normal),
 * 8.17 (incomplete beta), https://dlmf.nist.gov.
 */

/** Returns the quantile of the standard normal distribution, 0 < probability < 1. */
export function normalQuantile(probability: number): number {
  return tQuantile(probability, Infinity)
}

/** Returns the quantile of the t distribution, 0 < probability < 1. */
export function tQuantile(probability: number, df: number): number {
  if (df >= expansionFrom && df < Infinity) return expandedQuantile(normalQuantile(probability), df)
  return probability < 0.5 ? -quantileOfTail(probability, df) : quantileOfTail(1 - probability, df)
}

/** Returns the two-sided p-value of `t`. */
export function tTwoSidedP(t: number, df: number): number {
  return Math.min(1, 2 * tTail(Math.abs(t), df))
}

/** Returns the probability that a standard normal variable exceeds `x`, for x >= 0. */
export function normalTail(x: number): number {
  // Below 3 the subtraction from one half loses no precision; above, the continued fraction converges fast.
  return x < 3 ? 0.5 - normalDensity(x) * normalSeries(x) : normalDensity(x) / normalFraction(x)
}

/** Returns the regularized incomplete beta function I_x(a, b), for 0 <= x <= 1 and positive a and b. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The continued fraction converges fast only on the near side of the mean.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a
  return front * betaFraction(x, a, b)
}

/** From here on the incomplete beta function converges slowly, and the expansion is exact to 1e-11 of the value. */
const expansionFrom = 1_000

/**
 * The t quantile from the normal quantile `z`, expanded in 1/df.
 * Source: Abramowitz and Stegun 1964, Handbook of Mathematical Functions, formula 26.7.5.
 */
function expandedQuantile(z: number, df: number): number {
  const square = z * z
  const terms = [
    (square + 1) / 4,
    ((5 * square + 16) * square + 3) / 96,
    (((3 * square + 19) * square + 17) * square - 15) / 384,
    ((((79 * square + 776) * square + 1_482) * square - 1_920) * square - 945) / 92_160,
  ]
  return z * (1 + terms.reduceRight((sum, term) => (sum + term) / df, 0))
}

/** The intervals of a request have few different degrees of freedom, and a trend of years has thousands of intervals. */
const knownQuantiles = new Map<string, number>()
const maxKnownQuantiles = 200

function quantileOfTail(tail: number, df: number): number {
  const key = `${tail} ${df}`
  const known = knownQuantiles.get(key)
  if (known !== undefined) return known
  if (knownQuantiles.size === maxKnownQuantiles) knownQuantiles.clear()
  const quantile = solveTail(tail, df)
  knownQuantiles.set(key, quantile)
  return quantile
}

/** Newton's method. The tail is convex, so after at most one step all steps increase toward the root. */
function solveTail(tail: number, df: number): number {
  let t = Math.sqrt(-2 * Math.log(2 * tail))
  for (let round = 0; round < 200; round++) {
    const step = (tTail(t, df) - tail) / tDensity(t, df)
    t += step
    if (Math.abs(step) <= 1e-14 * Math.max(1, t)) break
  }
  return t
}

function tTail(t: number, df: number): number {
  if (df === Infinity) return normalTail(t)
  const square = t * t
  // Uses the smaller of both arguments, which keeps precision when df is large.
  return square < df
    ? 0.5 - incompleteBeta(square / (df + square), 0.5, df / 2) / 2
    : incompleteBeta(df / (df + square), df / 2, 0.5) / 2
}

function tDensity(t: number, df: number): number {
  if (df === Infinity) return normalDensity(t)
  return Math.exp(-0.5 * Math.log(df) - logBeta(df / 2, 0.5) - ((df + 1) / 2) * Math.log1p((t * t) / df))
}

function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)
}

/** x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + … */
function normalSeries(x: number): number {
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return sum
}

/** x + 1/(x + 2/(x + 3/(x + …))) */
function normalFraction(x: number): number {
  let fraction = x
  for (let numerator = 100; numerator >= 1; numerator--) fraction = x + numerator / fraction
  return fraction
}

/** The continued fraction of DLMF 8.17.22, evaluated forwards by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-15) break
  }
  return fraction
}

function logBeta(a: number, b: number): number {
  const large = Math.max(a, b)
  const small = Math.min(a, b)
  if (large < stirlingFrom) return logGamma(small) + logGamma(large) - logGamma(small + large)
  // ln Γ(large + small) − ln Γ(large) by Stirling's series, without subtracting two huge logarithms.
  const growth =
    (large - 0.5) * Math.log1p(small / large) +
    small * Math.log(large + small) -
    small +
    stirlingTail(large + small) -
    stirlingTail(large)
  return logGamma(small) - growth
}

const stirlingFrom = 15

function logGamma(x: number): number {
  let shifted = x
  let product = 1
  for (; shifted < stirlingFrom; shifted++) product *= shifted
  const series = (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI)
  return series + stirlingTail(shifted) - Math.log(product)
}

/** The sum after the leading terms of Stirling's series (Bernoulli numbers), for x >= 15. */
function stirlingTail(x: number): number {
  const square = x * x
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / x
}
