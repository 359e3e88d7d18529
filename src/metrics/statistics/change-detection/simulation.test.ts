import { expect, test } from 'vitest'
import { firstCases, isSoak, rounds } from '../../../../test/soak.ts'
import { seededRandom } from '../seeded-random.ts'
import type { Family } from './family.ts'
import { groupFamily } from './groups.ts'
import { overviewFamily } from './overview.ts'
import { replayFamily, startStates } from './replay.ts'
import {
  type GroupCounts,
  type SimulatedBrand,
  simulateBrand,
  simulatedGroups,
  steadyWorld,
  type World,
} from './simulated-brand.fixture.ts'

// Checks the error rates of daily tests on simulated brands with the 24 series of an overview with three platforms. Seeds are
// fixed, so every run gives the same counts. The few brands of the short run find rules that are far too sensitive (the paired
// t test at 5 % on every number reports false changes for every brand); the 400 of a soak test measure the rates, with a standard
// error of 1.1 points for a rate of 5 %.

/** The first day on which all windows can be tested. */
const firstTest = 56
const dailyTests = 60

/** With the 400 brands of a soak test, a rate of 10 % has a standard error of 1.5 points. */
const limit = isSoak ? 0.1 + 2 * 0.015 : 0.1

const worlds: [string, Partial<World>][] = [
  ['prompts that drift', { drift: 0.5 }],
  ['independent answers', {}],
  ['days that affect all prompts of a platform', { shock: 0.3 }],
  ['drift and days that affect all prompts of a platform', { drift: 0.5, shock: 0.3 }],
  ['5 prompts', { prompts: 5 }],
  ['5 prompts that drift', { prompts: 5, drift: 0.5 }],
  ['10 prompts that drift', { prompts: 10, drift: 0.5 }],
  ['100 prompts', { prompts: 100 }],
  ['100 prompts that drift', { prompts: 100, drift: 0.5 }],
  ['three answers a day and days that affect all prompts', { samples: 3, shock: 0.3 }],
]

test.each(firstCases(1, worlds))(
  'in 60 days of daily tests, at most one brand in ten has a false change: %s',
  (_, world) => {
    expect(shareWithChange(world, firstTest)).toBeLessThanOrEqual(limit)
  },
)

test('in its first 60 days, at most one brand in ten has a false change', () => {
  expect(shareWithChange({}, 0)).toBeLessThanOrEqual(limit)
})

const steps: [tenths: number, title: string, world: Partial<World>][] = [
  [9, 'days that affect all prompts of a platform', { shock: 0.3 }],
  [9, 'independent answers', {}],
  [7, 'prompts that drift', { drift: 0.5 }],
]

test.each(firstCases(1, steps))(
  'a step of 0.5 logit of 30 prompts establishes a change of the score within 14 days for at least %i of 10 brands: %s',
  (tenths, _, world) => {
    const random = seededRandom(2)
    const step = { day: firstTest, logit: 0.5 }
    const found = computeShare(rounds(10, 400), () => {
      const { family, replayed } = replayBrand(
        { ...world, step, days: firstTest + 14 },
        firstTest,
        random,
        overview,
      )
      return replayed.log.some(({ series, change }) => {
        const name = family.names[series]
        return name?.number === 'score' && name.platform === null && change.direction === 'up'
      })
    })
    expect(found).toBeGreaterThanOrEqual(tenths / 10)
  },
)

test.each(firstCases(1, worlds))(
  'in 60 days of daily tests, at most one brand in ten has a false change of one of its topics, tags, personas and markets: %s',
  (_, world) => {
    const random = seededRandom(4)
    const found = computeShare(rounds(4, 400), () => {
      const { replayed } = replayBrand(
        { ...world, days: firstTest + dailyTests },
        firstTest,
        random,
        manyGroups,
      )
      return replayed.log.length > 0
    })
    expect(found).toBeLessThanOrEqual(limit)
  },
)

const topicSteps: [title: string, world: { prompts: number }, logit: number][] = [
  ['7 prompts by 1 logit', { prompts: 30 }, 1],
  ['15 prompts by 0.5 logit', { prompts: 60 }, 0.5],
]

test.each(firstCases(1, topicSteps))(
  'a step of one of four topics establishes a change of its score within 28 days for at least 8 of 10 brands: %s',
  (_, world, logit) => {
    const random = seededRandom(5)
    const step = { day: firstTest, logit, affects: (prompt: number) => prompt < world.prompts / 4 }
    const found = computeShare(rounds(10, 400), () => {
      const days = firstTest + 28
      const { family, replayed } = replayBrand({ ...world, step, days }, firstTest, random, fourTopics)
      return replayed.log.some(({ series, change }) => {
        const name = family.names[series]
        return name?.number === 'score' && name.group === 'topic:0' && change.direction === 'up'
      })
    })
    expect(found).toBeGreaterThanOrEqual(0.8)
  },
)

test('a replay that continues from stored states on any day gives the states of one replay', () => {
  const random = seededRandom(3)
  const step = { day: 70, logit: 1 }
  const { family, replayed } = replayBrand({ step, prompts: 10 }, 0, random, overview)
  expect(replayed.states.some(({ change }) => change !== null)).toBe(true)
  for (const day of [20, 73, 76, 100]) {
    const { states } = replayFamily(family, { from: 0, to: day }, startStates(family))
    const continued = replayFamily(family, { from: day + 1, to: steadyWorld.days - 1 }, states)
    expect(continued.states).toEqual(replayed.states)
  }
})

/** Returns the share of brands with any change in 60 daily tests. */
function shareWithChange(world: Partial<World>, from: number): number {
  const random = seededRandom(1)
  return computeShare(rounds(4, 400), () => {
    const { replayed } = replayBrand({ ...world, days: from + dailyTests }, from, random, overview)
    return replayed.log.length > 0
  })
}

/** Draws a brand and tests a family daily from a day to its last. */
function replayBrand<F extends Family>(
  world: Partial<World>,
  from: number,
  random: () => number,
  getFamily: (brand: SimulatedBrand) => F,
) {
  const brand = simulateBrand({ ...steadyWorld, ...world }, random)
  const family = getFamily(brand)
  const to = brand.answers.dayCount - 1
  return { family, replayed: replayFamily(family, { from, to }, startStates(family)) }
}

const overview = ({ answers, sums }: SimulatedBrand) => overviewFamily(answers, sums)

const groupsWith = (counts: Partial<GroupCounts>) => (brand: SimulatedBrand) =>
  groupFamily(brand.answers, brand.sums, ({ prompt }) =>
    simulatedGroups(Number(prompt), brand.answers.promptCount, counts),
  )

const fourTopics = groupsWith({ topic: 4 })

const manyGroups = groupsWith({ topic: 4, tag: 8, persona: 3, market: 5 })

function computeShare(times: number, holds: () => boolean): number {
  return Array.from({ length: times }, holds).filter(Boolean).length / times
}
