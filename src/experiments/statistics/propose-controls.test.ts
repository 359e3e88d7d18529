import { expect, test } from 'vitest'
import { seededRandom } from '../../metrics/statistics/seeded-random.ts'
import { checkBalance } from './check-balance.ts'
import { correlate, type PromptTraits, proposeControls } from './propose-controls.ts'
import { simulateExperiment } from './simulated-experiment.fixture.ts'

const experiment = simulateExperiment({ affected: 2, controls: 10 }, seededRandom(4))

const traits = (prompt: number, changed: Partial<PromptTraits> = {}): PromptTraits => ({
  prompt: `${prompt}`,
  text: `Question ${prompt}`,
  topic: 'pans',
  intent: 'comparison',
  language: 'en',
  conversation: `${prompt}`,
  ...changed,
})

test('prompts of the same topic, intent and language come first, with their reasons', () => {
  const other = { topic: 'pots', intent: 'price', language: 'de' }
  const prompts = Array.from({ length: 12 }, (_, prompt) => traits(prompt, prompt > 6 ? other : {}))
  const { proposed, excluded } = proposeControls({ ...experiment, prompts })
  expect(excluded).toEqual([])
  expect(proposed).toHaveLength(8)
  expect(
    proposed
      .slice(0, 5)
      .map(({ prompt }) => prompt)
      .toSorted(),
  ).toEqual(['2', '3', '4', '5', '6'])
  for (const { reasons } of proposed.slice(0, 5))
    expect(reasons.slice(0, 3).map(({ kind }) => kind)).toEqual([
      'same_topic',
      'same_intent',
      'same_language',
    ])
  expect(proposed.map(({ similarity }) => similarity)).toEqual(
    proposed.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
  )
  expect(proposeControls({ ...experiment, prompts, count: 3 }).proposed).toEqual(proposed.slice(0, 3))
})

test('affected prompts, their siblings and follow-ups, and prompts that cannot be compared are not proposed', () => {
  const prompts = [
    traits(0),
    traits(1),
    traits(2, { text: ' question  0' }),
    traits(3, { conversation: '1' }),
    traits(4),
    traits(5),
    traits(99),
  ]
  const otherActions = [
    { day: 50, prompts: new Set(['4']) },
    { day: 10, prompts: new Set(['5']) },
  ]
  const { proposed, excluded } = proposeControls({ ...experiment, prompts, otherActions })
  expect(proposed.map(({ prompt }) => prompt)).toEqual(['5'])
  expect(excluded).toEqual([
    { prompt: '2', reason: 'affected' },
    { prompt: '3', reason: 'affected' },
    { prompt: '4', reason: 'other_action' },
    { prompt: '99', reason: 'no_history' },
  ])
})

test('a prompt on other platforms is not proposed', () => {
  const { answers } = experiment
  const cells = answers.cells.map((cell) => (cell.prompt === '2' ? { ...cell, platform: 'other' } : cell))
  const prompts = [traits(0), traits(1), traits(2), traits(3)]
  const { proposed, excluded } = proposeControls({ ...experiment, answers: { ...answers, cells }, prompts })
  expect(proposed.map(({ prompt }) => prompt)).toEqual(['3'])
  expect(excluded).toEqual([{ prompt: '2', reason: 'other_platforms' }])
})

test('a similar level and similar days before the action are reasons, and days after it do not count', () => {
  const days = simulateExperiment({ affected: 2, controls: 10, shock: 2 }, seededRandom(4))
  const prompts = Array.from({ length: 12 }, (_, prompt) => traits(prompt))
  const found = proposeControls({ ...days, prompts })
  const correlations = found.proposed.flatMap(({ reasons }) =>
    reasons.flatMap((reason) => (reason.kind === 'similar_days' ? reason.correlation : [])),
  )
  expect(correlations.length).toBeGreaterThan(5)
  expect(Math.max(...correlations)).toBeGreaterThan(0.4)
  const levels = found.proposed.flatMap(({ reasons }) =>
    reasons.filter(({ kind }) => kind === 'similar_level'),
  )
  expect(levels.length).toBeGreaterThan(0)
  const { answers, sums } = days
  const later = sums.y.daily.map((value, at) => (at % answers.dayCount > 56 ? 0 : value))
  expect(proposeControls({ ...days, sums: { ...sums, y: { ...sums.y, daily: later } }, prompts })).toEqual(
    found,
  )
})

test('the correlation is that of Pearson over the days with both values', () => {
  const a = Float64Array.from({ length: 16 }, (_, day) => day)
  const withGaps = a.map((value, day) => (day === 3 ? Number.NaN : 5 - 2 * value))
  expect(correlate(a, withGaps)).toBeCloseTo(-1, 12)
  // Σxy of 0, 1 and 0, 1, 1, 0 repeated: the products cancel.
  expect(
    correlate(
      a.map((day) => day % 2),
      a.map((day) => Math.floor(day / 2) % 2),
    ),
  ).toBeCloseTo(0, 12)
  expect(
    correlate(
      a,
      a.map(() => 1),
    ),
  ).toBe(0)
  expect(correlate(a.subarray(0, 5), a.subarray(0, 5))).toBe(0)
})

test('groups that develop alike before the action are balanced, and a trend of one group is not', () => {
  const world = { affected: 10, controls: 20 }
  const steady = checkBalance(simulateExperiment(world, seededRandom(6)))
  expect(steady?.isBalanced).toBe(true)
  // A step of the affected prompts in the middle of the baseline, which is 28 days before the last day.
  const stepped = simulateExperiment({ ...world, logit: 1.5 }, seededRandom(6))
  const found = checkBalance({ ...stepped, actionDay: 56 + 28 })
  expect(found?.isBalanced).toBe(false)
  expect(found?.trend.low).toBeGreaterThan(0)
  expect(found?.affected).toBeGreaterThan(found?.controls ?? Number.POSITIVE_INFINITY)
  expect(checkBalance({ ...stepped, controls: new Set() })).toBeNull()
})
