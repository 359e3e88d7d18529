/** The series whose changes are detected: the numbers of the overview, and the score of each competitor. */
import type { BrandDays } from '../rollups.ts'
import { seriesOf } from '../statistics/change-detection/daily-sums.ts'
import { equalFamily, type Family } from '../statistics/change-detection/family.ts'
import {
  type HeadlineNumber,
  headlineNumbers,
  overviewFamily,
} from '../statistics/change-detection/overview.ts'

/** `platform`: '' for all platforms. `entity`: 0 for the brand. */
export type SeriesKey = { number: HeadlineNumber | 'competitor_score'; platform: string; entity: number }

export const nameOfSeries = ({ number, platform, entity }: SeriesKey): string =>
  `${number} ${platform} ${entity}`

/** A family and the keys of its series, in their order. */
export type KeyedFamily = { family: Family; keys: SeriesKey[] }

/** Returns the families of a brand: the overview, and the competitors if there are any. */
export function familiesOf({ answers, sums, competitorScores }: BrandDays): KeyedFamily[] {
  const overview = overviewFamily(answers, sums)
  const keys = overview.names.map(({ number, platform }) => ({ number, platform: platform ?? '', entity: 0 }))
  const competitors = [...competitorScores]
  if (competitors.length === 0) return [{ family: overview, keys }]
  return [
    { family: overview, keys },
    {
      family: equalFamily(competitors.map(([, scores]) => seriesOf(answers, scores, null))),
      keys: competitors.map(([entity]) => ({ number: 'competitor_score', platform: '', entity })),
    },
  ]
}

/** Returns all series of a brand. With one platform, its series are those of all platforms. */
export function seriesOfBrand(platforms: readonly string[], competitors: readonly number[]): SeriesKey[] {
  const views = platforms.length > 1 ? ['', ...platforms] : ['']
  return [
    ...views.flatMap((platform) => headlineNumbers.map((number) => ({ number, platform, entity: 0 }))),
    ...competitors.map((entity) => ({ number: 'competitor_score' as const, platform: '', entity })),
  ]
}
