import { expect, test } from 'vitest'
import { type CalibrationWeek, calibrate } from './calibration.ts'
import { seededRandom } from './seeded-random.ts'

const week = (cited: number, visits: number): CalibrationWeek => ({ answers: 100, cited, visits })
const rates = [10, 20, 30, 40, 10, 20, 30, 40, 10, 20]

test('visits in proportion to the citation rate are predicted without an error, and the mean has one', () => {
  const result = calibrate(rates.map((cited) => week(cited, 2 * cited)))
  // 460 visits in weeks with citation rates of 2.3 together.
  expect(result).toMatchObject({ visitsAtFullRate: expect.closeTo(200, 9), error: expect.closeTo(0, 9) })
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
      { what: 'visits', have: 0, need: 100 },
      { what: 'cited', have: 0, need: 30 },
    ],
  })
  expect(calibrate(rates.slice(0, 7).map((cited) => week(cited, 50)))).toEqual({
    missing: [{ what: 'weeks', have: 7, need: 8 }],
  })
  expect(calibrate(rates.map(() => week(2, 9)))).toEqual({
    missing: [
      { what: 'visits', have: 90, need: 100 },
      { what: 'cited', have: 20, need: 30 },
    ],
  })
})

test('a week without citations does not make the error infinite', () => {
  const result = calibrate([...rates.map((cited) => week(cited, 2 * cited)), week(0, 3)])
  expect(Number.isFinite('error' in result && result.error)).toBe(true)
  expect(Number.isFinite('high' in result && result.high)).toBe(true)
})

/** The share of intervals that contain the true rate: 12 weeks, 200 visits per full rate, citation rates sampled from `answers`. */
function measureCoverage(answers: number, dispersion: number): number {
  const random = seededRandom(5)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const rounds = 2_000
  let covered = 0
  for (let round = 0; round < rounds; round += 1) {
    const weeks = Array.from({ length: 12 }, () => {
      const rate = 0.1 + 0.3 * random()
      const cited = Array.from({ length: answers }, () => Number(random() < rate)).reduce((a, b) => a + b, 0)
      const mean = 200 * rate
      return {
        answers,
        cited,
        visits: Math.max(0, Math.round(mean + Math.sqrt(dispersion * mean) * normal())),
      }
    })
    const result = calibrate(weeks)
    if ('low' in result && result.low <= 200 && result.high >= 200) covered += 1
  }
  return covered / rounds
}

test.each([
  [50, 1],
  [50, 4],
  [200, 2],
])(
  'the interval covers the true rate as often as it says: %i answers a week, dispersion %d',
  (answers, dispersion) => {
    const coverage = measureCoverage(answers, dispersion)
    expect(coverage).toBeGreaterThan(0.93)
    expect(coverage).toBeLessThan(0.985)
  },
)
