/**
 * For pieces of work that keep the processor busy: one for each turn of the event loop, in the order they came, so that
 * what arrives from outside meanwhile is seen to first.
 */
export function takeTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
    return last
  }
}
