import { expect, test } from 'vitest'
import { rounds } from '../../../../test/soak.ts'
import { seededRandom } from '../seeded-random.ts'
import { cellIndex, dayColumn, type Series, seriesOf } from './daily-sums.ts'
import { levelInterval } from './level-interval.ts'
import { driftOf, normal } from './simulated-brand.fixture.ts'

// Checks how often 95 % intervals of a rate and of a share of voice cover the long-run level of their prompts. Seeds are fixed. With 300 rates the standard error of a
// coverage of 95 % is 1.3 points, with 5,000 it is 0.3.

/**
 * `rivals`: competitors, each of which is mentioned in four of ten answers; the number is a rate without any, otherwise the share of
 * voice. `shock`: standard deviation of what the answers of a prompt on a day have in common, in logits; `drift`: of the drift.
 */
type RateWorld = {
  prompts: number
  days: number
  samples: number
  rivals: number
  shock: number
  drift: number
}

const base: RateWorld = { prompts: 30, days: 56, samples: 1, rivals: 0, shock: 0, drift: 0 }

test.each<[string, number, Partial<RateWorld>]>([
  ['independent answers, 7 days', 7, {}],
  ['independent answers, 30 days', 30, {}],
  ['5 prompts with independent answers, 30 days', 30, { prompts: 5 }],
  ['three answers a day that are alike, 7 days', 7, { samples: 3, shock: 1 }],
  ['three answers a day that are alike, 30 days', 30, { samples: 3, shock: 1 }],
  ['prompts that drift, 7 days', 7, { drift: 0.5 }],
  ['prompts that drift, 30 days', 30, { drift: 0.5 }],
  ['prompts that drift twice as much, 30 days', 30, { drift: 1 }],
])('intervals cover the long-run level 92 to 98.5 times in 100: %s', (_, days, world) => {
  const random = seededRandom(4)
  const coverage = coverageOf({ ...base, ...world }, days, random)
  expect(coverage).toBeGreaterThan(0.92)
  expect(coverage).toBeLessThan(0.985)
})

test.each<[string, number, Partial<RateWorld>]>([
  ['independent answers, 30 days', 30, {}],
  ['5 prompts with independent answers, 30 days', 30, { prompts: 5 }],
  ['three answers a day that are alike, 30 days', 30, { samples: 3, shock: 1 }],
  ['prompts that drift, 30 days', 30, { drift: 0.5 }],
])(
  'intervals of a share of voice cover that of these prompts 92 to 98.5 times in 100: %s',
  (_, days, world) => {
    const random = seededRandom(5)
    const coverage = coverageOf({ ...base, ...world, rivals: 4 }, days, random)
    expect(coverage).toBeGreaterThan(0.92)
    expect(coverage).toBeLessThan(0.985)
  },
)

const rivalRate = 0.4

function coverageOf(world: RateWorld, days: number, random: () => number): number {
  const count = rounds(300, 5_000)
  const window = { from: world.days - days, to: world.days - 1 }
  let covered = 0
  for (let round = 0; round < count; round++) {
    const logits = Array.from({ length: world.prompts }, () => -0.3 + normal(random))
    const interval = levelInterval(drawRates(logits, world, random), window, { max: 1 })
    const rate = longRunLevel(logits, Math.hypot(world.shock, world.drift))
    const level = world.rivals === 0 ? rate : rate / (rate + rivalRate * world.rivals)
    if (interval && interval.low <= level && level <= interval.high) covered++
  }
  return covered / count
}

function drawRates(logits: readonly number[], world: RateWorld, random: () => number): Series {
  const { prompts, days, samples, rivals } = world
  const y = new Float64Array(prompts * days)
  const x = new Float64Array(prompts * days)
  for (const [prompt, logit] of logits.entries()) {
    const drift = driftOf(world, random)
    for (let day = 0; day < days; day++) {
      const rate = logistic(logit + (drift[day] ?? 0) + world.shock * normal(random))
      for (let sample = 0; sample < samples; sample++) {
        const at = prompt * days + day
        const own = Number(random() < rate)
        let others = 0
        for (let rival = 0; rival < rivals; rival++) others += Number(random() < rivalRate)
        y[at] = (y[at] ?? 0) + own
        x[at] = (x[at] ?? 0) + (rivals === 0 ? 1 : own + others)
      }
    }
  }
  const cells = logits.map((_, prompt) => ({ prompt: `${prompt}`, platform: '', region: '' }))
  const column = (value: number) => dayColumn(new Float64Array(y.length).fill(value), days)
  const [n, active] = [column(samples), column(1)]
  const answers = { firstDay: 0, dayCount: days, ...cellIndex(cells), n, active }
  return seriesOf(answers, { y: dayColumn(y, days), x: dayColumn(x, days) }, null)
}

/** The expected rate over prompts, with a normal effect in logits, by the trapezoidal rule. */
function longRunLevel(logits: readonly number[], effect: number): number {
  let [sum, weights] = [0, 0]
  for (let z = -5; z <= 5; z += 0.25) {
    const weight = Math.exp(-(z ** 2) / 2)
    for (const logit of logits) sum += weight * logistic(logit + effect * z)
    weights += weight * logits.length
  }
  return sum / weights
}

const logistic = (logit: number) => 1 / (1 + Math.exp(-logit))
