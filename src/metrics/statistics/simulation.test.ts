import { expect, test } from 'vitest'
import { firstCases, isSoak, rounds } from '../../../test/soak.ts'
import { type DayColumns, toColumns } from './day-sums.ts'
import type { Interval } from './intervals.ts'
import { ratioInterval } from './ratio-interval.ts'
import { smallestDetectableChange } from './sample-size.ts'
import { seededRandom } from './seeded-random.ts'
import { stratifiedInterval } from './stratified-interval.ts'
import { pairCells, testChange } from './window-change.ts'

// Checks coverage and false alarms on simulated samples with known means. Seeds are fixed, so every run gives the same
// counts. With 1,500 trials the standard error of a coverage of 95% is 0.56 points.

/** The true mean of a prompt's answers, a function that draws an answer, and the largest value of an answer. */
type Prompt = { mean: number; ask: () => number; max: number }

const trials = rounds(1_500, 10_000)
/** Of a false-alarm rate of 5%. */
const standardError = Math.sqrt((0.05 * 0.95) / trials)

type Kind = 'rates' | 'scores'
type Case = [kind: Kind, prompts: number, repeats: number]

const samples: Case[] = [
  ['rates', 20, 2],
  ['scores', 20, 7],
  ['rates', 20, 7],
  ['rates', 50, 7],
  ['rates', 20, 3],
  ['rates', 5, 7],
  ['scores', 50, 7],
  ['scores', 20, 3],
  ['scores', 20, 2],
]

test.each(firstCases(2, samples))(
  'intervals of %s of %i prompts with %i answers each cover the mean 93 to 97 times in 100',
  (kind, prompts, repeats) => {
    const random = seededRandom(1)
    const newPrompt = kind === 'rates' ? ratePrompt : scorePrompt
    const coverage = computeCoverage(
      () => repeat(prompts, () => newPrompt(random)),
      Array(prompts).fill(repeats),
    )
    expect(coverage).toBeGreaterThan(0.93)
    expect(coverage).toBeLessThan(0.97)
  },
)

const singleAnswers: [kind: Kind, prompts: number][] = [
  ['scores', 20],
  ['rates', 20],
  ['rates', 5],
]

test.each(firstCases(1, singleAnswers))(
  'intervals of %s of %i prompts with one answer each are conservative',
  (kind, prompts) => {
    const random = seededRandom(2)
    const newPrompt = kind === 'rates' ? ratePrompt : scorePrompt
    expect(
      computeCoverage(() => repeat(prompts, () => newPrompt(random)), Array(prompts).fill(1)),
    ).toBeGreaterThan(0.97)
  },
)

test('intervals cover the mean of prompts with unequal numbers of answers', () => {
  const random = seededRandom(3)
  const sizes = repeat(20, (prompt) => 1 + (prompt % 4) * 4)
  const coverage = computeCoverage(() => repeat(20, () => ratePrompt(random)), sizes)
  expect(coverage).toBeGreaterThan(0.93)
  expect(coverage).toBeLessThan(0.97)
})

test.each([
  ['hardly ever named', [0.01]],
  ['never or nearly always named', [0, 0.97]],
  ['nearly never or nearly always named', [0.02, 0.98]],
])('intervals of a brand that is %s cover the mean too', (_, rates) => {
  const random = seededRandom(4)
  const prompts = repeat(20, (prompt) => promptNamed(rates[prompt % rates.length] ?? 0, random))
  expect(computeCoverage(() => prompts, Array(20).fill(7))).toBeGreaterThan(0.93)
})

test.each(firstCases(1, [20, 50]))(
  'intervals of a share of voice over %i prompts cover the share of these prompts 93 to 97 times in 100',
  (prompts) => {
    const random = seededRandom(5)
    const coverage = computeShare(1200, () => {
      const sample = repeat(prompts, () => voicePrompt(random))
      const own = sample.reduce((sum, prompt) => sum + prompt.own, 0)
      const theirs = sample.reduce((sum, { others, each }) => sum + others * each, 0)
      return covers(stratifiedInterval(getVoices(sample, 7, random), { max: 1 }), own / (own + theirs))
    })
    expect(coverage).toBeGreaterThan(0.93)
    expect(coverage).toBeLessThan(0.97)
  },
)

