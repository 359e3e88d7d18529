/** Finds a phrase in the visible text of an answer, in bounded time. Pure. */

export const AT_WORD_START = /(?:^|[^\p{L}\p{N}.@/-])$/u

/** Returns whether a text contains a phrase in lower case. */
export function isInLowerCase(text: string, phrase: string): boolean {
  const lower = phrase.toLowerCase()
  return lower !== phrase && occurs(text, lower, AT_WORD_START)
}

/** Further occurrences in one answer are ignored, so that a hostile text costs no more than others. */
const maxOccurrences = 100

export function occurs(text: string, phrase: string, before: RegExp, after?: RegExp): boolean {
  let left = maxOccurrences
  for (let at = text.indexOf(phrase); at >= 0 && left > 0; at = text.indexOf(phrase, at + phrase.length)) {
    left--
    const next = text.slice(at + phrase.length, at + phrase.length + 2)
    if (
      !/^[\p{L}\p{N}-]/u.test(next) &&
      (after?.test(next) ?? true) &&
      before.test(text.slice(Math.max(0, at - 30), at))
    )
      return true
  }
  return false
}
