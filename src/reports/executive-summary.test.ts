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

test('each established change is one sentence, and a lower position is an improvement', () => {
  const position: Change = { ...scoreRose, number: 'avg_position', status: 'down', before: 2.5, after: 2.09 }
  const { summary } = writeSummary({ brands: [withChanges([scoreRose, position])] }, 'en')
  expect(summary).toContain('Visibility score rose from 40.7 to 45.7 since 8 Mar 2026.')
  expect(summary).toContain('Average position improved from 2.50 to 2.09 since 8 Mar 2026.')
  expect(summary).toContain('Quilmar leads by 10.0 points.')
})

test('without an established change, the summary says so', () => {
  expect(writeSummary({ brands: [withChanges([])] }, 'en').summary).toContain('without an established change')
})

test('a portfolio names the brands whose visibility changed', () => {
  const brands = [withChanges([scoreRose]), withChanges([])]
  expect(writeSummary({ brands }, 'en')).toEqual({
    headline: 'Visibility rose for 1 of 2 brands',
    summary: 'It rose for Zorvex.',
  })
})

test('brands with equal scores share their place, and neither leads', () => {
  if (!zorvex) throw new Error('The report has a brand')
  const { headline, summary } = writeSummary({ brands: [zorvex] }, 'en')
  expect(headline).toBe('Zorvex shares first place with 1 competitor')
  expect(summary).toContain('Zorvex and Quilmar have the same score.')
})
