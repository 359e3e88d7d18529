import { type DailyAnswers, type DailySums, getSeries, hasAnswers } from './daily-sums.ts'
import type { Family } from './family.ts'
import { longestLookback } from './windows.ts'

/** The numbers at the top of the overview. */
export const headlineNumbers = [
  'score',
  'mention_rate',
  'citation_rate',
  'avg_position',
  'positive_sentiment',
  'share_of_voice',
] as const
export type HeadlineNumber = (typeof headlineNumbers)[number]

/** A series of the overview. `platform`: null for all platforms. */
export type OverviewSeries = { number: HeadlineNumber; platform: string | null }

/**
 * Returns the family of the overview: each headline number over all platforms, and on each platform if there are several.
 * `names` are in the order of the family's series. A platform is a member on a day if it has answers that a test on that
 * day could use, so the result of a day depends neither on later nor on much earlier data.
 */
export function overviewFamily(
  answers: DailyAnswers,
  sums: Record<HeadlineNumber, DailySums>,
): Family & { names: OverviewSeries[] } {
  const platforms = [...new Set(answers.cells.map(({ platform }) => platform))]
  const names = getNames(platforms)
  const series = names.map(({ number, platform }) => getSeries(answers, sums[number], platform))
  const views = platforms.map((platform) => ({ platform, view: getSeries(answers, sums.score, platform) }))
  const membersOn = (day: number) => {
    const range = { from: day - longestLookback + 1, to: day }
    const present = views.filter(({ view }) => hasAnswers(view, range)).map(({ platform }) => platform)
    const weights = overviewWeights(present.length)
    return names.flatMap(({ number, platform }, index) => {
      if (platform === null)
        return [{ series: index, weight: number === 'score' ? weights.score : weights.other }]
      return present.length > 1 && present.includes(platform)
        ? [{ series: index, weight: weights.platform }]
        : []
    })
  }
  return { names, series, membersOn }
}

/**
 * Returns the weights of the score over all platforms, of each other number over all platforms, and of each number on a
 * platform. The three groups have a third of all weight each; with one platform the first two have half each.
 */
export function overviewWeights(platformCount: number): { score: number; other: number; platform: number } {
  const numbers = headlineNumbers.length
  const others = numbers - 1
  if (platformCount <= 1) return { score: numbers / 2, other: numbers / 2 / others, platform: 0 }
  const size = numbers * (1 + platformCount)
  return { score: size / 3, other: size / 3 / others, platform: size / 3 / (numbers * platformCount) }
}

function getNames(platforms: readonly string[]): OverviewSeries[] {
  const views = [null, ...platforms]
  return views.flatMap((platform) => headlineNumbers.map((number) => ({ number, platform })))
}
