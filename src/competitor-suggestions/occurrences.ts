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
const previousUnits = 40
const nextUnits = 8
/** The word or the host goes on: "acme" in "acmes", "acme-like" and "acme.com". */
const CONTINUES = /^(?:[\p{L}\p{N}-]|\.\p{L})/u

function someOccurrence(
  text: string,
  phrase: string,
  isMatch: (previous: string, next: string) => boolean,
): boolean {
  let left = maxOccurrences
  for (let at = text.indexOf(phrase); at >= 0 && left > 0; at = text.indexOf(phrase, at + phrase.length)) {
    left--
    const next = text.slice(at + phrase.length, at + phrase.length + nextUnits)
    if (!CONTINUES.test(next) && isMatch(text.slice(Math.max(0, at - previousUnits), at), next)) return true
  }
  return false
}

const WITHIN_SENTENCE = /(?:\p{Ll}[,]? |[/(]|, )$/u
const AFTER_NAME =
  /^(?:['’]s|[,.;:)!?/](?!\p{L})| (?!(?:and|of|by|for|but|de|y|et|und|in) \p{Lu})\p{Ll}|\n|$)/u

/** Returns whether a text uses capitalized words within a sentence as a whole name. */
export const isUsedAlone = (text: string, phrase: string): boolean =>
  someOccurrence(text, phrase, (previous, next) => WITHIN_SENTENCE.test(previous) && AFTER_NAME.test(next))
