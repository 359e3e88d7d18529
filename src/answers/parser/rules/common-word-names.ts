import { COMMON_WORDS, GIVEN_NAMES } from '../../common-words.ts'
import type { Term } from '../names/compile-names.ts'
import { isFixedPhrase } from '../names/fixed-phrases.ts'
import type { NameMatch } from '../names/match.ts'
import { getScript, isWordUnit, KINDS } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { atBlockStart, isFollowedByProduct } from './block-start.ts'
import { type ContextWord, isInEnumeration, isTitleCase, wordAfter, wordBefore } from './context-words.ts'
import type { Likelihood, MatchContext } from './likelihood.ts'
import {
  ADVERBS,
  BEFORE_ONE_LETTER,
  BRAND_FIRST,
  CALENDAR,
  DATE_AFTER,
  DATE_BEFORE,
  FUNCTION_WORDS,
  GENERIC_HEADS,
  isCommonIn,
  LINKING_WORDS,
  NUMBERED,
  OWNERS,
  PARTICLES,
  PLACEHOLDERS,
  PREPOSITIONS,
  TITLES,
  VERBS,
} from './word-sets.ts'

const { LOWER, UPPER } = KINDS

export function estimateLikelihood(candidate: NameMatch, context: MatchContext): Likelihood {
  const likelihood = likelihoodOfWord(candidate, context)
  return likelihood === 'unsure' && BRAND_FIRST.has(candidate.term.commonWord ?? '') ? 'likely' : likelihood
}

function likelihoodOfWord(candidate: NameMatch, context: MatchContext): Likelihood {
  const { term, start, end, right } = candidate
  const { folded, language } = context
  if (term.phraseWord !== null) {
    const after = wordAfter(folded, end + right.tail, context.to)
    if (after.adjacent && isFixedPhrase(term.phraseWord, after.text)) return 'unlikely'
  }
  const word = term.commonWord
  if (word === null || !isCommonIn(word, language)) return 'sure'
  if (touchesOtherScript(folded, start, end)) return 'sure'
  const before = wordBefore(folded, start, context.from)
  const after = wordAfter(folded, end + right.tail, context.to)
  if (isAmongOtherScript(folded, start, before, after)) return 'sure'

  if (isTrademarked(folded, after, context.to)) return 'sure'
  const otherwise = otherMeaning(word, candidate, before, after, context)
  if (otherwise) return otherwise
  if (right.kind === 'possessive')
    return FUNCTION_WORDS.has(word) && !PREPOSITIONS.has(word) ? 'unsure' : 'sure'
  if (MARKS.has(after.nextUnit)) return 'sure'
  const enumerated = isInEnumeration(folded, before, context.from)
  if (term.path.length === 1) return enumerated ? 'likely' : oneLetter(before, after)
  if (before.text === '') return atBlockStart(word, start, after, context)

  // German nouns are always capitalized.
  if (language === 'de' && before.adjacent) return 'unsure'
  if (before.kind === LOWER) {
    if (isTitleCase(folded, context.from, context.to)) return enumerated ? 'likely' : 'unsure'
    return after.adjacent && after.kind === UPPER && isCommonIn(after.text, 'en') ? 'likely' : 'sure'
  }
  if (!before.adjacent) {
    if (!FUNCTION_WORDS.has(word) || after.kind !== LOWER) return 'sure'
    return isListedWithNames(folded, before, after, context.from, context.to) ? 'likely' : 'unsure'
  }
  const isMidSentence = before.opensSentence && !before.possessive && after.kind === LOWER
  if (isMidSentence && !isTitleCase(folded, context.from, context.to)) return 'sure'
  return after.code ? 'likely' : 'unsure'
}

/** Returns a likelihood if the context suggests a different meaning, otherwise null. */
function otherMeaning(
  word: string,
  candidate: NameMatch,
  before: ContextWord,
  after: ContextWord,
  { folded, language, entityAt, from, to }: MatchContext,
): Likelihood | null {
  const { term, start, right } = candidate
  if (before.adjacent && PLACEHOLDERS.has(before.text)) return 'never'
  if (after.adjacent && NUMBERED.has(word) && /^\d{1,2}$/.test(after.text)) return 'never'
  if (CALENDAR.has(word)) {
    if (isListedWithNames(folded, before, after, from, to)) return 'likely'
    return isDate(before, after) ? 'never' : 'unsure'
  }
  // "Zoom in on the picture", but "Zoom in 2020".
  if (opensClause(before) && after.kind === LOWER && PARTICLES.has(after.text) && !after.beforeCode)
    return after.adjacent ? 'unlikely' : null
  if (TITLES.has(word) && isPerson(after)) return 'never'
  if (isShortAllCaps(term, folded, start)) return 'unlikely'
  if (GIVEN_NAMES.has(word) && isSurname(after) && entityAt(-after.start) === undefined) return 'unlikely'
  // English "apples" are fruit, German "Apples" is a genitive.
  if (right.kind === 'plural') return language === 'de' && !COMMON_WORDS.de.has(word) ? 'sure' : 'never'
  if (before.adjacent && before.kind !== LOWER && !before.possessive) {
    const other = entityAt(before.end)
    if (other === term.entity || OWNERS.has(`${before.text} ${word}`)) return 'likely'
    if (other !== undefined || before.code || !isCommonIn(before.text, language)) return 'unlikely'
    if (before.hyphenated && FUNCTION_WORDS.has(word)) return 'never'
    if (before.hyphenated || before.followsCapitalized) return 'unlikely'
    if (before.text === 'the')
      return after.code ||
        after.beforeCode ||
        (before.opensSentence && isFollowedByProduct(start, after, folded, to))
        ? 'likely'
        : before.opensSentence
          ? theWord(candidate, after, folded, to)
          : 'unlikely'
  }
  if (after.adjacent && after.kind === UPPER && GENERIC_HEADS.has(after.text)) return 'unlikely'
  if (after.hyphenated && after.kind === LOWER && before.text === '') return 'unlikely'
  if (after.hyphenated && after.kind === UPPER && language === 'en') return 'unsure'
  return null
}

