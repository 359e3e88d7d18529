import { expect, test } from 'vitest'
import { firstCases, isSoak, rounds } from '../../../test/soak.ts'
import { seededRandom } from '../../metrics/statistics/seeded-random.ts'
import { assessExperiment } from './assess-experiment.ts'
import { type ExperimentWorld, simulateExperiment, steadyExperiment } from './simulated-experiment.fixture.ts'

// Checks error rates on simulated experiments. Seeds are fixed, so every run gives the same counts. The 60 experiments of the short
// run find rules that are far too sensitive: daily looks at 95% intervals find a false effect in 17 to 24% of experiments.
// `bench/experiments/simulation.ts` measures the rates of docs/experiments.md.

const experiments = rounds(60, 400)
/** Two standard errors above the bounds. */
const error = (rate: number) => 2 * Math.sqrt((rate * (1 - rate)) / experiments)

const worlds: [string, ExperimentWorld][] = [
  [
    'prompts, days and platforms that drift',
    { ...steadyExperiment, drift: 0.5, shock: 0.3, platformDrift: 0.3 },
  ],
  ['one affected prompt, five controls', { affected: 1, controls: 5, drift: 0.5 }],
  ['independent answers', steadyExperiment],
  ['prompts that drift strongly', { ...steadyExperiment, drift: 1 }],
  [
    'half of the prompts once a week',
    { ...steadyExperiment, drift: 0.5, runsOn: (prompt, day) => prompt % 2 === 0 || day % 7 === 0 },
  ],
  [
    'another model since the action',
    { ...steadyExperiment, drift: 0.5, modelChange: { day: 56, logit: 0.5, spread: 0.5 } },
  ],
]

test.each(firstCases(2, worlds))(
  'in 12 weeks of daily looks, few experiments find an effect that does not exist, and the last interval contains zero: %s',
  (_, world) => {
    const results = simulate(world, 1)
    const found = share(results, ({ established }) => established !== null)
    const covered = share(results, ({ current }) => current !== null && current.low <= 0 && current.high >= 0)
    expect(found).toBeLessThanOrEqual(isSoak ? 0.07 + error(0.07) : 0.1)
    expect(covered).toBeGreaterThanOrEqual(0.93 - error(0.93))
    // An interval that is much too wide contains zero always.
    expect(covered).toBeLessThan(isSoak ? 0.985 : 1)
  },
)

test('the last interval contains the mean of effects that differ between prompts', () => {
  const added = (prompt: number) => (prompt % 2 === 0 ? 20_000 : 0)
  const results = simulate({ ...steadyExperiment, drift: 0.5, added }, 3)
  const covered = share(
    results,
    ({ current }) => current !== null && current.low <= 10_000 && current.high >= 10_000,
  )
  expect(covered).toBeGreaterThanOrEqual(0.93 - error(0.93))
  expect(covered).toBeLessThan(isSoak ? 0.985 : 1)
})

test('a step of one logit of ten prompts that drift is found in 12 weeks, also before the planned end', () => {
  const results = simulate({ ...steadyExperiment, drift: 0.5, logit: 1 }, 2)
  expect(share(results, ({ state }) => state === 'up')).toBeGreaterThanOrEqual(0.95)
  expect(
    share(results, ({ established, end }) => established !== null && established.day <= end - 42),
  ).toBeGreaterThanOrEqual(0.8)
})

function simulate(world: ExperimentWorld, seed: number) {
  const random = seededRandom(seed)
  return Array.from({ length: experiments }, () => assessExperiment(simulateExperiment(world, random)))
}

const share = <T>(list: readonly T[], is: (each: T) => boolean) => list.filter(is).length / list.length
