import { expect, test } from 'vitest'
import { ratioInterval } from './bootstrap.ts'

const clusters = Array.from({ length: 30 }, (_, prompt) => ({
  numerator: prompt % 7,
  denominator: 10 + (prompt % 11),
}))
const ratio = total('numerator') / total('denominator')

test('equal clusters have equal intervals around their ratio', () => {
  const interval = ratioInterval(clusters)
  expect(interval).toEqual(ratioInterval(clusters))
  expect(interval?.method).toBe('cluster_bootstrap')
  expect(interval?.low).toBeLessThan(ratio)
  expect(interval?.high).toBeGreaterThan(ratio)
})

test('more answers to the same prompts do not narrow the interval', () => {
  const tenfold = clusters.map(({ numerator, denominator }) => ({
    numerator: 10 * numerator,
    denominator: 10 * denominator,
  }))
  expect(ratioInterval(tenfold)).toEqual(ratioInterval(clusters))
})

test('a higher level gives a wider interval', () => {
  const usual = ratioInterval(clusters)
  const higher = ratioInterval(clusters, { level: 0.99 })
  expect(higher?.low).toBeLessThan(usual?.low ?? 0)
  expect(higher?.high).toBeGreaterThan(usual?.high ?? 1)
})

test('a share of 0 % or 100 % still has an interval', () => {
  const none = ratioInterval(Array(20).fill({ numerator: 0, denominator: 9 }))
  expect(none).toMatchObject({ low: 0, method: 'clusters_without_spread' })
  expect(none?.high).toBeCloseTo(0.1611, 4)
  const all = ratioInterval(Array(20).fill({ numerator: 9, denominator: 9 }))
  expect(all?.low).toBeCloseTo(1 - 0.1611, 4)
  expect(all?.high).toBe(1)
})

test('fewer than eight prompts with a denominator have no interval', () => {
  const seven = Array(7).fill({ numerator: 1, denominator: 3 })
  expect(ratioInterval([...seven, { numerator: 0, denominator: 0 }])).toBeNull()
  expect(ratioInterval([...seven, { numerator: 0, denominator: 2 }])).not.toBeNull()
})

function total(part: 'numerator' | 'denominator') {
  return clusters.reduce((sum, cluster) => sum + cluster[part], 0)
}
