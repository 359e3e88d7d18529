import type { WordListLanguage } from '../../common-words.ts'
import { KINDS } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { type ContextWord, isTitleCase, wordAfter } from './context-words.ts'
import type { Likelihood, MatchContext } from './likelihood.ts'
import {
  AFTER_LINK,
  FUNCTION_WORDS,
  GENERIC_HEADS,
  isCommonIn,
  LINKING_WORDS,
  POSSESSIVES,
  PREPOSITIONS,
  PRODUCT_WORDS,
  VERBS,
} from './word-sets.ts'

const { LOWER, UPPER } = KINDS

/**
 * Estimates the likelihood of a name that starts its sentence, heading, item or cell, where its capital means nothing.
 */
export function atBlockStart(
  word: string,
  start: number,
  after: ContextWord,
  { folded, language, to, inTableHeader, isAmongNames, entityAt }: MatchContext,
): Likelihood {
  const isFunctionWord = FUNCTION_WORDS.has(word)
  if (inTableHeader) return 'unsure'
  // "Target your audience" is an imperative.
  if (after.adjacent && POSSESSIVES.has(after.text)) return 'never'
  if (after.adjacent && after.kind === LOWER) {
    if (isFunctionWord) return 'unlikely'
    // "Target and Walmart", but "Blink and you miss it".
    if (LINKING_WORDS.has(after.text)) return isLinkedToName(folded, after, to) ? 'sure' : 'unsure'
    if (isMadeBy(word, folded, after, to)) return 'likely'
    return isVerb(after, language) ? 'sure' : 'unlikely'
  }
  // "1. Hoka\n2. On": an item with nothing else in a list of names.
  if (after.text === '' && isFunctionWord && isAmongNames()) return 'likely'
  // "- On Cloudmonster" after "- Hoka Clifton", but "On Windows".
  if (PREPOSITIONS.has(word)) {
    const isListed =
      after.kind === UPPER && !isCommonIn(after.text, 'en') && entityAt(-after.start) === undefined
    return after.adjacent && isListed && isAmongNames() ? 'likely' : 'unsure'
  }
  if (!after.adjacent || after.text === '') return isFunctionWord ? 'unsure' : 'likely'
  // "Shark Navigator", "Nothing Phone 3a", "Away The Carry-On"; but "Smart Dry", "Steam Wand".
  const named = after.text === 'the' || after.code || after.beforeCode || !isCommonIn(after.text, 'en')
  if (named || (!isFunctionWord && isAmongNames())) return 'likely'
  const isProduct = PRODUCT_WORDS.has(after.text) && isFollowedByProduct(start, after, folded, to)
  return isProduct ? 'likely' : 'unsure'
}

function isVerb({ text }: ContextWord, language: WordListLanguage | null): boolean {
  return VERBS.en.has(text) || (language !== null && VERBS[language].has(text))
}

/** Returns whether a name, or "other", follows an "and" after the word. */
function isLinkedToName(folded: FoldedText, link: ContextWord, to: number): boolean {
  const next = wordAfter(folded, link.end, to)
  return next.kind !== LOWER || AFTER_LINK.has(next.text)
}

/** "Visible by Verizon", but "Powered by Globex". */
function isMadeBy(word: string, folded: FoldedText, after: ContextWord, to: number): boolean {
  return (
    after.text === 'by' && !/(?:ed|en|de|wn)$/.test(word) && wordAfter(folded, after.end, to).kind === UPPER
  )
}

/** Returns whether a capitalized word, and then no other, follows in a sentence: "Lucid Air is …". */
export function isFollowedByProduct(
  start: number,
  after: ContextWord,
  folded: FoldedText,
  to: number,
): boolean {
  if (!after.adjacent || after.kind !== UPPER || GENERIC_HEADS.has(after.text)) return false
  const next = wordAfter(folded, after.end, to)
  return next.text !== '' && next.kind === LOWER && !isTitleCase(folded, start, to)
}