test('clusters of ten with a correlation of .2 have the design effect 1 + 9 · .2', () => {
  const random = seededRandom(6)
  const designEffects = repeat(12, () => {
    // Rates from Beta(2, 2) correlate the answers of a cluster by 1 / (2 + 2 + 1).
    const clusters = repeat(300, () => ({
      numerator: getCount(10, beta(2, 2, random), random),
      denominator: 10,
    }))
    const interval = ratioInterval(clusters)
    const standardError = interval ? (interval.high - interval.low) / 2 / 1.96 : Number.NaN
    return standardError ** 2 / (0.25 / 3000)
  })
  const designEffect = designEffects.reduce((sum, effect) => sum + effect, 0) / 12
  expect(designEffect).toBeGreaterThan(2.6)
  expect(designEffect).toBeLessThan(3)
})

const unchanged: Case[] = [
  ['rates', 3, 10],
  ['scores', 5, 7],
  ['rates', 10, 7],
  ['rates', 20, 1],
  ['rates', 20, 7],
  ['rates', 50, 7],
  ['scores', 20, 7],
]

test.each(firstCases(2, unchanged))(
  '%s of %i prompts with %i answers each have at most 5% false alarms',
  (kind, prompts, repeats) => {
    const random = seededRandom(7)
    const newPrompt = kind === 'rates' ? ratePrompt : scorePrompt
    const sizes = Array<number>(prompts).fill(repeats)
    const falseAlarms = computeShare(trials, () => {
      const sample = repeat(prompts, () => newPrompt(random))
      return isChanged(sample, sizes, sample, sizes)
    })
    expect(falseAlarms).toBeLessThan(0.05 + 2 * standardError)
  },
)

test('unequal numbers of answers cause no false alarms', () => {
  const random = seededRandom(8)
  const answersBefore = repeat(20, (prompt) => 2 + (prompt % 5) * 3)
  const answersAfter = repeat(20, (prompt) => 2 + (prompt % 3) * 6)
  const falseAlarms = computeShare(trials, () => {
    const sample = repeat(20, () => ratePrompt(random))
    return isChanged(sample, answersBefore, sample, answersAfter)
  })
  expect(falseAlarms).toBeLessThan(0.05 + 2 * standardError)
})

test('an increase of ten points is detected as often as published for paired tests', () => {
  const random = seededRandom(9)
  const found = (prompts: number) =>
    computeShare(1000, () => {
      const rates = repeat(prompts, () => 0.9 * beta(0.3, 0.7, random))
      const before = rates.map((rate) => promptNamed(rate, random))
      const after = rates.map((rate) => promptNamed(rate + 0.1, random))
      const sizes = Array<number>(prompts).fill(7)
      return isChanged(before, sizes, after, sizes)
    })
  expect(found(20)).toBeGreaterThan(0.55)
  if (isSoak) expect(found(50)).toBeGreaterThan(0.9)
})

test('the smallest detectable change is detected in four of five cases', () => {
  const random = seededRandom(10)
  const sizes = Array<number>(20).fill(7)
  const found = computeShare(2000, () => {
    // The rates before and after are symmetric around one half, so the variance does not change.
    const rates = repeat(20, () => 0.35 + 0.15 * random())
    const before = rates.map((rate) => promptNamed(rate, random))
    const interval = stratifiedInterval(getColumns(before, sizes), { max: 1, isRate: true })
    const change = interval ? smallestDetectableChange(interval, 20) : Number.NaN
    const after = rates.map((rate) => promptNamed(rate + change, random))
    return isChanged(before, sizes, after, sizes)
  })
  expect(found).toBeGreaterThan(0.76)
  expect(found).toBeLessThan(0.84)
})

const positions: [prompts: number, repeats: number][] = [
  [20, 3],
  [20, 7],
  [50, 7],
]

