/** Prompts whose answers have something at random, with a known long-run rate. */
import { drawNormal } from '../seeded-random.ts'
import { cellIndex, dayColumn, getSeries, type Series } from './daily-sums.ts'
import { computeDrift } from './simulated-brand.fixture.ts'

/**
 * `shock`: standard deviation of what the answers of a prompt on a day have in common, in logits; `drift`: of the drift. `samples`:
 * answers per prompt and day.
 */
export type RateWorld = { prompts: number; days: number; samples: number; shock: number; drift: number }

export const steadyRates: RateWorld = { prompts: 30, days: 56, samples: 1, shock: 0, drift: 0 }

/** Draws the logit of each prompt. */
export const drawLogits = ({ prompts }: RateWorld, mean: number, random: () => number): number[] =>
  Array.from({ length: prompts }, () => mean + drawNormal(random))

/** Calls `visit` for each answer. `at`: the index of its prompt and day, `logit`: its prompt's on that day. */
export function eachAnswer(
  world: RateWorld,
  logits: readonly number[],
  random: () => number,
  visit: (at: number, logit: number) => void,
): void {
  const { days, samples } = world
  for (const [prompt, logit] of logits.entries()) {
    const drift = computeDrift(world, random)
    for (let day = 0; day < days; day++) {
      const ofDay = logit + (drift[day] ?? 0) + world.shock * drawNormal(random)
      for (let sample = 0; sample < samples; sample++) visit(prompt * days + day, ofDay)
    }
  }
}

/** Draws how many answers of each prompt and day have something. */
export function drawCounts(
  world: RateWorld,
  logits: readonly number[],
  random: () => number,
): Float64Array<ArrayBuffer> {
  const counts = new Float64Array(world.prompts * world.days)
  eachAnswer(world, logits, random, (at, logit) => {
    if (random() < logistic(logit)) counts[at] = (counts[at] ?? 0) + 1
  })
  return counts
}

/** `y` and `x` by prompt and day. */
export function toSeries(
  { prompts, days, samples }: RateWorld,
  y: Float64Array<ArrayBuffer>,
  x: Float64Array<ArrayBuffer>,
): Series {
  const cells = Array.from({ length: prompts }, (_, prompt) => ({
    prompt: `${prompt}`,
    platform: '',
    region: '',
  }))
  const column = (value: number) => dayColumn(new Float64Array(y.length).fill(value), days)
  const answers = {
    firstDay: 0,
    dayCount: days,
    ...cellIndex(cells),
    n: column(samples),
    counted: column(samples),
    active: column(1),
  }
  return getSeries(answers, { y: dayColumn(y, days), x: dayColumn(x, days) }, null)
}

/** The expected rate over prompts, with the random effects of a world, by the trapezoidal rule. */
export function longRunLevel(
  logits: readonly number[],
  { shock, drift }: Pick<RateWorld, 'shock' | 'drift'>,
  getRate: (logit: number) => number = logistic,
): number {
  const effect = Math.hypot(shock, drift)
  let [sum, weights] = [0, 0]
  for (let z = -5; z <= 5; z += 0.25) {
    const weight = Math.exp(-(z ** 2) / 2)
    for (const logit of logits) sum += weight * getRate(logit + effect * z)
    weights += weight * logits.length
  }
  return sum / weights
}

export const logistic = (logit: number) => 1 / (1 + Math.exp(-logit))
