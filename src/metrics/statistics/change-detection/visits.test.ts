import { expect, test } from 'vitest'
import { drawNormal, seededRandom } from '../seeded-random.ts'
import { findVisitChanges, type VisitDay } from './visits.ts'

/** Visits with half as many on weekends and random variation. */
function getVisits(mean: (day: number) => number, days: number, platform = 'chatgpt'): VisitDay[] {
  const random = seededRandom(3)
  return Array.from({ length: days }, (_, day) => {
    const expected = mean(day) * (day % 7 < 2 ? 0.5 : 1.2)
    const visits = Math.max(0, Math.round(expected + Math.sqrt(expected) * drawNormal(random)))
    return { platform, day, visits }
  })
}

test('visits that double are up once, with the means before and after', () => {
  const changes = findVisitChanges(
    getVisits((day) => (day < 60 ? 10 : 20), 100),
    99,
  )
  expect(changes).toMatchObject([{ platform: '', direction: 'up' }])
  expect(changes[0]?.before).toBeCloseTo(10, -1)
  expect(changes[0]?.established).toBeLessThan(70)
})

test('weekends, random variation and a trend of a few percent are not changes', () => {
  expect(
    findVisitChanges(
      getVisits(() => 20, 150),
      149,
    ),
  ).toEqual([])
  expect(
    findVisitChanges(
      getVisits((day) => 20 + day / 50, 150),
      149,
    ),
  ).toEqual([])
})

test('a platform that stops sending visitors is down, also when all platforms together do not change', () => {
  const changes = findVisitChanges(
    [...getVisits((day) => (day < 60 ? 10 : 0), 100, 'perplexity'), ...getVisits(() => 200, 100, 'chatgpt')],
    99,
  )
  expect(changes).toMatchObject([{ platform: 'perplexity', direction: 'down' }])
})

test('fewer than thirty visits give no change, and no visits none either', () => {
  const rare = [10, 40, 60, 61, 62].map((day) => ({ platform: 'chatgpt', day, visits: 1 }))
  expect(findVisitChanges(rare, 99)).toEqual([])
  expect(findVisitChanges([], 99)).toEqual([])
})
