/**
 * The parts of the variance of a difference (compare-cells.ts): sampling, drift of single prompts, and the spread
 * between prompts. `repeats`: days with answers minus one, summed over the cells.
 */
export type VarianceParts = {
  sampling: number
  drift: number
  prompts: number
  promptCount: number
  repeats: number
}

/**
 * Returns the variance and its degrees of freedom. The sampling variance has many, but single prompts drift, which it does not
 * contain; the spread between prompts contains drift but is imprecise with few prompts. The sum weights both by degrees of
 * freedom, as in Smyth 2004, Statistical Applications in Genetics and Molecular Biology 3:3.
 */
export function combineParts({ sampling, drift, prompts, promptCount, repeats }: VarianceParts): {
  variance: number
  df: number
} {
  const samplingDf = Math.min(maxSamplingDf, repeats)
  const promptDf = promptCount - 1
  const df = samplingDf + promptDf
  const variance = (samplingDf * (sampling + driftAllowance * drift) + promptDf * prompts) / df
  return { variance, df }
}

/** With 20, twice the changes of five prompts are detected, but drift with a standard deviation of 1 logit causes false ones. */
const maxSamplingDf = 10

/** Drift of single prompts with a standard deviation of about 0.35 logit. */
const driftAllowance = 0.02
