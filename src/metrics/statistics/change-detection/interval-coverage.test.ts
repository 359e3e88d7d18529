import { expect, test } from 'vitest'
import { firstCases, rounds } from '../../../../test/soak.ts'
import { seededRandom } from '../seeded-random.ts'
import type { Series } from './daily-sums.ts'
import { levelInterval } from './level-interval.fixture.ts'
import {
  drawCounts,
  drawLogits,
  longRunLevel,
  type RateWorld,
  steadyRates,
  toSeries,
} from './simulated-rates.fixture.ts'

// Checks how often 95 % intervals of a rate and of a share of voice cover the long-run level of their prompts. Seeds are fixed. With 300 rates the standard error of a
// coverage of 95 % is 1.3 points, with 5,000 it is 0.3.

/** `rivals`: competitors, each mentioned in four of ten answers; without any, the number is a rate, otherwise the share of voice. */
type World = RateWorld & { rivals: number }

const base: World = { ...steadyRates, rivals: 0 }

type Case = [title: string, days: number, world: Partial<World>]

const rates: Case[] = [
  ['three answers a day that are alike, 7 days', 7, { samples: 3, shock: 1 }],
  ['prompts that drift, 30 days', 30, { drift: 0.5 }],
  ['independent answers, 7 days', 7, {}],
  ['independent answers, 30 days', 30, {}],
  ['5 prompts with independent answers, 30 days', 30, { prompts: 5 }],
  ['three answers a day that are alike, 30 days', 30, { samples: 3, shock: 1 }],
  ['prompts that drift, 7 days', 7, { drift: 0.5 }],
  ['prompts that drift twice as much, 30 days', 30, { drift: 1 }],
]

test.each(firstCases(2, rates))(
  'intervals cover the long-run level 92 to 98.5 times in 100: %s',
  (_, days, world) => {
    const random = seededRandom(4)
    const coverage = computeCoverage({ ...base, ...world }, days, random)
    expect(coverage).toBeGreaterThan(0.92)
    expect(coverage).toBeLessThan(0.985)
  },
)

const shares: Case[] = [
  ['prompts that drift, 30 days', 30, { drift: 0.5 }],
  ['independent answers, 30 days', 30, {}],
  ['5 prompts with independent answers, 30 days', 30, { prompts: 5 }],
  ['three answers a day that are alike, 30 days', 30, { samples: 3, shock: 1 }],
]

test.each(firstCases(1, shares))(
  'intervals of a share of voice cover the share of these prompts 92 to 98.5 times in 100: %s',
  (_, days, world) => {
    const random = seededRandom(5)
    const coverage = computeCoverage({ ...base, ...world, rivals: 4 }, days, random)
    expect(coverage).toBeGreaterThan(0.92)
    expect(coverage).toBeLessThan(0.985)
  },
)

const rivalRate = 0.4

function computeCoverage(world: World, days: number, random: () => number): number {
  const count = rounds(300, 5_000)
  const window = { from: world.days - days, to: world.days - 1 }
  let covered = 0
  for (let round = 0; round < count; round++) {
    const logits = drawLogits(world, -0.3, random)
    const interval = levelInterval(drawSeries(logits, world, random), window, { max: 1 })
    const rate = longRunLevel(logits, world)
    const level = world.rivals === 0 ? rate : rate / (rate + rivalRate * world.rivals)
    if (interval && interval.low <= level && level <= interval.high) covered++
  }
  return covered / count
}

function drawSeries(logits: readonly number[], world: World, random: () => number): Series {
  const y = drawCounts(world, logits, random)
  if (world.rivals === 0)
    return toSeries(
      world,
      y,
      y.map(() => world.samples),
    )
  const others = () => {
    let mentions = 0
    for (let answer = 0; answer < world.rivals * world.samples; answer++)
      mentions += Number(random() < rivalRate)
    return mentions
  }
  return toSeries(
    world,
    y,
    y.map((own) => own + others()),
  )
}
