/** Ways for long computations to let other work of the event loop run. */
import { setImmediate } from 'node:timers/promises'

/** Resolves in the next turn of the event loop, after pending I/O callbacks have run. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

/** Returns a function whose calls resolve one per turn of the event loop, in the order of the calls. */
export function createTurnQueue(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(yieldToEventLoop)
    return last
  }
}

const timeSliceMs = 2

/**
 * The long loops of this thread. If each continued in the next turn, a turn would last as long as all of their time slices,
 * and a short request waits for a turn after each of its queries.
 */
const nextTurn = createTurnQueue()

/** Returns a function to await between iterations of a long loop. It yields once the time slice is used up. */
export function timeSlicer(): () => Promise<void> {
  let startedMs = performance.now()
  return async () => {
    if (performance.now() - startedMs < timeSliceMs) return
    await nextTurn()
    startedMs = performance.now()
  }
}

/** Runs a generator to its end without other work in between. */
export function runSteps<T>(steps: Generator<undefined, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Runs a generator to its end. `pause`, from `timeSlicer`, is awaited after each step. */
export async function runStepsWithPauses<T>(
  steps: Generator<undefined, T>,
  pause: () => Promise<void>,
): Promise<T> {
  let step = steps.next()
  while (!step.done) {
    await pause()
    step = steps.next()
  }
  return step.value
}
