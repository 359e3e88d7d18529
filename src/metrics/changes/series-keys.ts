/** The series whose changes are detected: the numbers of the overview and of each group of prompts, and the score of each competitor. */
import type { BrandDays } from '../rollups.ts'
import { getSeries } from '../statistics/change-detection/daily-sums.ts'
import { equalFamily, type Family } from '../statistics/change-detection/family.ts'
import { groupFamily } from '../statistics/change-detection/groups.ts'
import {
  type HeadlineNumber,
  headlineNumbers,
  overviewFamily,
} from '../statistics/change-detection/overview.ts'
import type { Groups } from './groups.ts'

/** `platform`: '' for all platforms. `entity`: 0 for the brand. `group`: the key of a group of prompts, '' for all prompts. */
export type SeriesKey = {
  number: HeadlineNumber | 'competitor_score'
  platform: string
  entity: number
  group: string
}

export const nameOfSeries = ({ number, platform, entity, group }: SeriesKey): string =>
  `${number} ${platform} ${entity} ${group}`

/** A family and the keys of its series, in their order. */
export type KeyedFamily = { family: Family; keys: SeriesKey[] }

/** Returns the families of a brand: the overview, and the competitors and the groups of prompts if there are any. */
export function getFamilies(
  { answers, sums, competitorScores }: BrandDays,
  keysOf: Groups['keysOf'],
): KeyedFamily[] {
  const overview = overviewFamily(answers, sums)
  const competitors = [...competitorScores]
  const groups = groupFamily(answers, sums, keysOf)
  return [
    {
      family: overview,
      keys: overview.names.map((name) => getKey(name.number, { platform: name.platform ?? '' })),
    },
    {
      family: equalFamily(competitors.map(([, scores]) => getSeries(answers, scores, null))),
      keys: competitors.map(([entity]) => getKey('competitor_score', { entity })),
    },
    { family: groups, keys: groups.names.map(({ number, group }) => getKey(number, { group })) },
  ].filter(({ keys }) => keys.length > 0)
}

/** Returns all series of a brand except series of groups. With one platform, its series are the series of all platforms. */
export function seriesOfBrand(platforms: readonly string[], competitors: readonly number[]): SeriesKey[] {
  const views = platforms.length > 1 ? ['', ...platforms] : ['']
  return [
    ...views.flatMap((platform) => headlineNumbers.map((number) => getKey(number, { platform }))),
    ...competitors.map((entity) => getKey('competitor_score', { entity })),
  ]
}

const getKey = (number: SeriesKey['number'], view: Partial<Omit<SeriesKey, 'number'>>): SeriesKey => ({
  number,
  platform: '',
  entity: 0,
  group: '',
  ...view,
})
