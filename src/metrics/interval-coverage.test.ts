import { expect, test } from 'vitest'
import { firstCases, rounds } from '../../test/soak.ts'
import { driftAt, driftOfPrompts } from './drifts.ts'
import { scoreGap } from './score-gap.ts'
import { dailyDrift, driftIn } from './statistics/change-detection/drift.ts'
import {
  drawCounts,
  drawLogits,
  eachAnswer,
  logistic,
  longRunLevel,
  type RateWorld,
  steadyRates,
  toSeries,
} from './statistics/change-detection/simulated-rates.fixture.ts'
import { addUpDays, columnsOfMeans, type DaySums, toColumns } from './statistics/day-sums.ts'
import { seededRandom } from './statistics/seeded-random.ts'
import type { Drift } from './statistics/stratified-interval.ts'
import { pooledRateIntervalPct, rateIntervalPct } from './values.ts'

// Checks how often 95 % intervals of gaps, sentiments and cited sources cover the long-run level of their prompts. Seeds are
// fixed. With 80 rounds the standard error of a coverage of 95 % is 2.4 points, with 2,000 it is 0.5.

const roundCount = rounds(80, 2_000)

const worlds: [string, Partial<RateWorld>][] = [
  ['prompts that drift, with three answers a day that are alike', { samples: 3, shock: 1, drift: 0.5 }],
  ['independent answers', {}],
  ['three answers a day that are alike', { samples: 3, shock: 1 }],
  ['prompts that drift', { drift: 0.5 }],
]
const shortAndLong = worlds.flatMap(([name, world]) => [7, 30].map((days) => [name, days, world] as const))
const cases = firstCases(2, shortAndLong)

test.each(cases)('intervals of the gap to a competitor: %s, %i days', (_, days, world) => {
  const coverage = coverageIn(days, world, drawGap)
  expect(coverage.get('gap')).toBeGreaterThan(0.91)
  expect(coverage.get('gap')).toBeLessThan(0.99)
  // One prompt has the drift of the average prompt.
  expect(coverage.get('gap of a prompt')).toBeGreaterThan(0.92)
})

test.each(cases)('intervals of sentiments: %s, %i days', (_, days, world) => {
  const coverage = coverageIn(days, world, drawSentiment)
  for (const sentiment of ['positive', 'neutral', 'negative'])
    expect(coverage.get(sentiment), sentiment).toBeGreaterThan(0.91)
  // Those of a bucket count answers of a day as equal, and differences between prompts as chance.
  expect(coverage.get('positive in a bucket')).toBeGreaterThan(0.93)
})

test.each(cases)('intervals of the mention rate of single prompts: %s, %i days', (_, days, world) => {
  const coverage = coverageIn(days, world, drawPrompts)
  expect(coverage.get('mention rate')).toBeGreaterThan(0.92)
  expect(coverage.get('mention rate')).toBeLessThan(0.985)
})

test.each(cases)('intervals of the usage of a cited page: %s, %i days', (_, days, world) => {
  const coverage = coverageIn(days, world, drawUsage)
  expect(coverage.get('usage')).toBeGreaterThan(0.91)
  // A list of sources has no drift.
  if (world.drift === undefined) expect(coverage.get('usage in a list')).toBeGreaterThan(0.93)
})

/** An interval and the long-run level that it should cover. */
type Drawn = { what: string; interval: { low: number; high: number } | null; level: number }
type Draw = (world: RateWorld, days: number, random: () => number) => Drawn[]

function coverageIn(days: number, changed: Partial<RateWorld>, draw: Draw): Map<string, number> {
  const world = { ...steadyRates, ...changed }
  const random = seededRandom(6)
  const drawn = Array.from({ length: roundCount }, () => draw(world, days, random)).flat()
  const coverage = new Map<string, number>()
  for (const [what, all] of Map.groupBy(drawn, (each) => each.what)) {
    const covering = all.filter(
      ({ interval, level }) => interval && interval.low <= level && level <= interval.high,
    )
    coverage.set(what, covering.length / all.length)
  }
  return coverage
}

const sumUp = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** The sums of the last days of each prompt. `x`: by default the number of answers. */
function computeStrata(
  { prompts, days, samples }: RateWorld,
  y: Float64Array,
  last: number,
  x?: Float64Array,
): DaySums[] {
  return Array.from({ length: prompts }, (_, prompt) =>
    addUpDays(
      Array.from({ length: last }, (_, day) => {
        const at = (prompt + 1) * days - last + day
        return { n: samples, y: y[at] ?? 0, x: x?.[at] ?? samples }
      }),
    ),
  )
}

function computeDrift(
  world: RateWorld,
  y: Float64Array<ArrayBuffer>,
  x: Float64Array<ArrayBuffer>,
  days: number,
): Drift | null {
  const daily = dailyDrift(toSeries(world, y, x), world.days - 1)
  return daily && driftIn(daily, days)
}

