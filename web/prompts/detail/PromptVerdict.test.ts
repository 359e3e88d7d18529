import { expect, test } from 'vitest'
import type { BrandFilter } from '../../brands/filter.ts'
import type { PeriodChange } from '../../ui/period-text.ts'
import { changeSentence, getVerdict } from './PromptVerdict.tsx'
import type { PromptDetail } from './prompt-detail.ts'

test('the sentence of a prompt has both scores, their difference and whether it is established', () => {
  const sentence = (change: Partial<PeriodChange>, filter: BrandFilter = { days: 30 }) =>
    changeSentence(
      {
        ranking: [{ competitor_id: null, avg_visibility_score: 45.3 }],
        change: {
          previous: 39.8,
          current: 45.3,
          delta: 5.5,
          usual_change: 2,
          period_state: 'up',
          ...change,
        },
      },
      filter,
    )
  expect(sentence({})).toBe(
    'Visibility was 45.3 in the last 30 days, up 5.5 from 39.8: an established change.',
  )
  expect(sentence({ previous: 45.9, delta: -0.6, period_state: 'usual_range' })).toBe(
    'Visibility was 45.3 in the last 30 days, down 0.6 from 45.9, within the usual range.',
  )
  expect(sentence({ previous: 45.3, delta: 0, period_state: 'insufficient_data' })).toBe(
    'Visibility was 45.3 in the last 30 days, the same as before; not enough data to judge the change.',
  )
  const none = { previous: null, current: null, delta: null, period_state: 'not_comparable' } as const
  expect(sentence(none, { from: '2026-11-22', to: '2026-11-22' })).toBe(
    'Visibility was 45.3 on 22 Nov; not comparable with the period before.',
  )
  expect(sentence(none, { days: 'all' })).toBe('Visibility was 45.3 in the full history.')
})

test('the verdict has a rank and a strongest competitor only when answers mention them', () => {
  const verdict = (own: number, competitor: number) => {
    const brands: [id: string | null, name: string, mentioning: number][] = [
      [null, 'Acme', own],
      ['c1', 'Globex', competitor],
    ]
    const ranking = brands.map(([competitor_id, name, results_mentioning]) => ({
      competitor_id,
      name,
      results_mentioning,
      mention_rate_pct: results_mentioning * 25,
    }))
    const detail = { brand: { name: 'Acme' }, ranking, result_count: 4, by_platform: [] }
    return getVerdict(detail as unknown as PromptDetail).filter(Boolean)
  }
  expect(verdict(1, 2)).toEqual([
    'Acme is mentioned in 25.0% of 4 answers, second of 2.',
    'Globex is mentioned in 50.0%.',
  ])
  expect(verdict(0, 2)[0]).toBe('Acme is mentioned in 0.0% of 4 answers.')
  expect(verdict(0, 0)).toEqual(['Acme is mentioned in 0.0% of 4 answers.'])
})
