import clauseWords from '../lists/clause-words.json' with { type: 'json' }
import { DIGIT, isWordUnit, LOWER, scriptOf, UPPER } from './characters.ts'
import { type Folded, textOf } from './fold.ts'
import { COMMON_WORDS, GIVEN_NAMES, type Language } from './language.ts'
import type { Candidate } from './match.ts'
import { listWords } from './word-lists.ts'

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

export type Surroundings = {
  folded: Folded
  language: Language | null
  /** Range of the sentence. */
  from: number
  to: number
  /** The candidate stands in the header row of a table. */
  tableHeader: boolean
  /** Entities of the candidates that end, or (negative) begin, at a place. */
  neighbours: ReadonlyMap<number, number>
}

export function likelihoodOf({ term, start, end, right }: Candidate, around: Surroundings): Likelihood {
  const { folded, language } = around
  const word = term.commonWord
  if (word === null || !isCommonIn(word, language)) return 'sure'
  if (besideOtherScript(folded, start, end)) return 'sure'
  const before = wordBefore(folded, start, around.from)
  const after = wordAfter(folded, end + right.tail, around.to)
  const functionWord = FUNCTION_WORDS.has(word)
  const oneLetter = term.path.length === 1

  if (before.joined && PLACEHOLDERS.has(before.text)) return 'never'
  if (GIVEN_NAMES.has(word) && isSurname(after, folded) && !around.neighbours.has(-after.start))
    return 'unlikely'
  if (right.kind === 'plural') return language === 'de' && !COMMON_WORDS.de.has(word) ? 'sure' : 'never'
  if (before.joined && before.kind !== LOWER && !before.possessive) {
    const other = around.neighbours.get(before.end)
    if (other === term.entity) return 'likely'
    if (other !== undefined || before.code || !isCommonIn(before.text, 'en')) return 'unlikely'
  }
  if (after.joined && after.kind === UPPER && GENERIC_HEADS.has(after.text)) return 'unlikely'
  if (right.kind === 'possessive') return functionWord ? 'unsure' : 'sure'
  if (after.mark === REGISTERED || after.mark === TRADE_MARK) return 'sure'
  if (after.hyphenated && after.kind === LOWER && before.text === '') return 'unlikely'
  if (oneLetter) return BEFORE_ONE_LETTER.has(before.text) || after.text === 'formerly' ? 'sure' : 'unsure'

  if (before.text !== '' && before.kind === LOWER) {
    if (language === 'de' && COMMON_WORDS.de.has(word)) return 'unsure'
    return isTitle(folded, around.from, around.to) ? 'unsure' : 'sure'
  }
  if (before.text !== '' && !before.joined) return functionWord && after.kind === LOWER ? 'unsure' : 'sure'
  if (before.text !== '') {
    if (before.opensSentence && !before.possessive && !isTitle(folded, around.from, around.to)) return 'sure'
    return after.code ? 'likely' : 'unsure'
  }
  return atTheHead(word, after, functionWord, around)
}

/** The name begins its sentence, heading, item or cell, so that its capital says nothing. */
function atTheHead(
  word: string,
  after: Neighbour,
  functionWord: boolean,
  { tableHeader, language }: Surroundings,
): Likelihood {
  if (tableHeader) return 'unsure'
  if (after.joined && after.kind === LOWER) {
    if (functionWord) return 'unlikely'
    return VERBS.has(after.text) ? 'sure' : 'unlikely'
  }
  if (after.joined && (after.kind === UPPER || after.kind === DIGIT)) {
    return functionWord && isCommonIn(after.text, language) && !after.beforeCode ? 'unsure' : 'likely'
  }
  if (functionWord) return 'unsure'
  return 'likely'
}

/** Whether a word is common in the language of the text; of an unknown language English is asked. */
function isCommonIn(word: string, language: Language | null): boolean {
  return COMMON_WORDS[language ?? 'en'].has(word)
}

/** Notion in 私はNotionを or 소니Notion: only a name changes the script inside a word. */
function besideOtherScript({ units, length }: Folded, start: number, end: number): boolean {
  const differs = (a: number, b: number) => isWordUnit(a) && scriptOf(a) !== 0 && scriptOf(a) !== scriptOf(b)
  if (start > 0 && differs(units[start - 1] ?? 0, units[start] ?? 0)) return true
  return end < length && differs(units[end] ?? 0, units[end - 1] ?? 0)
}

/** A capitalized word in small letters that is no common word. */
function isSurname({ text, start, kind, code, joined }: Neighbour, { kinds }: Folded): boolean {
  return (
    joined &&
    kind === UPPER &&
    !code &&
    kinds[start] === UPPER &&
    kinds[start + 1] === LOWER &&
    !isCommonIn(text, 'en')
  )
}

