import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timeSlicer } from './yield-to-event-loop.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Simulates a computation of this length by advancing the clock. */
const compute = (ms: number) => void vi.advanceTimersByTime(ms)

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
    compute(6)
    await yieldIfDue()
  }
  turns.stop()
  expect(turns.count).toBeGreaterThanOrEqual(5)
})

test('of several long loops, one continues per turn of the event loop', async () => {
  const turns = countTurns()
  const turnsOfSlices: number[] = []
  const loop = async () => {
    const yieldIfDue = timeSlicer()
    for (let round = 0; round < 5; round += 1) {
      compute(3)
      await yieldIfDue()
      turnsOfSlices.push(turns.count)
    }
  }
  await Promise.all([loop(), loop(), loop()])
  turns.stop()
  expect(new Set(turnsOfSlices).size).toBe(15)
})
