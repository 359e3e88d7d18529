import { expect, test } from 'vitest'
import {
  changedBy,
  changeLabel,
  changeOrder,
  changeSentence,
  type DisplayedChange,
  differenceText,
} from './change-text.ts'

const up: DisplayedChange = {
  state: 'up',
  delta: -1,
  reason: 'The reason.',
  established: { status: 'up', since: '2026-03-03', established: '2026-03-09', before: 40.1, after: 46.3 },
}
const steady: DisplayedChange = {
  ...up,
  state: 'no_significant_change',
  established: null,
}
const score = { label: 'Visibility score' }

test('an established change is stated with its means and days, whatever the difference of the chosen period', () => {
  expect(changeSentence(up, score)).toBe(
    'Visibility score up 6.2 points, from 40.1 to 46.3, since 3 Mar (established 9 Mar).',
  )
  expect(changedBy(up)).toBeCloseTo(6.2)
  expect(changeOrder(up)).toBeCloseTo(6.2)
})

test('a steady number is not called up or down, and neither is an unknown one', () => {
  expect(changeLabel(steady)).toBe('No established change')
  expect(changeSentence(steady, score)).toBe('No established change.')
  expect(changeOrder(steady)).toBe(0)
  const unknown: DisplayedChange = { ...up, state: 'not_comparable', established: null }
  expect(changeLabel(unknown)).toBe('Not comparable')
  expect(changeSentence(unknown, score)).toBe('The reason.')
})

test('the values of the same prompts and platforms add up to their difference', () => {
  const format = (value: number | null) => `${value}`
  const difference = { previous: 40, current: 41.5, delta: 1.5 }
  expect(differenceText(difference, format, undefined)).toBe(
    'Same prompts and platforms: 40 in the previous period, 41.5 in this one (+1.5).',
  )
  expect(differenceText(difference, format, 'last_month')).toContain('40 in the same days of the last month')
  expect(differenceText({ previous: null, current: null, delta: null }, format, undefined)).toBeNull()
})
