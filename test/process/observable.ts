/** Lets tests wait for a condition that is checked again after every `notify`. */
export function observable() {
  const waiting = new Set<() => void>()
  return {
    notify: () => {
      for (const check of waiting) check()
    },
    until: (isTrue: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!isTrue()) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
  }
}
