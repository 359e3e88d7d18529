import { expect, test } from 'vitest'
import { timeSlicedSteps, timeSlicer } from './yield-to-event-loop.ts'

const busyFor = (ms: number) => {
  const startedMs = performance.now()
  while (performance.now() - startedMs < ms);
}

/** Counts the turns of the event loop. */
function countTurns() {
  const turns = { count: 0, stop: () => clearImmediate(next) }
  const count = () => {
    turns.count += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return turns
}

test('a long loop yields every few milliseconds, a short one never', async () => {
  const turns = countTurns()
  const yieldIfDue = timeSlicer()
  for (let round = 0; round < 5; round += 1) await yieldIfDue()
  expect(turns.count).toBe(0)
  for (let round = 0; round < 5; round += 1) {
    busyFor(6)
    await yieldIfDue()
  }
  turns.stop()
  expect(turns.count).toBeGreaterThanOrEqual(5)
})

test('a step after a long one yields first; each step returns its result', async () => {
  const turns = countTurns()
  const step = timeSlicedSteps()
  expect(await step(() => 'first')).toBe('first')
  expect(turns.count).toBe(0)
  await step(() => busyFor(6))
  expect(await step(() => turns.count)).toBeGreaterThanOrEqual(1)
  turns.stop()
})
