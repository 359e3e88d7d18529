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
  return someOccurrence(
    text,
    phrase,
    (previous, next) => (after?.test(next) ?? true) && before.test(previous),
  )
}

/** Returns whether a text contains a phrase directly after a capitalized word that is accepted: "Acme Air", "Acme X1/Air". */
export const occursAfter = (text: string, phrase: string, isAccepted: (word: string) => boolean): boolean =>
  someOccurrence(text, phrase, (previous) => isAccepted(WORD_BEFORE.exec(previous)?.[1] ?? ''))

const WORD_BEFORE = /(\p{Lu}[\p{L}\d&.'’-]*) (?:[\p{L}\d-]+\/)?$/u
const contextUnits = 40

function someOccurrence(
  text: string,
  phrase: string,
  isMatch: (previous: string, next: string) => boolean,
): boolean {
  let left = maxOccurrences
  for (let at = text.indexOf(phrase); at >= 0 && left > 0; at = text.indexOf(phrase, at + phrase.length)) {
    left--
    const next = text.slice(at + phrase.length, at + phrase.length + 2)
    if (!/^(?:[\p{L}\p{N}-]|\.\p{L})/u.test(next) && isMatch(text.slice(Math.max(0, at - contextUnits), at), next)) return true
  }
  return false
}