test.each(firstCases(1, positions))(
  'intervals of the average position over %i prompts with %i answers each cover it',
  (prompts, repeats) => {
    const random = seededRandom(11)
    const competitors = 5
    const coverage = computeShare(2000, () => {
      const sample = repeat(prompts, () => ({ named: beta(0.3, 0.7, random), late: beta(0.6, 1.2, random) }))
      const named = sample.reduce((sum, prompt) => sum + prompt.named, 0)
      const mean = sample.reduce((sum, { named, late }) => sum + named * late * competitors, 0) / named
      const strata = sample.map(({ named, late }) =>
        repeat(repeats, () => {
          const isNamed = getCount(1, named, random)
          return { y: isNamed * getCount(competitors, late, random), x: isNamed }
        }),
      )
      const interval = stratifiedInterval(getAnswers(strata), { max: competitors })
      return interval === null || covers(interval, mean)
    })
    expect(coverage).toBeGreaterThan(0.93)
    expect(coverage).toBeLessThan(0.98)
  },
)

test.each([
  ['the same', 8, [7, 7], 0],
  ['the same', 20, [3, 21], 0],
  ['single prompts drift', 20, [7, 7], 0.1],
] as const)(
  'a share of voice has at most 5% false alarms: %s, %i prompts, answers per window %o',
  (_, prompts, sizes, drift) => {
    const random = seededRandom(12)
    const falseAlarms = computeShare(700, () => {
      const sample = repeat(prompts, () => voicePrompt(random))
      const drifted = sample.map((prompt) => lift(prompt, random() < 0.5 ? drift : -drift))
      const { state } = computeChange(
        getVoices(sample, sizes[0], random),
        getVoices(drifted, sizes[1], random),
      )
      return state === 'up' || state === 'down'
    })
    expect(falseAlarms).toBeLessThan(0.05 + 2 * 0.0082)
  },
)

test('the smallest detectable change of a share of voice is detected in four of five cases', () => {
  const random = seededRandom(13)
  const rise = 0.19
  const rounds = repeat(500, () => {
    // Every rate can rise without reaching 1, and the variance does not change.
    const sample = repeat(20, () => ({ ...voicePrompt(random), own: 0.35 + 0.15 * random() }))
    const raised = sample.map((prompt) => lift(prompt, rise))
    const { state, delta, detectable } = computeChange(
      getVoices(sample, 7, random),
      getVoices(raised, 7, random),
    )
    return { isFound: state === 'up', delta: delta ?? 0, detectable: detectable ?? 0 }
  })
  const mean = (value: (round: (typeof rounds)[number]) => number) =>
    rounds.reduce((sum, round) => sum + value(round), 0) / rounds.length
  // The allowance for drift makes it slightly larger than needed.
  const ratio = mean(({ detectable }) => detectable) / mean(({ delta }) => delta)
  expect(ratio).toBeGreaterThan(0.95)
  expect(ratio).toBeLessThan(1.1)
  const found = mean(({ isFound }) => Number(isFound))
  expect(found).toBeGreaterThan(0.75)
  expect(found).toBeLessThan(0.85)
})

/** Returns how often the interval of a new sample contains its true mean. */
function computeCoverage(newSample: () => Prompt[], sizes: readonly number[]): number {
  const answers = sizes.reduce((sum, n) => sum + n, 0)
  return computeShare(trials, () => {
    const sample = newSample()
    const mean = sample.reduce((sum, prompt, index) => sum + prompt.mean * (sizes[index] ?? 0), 0) / answers
    const max = sample[0]?.max ?? 1
    return covers(stratifiedInterval(getColumns(sample, sizes), { max, isRate: max === 1 }), mean)
  })
}

function isChanged(
  before: Prompt[],
  answersBefore: number[],
  after: Prompt[],
  answersAfter: number[],
): boolean {
  const { state } = computeChange(getColumns(before, answersBefore), getColumns(after, answersAfter))
  return state === 'up' || state === 'down'
}

/** Compares two windows of the same prompts. */
function computeChange(before: DayColumns, after: DayColumns) {
  const buildCells = ({ n }: DayColumns) => {
    const keys = [...n.keys()]
    return { keys, prompts: keys.map(String), n }
  }
  return testChange(pairCells(buildCells(before), buildCells(after)), before, after)
}