type Neighbour = {
  /** Folded; empty when the sentence, a colon or a dash ends first. */
  text: string
  start: number
  end: number
  /** Kind of its first unit; a capital anywhere in it (iPhone) makes it one. */
  kind: number
  /** It holds a digit, as the names of models do: V15, LBP6030w. */
  code: boolean
  /** One of the two words behind it is such a code. */
  beforeCode: boolean
  /** Only a space or a hyphen stands between. */
  joined: boolean
  hyphenated: boolean
  possessive: boolean
  /** It is the first word of its sentence, where every word has a capital. */
  opensSentence: boolean
  /** The first unit between, such as ® or a comma. */
  mark: number
}

const NOBODY: Neighbour = {
  text: '',
  start: -1,
  end: -1,
  kind: 0,
  code: false,
  beforeCode: false,
  joined: false,
  hyphenated: false,
  possessive: false,
  opensSentence: false,
  mark: 0,
}

function wordBefore(folded: Folded, start: number, from: number): Neighbour {
  const { units, kinds } = folded
  let end = start
  let plain = true
  while (end > from && (kinds[end - 1] ?? 0) < DIGIT) {
    const unit = units[end - 1] ?? 0
    if (BREAKS.has(unit)) return { ...NOBODY, mark: unit }
    if (unit !== SPACE && unit !== HYPHEN && !QUOTES.has(unit)) plain = false
    end--
  }
  if (end <= from) return NOBODY
  let begin = end
  while (begin > from && ((kinds[begin - 1] ?? 0) >= DIGIT || units[begin - 1] === APOSTROPHE)) begin--
  const text = textOf(folded, begin, end)
  let opening = begin
  while (opening > from && (kinds[opening - 1] ?? 0) < DIGIT && !BREAKS.has(units[opening - 1] ?? 0))
    opening--
  return {
    text: text.replace(/'s$/u, ''),
    start: begin,
    end,
    ...lookOf(folded, begin, end),
    beforeCode: false,
    joined: plain,
    hyphenated: units[start - 1] === HYPHEN,
    possessive: /'s?$/u.test(text),
    opensSentence: opening <= from || BREAKS.has(units[opening - 1] ?? 0),
    mark: units[start - 1] ?? 0,
  }
}

function wordAfter(folded: Folded, end: number, to: number): Neighbour {
  const { units, kinds } = folded
  let start = end
  let plain = true
  while (start < to && (kinds[start] ?? 0) < DIGIT) {
    const unit = units[start] ?? 0
    if (BREAKS.has(unit)) return { ...NOBODY, mark: unit }
    if (unit !== SPACE && unit !== HYPHEN && !QUOTES.has(unit)) plain = false
    start++
  }
  if (start >= to) return { ...NOBODY, mark: units[end] ?? 0 }
  let stop = start
  while (stop < to && ((kinds[stop] ?? 0) >= DIGIT || (units[stop] === APOSTROPHE && stop + 1 < to))) stop++
  return {
    text: textOf(folded, start, stop),
    start,
    end: stop,
    ...lookOf(folded, start, stop),
    beforeCode: /^.{0,24}?\d/u.test(
      textOf(folded, stop, Math.min(to, stop + 24))
        .split(' ', 3)
        .join(' '),
    ),
    joined: plain,
    hyphenated: units[end] === HYPHEN,
    possessive: false,
    opensSentence: false,
    mark: units[end] ?? 0,
  }
}

/** The kind and code of a word. */
function lookOf({ kinds }: Folded, start: number, end: number): { kind: number; code: boolean } {
  let kind = kinds[start] ?? 0
  let code = false
  for (let i = start; i < end; i++) {
    if (kinds[i] === DIGIT) code = true
    else if (kinds[i] === UPPER) kind = UPPER
  }
  return { kind, code }
}

const SPACE = 32
const HYPHEN = 45
const APOSTROPHE = 39
const REGISTERED = 0xae
const TRADE_MARK = 0x2122
/** Behind these a new thought begins: line feed, colon, dashes, bullets, table bars. */
const BREAKS = new Set([...'\n:–—•|→➤>.!?…'].map((mark) => mark.charCodeAt(0)))
const QUOTES = new Set([...'"\'«»*_'].map((mark) => mark.charCodeAt(0)))

/** Most longer words of the sentence are capitalized, so that capitals tell nothing. */
function isTitle({ units, kinds }: Folded, from: number, to: number): boolean {
  let words = 0
  let capitals = 0
  for (let i = from; i < to; ) {
    if ((kinds[i] ?? 0) < DIGIT) {
      i++
      continue
    }
    const start = i
    while (i < to && ((kinds[i] ?? 0) >= DIGIT || units[i] === APOSTROPHE)) i++
    if (i - start < 4) continue
    words++
    if (kinds[start] === UPPER) capitals++
  }
  return words >= 3 && capitals >= words * 0.7
}

const VERBS = new Set(clauseWords.verbs)
const FUNCTION_WORDS = new Set(clauseWords.neverAlone)
const PLACEHOLDERS = new Set(clauseWords.placeholders)
const BEFORE_ONE_LETTER = new Set(clauseWords.beforeOneLetter)
const GENERIC_HEADS = listWords('generic-heads.txt')
