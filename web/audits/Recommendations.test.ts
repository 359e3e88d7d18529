import { expect, test } from 'vitest'
import { gainText } from './Recommendations.tsx'

test('only a check with a cap is called a blocker', () => {
  expect(gainText(4.2, null)).toBe('+4.2 points')
  expect(gainText(12, 60)).toBe('+12.0 points')
  expect(gainText(0, 60)).toBe('Blocker')
  expect(gainText(0, null)).toBe('After the blocker')
})
