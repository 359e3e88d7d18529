import { expect, test } from 'vitest'
import type { BrandFilter } from '../brands/filter.ts'
import { gapSentence } from '../ui/period-text.ts'
import { heatLevels } from './heat-levels.ts'
import { getMetric, getStanding, type Ranked, type Summary } from './metrics.ts'
import { establishedNotes } from './Trend.tsx'
import { rivalSentence, scoreSentence } from './Verdict.tsx'

type Entity = { name: string; score: number | null; position: number | null }

/** A comparison with these scores and positions. */
function createComparison(brand: Entity, ...competitors: Entity[]): Ranked {
  const toValues = ({ name, score, position }: Entity) => ({
    name,
    avg_visibility_score: score,
    avg_position: position,
    mention_rate_pct: null,
    share_of_voice_pct: null,
    citation_rate_pct: null,
  })
  return { brand: toValues(brand), competitors: competitors.map(toValues) }
}

const acme = { name: 'Acme', score: 45.7, position: 2.1 }
const visibility = getMetric('visibility')

test('the standing ranks the brand among competitors and names the best one', () => {
  const comparison = createComparison(
    acme,
    { name: 'Velo', score: 53.4, position: 1.9 },
    { name: 'Nord', score: 40, position: 2.4 },
    { name: 'Silent', score: 0, position: null },
  )
  expect(getStanding(visibility, comparison)).toMatchObject({
    rank: 2,
    of: 4,
    competitor: { name: 'Velo', value: 53.4 },
  })
  expect(getStanding(visibility, comparison)?.lead).toBeCloseTo(-7.7)
})

test('a smaller position ranks higher, and a competitor without one is not ranked', () => {
  const comparison = createComparison(
    acme,
    { name: 'Nord', score: 40, position: 2.4 },
    { name: 'Silent', score: 0, position: null },
  )
  expect(getStanding(getMetric('position'), comparison)).toMatchObject({
    rank: 1,
    of: 2,
    competitor: { name: 'Nord' },
  })
})

test('without competitors, or for a metric that they do not have, there is no standing', () => {
  expect(getStanding(visibility, createComparison(acme))).toBeNull()
  expect(getStanding(getMetric('sentiment'), createComparison(acme, { ...acme, name: 'Velo' }))).toBeNull()
})

test('the verdict says who leads and by how many points', () => {
  const against = (score: number) =>
    rivalSentence(createComparison(acme, { name: 'Velo', score, position: 1 }))
  expect(against(53.4)).toBe('Velo leads by 7.7.')
  expect(against(40)).toBe('You lead; Velo is 5.7 behind.')
  expect(against(45.71)).toBe('Velo is level with you.')
  expect(rivalSentence(createComparison(acme))).toBe('Track competitors to see who leads.')
})

test('the gap to a competitor is compared with the period before', () => {
  const names = { brand: 'Acme', competitor: 'Velo' }
  const sentence = (previous: number, current: number, period_state: 'up' | 'usual_range' = 'up') =>
    gapSentence({ previous, current, delta: current - previous, usual_change: 1, period_state }, names)
  expect(sentence(-8.8, -6.7)).toBe('The gap shrank by 2.1, more than usual.')
  expect(sentence(3, 3.6, 'usual_range')).toBe('The gap grew by 0.6, within the usual range.')
  expect(sentence(3, 3.01, 'usual_range')).toBe('The gap is the same as before, within the usual range.')
  expect(sentence(-2, 4)).toBe('Velo led by 2.0 before.')
  const unknown = { previous: null, current: null, delta: null, usual_change: null }
  expect(gapSentence({ ...unknown, period_state: 'insufficient_data' }, names)).toBeNull()
})

test('the verdict compares the chosen period with the one before, whatever was established in other periods', () => {
  const established = {
    status: 'up' as const,
    before: 40,
    after: 46.2,
    since: '2026-03-03',
    established: '2026-03-09',
    p_value: 0.001,
    q_value: 0.002,
  }
  const sentence = (period_state: Summary['change']['period_state'], filter: BrandFilter) =>
    scoreSentence(
      {
        avg_visibility_score: 45.7,
        change: {
          state: 'up',
          delta: period_state === 'down' ? -2.3 : 2.3,
          previous: 43.4,
          current: 45.7,
          p_value: null,
          reason: '',
          established,
          period_state,
          usual_change: 1.4,
        },
      },
      filter,
    )
  const day = { from: '2026-11-22', to: '2026-11-22' }
  const week = { from: '2026-11-16', to: '2026-11-22' }
  expect(sentence('usual_range', day)).toBe('Visibility was 45.7 on 22 Nov, within the usual daily range.')
  expect(sentence('up', week)).toBe('Visibility was 45.7 from 16 Nov to 22 Nov, up 2.3 on the 7 days before.')
  expect(sentence('down', { days: 30 })).toBe(
    'Visibility was 45.7 in the last 30 days, down 2.3 on the 30 days before.',
  )
  expect(sentence('up', { ...week, compare: 'last_month' })).toContain(
    'up 2.3 on the same days of the month before.',
  )
  expect(sentence('usual_range', week)).toBe(
    'Visibility was 45.7 from 16 Nov to 22 Nov, within the usual range.',
  )
  expect(sentence('insufficient_data', week)).toBe('Visibility was 45.7 from 16 Nov to 22 Nov.')
  expect(sentence('not_comparable', { days: 'all' })).toBe('Visibility was 45.7 in the full history.')
})

test('the shades of the heat map span the values', () => {
  const getLevel = heatLevels([30, 65, 100])
  expect([30, 65, 100].map(getLevel)).toEqual([0, 3, 6])
  expect(heatLevels([50, 50])(50)).toBe(0)
})

test('the chart marks the established changes of its number that began in its days', () => {
  const change = { status: 'up' as const, established: '2026-03-14', before: 40, after: 46 }
  const changes = [
    { ...change, number: 'score' as const, since: '2026-03-11' },
    { ...change, number: 'score' as const, since: '2026-02-20' },
    { ...change, number: 'mention_rate' as const, since: '2026-03-11' },
  ]
  const notes = establishedNotes(changes, ['2026-03-10', '2026-03-11', '2026-03-12'], visibility)
  expect(notes.map(({ date }) => date)).toEqual(['2026-03-11'])
  expect(notes[0]?.text).toBe(
    'Visibility score up 6.0 points, from 40.0 to 46.0, since 11 Mar (established 14 Mar).',
  )
})