const getAnswers = (world: RateWorld) => new Float64Array(world.prompts * world.days).fill(world.samples)

/** Both are mentioned first, so that each mention scores 75. */
const drawGap: Draw = (world, days, random) => {
  const [own, theirs] = [drawLogits(world, -0.3, random), drawLogits(world, 0, random)]
  const [ownCounts, theirCounts] = [drawCounts(world, own, random), drawCounts(world, theirs, random)]
  const gaps = ownCounts.map((count, at) => 75_000 * (count - (theirCounts[at] ?? 0)))
  const strata = computeStrata(world, gaps, days)
  const drift = computeDrift(world, gaps, getAnswers(world), days)
  const levels = own.map(
    (logit, prompt) => 75 * (longRunLevel([logit], world) - longRunLevel([theirs[prompt] ?? 0], world)),
  )
  const ofPrompt = driftOfPrompts(drift, { some: 1, all: world.prompts })
  return [
    { what: 'gap', interval: scoreGap(strata, { drift }).interval, level: sumUp(levels) / levels.length },
    ...strata.map((stratum, prompt) => ({
      what: 'gap of a prompt',
      interval: scoreGap([stratum], { drift: ofPrompt }).interval,
      level: levels[prompt] ?? 0,
    })),
  ]
}

const drawPrompts: Draw = (world, days, random) => {
  const logits = drawLogits(world, -0.3, random)
  const counts = drawCounts(world, logits, random)
  const drift = computeDrift(world, counts, getAnswers(world), days)
  const ofPrompt = driftOfPrompts(drift, { some: 1, all: world.prompts })
  return computeStrata(world, counts, days).map((stratum, prompt) => ({
    what: 'mention rate',
    interval: rateIntervalPct(columnsOfMeans([stratum]), driftAt(ofPrompt, stratum.y / stratum.n)),
    level: 100 * longRunLevel([logits[prompt] ?? 0], world),
  }))
}

const mentionRate = 0.6
const positiveRate = (logit: number) => logistic(logit)
const negativeRate = (logit: number) => logistic(-2 - logit)

const drawSentiment: Draw = (world, days, random) => {
  const logits = drawLogits(world, 0, random)
  const [positive, neutral, negative] = [0, 1, 2].map(() => new Float64Array(world.prompts * world.days))
  if (!positive || !neutral || !negative) throw new Error('Three arrays were created')
  eachAnswer(world, logits, random, (at, logit) => {
    if (random() > mentionRate) return
    const value = random()
    const counts =
      value < positiveRate(logit) ? positive : value > 1 - negativeRate(logit) ? negative : neutral
    counts[at] = (counts[at] ?? 0) + 1
  })
  const clear = positive.map((count, at) => count + (neutral[at] ?? 0) + (negative[at] ?? 0))
  const getColumns = (y: Float64Array) => toColumns(computeStrata(world, y, days, clear))
  const drift = computeDrift(world, positive, clear, days)
  const total = (y: Float64Array) => sumUp([...getColumns(y).y])
  const n = total(clear)
  const other = (y: Float64Array) => rateIntervalPct(getColumns(y), driftAt(drift, total(y) / n))
  const level = {
    positive: 100 * longRunLevel(logits, world, positiveRate),
    negative: 100 * longRunLevel(logits, world, negativeRate),
  }
  return [
    { what: 'positive', interval: rateIntervalPct(getColumns(positive), drift), level: level.positive },
    { what: 'neutral', interval: other(neutral), level: 100 - level.positive - level.negative },
    { what: 'negative', interval: other(negative), level: level.negative },
    {
      what: 'positive in a bucket',
      interval: pooledRateIntervalPct(total(positive), { n, perDay: world.samples, drift }),
      level: level.positive,
    },
  ]
}

/** The page is cited more rarely than pages of the brand, from whose citation rate the drift is known. */
const drawUsage: Draw = (world, days, random) => {
  const logits = drawLogits(world, -2, random)
  const usage = drawCounts(world, logits, random)
  const ownCitations = drawCounts(world, drawLogits(world, -0.8, random), random)
  const strata = computeStrata(world, usage, days)
  const [n, citing] = [sumUp(strata.map((sums) => sums.n)), sumUp(strata.map((sums) => sums.y))]
  const drift = driftAt(computeDrift(world, ownCitations, getAnswers(world), days), citing / n)
  const level = 100 * longRunLevel(logits, world)
  return [
    { what: 'usage', interval: rateIntervalPct(columnsOfMeans(strata), drift), level },
    {
      what: 'usage in a list',
      interval: pooledRateIntervalPct(citing, { n, perDay: world.samples }),
      level,
    },
  ]
}
