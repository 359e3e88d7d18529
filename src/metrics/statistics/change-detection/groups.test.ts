import { expect, test } from 'vitest'
import { arrangeDays } from './arrange-days.fixture.ts'
import { groupFamily } from './groups.ts'
import { headlineNumbers } from './overview.ts'

/** The topics are named as the first letter of their prompts. */
const ofTopics = ({ prompt }: { prompt: string }): string[] =>
  prompt === 'other' ? [] : [`topic:${prompt.charAt(0)}`]

const promptsOf = (...topics: string[]) =>
  topics.flatMap((topic) => [1, 2, 3, 4, 5].map((prompt) => `${topic}${prompt}`))

test('a group is a member while a test can use answers to five of its prompts', () => {
  const rows = [
    ...getDays(['a1', 'a2', 'a3', 'a4', 'a5', 'other'], 0, 120),
    ...getDays(['b1', 'b2', 'b3', 'b4'], 0, 120),
    ...getDays(['b5'], 20, 40),
  ]
  const family = getFamily(rows)
  const groupsOn = (day: number) => [
    ...new Set(family.membersOn(day).map(({ series }) => family.names[series]?.group)),
  ]
  expect(groupsOn(19)).toEqual(['topic:a'])
  expect(groupsOn(20)).toEqual(['topic:a', 'topic:b'])
  expect(groupsOn(95)).toEqual(['topic:a', 'topic:b'])
  expect(groupsOn(96)).toEqual(['topic:a'])
  expect(family.names.some(({ group }) => group !== 'topic:a' && group !== 'topic:b')).toBe(false)
})

test('the score of each group has half of its weight, and all weights have mean 1', () => {
  const weights = weightsOf(getFamily(getDays(promptsOf('a', 'b'), 0, 0)))
  expect(weights.filter(({ number }) => number === 'score').map(({ weight }) => weight)).toEqual([3, 3])
  expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(weights.length, 12)
})

test('a prompt with several tags belongs to the group of each of them, and all groups have the same weight', () => {
  const family = getFamily(getDays([...promptsOf('a'), 'other'], 0, 0), ({ prompt }) =>
    prompt === 'other' ? ['tag:single'] : ['topic:a', 'tag:x', 'tag:y'],
  )
  const scores = weightsOf(family).filter(({ number }) => number === 'score')
  expect(scores.map(({ group, weight }) => [group, weight])).toEqual([
    ['tag:x', 3],
    ['tag:y', 3],
    ['topic:a', 3],
  ])
})

test('a series contains the answers of all platforms to the prompts of its group', () => {
  const family = getFamily([
    ...getDays(['a1', 'b1', 'other'], 0, 0),
    ...getDays(['a1'], 0, 0).map((row) => ({ ...row, platform: 'y' })),
  ])
  const members = family.series.map(({ answers, members }) =>
    members.map((cell) => `${answers.cells[cell]?.prompt} ${answers.cells[cell]?.platform}`),
  )
  expect(members[0]).toEqual(['a1 x', 'a1 y'])
  expect(members[headlineNumbers.length]).toEqual(['b1 x'])
})

const weightsOf = (family: ReturnType<typeof getFamily>) =>
  family.membersOn(0).map(({ series, weight }) => ({ ...family.names[series], weight }))

function getFamily(
  rows: ReturnType<typeof getDays>,
  keysOf: (cell: { prompt: string }) => readonly string[] = ofTopics,
) {
  const { answers, sums } = arrangeDays(rows, headlineNumbers)
  return groupFamily(answers, sums, keysOf)
}

function getDays(prompts: readonly string[], from: number, to: number) {
  const sum = { y: 1, x: 1 }
  const sums = Object.fromEntries(headlineNumbers.map((name) => [name, sum])) as Record<
    (typeof headlineNumbers)[number],
    typeof sum
  >
  return prompts.flatMap((prompt) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({
      prompt,
      platform: 'x',
      region: '',
      day: from + index,
      n: 1,
      sums,
    })),
  )
}
