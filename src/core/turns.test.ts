import { expect, test } from 'vitest'
import { inStretches } from './turns.ts'

test('a long loop lets others run every few milliseconds, a short one does not', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const rest = inStretches()
  for (let round = 0; round < 5; round += 1) await rest()
  expect(turns).toBe(0)
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now()
    while (performance.now() - began < 6);
    await rest()
  }
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(5)
})
