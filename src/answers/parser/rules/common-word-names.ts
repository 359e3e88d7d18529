import { COMMON_WORDS, GIVEN_NAMES, type Language } from '../../common-words.ts'
import type { Term } from '../names/compile-names.ts'
import type { Candidate } from '../names/match.ts'
import { isWordUnit, KINDS, scriptOf } from '../text/characters.ts'
import type { FoldedText } from '../text/folded.ts'
import { readLines, readWords } from '../text/word-lists.ts'
import clauseWords from './clause-words.json' with { type: 'json' }
import { type ContextWord, isInEnumeration, isTitleCase, wordAfter, wordBefore } from './context-words.ts'

const { LOWER, UPPER } = KINDS

/**
 * How likely a capitalized common word (Target, Shark, On) is the name of an entity, by its context. `acceptMentions`
 * resolves the doubtful ones with the other occurrences in the same answer.
 *
 * - `sure`: a capital in mid-sentence, `Target's`, `Target offers`
 * - `likely`: at the start of a heading, list item or cell, where names and words look alike
 * - `unsure`: accepted only if a sure or likely mention occurs elsewhere
 * - `unlikely`: inside a longer name or phrase, or before a surname; accepted only if a sure mention occurs elsewhere
 * - `never`: after a placeholder, or the plural of the word
 */
export type Likelihood = 'sure' | 'likely' | 'unsure' | 'unlikely' | 'never'

export type MatchContext = {
  folded: FoldedText
  language: Language | null
  /** Range of the sentence. */
  from: number
  to: number
  /** Whether the candidate is in the header row of a table. */
  inTableHeader: boolean
  /** Returns whether the sibling items, cells or headings of the candidate's block start with names. */
  isAmongNames: () => boolean
  /** Returns the entity of a candidate that ends at an offset, or that starts at the negated offset. */
  entityAt: (boundary: number) => number | undefined
}

export function estimateLikelihood(candidate: Candidate, context: MatchContext): Likelihood {
  const likelihood = likelihoodOfWord(candidate, context)
  return likelihood === 'unsure' && BRAND_FIRST.has(candidate.term.commonWord ?? '') ? 'likely' : likelihood
}

function likelihoodOfWord(candidate: Candidate, context: MatchContext): Likelihood {
  const { term, start, end, right } = candidate
  const { folded, language } = context
  const word = term.commonWord
  if (word === null || !isCommonIn(word, language)) return 'sure'
  if (touchesOtherScript(folded, start, end)) return 'sure'
  const before = wordBefore(folded, start, context.from)
  const after = wordAfter(folded, end + right.tail, context.to)
  if (isAmongOtherScript(folded, start, before, after)) return 'sure'

  // "Discover it® Miles"
  if (after.adjacent && isTrademarked(folded, after)) return 'sure'
  const otherwise = otherMeaning(word, candidate, before, after, context)
  if (otherwise) return otherwise
  if (right.kind === 'possessive') return FUNCTION_WORDS.has(word) ? 'unsure' : 'sure'
  if (after.nextUnit === REGISTERED || after.nextUnit === TRADE_MARK) return 'sure'
  const enumerated = isInEnumeration(folded, before, context.from)
  if (term.path.length === 1) return enumerated ? 'likely' : oneLetter(before, after)
  if (before.text === '') return atBlockStart(word, after, context)

  // German nouns are always capitalized.
  if (language === 'de' && before.adjacent) return 'unsure'
  if (before.kind === LOWER) {
    if (isTitleCase(folded, context.from, context.to)) return enumerated ? 'likely' : 'unsure'
    return after.adjacent && after.kind === UPPER && isCommonIn(after.text, 'en') ? 'likely' : 'sure'
  }
  if (!before.adjacent) return FUNCTION_WORDS.has(word) && after.kind === LOWER ? 'unsure' : 'sure'
  const isMidSentence = before.opensSentence && !before.possessive && after.kind === LOWER
  if (isMidSentence && !isTitleCase(folded, context.from, context.to)) return 'sure'
  return after.code ? 'likely' : 'unsure'
}

/** Returns a likelihood if the context suggests a different meaning, otherwise null. */
function otherMeaning(
  word: string,
  candidate: Candidate,
  before: ContextWord,
  after: ContextWord,
  { folded, language, entityAt, to }: MatchContext,
): Likelihood | null {
  const { term, start, right } = candidate
  if (before.adjacent && PLACEHOLDERS.has(before.text)) return 'never'
  if (CALENDAR.has(word)) return isDate(before, after) ? 'never' : 'unsure'
  if (after.adjacent && after.kind === LOWER && COMPOUNDS.has(`${word} ${after.text}`)) return 'unlikely'
  // "Zoom in on the picture", but "Zoom in 2020".
  if (
    before.text === '' &&
    after.adjacent &&
    after.kind === LOWER &&
    PARTICLES.has(after.text) &&
    !after.beforeCode
  )
    return 'unlikely'
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
      return after.code || after.beforeCode || isNameOfProduct(candidate, before, after, folded, to)
        ? 'likely'
        : before.opensSentence
          ? 'unsure'
          : 'unlikely'
  }
  if (after.adjacent && after.kind === UPPER && GENERIC_HEADS.has(after.text)) return 'unlikely'
  if (after.hyphenated && after.kind === LOWER && before.text === '') return 'unlikely'
  if (after.hyphenated && after.kind === UPPER && language === 'en') return 'unsure'
  return null
}

