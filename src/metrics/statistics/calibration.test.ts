import { expect, test } from 'vitest'
import { type CalibrationWeek, calibrate } from './calibration.ts'
import { seededRandom } from './seeded-random.ts'

const week = (cited: number, observed: number): CalibrationWeek => ({
  answers: 100,
  cited,
  rate: cited / 100,
  observed,
})
const rates = [10, 20, 30, 40, 10, 20, 30, 40, 10, 20]

test('visits in proportion to the citation rate are predicted without an error, and the mean has one', () => {
  const result = calibrate(rates.map((cited) => week(cited, 2 * cited)))
  // 460 visits in weeks with citation rates of 2.3 together.
  expect(result).toMatchObject({ atFullRate: expect.closeTo(200, 9), error: expect.closeTo(0, 9) })
  // Weeks 5 to 10 have 20, 40, 60, 80, 20 and 40 visits; the means before are 50, 44, 43.3, 45.7, 50 and 46.7.
  const errors = [30, 4, 50 / 3, 240 / 7, 30, 20 / 3]
  const mean = errors.reduce((sum, each) => sum + each, 0) / 6 / (260 / 6)
  expect(result).toMatchObject({ errorOfMean: expect.closeTo(mean, 10) })
  // t with 9 degrees of freedom is 2.262, and the dispersion is at least 1.
  expect(result).toMatchObject({ high: expect.closeTo(200 * Math.exp(2.2622 / Math.sqrt(460)), 1) })
})

test('visits that do not depend on citations are predicted better by their mean', () => {
  const result = calibrate(rates.map((cited) => week(cited, 50)))
  expect(result).toMatchObject({ errorOfMean: 0 })
  expect('error' in result && result.error).toBeGreaterThan(0.3)
})

test('without enough weeks, visits or citations there is no fit, and the result says what is missing', () => {
  expect(calibrate([])).toEqual({
    missing: [
      { what: 'weeks', have: 0, need: 8 },
      { what: 'observed', have: 0, need: 100 },
      { what: 'cited', have: 0, need: 30 },
    ],
  })
  expect(calibrate(rates.slice(0, 7).map((cited) => week(cited, 50)))).toEqual({
    missing: [{ what: 'weeks', have: 7, need: 8 }],
  })
  expect(calibrate(rates.map(() => week(2, 9)))).toEqual({
    missing: [
      { what: 'observed', have: 90, need: 100 },
      { what: 'cited', have: 20, need: 30 },
    ],
  })
})

test('a week without citations does not make the error infinite', () => {
  const result = calibrate([...rates.map((cited) => week(cited, 2 * cited)), week(0, 3)])
  expect(Number.isFinite('error' in result && result.error)).toBe(true)
  expect(Number.isFinite('high' in result && result.high)).toBe(true)
})

type Simulated = { answers: number; atFullRate: number; dispersion: number }

/** The share of intervals that contain the true rate, in 12 weeks with citation rates that are sampled from `answers`. */
function measureCoverage({ answers, atFullRate, dispersion }: Simulated): number {
  const random = seededRandom(5)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const rounds = 2_000
  let covered = 0
  for (let round = 0; round < rounds; round += 1) {
    const weeks = Array.from({ length: 12 }, () => {
      const rate = 0.1 + 0.3 * random()
      const cited = Array.from({ length: answers }, () => Number(random() < rate)).reduce((a, b) => a + b, 0)
      const mean = atFullRate * rate
      return {
        answers,
        cited,
        rate: cited / answers,
        observed: Math.max(0, Math.round(mean + Math.sqrt(dispersion * mean) * normal())),
      }
    })
    const result = calibrate(weeks)
    if ('low' in result && result.low <= atFullRate && result.high >= atFullRate) covered += 1
  }
  return covered / rounds
}

test.each<[string, Simulated]>([
  ['visits', { answers: 50, atFullRate: 200, dispersion: 1 }],
  ['visits in waves', { answers: 50, atFullRate: 200, dispersion: 4 }],
  ['visits with many answers', { answers: 200, atFullRate: 200, dispersion: 2 }],
  // One question of a user causes several requests.
  ['fetches', { answers: 50, atFullRate: 2_000, dispersion: 8 }],
  ['fetches with many answers', { answers: 200, atFullRate: 2_000, dispersion: 8 }],
  // Against such numbers, the sampled citation rate causes most of the dispersion.
  ['impressions', { answers: 50, atFullRate: 20_000, dispersion: 50 }],
  ['impressions with many answers', { answers: 200, atFullRate: 20_000, dispersion: 50 }],
])('the interval covers the true rate as often as it says: %s', (_, simulated) => {
  const coverage = measureCoverage(simulated)
  expect(coverage).toBeGreaterThan(0.93)
  expect(coverage).toBeLessThan(0.985)
})
