import { expect, test } from 'vitest'
import { timeSlicer, timeSlicedSteps } from './yield-to-event-loop.ts'

const busyFor = (ms: number) => {
  const began = performance.now()
  while (performance.now() - began < ms);
}

/** How often others could run. */
function countTurns() {
  const turns = { count: 0, stop: () => clearImmediate(next) }
  const count = () => {
    turns.count += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return turns
}

test('a long loop lets others run every few milliseconds, a short one does not', async () => {
  const turns = countTurns()
  const rest = timeSlicer()
  for (let round = 0; round < 5; round += 1) await rest()
  expect(turns.count).toBe(0)
  for (let round = 0; round < 5; round += 1) {
    busyFor(6)
    await rest()
  }
  turns.stop()
  expect(turns.count).toBeGreaterThanOrEqual(5)
})

test('before a step that follows a long one others run, and each gives what it makes', async () => {
  const turns = countTurns()
  const step = timeSlicedSteps()
  expect(await step(() => 'first')).toBe('first')
  expect(turns.count).toBe(0)
  await step(() => busyFor(6))
  expect(await step(() => turns.count)).toBeGreaterThanOrEqual(1)
  turns.stop()
})