/** Returns whether ® or ™ follows a word. */
function isTrademarked({ units }: FoldedText, { end }: ContextWord): boolean {
  return units[end] === REGISTERED || units[end] === TRADE_MARK
}

/** Returns whether the name of a day or month is a date: "on Monday", "Monday to Friday". */
function isDate(before: ContextWord, after: ContextWord): boolean {
  return DATE_BEFORE.has(before.text) || DATE_AFTER.has(after.text) || CALENDAR.has(after.text) || after.code
}

/** Returns whether a capitalized word, and then no other, follows in a sentence: "The Lucid Air and …". */
function isNameOfProduct(
  { start }: Candidate,
  before: ContextWord,
  after: ContextWord,
  folded: FoldedText,
  to: number,
): boolean {
  if (!before.opensSentence || !after.adjacent || after.kind !== UPPER || GENERIC_HEADS.has(after.text))
    return false
  const next = wordAfter(folded, after.end, to)
  return next.text !== '' && next.kind === LOWER && !isTitleCase(folded, start, to)
}

function oneLetter(before: ContextWord, after: ContextWord): Likelihood {
  if (after.hyphenated || before.hyphenated) return 'never'
  const introduced = BEFORE_ONE_LETTER.has(before.text) && !before.followsHyphen
  return introduced || after.text === 'formerly' ? 'sure' : 'unsure'
}

/**
 * Estimates the likelihood of a name that starts its sentence, heading, item or cell, where its capital means nothing.
 */
function atBlockStart(
  word: string,
  after: ContextWord,
  { inTableHeader, isAmongNames }: MatchContext,
): Likelihood {
  const isFunctionWord = FUNCTION_WORDS.has(word)
  if (inTableHeader) return 'unsure'
  // "Target your audience" is an imperative.
  if (after.adjacent && POSSESSIVES.has(after.text)) return 'never'
  if (after.adjacent && after.kind === LOWER)
    return VERBS.has(after.text) && !isFunctionWord ? 'sure' : 'unlikely'
  // "1. Hoka\n2. On": an item with nothing else in a list of names.
  if (after.text === '' && isFunctionWord && isAmongNames()) return 'likely'
  if (PREPOSITIONS.has(word)) return 'unsure'
  if (!after.adjacent || after.text === '') return isFunctionWord ? 'unsure' : 'likely'
  // "Shark Navigator", "Nothing Phone 3a", "Away The Carry-On"; but "Smart Dry", "Steam Wand".
  const named = after.text === 'the' || after.code || after.beforeCode || !isCommonIn(after.text, 'en')
  return named || (!isFunctionWord && isAmongNames()) ? 'likely' : 'unsure'
}

/** Returns whether a word is common in the language of the text, or in English if the language is unknown. */
function isCommonIn(word: string, language: Language | null): boolean {
  return COMMON_WORDS[language ?? 'en'].has(word)
}

/** Returns whether the script changes inside the word, as only for a name: Notion in 私はNotionを or 소니Notion. */
function touchesOtherScript({ units, length }: FoldedText, start: number, end: number): boolean {
  const differs = (a: number, b: number) => isWordUnit(a) && scriptOf(a) !== 0 && scriptOf(a) !== scriptOf(b)
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
  const own = scriptOf(units[start] ?? 0)
  const isOther = (word: ContextWord) => {
    const script = scriptOf(units[word.start] ?? 0)
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

const REGISTERED = 0xae
const TRADE_MARK = 0x2122

const VERBS = new Set(clauseWords.verbs)
const POSSESSIVES = new Set(clauseWords.possessives)
/** Pronouns, prepositions and other words that occur in any sentence. */
const FUNCTION_WORDS = new Set([...clauseWords.neverAlone, ...clauseWords.prepositions])
const PREPOSITIONS = new Set(clauseWords.prepositions)
const CALENDAR = new Set(clauseWords.calendar)
const DATE_BEFORE = new Set(clauseWords.calendarBefore)
const DATE_AFTER = new Set(clauseWords.calendarAfter)
const PARTICLES = new Set(clauseWords.particles)
/** "shell companies": the word and the one after it. */
const COMPOUNDS = new Set(
  readLines('compounds.txt').flatMap((line) => {
    const [word, ...others] = line.split(' ')
    return others.map((other) => `${word} ${other}`)
  }),
)
const TITLES = new Set(clauseWords.titles)
const PLACEHOLDERS = new Set(clauseWords.placeholders)
const BEFORE_ONE_LETTER = new Set(clauseWords.beforeOneLetter)
/** "google nest": the maker's name before its product's name does not change the meaning. */
const OWNERS = new Set(readLines('owners.txt'))
/** Oracle, Zoom: words that are used less often than the company's name. */
const BRAND_FIRST = readWords('brand-first.txt')
const GENERIC_HEADS = readWords('generic-heads.txt')
