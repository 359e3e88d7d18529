/**
 * The score is the weighted share of the applicable checks that are met, in percent, limited by the lowest cap of a
 * failed gate.
 */
import { type CategoryKey, categories } from './checks/checks.ts'
import { getStatus } from './finding.ts'

export type Scored = {
  key: string
  category: CategoryKey
  weight: number
  cap: number | null
  /** Null if the check does not apply. */
  share: number | null
}

/** Scores are null when nothing could be checked. `gated_by`: a failed gate of an earlier category. */
export function computeScore(checks: readonly Scored[]) {
  const uncapped = weightedPct(checks)
  const gate = lowestCap(failedGates(checks))
  const isCapped = gate !== undefined && uncapped !== null && (gate.cap ?? 100) < uncapped
  return {
    score: uncapped === null ? null : round(isCapped ? (gate.cap ?? 0) : uncapped),
    uncapped_score: uncapped === null ? null : round(uncapped),
    capped_by: isCapped ? gate.key : null,
    categories: categories.map(({ key, label, weight }, index) => {
      const share = weightedPct(checks.filter(({ category }) => category === key))
      const earlier = categories.slice(0, index).map((each) => each.key)
      const gatedBy =
        weight === 0
          ? undefined
          : lowestCap(failedGates(checks).filter(({ category }) => earlier.includes(category)))
      return {
        key,
        label,
        weight,
        score: share === null ? null : round(share),
        gated_by: gatedBy?.key ?? null,
      }
    }),
  }
}

/** Returns the points gained if this check were met; 0 while another gate caps the score. */
export function potentialGain(checks: readonly Scored[], key: string): number {
  const fixed = checks.map((each) => (each.key === key ? { ...each, share: 1 } : each))
  return round((computeScore(fixed).score ?? 0) - (computeScore(checks).score ?? 0))
}

function weightedPct(checks: readonly Scored[]): number | null {
  const applicable = checks.flatMap(({ weight, share }) =>
    share === null || weight === 0 ? [] : [{ weight, share }],
  )
  if (applicable.length === 0) return null
  const weights = applicable.reduce((sum, { weight }) => sum + weight, 0)
  return (100 * applicable.reduce((sum, { weight, share }) => sum + weight * share, 0)) / weights
}

const failedGates = (checks: readonly Scored[]) =>
  checks.filter(({ cap, share }) => cap !== null && getStatus(share) === 'fail')

const lowestCap = (gates: Scored[]): Scored | undefined =>
  gates.sort((a, b) => (a.cap ?? 0) - (b.cap ?? 0))[0]

const round = (value: number) => Math.round(value * 10) / 10