const getColumns = (sample: readonly Prompt[], sizes: readonly number[]): DayColumns =>
  getAnswers(sample.map((prompt, index) => repeat(sizes[index] ?? 0, () => ({ y: prompt.ask(), x: 1 }))))

/** Adds up the answers to each prompt, of which each has a day of its own. */
const getAnswers = (prompts: readonly (readonly { y: number; x: number }[])[]): DayColumns =>
  toColumns(
    prompts.map((answers) => {
      const sum = (value: (answer: { y: number; x: number }) => number) =>
        answers.reduce((all, answer) => all + value(answer), 0)
      const [n, y, x] = [answers.length, sum(({ y }) => y), sum(({ x }) => x)]
      const [yy, xx, xy] = [sum(({ y }) => y * y), sum(({ x }) => x * x), sum(({ x, y }) => x * y)]
      return { days: n, answers: n, n, y, x, nn: n, yy, xx, xy, yn: y, xn: x }
    }),
  )

function covers(interval: Interval | null, value: number): boolean {
  return interval !== null && interval.low <= value && value <= interval.high
}

/** Prompts that differ as much as real ones: most name the brand almost never, some almost always. */
function ratePrompt(random: () => number): Prompt {
  return promptNamed(beta(0.3, 0.7, random), random)
}

function promptNamed(rate: number, random: () => number): Prompt {
  return { mean: rate, ask: () => (random() < rate ? 1 : 0), max: 1 }
}

/** Scores in thousandths: 60 for the name, 25 for a citation (some without the name), 15 shared by rank. */
function scorePrompt(random: () => number): Prompt {
  const named = beta(0.3, 0.7, random)
  const citedWhenNamed = random()
  const ranks = 1 + Math.floor(3 * random())
  const rankPoints = repeat(ranks, (rank) => Math.round(15_000 / (rank + 1)))
  const meanRankPoints = rankPoints.reduce((sum, points) => sum + points, 0) / ranks
  const ask = () => {
    if (random() >= named) return random() < 0.05 ? 25_000 : 0
    const citation = random() < citedWhenNamed ? 25_000 : 0
    return 60_000 + citation + (rankPoints[Math.floor(ranks * random())] ?? 0)
  }
  const mean = named * (60_000 + 25_000 * citedWhenNamed + meanRankPoints) + (1 - named) * 0.05 * 25_000
  return { mean, ask, max: 100_000 }
}

/** The rates at which answers to a prompt name the brand and each competitor. */
type Voice = { own: number; others: number; each: number }

function voicePrompt(random: () => number): Voice {
  return {
    own: beta(0.3, 0.7, random),
    others: 1 + Math.floor(6 * random()),
    each: beta(0.5, 0.5, random),
  }
}

/** A rate that would leave the range does not drift, so that the mean drift is zero. */
function lift(prompt: Voice, by: number): Voice {
  const own = prompt.own + by
  return Math.abs(prompt.own - 0.5) + Math.abs(by) > 0.5 ? prompt : { ...prompt, own }
}

const getVoices = (sample: readonly Voice[], n: number, random: () => number): DayColumns =>
  getAnswers(
    sample.map(({ own, others, each }) =>
      repeat(n, () => {
        const mentions = getCount(1, own, random)
        return { y: mentions, x: mentions + getCount(others, each, random) }
      }),
    ),
  )

function getCount(times: number, rate: number, random: () => number): number {
  let count = 0
  for (let turn = 0; turn < times; turn++) if (random() < rate) count++
  return count
}

/** Draws from Beta(a, b): one gamma variable divided by the sum of two. */
function beta(a: number, b: number, random: () => number): number {
  const first = gamma(a, random)
  return first / (first + gamma(b, random))
}

/** Marsaglia and Tsang 2000, ACM Transactions on Mathematical Software 26:363–372. */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

function repeat<T>(times: number, make: (index: number) => T): T[] {
  return Array.from({ length: times }, (_, index) => make(index))
}

function computeShare(times: number, holds: () => boolean): number {
  return repeat(times, holds).filter((held) => held).length / times
}
