import type { Term } from '../names/compile-names.ts'
import type { Candidate } from '../names/match.ts'
import { isWordUnit, KINDS, scriptOf } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { COMMON_WORDS, GIVEN_NAMES, type Language } from '../text/language.ts'
import { readLines, readWords } from '../text/word-lists.ts'
import clauseWords from './clause-words.json' with { type: 'json' }
import { type ContextWord, isInEnumeration, isTitleCase, wordAfter, wordBefore } from './context-words.ts'

const { LOWER, UPPER } = KINDS

/**
 * Names that are also common words (Target, Shark, On). Their capital is given already; what stands around
 * them says how much it tells. A place by itself can only be sure or unsure: the unsure ones are believed
 * when the same answer uses the name surely somewhere, which `judge` decides.
 *
 * - `sure`: a capital in mid-sentence, `Target's`, `Target offers`
 * - `likely`: at the head of a heading, list item or cell, where names and words look alike
 * - `unsure`: believed only with a sure or likely place elsewhere
 * - `unlikely`: inside a longer name or phrase, or before a surname; believed only with a sure place elsewhere
 * - `never`: a placeholder precedes, or it is the plural of the word
 */
export type Likelihood = 'sure' | 'likely' | 'unsure' | 'unlikely' | 'never'

export type MatchContext = {
  folded: FoldedText
  language: Language | null
  /** Range of the sentence. */
  from: number
  to: number
  /** Whether the candidate stands in the header row of a table. */
  inTableHeader: () => boolean
  /** Whether the items, cells or headings beside the candidate's own begin with names. */
  amongNames: () => boolean
  /** Entities of the candidates that end, or (negative) begin, at a place. */
  neighbours: () => ReadonlyMap<number, number>
}

export function estimateLikelihood(candidate: Candidate, around: MatchContext): Likelihood {
  const likelihood = judgeWord(candidate, around)
  return likelihood === 'unsure' && BRAND_FIRST.has(candidate.term.commonWord ?? '') ? 'likely' : likelihood
}

function judgeWord(candidate: Candidate, around: MatchContext): Likelihood {
  const { term, start, end, right } = candidate
  const { folded, language } = around
  const word = term.commonWord
  if (word === null || !isCommonIn(word, language)) return 'sure'
  if (besideOtherScript(folded, start, end)) return 'sure'
  const before = wordBefore(folded, start, around.from)
  const after = wordAfter(folded, end + right.tail, around.to)
  if (isAmongOtherScript(folded, start, before, after)) return 'sure'

  const disbelief = otherMeaning(word, candidate, before, after, around)
  if (disbelief) return disbelief
  if (right.kind === 'possessive') return FUNCTION_WORDS.has(word) ? 'unsure' : 'sure'
  if (after.mark === REGISTERED || after.mark === TRADE_MARK) return 'sure'
  const enumerated = isInEnumeration(folded, before, around.from)
  if (term.path.length === 1) return enumerated ? 'likely' : oneLetter(before, after)
  if (before.text === '') return atTheHead(word, after, around)

  // German nouns have their capital anyway.
  if (language === 'de' && before.joined) return 'unsure'
  if (before.kind === LOWER) {
    if (isTitleCase(folded, around.from, around.to)) return enumerated ? 'likely' : 'unsure'
    return after.joined && after.kind === UPPER && isCommonIn(after.text, 'en') ? 'likely' : 'sure'
  }
  if (!before.joined) return FUNCTION_WORDS.has(word) && after.kind === LOWER ? 'unsure' : 'sure'
  const inFlow = before.opensSentence && !before.possessive && after.kind === LOWER
  if (inFlow && !isTitleCase(folded, around.from, around.to)) return 'sure'
  return after.code ? 'likely' : 'unsure'
}

/** Signs that something else is meant; null when there is none. */
function otherMeaning(
  word: string,
  { term, start, right }: Candidate,
  before: ContextWord,
  after: ContextWord,
  { folded, language, neighbours }: MatchContext,
): Likelihood | null {
  if (before.joined && PLACEHOLDERS.has(before.text)) return 'never'
  if (TITLES.has(word) && isPerson(after)) return 'never'
  if (isShouted(term, folded, start)) return 'unlikely'
  if (GIVEN_NAMES.has(word) && isSurname(after) && !neighbours().has(-after.start)) return 'unlikely'
  // English "apples" are fruit, German "Apples" is a genitive.
  if (right.kind === 'plural') return language === 'de' && !COMMON_WORDS.de.has(word) ? 'sure' : 'never'
  if (before.joined && before.kind !== LOWER && !before.possessive) {
    const other = neighbours().get(before.end)
    if (other === term.entity || OWNERS.has(`${before.text} ${word}`)) return 'likely'
    if (other !== undefined || before.code || !isCommonIn(before.text, language)) return 'unlikely'
    if (before.hyphenated && FUNCTION_WORDS.has(word)) return 'never'
    if (before.hyphenated || before.behindCapital) return 'unlikely'
    if (before.text === 'the')
      return after.code || after.beforeCode ? 'likely' : before.opensSentence ? 'unsure' : 'unlikely'
  }
  if (after.joined && after.kind === UPPER && GENERIC_HEADS.has(after.text)) return 'unlikely'
  if (after.hyphenated && after.kind === LOWER && before.text === '') return 'unlikely'
  if (after.hyphenated && after.kind === UPPER && language === 'en') return 'unsure'
  return null
}

