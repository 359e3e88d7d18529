import { expect, test } from 'vitest'
import { tQuantile } from './distributions.ts'
import { wilsonLimits } from './intervals.ts'
import { ratioInterval } from './ratio-interval.ts'

const clusters = Array.from({ length: 30 }, (_, run) => ({
  numerator: run % 7,
  denominator: 10 + (run % 11),
}))
const ratio = total('numerator') / total('denominator')

test('the limits are Wilson limits at the effective size that the ratios without one cluster give', () => {
  const size = clusters.length
  const without = clusters.map((left) => {
    const others = clusters.filter((cluster) => cluster !== left)
    const sum = (part: 'numerator' | 'denominator') => others.reduce((all, cluster) => all + cluster[part], 0)
    return sum('numerator') / sum('denominator')
  })
  const variance = ((size - 1) / size) * without.reduce((sum, each) => sum + (each - ratio) ** 2, 0)
  const { low, high } = wilsonLimits(ratio, (ratio * (1 - ratio)) / variance, tQuantile(0.975, size - 1))
  expect(ratioInterval(clusters)).toEqual({
    low: expect.closeTo(low, 12),
    high: expect.closeTo(high, 12),
    level: 0.95,
    method: 'cluster_jackknife',
  })
})

test('more answers to the same prompts do not narrow the interval', () => {
  const tenfold = clusters.map(({ numerator, denominator }) => ({
    numerator: 10 * numerator,
    denominator: 10 * denominator,
  }))
  const [once, often] = [ratioInterval(clusters), ratioInterval(tenfold)]
  expect(often?.low).toBeCloseTo(once?.low ?? 0, 12)
  expect(often?.high).toBeCloseTo(once?.high ?? 0, 12)
})

test('a higher level gives a wider interval', () => {
  const usual = ratioInterval(clusters)
  const higher = ratioInterval(clusters, { level: 0.99 })
  expect(higher?.low).toBeLessThan(usual?.low ?? 0)
  expect(higher?.high).toBeGreaterThan(usual?.high ?? 1)
})

test('a share of 0% or 100% still has an interval', () => {
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
