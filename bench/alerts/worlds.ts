/** Brands whose answers, citations and visits are random, with expected values that are constant or change once. */
import type { DailySums } from '../../src/metrics/statistics/change-detection/daily-sums.ts'
import {
  computeDrift,
  simulateBrand,
  type World,
} from '../../src/metrics/statistics/change-detection/simulated-brand.fixture.ts'
import type { CellAnswers, ItemCitation } from '../../src/metrics/statistics/citation-changes.ts'
import { drawNormal } from '../../src/metrics/statistics/seeded-random.ts'

/** `changeDay`: from then on everything is different; null: nothing changes. */
export type Scenario = World & { changeDay: number | null }

export const competitorCount = 3
const pageCount = 10
const nameCount = 50

export type SimulatedHistory = ReturnType<typeof simulateHistory>

export function simulateHistory(scenario: Scenario, random: () => number) {
  const { changeDay } = scenario
  const step = (logit: number) => ({ day: changeDay ?? 0, logit: changeDay === null ? 0 : logit })
  const brand = simulateBrand({ ...scenario, step: step(-0.5) }, random)
  const competitors = Array.from(
    { length: competitorCount },
    (_, index): DailySums =>
      simulateBrand(
        // The first one is behind the brand before the change.
        changeDay !== null && index === 0 ? { ...scenario, level: -0.5, step: step(1) } : scenario,
        random,
      ).sums.score,
  )
  return {
    ...brand,
    competitors,
    citations: simulateCitations(scenario, random),
    negative: simulateNegative(scenario, random),
    visits: simulateVisits(scenario, random),
    names: simulateNames(scenario, random),
  }
}

/** Pages that answers to three prompts cite. Page 0 is new from the change on, and page 1 is lost. */
function simulateCitations(scenario: Scenario, random: () => number) {
  const { prompts, platforms, days, changeDay } = scenario
  const cells: CellAnswers[] = Array.from({ length: prompts * platforms }, (_, cell) => ({
    prompt: `${Math.floor(cell / platforms)}`,
    platform: `${cell % platforms}`,
    days: new Float64Array(days).fill(1),
  }))
  const citations = new Map<string, ItemCitation[]>()
  for (let page = 0; page < pageCount; page++) {
    const list: ItemCitation[] = []
    const usual = -5 + 4 * random()
    for (let index = 0; index < 3; index++) {
      const prompt = Math.floor(random() * prompts)
      const drift = computeDrift(scenario, random)
      for (let platform = 0; platform < platforms; platform++)
        for (let day = 0; day < days; day++) {
          const logit = getLogit(page, day, usual, changeDay)
          if (random() < share(logit + (drift[day] ?? 0)))
            list.push({ cell: prompt * platforms + platform, day, answers: 1 })
        }
    }
    citations.set(`${page}`, list)
  }
  return { cells, citations }
}

function getLogit(page: number, day: number, usual: number, changeDay: number | null): number {
  if (changeDay === null || page > 1) return usual
  const isCited = page === 0 ? day >= changeDay : day < changeDay
  return isCited ? -0.5 : Number.NEGATIVE_INFINITY
}

/** Mentions and negative answers per day. The share of negative answers of a brand is between 0.01% and 3%. */
function simulateNegative({ prompts, platforms, days, changeDay }: Scenario, random: () => number) {
  const usual = 0.0001 * 300 ** random()
  return Array.from({ length: days }, (_, day) => {
    const mentions = Math.round(prompts * platforms * 0.45)
    const rate = changeDay === null ? usual : day < changeDay ? 0 : 0.05
    let negative = 0
    for (let mention = 0; mention < mentions; mention++) negative += random() < rate ? 1 : 0
    return { mentions, negative }
  })
}

/** Visits of two platforms: 1 to 50 per day, fewer on weekends, with more variation than a Poisson distribution. */
function simulateVisits({ days, changeDay }: Scenario, random: () => number) {
  return ['chatgpt', 'perplexity'].flatMap((platform) => {
    const mean = 50 ** random()
    return Array.from({ length: days }, (_, day) => {
      const weekend = day % 7 < 2 ? 0.6 : 1.16
      const change = changeDay !== null && day >= changeDay ? 2 : 1
      return {
        platform,
        day,
        visits: poisson(mean * weekend * change * Math.exp(0.2 * drawNormal(random)), random),
      }
    })
  })
}

/** Days on which an answer mentions a name that is not tracked. Name 0 is new from the change on. */
function simulateNames({ prompts, platforms, days, changeDay }: Scenario, random: () => number) {
  const answers = prompts * platforms
  return Array.from({ length: nameCount }, (_, name) => {
    const usual = 0.0002 * 250 ** random()
    return Array.from({ length: days }, (_, day) => {
      const isChanged = name === 0 && changeDay !== null
      return poisson(answers * (isChanged ? (day < changeDay ? 0 : 0.03) : usual), random)
    })
  })
}

const share = (logit: number) => 1 / (1 + Math.exp(-logit))

/** Draws from a Poisson distribution by multiplication (Knuth), in steps for large means. */
function poisson(mean: number, random: () => number): number {
  if (mean > 30) return poisson(mean / 2, random) + poisson(mean / 2, random)
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}
