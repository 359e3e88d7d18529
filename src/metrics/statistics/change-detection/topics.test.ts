import { expect, test } from 'vitest'
import { arrangeDays } from './daily-sums.ts'
import { headlineNumbers } from './overview.ts'
import { topicFamily } from './topics.ts'

const topicOfPrompt = new Map(
  ['a', 'b'].flatMap((topic) => [1, 2, 3, 4, 5].map((prompt) => [`${topic}${prompt}`, topic] as const)),
)

test('a topic is a member while a test can use answers to five of its prompts', () => {
  const rows = [
    ...getDays(['a1', 'a2', 'a3', 'a4', 'a5', 'other'], 0, 120),
    ...getDays(['b1', 'b2', 'b3', 'b4'], 0, 120),
    ...getDays(['b5'], 20, 40),
  ]
  const family = getFamily(rows)
  const topicsOn = (day: number) => [
    ...new Set(family.membersOn(day).map(({ series }) => family.names[series]?.topic)),
  ]
  expect(topicsOn(19)).toEqual(['a'])
  expect(topicsOn(20)).toEqual(['a', 'b'])
  expect(topicsOn(95)).toEqual(['a', 'b'])
  expect(topicsOn(96)).toEqual(['a'])
  expect(family.names.some(({ topic }) => topic !== 'a' && topic !== 'b')).toBe(false)
})

test('the score of each topic has half of its weight, and all weights have mean 1', () => {
  const family = getFamily(getDays([...topicOfPrompt.keys()], 0, 0))
  const weights = family.membersOn(0).map(({ series, weight }) => ({ ...family.names[series], weight }))
  expect(weights.filter(({ number }) => number === 'score').map(({ weight }) => weight)).toEqual([3, 3])
  expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(weights.length, 12)
})

test('a series contains the answers of all platforms to the prompts of its topic', () => {
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

function getFamily(rows: ReturnType<typeof getDays>) {
  const { answers, sums } = arrangeDays(rows, headlineNumbers)
  return topicFamily(answers, sums, topicOfPrompt)
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
