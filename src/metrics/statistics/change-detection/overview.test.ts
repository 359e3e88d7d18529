import { expect, test } from 'vitest'
import { arrangeDays } from './arrange-days.fixture.ts'
import { headlineNumbers, overviewFamily, overviewWeights } from './overview.ts'

test.each([1, 2, 3, 7])('the weights of the overview with %i platforms have mean 1', (platforms) => {
  const { score, other, platform } = overviewWeights(platforms)
  const series = platforms === 1 ? 6 : 6 * (1 + platforms)
  expect((score + 5 * other + 6 * platforms * platform) / series).toBeCloseTo(1, 12)
})

test('with three platforms the score weighs 8, other numbers 1.6, and numbers of a platform 0.444', () => {
  const { score, other, platform } = overviewWeights(3)
  expect([score, other].map((weight) => Number(weight.toPrecision(7)))).toEqual([8, 1.6])
  expect(platform.toPrecision(7)).toBe('0.4444444')
})

test('with one platform the score has half of the weight', () => {
  expect(overviewWeights(1)).toEqual({ score: 3, other: 0.6, platform: 0 })
})

test('a platform is a member of the overview while a test can use its answers', () => {
  const days = (platform: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => buildRow(platform, from + index))
  const rows = [...days('a', 0, 120), ...days('b', 20, 40)]
  const { answers, sums } = arrangeDays(rows, headlineNumbers)
  const family = overviewFamily(answers, sums)
  const countOn = (day: number) => family.membersOn(day).length
  expect([19, 20, 40, 95, 96].map(countOn)).toEqual([6, 18, 18, 18, 6])
  const memberNames = family.membersOn(19).map(({ series }) => family.names[series]?.platform)
  expect(memberNames).toEqual(headlineNumbers.map(() => null))
})

function buildRow(platform: string, day: number) {
  const sum = { y: 1, x: 1 }
  const sums = Object.fromEntries(headlineNumbers.map((name) => [name, sum])) as Record<
    (typeof headlineNumbers)[number],
    typeof sum
  >
  return { prompt: 'p', platform, region: '', day, n: 1, sums }
}
