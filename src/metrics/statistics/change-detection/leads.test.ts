import { expect, test } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { getSeries } from './daily-sums.ts'
import { computeDifference, findLeadChanges, leadChangeSteps } from './leads.ts'
import { simulateBrand, steadyWorld } from './simulated-brand.fixture.ts'

const range = { from: 112, to: 150 }
const days = 151

/** `brand` and `competitor`: the level before and the step on day 120, in logits. */
function leadChanges(brand: [number, number], competitor: [number, number], seed = 1) {
  const random = seededRandom(seed)
  const getScores = ([level, logit]: [number, number]) =>
    simulateBrand({ ...steadyWorld, days, level, step: { day: 120, logit } }, random)
  const own = getScores(brand)
  const other = getScores(competitor)
  const difference = computeDifference(own.sums.score, other.sums.score, days)
  return findLeadChanges([getSeries(own.answers, difference, null)], range)
}

test('a competitor that passes the brand overtakes it once', () => {
  expect(leadChanges([0.5, -1], [0, 0.5])).toMatchObject([{ direction: 'down', series: 0 }])
  expect(leadChanges([-0.5, 1.5], [0, 0])).toMatchObject([{ direction: 'up' }])
})

test('a competitor that comes closer without passing the brand does not overtake it', () => {
  expect(leadChanges([1, -0.5], [0, 0])).toEqual([])
})

test('equal scores do not overtake each other', () => {
  for (const seed of [1, 2, 3, 4, 5]) expect(leadChanges([0, 0], [0, 0], seed)).toEqual([])
})

test('other work can run between two competitors of a day', () => {
  const { answers, sums } = simulateBrand({ ...steadyWorld, days }, seededRandom(1))
  const series = getSeries(answers, sums.score, null)
  const steps = [...leadChangeSteps([series, series], { from: 140, to: 150 })].length
  expect(steps).toBeGreaterThanOrEqual(2 * 11)
})