/** Returns whether a word opens its sentence, alone or after an adverb such as "then". */
function opensClause({ text, adjacent, opensSentence }: ContextWord): boolean {
  return text === '' || (adjacent && opensSentence && ADVERBS.has(text))
}

/** Returns whether ®, ™ or ℠ follows the next word, or the capitalized words after it: "Discover it® Miles". */
function isTrademarked(folded: FoldedText, next: ContextWord, to: number): boolean {
  let word = next
  for (let i = 0; i < MAX_TRADEMARK_WORDS && word.adjacent; i++) {
    const unit = folded.units[word.end]
    if (MARKS.has(unit ?? 0)) return true
    if (word.kind !== UPPER) return false
    word = wordAfter(folded, word.end, to)
  }
  return false
}

const MAX_TRADEMARK_WORDS = 3

/** "The Purple mattress is firm", but "The Office is …" and "The Ring Finger". */
function theWord({ start }: NameMatch, after: ContextWord, folded: FoldedText, to: number): Likelihood {
  const isNoun = ![VERBS.en, LINKING_WORDS, PREPOSITIONS].some((words) => words.has(after.text))
  const isAttribute = after.adjacent && after.kind === LOWER && isNoun
  return isAttribute && !isTitleCase(folded, start, to) ? 'likely' : 'unsure'
}

/** Returns whether the name of a day or month is a date: "on Monday", "Monday to Friday". */
function isDate(before: ContextWord, after: ContextWord): boolean {
  return DATE_BEFORE.has(before.text) || DATE_AFTER.has(after.text) || CALENDAR.has(after.text) || after.code
}

/** Returns whether the words around, or two before it, are names of the same list: "Asana, Monday and ClickUp". */
function isListedWithNames(
  folded: FoldedText,
  before: ContextWord,
  after: ContextWord,
  from: number,
  to: number,
): boolean {
  const isName = ({ kind, text }: ContextWord) => kind === UPPER && !isCommonIn(text, 'en')
  const isLink = ({ text }: ContextWord) => LINKING_WORDS.has(text)
  const left = isLink(before) ? wordBefore(folded, before.start, from) : before
  if ((left === before && before.adjacent) || !isName(left)) return false
  const right = isLink(after) ? wordAfter(folded, after.end, to) : after
  if ((right !== after || !after.adjacent) && isName(right)) return true
  const second = wordBefore(folded, left.start, from)
  return !second.adjacent && isName(second)
}

function oneLetter(before: ContextWord, after: ContextWord): Likelihood {
  if (after.hyphenated || before.hyphenated) return 'never'
  const introduced = BEFORE_ONE_LETTER.has(before.text) && !before.followsHyphen
  return introduced || after.text === 'formerly' ? 'sure' : 'unsure'
}

/** Returns whether the script changes inside the word, as only for a name: Notion in 私はNotionを or 소니Notion. */
function touchesOtherScript({ units, length }: FoldedText, start: number, end: number): boolean {
  const differs = (a: number, b: number) =>
    isWordUnit(a) && getScript(a) !== 0 && getScript(a) !== getScript(b)
  if (start > 0 && differs(units[start - 1] ?? 0, units[start] ?? 0)) return true
  return end < length && differs(units[end] ?? 0, units[end - 1] ?? 0)
}

/** Returns whether the words on both sides, if any, are of another script: أفضل من Notion. */
function isAmongOtherScript(
  { units }: FoldedText,
  start: number,
  before: ContextWord,
  after: ContextWord,
): boolean {
  const own = getScript(units[start] ?? 0)
  const isOther = (word: ContextWord) => {
    const script = getScript(units[word.start] ?? 0)
    return script !== 0 && script !== own
  }
  if (before.text === '') return after.text !== '' && isOther(after)
  return isOther(before) && (after.text === '' || isOther(after))
}

/**
 * Returns whether the word is short and all in capitals, and so more likely an abbreviation (8 GB RAM) than the name.
 */
function isShortAllCaps({ path, capitals }: Term, { kinds }: FoldedText, start: number): boolean {
  if (path.length > 4 || path.length < 2 || capitals.every((capital) => capital === 1)) return false
  return path.every((_, k) => kinds[start + k] === UPPER)
}

/** Returns whether a given name, or a word that is not common, follows a title: Prince Harry, King Mohammed. */
function isPerson(after: ContextWord): boolean {
  return (after.adjacent && after.kind === UPPER && GIVEN_NAMES.has(after.text)) || isSurname(after)
}

/** Returns whether a word is capitalized and not common. */
function isSurname({ text, capitalized, code, adjacent }: ContextWord): boolean {
  return adjacent && capitalized && !code && !isCommonIn(text, 'en')
}

const MARKS = new Set([...'®™℠'].map((mark) => mark.charCodeAt(0)))
