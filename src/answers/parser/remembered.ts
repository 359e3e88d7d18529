/**
 * A pure function of a text that remembers what it has answered: the answers to a brand's prompts cite the same pages and
 * repeat the same questions. Bounded: when it knows `most` texts it forgets them all, and very long ones it never keeps.
 */
export function remembered<T extends object | string | number | null>(
  most: number,
  find: (text: string) => T,
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const old = known.get(text)
    if (old !== undefined) return old
    const found = find(text)
    if (known.size >= most) known.clear()
    if (text.length <= LONGEST_KEPT) known.set(text, found)
    return found
  }
}

const LONGEST_KEPT = 2_000

/** What is found when it is first asked for, and then kept: much of what could be asked of an answer nobody asks. */
export function once<T>(find: () => T): () => T {
  let found: { value: T } | null = null
  return () => {
    found ??= { value: find() }
    return found.value
  }
}
