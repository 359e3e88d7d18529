import { expect, test } from 'vitest'
import { rounds } from '../../../test/soak.ts'
import { type SamplingFrequency, samplingFrequencies } from '../../../vocabulary/sampling.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { addUpDays, toColumns } from '../../metrics/statistics/day-sums.ts'
import { drawNormal, seededRandom } from '../../metrics/statistics/seeded-random.ts'
import { stratifiedInterval } from '../../metrics/statistics/stratified-interval.ts'
import { type PlannedSeries, simulateWidth, varianceOfDays } from '../../metrics/thin-history.ts'
import { costOf } from './allocate.ts'
import { type ProposedCell, propose } from './propose.ts'

// Brands with known mention rates: a plan is proposed from the answers of 56 days, and its estimates are those of the 28 days after
// them. A plan with the same frequency for all prompts costs the same. The seed is fixed.

const roundCount = rounds(40, 1_000)
const [promptCount, runs] = [40, 28]
/** An answer of the second platform costs four times as much. */
const costsOfRun = [1_000, 4_000]

const cells = costsOfRun.flatMap((cost) =>
  Array.from(
    { length: promptCount },
    (): ProposedCell => ({ costMicros: runs * cost, runs, every: 1, allowed: [...samplingFrequencies] }),
  ),
)
const kind = { max: 1, isRate: true }

type Outcome = { width: number; expected: number; error: number; covered: number }

async function simulate(share: 2 | 4): Promise<Record<'full' | 'even' | 'proposed', Outcome[]>> {
  const random = seededRandom(44)
  const pause = timeSlicer()
  const outcomes: Record<'full' | 'even' | 'proposed', Outcome[]> = { full: [], even: [], proposed: [] }
  for (let round = 0; round < roundCount; round += 1) {
    const levels = drawLevels(random)
    const history = levels.map((level) => drawDays(2 * runs, () => Number(random() < level)))
    const month: PlannedSeries = {
      cells: cells.map((_, cell) => cell),
      days: history.map((days) => days.slice(runs)),
      drift: null,
      ...kind,
    }
    const budget =
      costOf(
        cells,
        cells.map(() => 1),
      ) / share
    const every = await propose(
      cells,
      [{ month, variances: varianceOfDays({ days: history }) }],
      budget,
      pause,
    )
    expect(costOf(cells, every)).toBeLessThanOrEqual(budget)
    const plans = { full: cells.map(() => 1 as const), even: cells.map(() => share), proposed: every }
    for (const name of ['full', 'even', 'proposed'] as const)
      outcomes[name].push({
        ...ask(levels, plans[name], random),
        expected: (await simulateWidth(month, plans[name], pause)) ?? 0,
      })
  }
  return outcomes
}

/** The mention rates of the cells: those of a prompt on both platforms resemble each other. */
function drawLevels(random: () => number): number[] {
  const prompts = Array.from({ length: promptCount }, () => 2 * drawNormal(random))
  return costsOfRun.flatMap(() => prompts.map((logit) => 1 / (1 + Math.exp(-logit - drawNormal(random) / 2))))
}

const drawDays = (count: number, draw: () => number, weight = 1) =>
  Array.from({ length: count }, () => ({ answers: 1, n: weight, y: weight * draw(), x: weight }))

/** Asks every cell on its days of a month. All frequencies divide 28 days. */
function ask(levels: readonly number[], every: readonly SamplingFrequency[], random: () => number) {
  const strata = levels.map((level, cell) => {
    const weight = every[cell] ?? 1
    return addUpDays(drawDays(runs / weight, () => Number(random() < level), weight))
  })
  const sum = (name: 'n' | 'y') => strata.reduce((all, each) => all + each[name], 0)
  const truth = levels.reduce((all, level) => all + level, 0) / levels.length
  const { low, high } = stratifiedInterval(toColumns(strata), kind) ?? { low: 0, high: 1 }
  return {
    width: high - low,
    error: sum('y') / sum('n') - truth,
    covered: Number(low <= truth && truth <= high),
  }
}

const mean = (outcomes: readonly Outcome[], value: (outcome: Outcome) => number) =>
  outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / outcomes.length

test.each([2, 4] as const)(
  'for 1/%i of the cost, a proposal has narrower intervals than an even plan, as wide as it states, and no bias',
  async (share) => {
    const { full, even, proposed } = await simulate(share)
    const squareError = (outcomes: readonly Outcome[]) => mean(outcomes, ({ error }) => error ** 2)
    const width = (outcomes: readonly Outcome[]) => mean(outcomes, (outcome) => outcome.width)
    expect(width(proposed)).toBeLessThan(0.95 * width(even))
    expect(width(proposed)).toBeGreaterThan(width(full))
    // What the plan states before it is applied.
    const expected = mean(proposed, (outcome) => outcome.expected)
    expect(expected / width(proposed)).toBeGreaterThan(0.9)
    expect(expected / width(proposed)).toBeLessThan(1.1)
    const bias = mean(proposed, ({ error }) => error)
    expect(Math.abs(bias)).toBeLessThan(3 * Math.sqrt(squareError(proposed) / roundCount))
    const coverage = mean(proposed, ({ covered }) => covered)
    expect(coverage).toBeGreaterThan(0.9)
  },
)
