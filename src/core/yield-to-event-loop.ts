/** Ways for long computations to let other work of the event loop run. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Returns a function whose calls resolve one per turn of the event loop, in the order of the calls. */
export function yieldToEventLoop(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
    return last
  }
}

const timeSliceMs = 2

/** Returns a function to await between iterations of a long loop. It yields once the time slice is used up. */
export function timeSlicer(): () => Promise<void> {
  let startedMs = performance.now()
  return async () => {
    if (performance.now() - startedMs < timeSliceMs) return
    await nextTurn()
    startedMs = performance.now()
  }
}
