import { expect, test } from 'vitest'
import { plainMessage } from '../../languages/message.ts'
import { adjustForMultipleTests } from './adjusted-changes.ts'
import type { TestedChange } from './window-change.ts'

test('of many comparisons only those that survive the correction are called changed', () => {
  const change = (p_value: number | null, state: TestedChange['state']): TestedChange => {
    return { previous: 1, delta: 1, state, p_value, reason: plainMessage('') }
  }
  const judged = adjustForMultipleTests([
    change(0.04, 'up'),
    change(0.001, 'down'),
    change(null, 'insufficient_data'),
    change(0.5, 'no_significant_change'),
    change(0.6, 'no_significant_change'),
  ])
  expect(judged.map(({ state, q_value }) => [state, q_value])).toEqual([
    ['no_significant_change', expect.closeTo(0.08, 12)],
    ['down', expect.closeTo(0.004, 12)],
    ['insufficient_data', null],
    ['no_significant_change', 0.6],
    ['no_significant_change', 0.6],
  ])
})
