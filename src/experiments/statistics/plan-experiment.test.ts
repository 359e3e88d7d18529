import { expect, test } from 'vitest'
import { seededRandom } from '../../metrics/statistics/seeded-random.ts'
import { assessExperiment } from './assess-experiment.ts'
import { planExperiment } from './plan-experiment.ts'
import { type ExperimentWorld, simulateExperiment } from './simulated-experiment.fixture.ts'

const effects = [2_000, 5_000, 10_000, 20_000]
const noPause = () => Promise.resolve()

async function plan(world: Partial<ExperimentWorld> = {}, changed: { seed?: number; lastDay?: number } = {}) {
  const experiment = simulateExperiment({ affected: 5, controls: 10, history: 90, ...world }, seededRandom(8))
  return planExperiment({ ...experiment, lastDay: 89, effects, ...changed }, noPause)
}

test('larger effects and longer experiments have more power, and equal seeds give equal plans', async () => {
  const found = await plan()
  expect(found.durations.map(({ weeks }) => weeks)).toEqual([2, 4, 8, 12])
  const power = (duration: number, effect: number) =>
    found.durations[duration]?.powers[effect]?.probability ?? Number.NaN
  for (let duration = 0; duration < 4; duration += 1)
    for (let effect = 1; effect < 4; effect += 1)
      expect(power(duration, effect)).toBeGreaterThanOrEqual(power(duration, effect - 1))
  expect(power(3, 1)).toBeGreaterThan(power(0, 1))
  expect(found.durations[3]?.detectable).toBeLessThan(found.durations[0]?.detectable ?? 0)
  expect(await plan()).toEqual(found)
  expect(await plan({}, { seed: 2 })).not.toEqual(found)
})

test('the power is the share of experiments that find the effect', async () => {
  const { durations } = await plan({ drift: 0.5 })
  const random = seededRandom(9)
  const thresholds = Array.from({ length: 100 }, () => {
    const world = { affected: 5, controls: 10, drift: 0.5, weeks: 4 }
    const { looks } = assessExperiment(simulateExperiment(world, random))
    return Math.min(...looks.map(({ effect, high, low }) => (high - low) / 2 - effect))
  })
  const found = thresholds.filter((threshold) => threshold < 10_000).length / 100
  // Three standard errors of 100 experiments, and brands differ.
  expect(Math.abs((durations[1]?.powers[2]?.probability ?? 0) - found)).toBeLessThan(0.25)
})

test('days before the first answers are no history', async () => {
  const world = { history: 180, runsOn: (_: number, day: number) => day >= 90 }
  const [whole, half] = [await plan(), await plan(world, { lastDay: 179 })]
  expect([whole.historyDays, half.historyDays]).toEqual([90, 90])
  const [expected, found] = [whole, half].map(({ durations }) => durations[3]?.detectable ?? Number.NaN)
  expect((found ?? 0) / (expected ?? 0)).toBeGreaterThan(0.8)
  expect((found ?? 0) / (expected ?? 0)).toBeLessThan(1.2)
  const young = await plan({ history: 60, runsOn: (_, day) => day >= 40 }, { lastDay: 59 })
  expect(young.missing).toEqual([{ what: 'baseline_days', have: 20, need: 28 }])
})

test('drift makes effects harder to find', async () => {
  const [steady, drifting] = [await plan(), await plan({ drift: 1 })]
  expect(drifting.durations[3]?.detectable).toBeGreaterThan(2 * (steady.durations[3]?.detectable ?? Infinity))
})

test('past weeks are assessed as if the action had been before them', async () => {
  // Placebos of 29 days with 14 days before them: two fit in 90 days.
  expect((await plan()).placebos).toEqual({ tested: 2, found: 0 })
  // A step on day 41 is in the period of the first one and in the baseline of the second one.
  expect((await plan({ history: 40, logit: 3 }, { lastDay: 89 })).placebos).toEqual({ tested: 2, found: 2 })
})

test('a short history, few controls and unknown prompts are named as missing', async () => {
  expect(await plan({ history: 20 }, { lastDay: 19 })).toMatchObject({
    missing: [{ what: 'baseline_days', have: 20, need: 28 }],
    durations: [],
  })
  expect((await plan({ controls: 3 })).missing).toEqual([{ what: 'controls', have: 3, need: 5 }])
  const experiment = simulateExperiment({ affected: 1, controls: 6 }, seededRandom(1))
  const unknown = { ...experiment, affected: new Set(['gone']), lastDay: 55, effects }
  expect((await planExperiment(unknown, noPause)).missing).toEqual([{ what: 'prompts', have: 0, need: 1 }])
})

test('a plan pauses after each simulation', async () => {
  let pauses = 0
  const experiment = simulateExperiment({ affected: 1, controls: 6 }, seededRandom(1))
  await planExperiment({ ...experiment, lastDay: 55, effects }, () => {
    pauses += 1
    return Promise.resolve()
  })
  expect(pauses).toBeGreaterThan(200)
})
