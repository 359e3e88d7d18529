/**
 * The score: of the weight of all checks that apply, how much holds, in per cent, and at most the lowest cap of a gate
 * that failed.
 */
import { type CategoryKey, categories } from './checks/checks.ts'
import { statusOf } from './finding.ts'

export type Scored = {
  key: string
  category: CategoryKey
  weight: number
  cap: number | null
  /** Null where the check does not apply. */
  share: number | null
}

export type Score = {
  /** 0 to 100; null when nothing could be looked at. */
  score: number | null
  /** What it would be without gates. */
  uncapped: number | null
  cappedBy: string | null
  categories: {
    key: CategoryKey
    label: string
    score: number | null
    weight: number
    /** The failed gate before which what this category says does not come into effect. */
    gatedBy: string | null
  }[]
}

export function computeScore(all: readonly Scored[]): Score {
  const uncapped = shareOf(all)
  const gate = lowest(failedGates(all))
  const isCapped = gate !== undefined && uncapped !== null && (gate.cap ?? 100) < uncapped
  return {
    score: uncapped === null ? null : rounded(isCapped ? (gate.cap ?? 0) : uncapped),
    uncapped: uncapped === null ? null : rounded(uncapped),
    cappedBy: isCapped ? gate.key : null,
    categories: categories.map(({ key, label, weight }, index) => {
      const share = shareOf(all.filter(({ category }) => category === key))
      const before = categories.slice(0, index).map((each) => each.key)
      const gatedBy =
        weight === 0
          ? undefined
          : lowest(failedGates(all).filter(({ category }) => before.includes(category)))
      return {
        key,
        label,
        weight,
        score: share === null ? null : rounded(share),
        gatedBy: gatedBy?.key ?? null,
      }
    }),
  }
}

/** How many points more the score would have if this check held; 0 while another gate keeps it down. */
export function potentialGain(all: readonly Scored[], key: string): number {
  const mended = all.map((each) => (each.key === key ? { ...each, share: 1 } : each))
  return rounded((computeScore(mended).score ?? 0) - (computeScore(all).score ?? 0))
}

function shareOf(all: readonly Scored[]): number | null {
  const applying = all.flatMap(({ weight, share }) =>
    share === null || weight === 0 ? [] : [{ weight, share }],
  )
  if (applying.length === 0) return null
  const weights = applying.reduce((sum, { weight }) => sum + weight, 0)
  return (100 * applying.reduce((sum, { weight, share }) => sum + weight * share, 0)) / weights
}

const failedGates = (all: readonly Scored[]) =>
  all.filter(({ cap, share }) => cap !== null && statusOf(share) === 'fail')

const lowest = (gates: Scored[]): Scored | undefined => gates.sort((a, b) => (a.cap ?? 0) - (b.cap ?? 0))[0]

const rounded = (value: number) => Math.round(value * 10) / 10
