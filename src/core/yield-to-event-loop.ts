import { setImmediate as letOthersRun } from 'node:timers/promises'

/**
 * For pieces of work that keep the processor busy: one for each turn of the event loop, in the order they came, so that
 * what arrives from outside meanwhile is seen to first.
 */
export function yieldToEventLoop(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
    return last
  }
}

/** As long as a piece of work may keep everybody else waiting. */
const longestMs = 2

/** For long loops: what is awaited between two rounds lets others run, once the rounds since took that long. */
export function timeSlicer(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestMs) return
    await letOthersRun()
    began = performance.now()
  }
}

/** For steps that are long together: each is taken once others could run, if those before it took that long. */
export function timeSlicedSteps(): <T>(step: () => T) => Promise<T> {
  const rest = timeSlicer()
  return async (step) => {
    await rest()
    return step()
  }
}
