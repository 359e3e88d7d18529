/** What an answer says of one entity, as far as the visibility score goes. */
export type EntityResult = {
  /** The answer's prose names the entity. */
  named: boolean
  /** The answer cites a domain of the entity. */
  cited: boolean
  /** Place in the order of first mention among the tracked entities, 1 is first; null when not named. */
  rank: number | null
}

/** What being named, being cited and the first place are worth, in thousandths of a point. */
export const scoreWeightsMilli = { named: 60_000, cited: 25_000, first: 15_000 } as const

/**
 * The visibility score of one answer in whole thousandths of a point (0 to 100,000), so that sums over
 * any set are exact integers: 100 × (0.60·named + 0.25·cited + 0.15·(1/rank or 0)), rounded to three decimals.
 */
export function visibilityScoreMilli({ named, cited, rank }: EntityResult): number {
  return (
    (named ? scoreWeightsMilli.named : 0) +
    (cited ? scoreWeightsMilli.cited : 0) +
    (rank === null ? 0 : Math.round(scoreWeightsMilli.first / rank))
  )
}

/** Largest score of one answer, in the thousandths that sums are kept in. */
export const maxScoreMilli = 100000
