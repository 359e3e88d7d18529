/** Puts queries together that ask for the same thing in other words. Pure and deterministic. */

/** The share of equal words above which two texts ask for the same. */
const minSimilarity = 0.85

export type Clusters<T> = {
  /** Returns what is registered under similar words, or null. */
  find(words: readonly string[]): T | null
  add(words: readonly string[], value: T): void
}

/**
 * Finds the most similar text, and of equally similar ones the first. Two sets of words can only be similar enough if the rarest
 * words of each, as many as the other may lack, have one in common; so only texts with such a word are compared.
 */
export function createClusters<T>(countOf: (word: string) => number): Clusters<T> {
  const index = new Map<string, { words: ReadonlySet<string>; value: T; order: number }[]>()
  let order = 0
  const rarest = (words: readonly string[]) =>
    words
      .toSorted((a, b) => countOf(a) - countOf(b) || (a < b ? -1 : 1))
      .slice(0, words.length - Math.ceil(minSimilarity * words.length) + 1)
  return {
    find: (words) => {
      let best: { value: T; similarity: number; order: number } | null = null
      for (const word of rarest(words))
        for (const each of index.get(word) ?? []) {
          const similarity = getSimilarity(words, each.words)
          if (similarity < minSimilarity) continue
          if (
            best &&
            (similarity < best.similarity || (similarity === best.similarity && each.order >= best.order))
          )
            continue
          best = { value: each.value, similarity, order: each.order }
        }
      return best?.value ?? null
    },
    add: (words, value) => {
      const entry = { words: new Set(words), value, order: order++ }
      for (const word of rarest(words)) {
        const list = index.get(word)
        if (list) list.push(entry)
        else index.set(word, [entry])
      }
    },
  }
}

/** Jaccard index. */
function getSimilarity(words: readonly string[], others: ReadonlySet<string>): number {
  const common = words.filter((word) => others.has(word)).length
  return common / (words.length + others.size - common || 1)
}
