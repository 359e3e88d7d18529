/**
 * Groups answers into requests. An answer whose request has failed is sent alone, so that one answer that a model cannot
 * handle does not fail others again.
 */
export function groupTexts<T extends { markdown: string; failures: number }>(answers: readonly T[]): T[][] {
  const groups: T[][] = []
  let open: T[] = []
  let length = 0
  for (const answer of answers) {
    const isAlone = answer.failures > 0 || answer.markdown.length > MAX_SHARED_LENGTH
    if (isAlone) {
      groups.push([answer])
      continue
    }
    if (
      open.length === 0 ||
      open.length >= MAX_SHARED_TEXTS ||
      length + answer.markdown.length > MAX_SHARED_LENGTH
    ) {
      open = []
      length = 0
      groups.push(open)
    }
    open.push(answer)
    length += answer.markdown.length
  }
  return groups
}

/** Answers of at most this many characters together share a request, so that the instructions are paid for once. */
const MAX_SHARED_LENGTH = 4_000
const MAX_SHARED_TEXTS = 8
