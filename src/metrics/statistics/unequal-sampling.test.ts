import { expect, test } from 'vitest'
import { rounds } from '../../../test/soak.ts'
import { addUpDays, columnsOfMeans, type DaySums, toColumns } from './day-sums.ts'
import { drawNormal, seededRandom } from './seeded-random.ts'
import { stratifiedInterval } from './stratified-interval.ts'

// Prompts with different rates are asked with different frequencies, the prompts with high rates least often. An estimate without
// weights would be far too low. Seeds are fixed. With 400 rounds the standard error of a coverage of 95% is 1.1 points.

const roundCount = rounds(400, 4_000)
const promptCount = 40
const days = 28

/** A mention rate, and a mean of values between 0 and 1. */
const kinds = {
  rate: { draw: (level: number, random: () => number) => Number(random() < level), isRate: true },
  mean: {
    draw: (level: number, random: () => number) => (level + random()) / 2,
    isRate: false,
  },
}

/** `frequencies`: assigned to the prompts in ascending order of their levels. */
function simulate(kind: keyof typeof kinds, frequencies: readonly number[], seed: number) {
  const random = seededRandom(seed)
  const { draw, isRate } = kinds[kind]
  let [errors, squares, covered, unweighted] = [0, 0, 0, 0]
  for (let round = 0; round < roundCount; round += 1) {
    const levels = Array.from({ length: promptCount }, () => 1 / (1 + Math.exp(-drawNormal(random)))).sort(
      (a, b) => a - b,
    )
    const truth = levels.reduce((sum, level) => sum + (isRate ? level : level / 2 + 0.25), 0) / promptCount
    const strata = levels.map((level, prompt): DaySums => {
      const every = frequencies[Math.floor((prompt * frequencies.length) / promptCount)] ?? 1
      const offset = Math.floor(random() * every)
      const asked = Array.from({ length: days }, (_, day) => day).filter(
        (day) => (day + offset) % every === 0,
      )
      return addUpDays(asked.map(() => ({ answers: 1, n: every, y: every * draw(level, random) })))
    })
    const [n, y] = [sumOf(strata, 'n'), sumOf(strata, 'y')]
    const error = y / n - truth
    errors += error
    squares += error ** 2
    unweighted +=
      strata.reduce((sum, each) => sum + (each.y * each.answers) / each.n, 0) / sumOf(strata, 'answers') -
      truth
    const interval = stratifiedInterval(toColumns(strata), { max: 1, isRate })
    if (interval && interval.low <= truth && truth <= interval.high) covered += 1
  }
  const mean = errors / roundCount
  const standardError = Math.sqrt((squares / roundCount - mean ** 2) / roundCount)
  return { mean, standardError, coverage: covered / roundCount, unweighted: unweighted / roundCount }
}

const sumOf = (strata: readonly DaySums[], name: keyof DaySums) =>
  strata.reduce((sum, each) => sum + each[name], 0)

test.each([
  ['rate', [1, 2, 4, 7], 0.93, 0.97],
  ['rate', [1, 4, 7, 14], 0.93, 0.97],
  ['mean', [1, 2, 4, 7], 0.93, 0.97],
  ['mean', [1, 4, 7, 14], 0.93, 0.97],
  // Cells with a single day: the interval includes the differences between prompts, and is too wide.
  ['rate', [1, 7, 14, 28], 0.93, 1],
  ['rate', [28], 0.93, 1],
] as const)(
  'a %s of prompts that are asked every %j runs is unbiased, and its interval covers it',
  (kind, frequencies, low, high) => {
    const { mean, standardError, coverage, unweighted } = simulate(kind, frequencies, 44)
    expect(Math.abs(mean)).toBeLessThan(3 * standardError)
    expect(coverage).toBeGreaterThanOrEqual(low)
    expect(coverage).toBeLessThanOrEqual(high)
    // Without weights, the estimate would be biased.
    if (frequencies.length > 1) expect(unweighted).toBeLessThan(-10 * standardError)
  },
)

test.each([false, true])(
  'answers with a common weight have the interval of those without, as a rate: %s',
  (isRate) => {
    const cell = (weight: number, values: readonly number[]) =>
      addUpDays(values.map((value) => ({ answers: 1, n: weight, y: weight * value })))
    const histories = [
      [
        [1, 0, 1, 1, 0, 1, 0],
        [0, 0, 1, 0, 0, 0, 1],
        [1, 1, 1, 1, 1, 1, 1],
      ],
      [[1], [0], [1], [0], [1]],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
      [[1]],
    ]
    for (const history of histories) {
      const [plain, weighted] = [1, 7].map((weight) =>
        stratifiedInterval(columnsOfMeans(history.map((values) => cell(weight, values))), {
          max: 1,
          isRate,
        }),
      )
      expect(weighted?.method).toBe(plain?.method)
      expect(weighted?.low).toBeCloseTo(plain?.low ?? Number.NaN, 12)
      expect(weighted?.high).toBeCloseTo(plain?.high ?? Number.NaN, 12)
    }
  },
)
