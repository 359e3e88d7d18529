/** The properties of one entity in one answer that determine its visibility score. */
export type EntityResult = {
  /** Whether the visible text mentions the entity. */
  named: boolean
  /** Whether the answer cites a domain of the entity. */
  cited: boolean
  /** Position in the order of first mention among the tracked entities, 1 is first; null if not mentioned. */
  rank: number | null
}

/** Weights of being mentioned, being cited and being first, in thousandths of a point. */
export const scoreWeightsMilli = { named: 60_000, cited: 25_000, first: 15_000 } as const

/**
 * Returns the visibility score of one answer in whole thousandths of a point (0 to 100,000), so that sums are exact: 100 × (0.60·named + 0.25·cited + 0.15·(1/rank or 0)), rounded to three decimals.
 */
export function visibilityScoreMilli({ named, cited, rank }: EntityResult): number {
  return (
    (named ? scoreWeightsMilli.named : 0) +
    (cited ? scoreWeightsMilli.cited : 0) +
    (rank === null ? 0 : Math.round(scoreWeightsMilli.first / rank))
  )
}

/** The highest score of one answer, in thousandths of a point. */
export const maxScoreMilli = 100000
