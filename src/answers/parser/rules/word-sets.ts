/** Sets of words that decide whether a common word is a name. */
import { COMMON_WORDS, type WordListLanguage } from '../../common-words.ts'
import { readWordList, readWords } from '../text/word-lists.ts'
import clauseWords from './clause-words.json' with { type: 'json' }

/** Words that follow a name as the subject. "A" is a verb in French only. */
export const VERBS: Record<WordListLanguage, ReadonlySet<string>> = {
  en: new Set(clauseWords.verbs.en),
  de: new Set(clauseWords.verbs.de),
  fr: new Set(clauseWords.verbs.fr),
  es: new Set(clauseWords.verbs.es),
}
export const LINKING_WORDS = new Set(clauseWords.linking)
export const PRODUCT_WORDS = new Set(clauseWords.productWords)
/** "Method 1" and "Step 2" count something. */
export const NUMBERED = new Set(clauseWords.numbered)
export const AFTER_LINK = new Set(clauseWords.afterLink)
export const POSSESSIVES = new Set(clauseWords.possessives)
/** Pronouns, prepositions and other words that occur in any sentence. */
export const FUNCTION_WORDS = new Set([...clauseWords.neverAlone, ...clauseWords.prepositions])
export const PREPOSITIONS = new Set(clauseWords.prepositions)
export const CALENDAR = new Set(clauseWords.calendar)
export const DATE_BEFORE = new Set(clauseWords.calendarBefore)
export const DATE_AFTER = new Set(clauseWords.calendarAfter)
export const PARTICLES = new Set(clauseWords.particles)
export const ADVERBS = new Set(clauseWords.adverbs)
export const TITLES = new Set(clauseWords.titles)
export const PLACEHOLDERS = new Set(clauseWords.placeholders)
export const BEFORE_ONE_LETTER = new Set(clauseWords.beforeOneLetter)
/** "google nest": the maker's name before its product's name does not change the meaning. */
export const OWNERS = new Set(readWordList('owners.txt'))
/** Oracle, Zoom: words that are used less often than the company's name. */
export const BRAND_FIRST = readWords('brand-first.txt')
export const GENERIC_HEADS = readWords('generic-heads.txt')

/** Returns whether a word is common in the language of the text, or in English if the language is unknown. */
export function isCommonIn(word: string, language: WordListLanguage | null): boolean {
  return COMMON_WORDS[language ?? 'en'].has(word)
}
