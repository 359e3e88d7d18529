import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import type { BrandNumbers } from './brand-numbers.ts'
import { writeSummary } from './executive-summary.ts'
import { createReport, createReportedBrand } from './reports.fixture.ts'

const service = await sharedService()
const { snapshot } = await createReport(await createReportedBrand(service))
const [zorvex]: BrandNumbers[] = snapshot.brands

type Change = BrandNumbers['trend']['changes'][number]

const scoreRose: Change = {
  number: 'score',
  status: 'up',
  established: '2026-03-12',
  since: '2026-03-08',
  before: 40.7,
  after: 45.7,
}

/** Zorvex with these changes, in second place, and behind both competitors in the previous period. */
function withChanges(changes: Change[]): BrandNumbers {
  if (!zorvex) throw new Error('The report has a brand')
  const { trend, comparison } = zorvex
  const scored = (previous: number) => ({ ...comparison.brand.change, previous })
  return {
    ...zorvex,
    trend: { ...trend, changes },
    leads: [],
    comparison: {
      ...comparison,
      brand: { ...comparison.brand, avg_visibility_score: 50, change: scored(40) },
      competitors: comparison.competitors.slice(0, 2).map((each, index) => ({
        ...each,
        avg_visibility_score: [60, 45][index] ?? 0,
        change: scored([60, 45][index] ?? 0),
      })),
    },
  }
}

test('a rank is called changed only where an established change of a lead agrees with the order now', () => {
  const book = withChanges([scoreRose])
  const [ahead, behind] = book.comparison.competitors.map(({ competitor_id }) => competitor_id)
  const headline = (leads: BrandNumbers['leads']) =>
    writeSummary({ brands: [{ ...book, leads }] }, 'en').headline
  const lead = (competitor_id = '', direction: 'up' | 'down') => ({
    competitor_id,
    day: '2026-03-12',
    direction,
  })
  expect(headline([lead(behind, 'up')])).toBe('Zorvex moved from third to second place')
  expect(headline([lead(ahead, 'down')])).toBe('Zorvex moved from first to second place')
  // In the previous period, Zorvex was behind both; the score rose; and no lead changed.
  expect(headline([])).toBe('Zorvex is in second place of 3')
  expect(headline([lead(ahead, 'up')])).toBe('Zorvex is in second place of 3')
})

type PeriodState = BrandNumbers['summary']['change']['period_state']

/** Zorvex with a score that differs from the period before. */
function withScore(period_state: PeriodState, changes: Change[] = []): BrandNumbers {
  const book = withChanges(changes)
  const { summary } = book
  const usual_change = period_state === 'insufficient_data' ? null : 4
  const change = { ...summary.change, period_state, usual_change, previous: 40.7, current: 45.7, delta: 5 }
  return { ...book, summary: { ...summary, avg_visibility_score: 45.7, change } }
}

const summarize = (brand: BrandNumbers) => writeSummary({ brands: [brand] }, 'en').summary

test('the score is compared with the period before, and only an unusual difference is a rise', () => {
  expect(summarize(withScore('up'))).toContain(
    'Visibility score rose from 40.7 in the period before to 45.7.',
  )
  expect(summarize(withScore('usual_range'))).toContain(
    'The visibility score is 45.7, after 40.7 in the period before: within the usual range.',
  )
  expect(summarize(withScore('insufficient_data'))).toContain(
    'The visibility score is 45.7 of 100. There is not enough data to compare it',
  )
  expect(summarize(withScore('insufficient_data'))).not.toContain('No other number')
})

test('an established change is a sentence of its own with its days', () => {
  const summary = summarize(withScore('usual_range', [scoreRose]))
  expect(summary).toContain(
    'A rise of 5.0 points since 8 Mar 2026 was established on 12 Mar 2026. Quilmar leads by 10.0 points.',
  )
  expect(summary).not.toContain('Visibility score rose')
})

test('a lower position is an improvement', () => {
  const book = withScore('usual_range')
  const { summary } = book
  const avg_position = {
    ...summary.changes.avg_position,
    period_state: 'down' as const,
    previous: 2.5,
    current: 2.09,
  }
  expect(
    summarize({ ...book, summary: { ...summary, changes: { ...summary.changes, avg_position } } }),
  ).toContain('Average position improved from 2.50 in the period before to 2.09.')
  expect(summarize(book)).toContain('No other number changed more than usual.')
})

test('a portfolio names the brands whose visibility differs unusually', () => {
  const steady = withScore('usual_range', [scoreRose])
  expect(writeSummary({ brands: [withScore('up'), steady] }, 'en')).toEqual({
    headline: 'Visibility rose for 1 of 2 brands',
    summary: 'It rose for Zorvex.',
  })
  expect(writeSummary({ brands: [steady, steady] }, 'en').headline).toBe(
    'Visibility of 2 brands without an unusual change',
  )
})

test('brands with equal scores share their place, and neither leads', () => {
  if (!zorvex) throw new Error('The report has a brand')
  const { headline, summary } = writeSummary({ brands: [zorvex] }, 'en')
  expect(headline).toBe('Zorvex shares first place with 1 competitor')
  expect(summary).toContain('Zorvex and Quilmar have the same score.')
})