function oneLetter(before: ContextWord, after: ContextWord): Likelihood {
  if (after.hyphenated || before.hyphenated) return 'never'
  const introduced = BEFORE_ONE_LETTER.has(before.text) && !before.behindHyphen
  return introduced || after.text === 'formerly' ? 'sure' : 'unsure'
}

/** The name begins its sentence, heading, item or cell, so that its capital says nothing. */
function atTheHead(
  word: string,
  after: ContextWord,
  { inTableHeader, amongNames }: MatchContext,
): Likelihood {
  const functionWord = FUNCTION_WORDS.has(word)
  if (inTableHeader()) return 'unsure'
  // "Target your audience" is an order.
  if (after.joined && POSSESSIVES.has(after.text)) return 'never'
  if (after.joined && after.kind === LOWER)
    return VERBS.has(after.text) && !functionWord ? 'sure' : 'unlikely'
  if (PREPOSITIONS.has(word)) return 'unsure'
  if (!after.joined || after.text === '') return functionWord ? 'unsure' : 'likely'
  // "Shark Navigator", "Nothing Phone 3a", "Away The Carry-On"; but "Smart Dry", "Steam Wand".
  const named = after.text === 'the' || after.code || after.beforeCode || !isCommonIn(after.text, 'en')
  return named || (!functionWord && amongNames()) ? 'likely' : 'unsure'
}

/** Whether a word is common in the language of the text; of an unknown language English is asked. */
function isCommonIn(word: string, language: Language | null): boolean {
  return COMMON_WORDS[language ?? 'en'].has(word)
}

/** Notion in 私はNotionを or 소니Notion: only a name changes the script inside a word. */
function besideOtherScript({ units, length }: FoldedText, start: number, end: number): boolean {
  const differs = (a: number, b: number) => isWordUnit(a) && scriptOf(a) !== 0 && scriptOf(a) !== scriptOf(b)
  if (start > 0 && differs(units[start - 1] ?? 0, units[start] ?? 0)) return true
  return end < length && differs(units[end] ?? 0, units[end - 1] ?? 0)
}

/** أفضل من Notion: words of another script on both sides, as far as there are words. */
function isAmongOtherScript(
  { units }: FoldedText,
  start: number,
  before: ContextWord,
  after: ContextWord,
): boolean {
  const own = scriptOf(units[start] ?? 0)
  const isOther = (neighbour: ContextWord) => {
    const script = scriptOf(units[neighbour.start] ?? 0)
    return script !== 0 && script !== own
  }
  if (before.text === '') return after.text !== '' && isOther(after)
  return isOther(before) && (after.text === '' || isOther(after))
}

/** A short word all in capitals is rather an abbreviation (8 GB RAM) than a name written otherwise. */
function isShouted({ path, capitals }: Term, { kinds }: FoldedText, start: number): boolean {
  if (path.length > 4 || path.length < 2 || capitals.every((capital) => capital === 1)) return false
  return path.every((_, k) => kinds[start + k] === UPPER)
}

/** Prince Harry, King Mohammed: a given name or no common word follows. */
function isPerson(after: ContextWord): boolean {
  return (after.joined && after.kind === UPPER && GIVEN_NAMES.has(after.text)) || isSurname(after)
}

/** A capitalized word in small letters that is no common word. */
function isSurname({ text, capitalized, code, joined }: ContextWord): boolean {
  return joined && capitalized && !code && !isCommonIn(text, 'en')
}

const REGISTERED = 0xae
const TRADE_MARK = 0x2122

const VERBS = new Set(clauseWords.verbs)
const POSSESSIVES = new Set(clauseWords.possessives)
/** Pronouns, prepositions and other words that no sentence is surprised by. */
const FUNCTION_WORDS = new Set([...clauseWords.neverAlone, ...clauseWords.prepositions])
const PREPOSITIONS = new Set(clauseWords.prepositions)
const TITLES = new Set(clauseWords.titles)
const PLACEHOLDERS = new Set(clauseWords.placeholders)
const BEFORE_ONE_LETTER = new Set(clauseWords.beforeOneLetter)
/** "google nest": a maker's name before its product's does not make another name of it. */
const OWNERS = new Set(readLines('owners.txt'))
/** Oracle, Zoom: words that are rarer than the company. */
const BRAND_FIRST = readWords('brand-first.txt')
const GENERIC_HEADS = readWords('generic-heads.txt')
