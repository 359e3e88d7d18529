import { KINDS } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'
import { LINKING_WORDS } from './word-sets.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/** The word next to a name. There is none if a colon, a dash or the end of the sentence comes first. */
export type ContextWord = {
  /** Folded, without a possessive ending; empty if there is no word. */
  text: string
  start: number
  end: number
  /** Kind of its first unit, or `UPPER` if any unit is a capital (iPhone). */
  kind: number
  /** Starts with a capital and a lower-case letter. */
  capitalized: boolean
  /** Contains a digit, as the names of models do: V15, LBP6030w. */
  code: boolean
  /** One of the words after it contains a digit. */
  beforeCode: boolean
  /** Only spaces, hyphens and quotes separate it from the name. */
  adjacent: boolean
  /** The unit next to the name is a hyphen. */
  hyphenated: boolean
  possessive: boolean
  /** First word of its sentence, which is capitalized anyway. */
  opensSentence: boolean
  /** A hyphen, or another capitalized word, comes right before it. */
  followsHyphen: boolean
  followsCapitalized: boolean
  /** The unit next to the name, such as ® or a comma. */
  nextUnit: number
}

/** Returns the word before `start`, in a sentence that starts at `from`. */
export function wordBefore(folded: FoldedText, start: number, from: number): ContextWord {
  const { units, kinds } = folded
  const nextUnit = units[start - 1] ?? 0
  let end = start
  let adjacent = true
  while (end > from && (kinds[end - 1] ?? 0) < DIGIT) {
    const unit = units[--end] ?? 0
    if (BREAKS.has(unit)) return { ...NO_WORD, nextUnit }
    if (!CONNECTORS.has(unit)) adjacent = false
  }
  if (end <= from) return { ...NO_WORD, nextUnit }
  let begin = end
  while (begin > from && isInWord(folded, begin - 1)) begin--
  let opening = begin
  while (opening > from && (kinds[opening - 1] ?? 0) < DIGIT && !BREAKS.has(units[opening - 1] ?? 0))
    opening--
  const word = getWord(folded, begin, end, nextUnit)
  word.adjacent = adjacent
  word.opensSentence = opening <= from || BREAKS.has(units[opening - 1] ?? 0)
  word.followsHyphen = begin > from && units[begin - 1] === HYPHEN
  word.followsCapitalized =
    opening === begin - 1 && (word.followsHyphen || startsWithCapital(folded, opening, from))
  return word
}

/** Returns the word after `end`, in a sentence that ends at `to`. */
export function wordAfter(folded: FoldedText, end: number, to: number): ContextWord {
  const { units, kinds } = folded
  const nextUnit = end < to ? (units[end] ?? 0) : 0
  let start = end
  let adjacent = true
  while (start < to && (kinds[start] ?? 0) < DIGIT) {
    const unit = units[start++] ?? 0
    if (BREAKS.has(unit)) return { ...NO_WORD, nextUnit }
    if (!CONNECTORS.has(unit)) adjacent = false
  }
  if (start >= to) return { ...NO_WORD, nextUnit }
  let stop = start
  while (stop < to && isInWord(folded, stop)) stop++
  const word = getWord(folded, start, stop, nextUnit)
  word.adjacent = adjacent
  word.beforeCode = isBeforeDigit(folded, stop, Math.min(to, stop + CODE_WINDOW))
  return word
}

/**
 * Returns whether a name continues an enumeration of names: the word before it is capitalized and separated only by a
 * comma, a slash, an "and" or an "or". `before` is the word before the name.
 */
export function isInEnumeration(folded: FoldedText, before: ContextWord, from: number): boolean {
  if (!LINKING_WORDS.has(before.text)) return before.kind === UPPER && !before.adjacent
  return wordBefore(folded, before.start, from).kind === UPPER
}

/** Returns whether most longer words of the range are capitalized, so that capitals mean nothing. */
export function isTitleCase(folded: FoldedText, from: number, to: number): boolean {
  let words = 0
  let capitals = 0
  for (let i = from; i < to; i++) {
    if ((folded.kinds[i] ?? 0) < DIGIT) continue
    const start = i
    while (i < to && isInWord(folded, i)) i++
    if (i - start < 4) continue
    words++
    if (folded.kinds[start] === UPPER) capitals++
  }
  return words >= 3 && capitals >= words * 0.7
}

const HYPHEN = 45
const APOSTROPHE = 39
const SPACE = 32
const LETTER_S = 115
const CODE_WINDOW = 32
/** Units that end the context of a name: line feeds, colons, dashes, bullets, bars and arrows. */
const BREAKS = new Set([...'\n:–—•|→➤>.!?…'].map((character) => character.charCodeAt(0)))
const CONNECTORS = new Set([...' -"\'«»*_'].map((character) => character.charCodeAt(0)))

const NO_WORD: ContextWord = {
  text: '',
  start: -1,
  end: -1,
  kind: 0,
  capitalized: false,
  code: false,
  beforeCode: false,
  adjacent: false,
  hyphenated: false,
  possessive: false,
  opensSentence: false,
  followsHyphen: false,
  followsCapitalized: false,
  nextUnit: 0,
}

function isInWord({ units, kinds }: FoldedText, at: number): boolean {
  return (kinds[at] ?? 0) >= DIGIT || units[at] === APOSTROPHE
}

/** Describes the word itself; the caller adds its surroundings. */
function getWord(folded: FoldedText, start: number, end: number, nextUnit: number): ContextWord {
  const { units, kinds } = folded
  let kind = kinds[start] ?? 0
  let code = false
  for (let i = start; i < end; i++) {
    if (kinds[i] === DIGIT) code = true
    else if (kinds[i] === UPPER) kind = UPPER
  }
  const capitalized = kinds[start] === UPPER && kinds[start + 1] === LOWER
  const stem = units[end - 1] === LETTER_S && end - start > 1 ? end - 1 : end
  const possessive = units[stem - 1] === APOSTROPHE
  return {
    ...NO_WORD,
    text: unfold(folded, start, possessive ? stem - 1 : end),
    start,
    end,
    kind,
    capitalized,
    code,
    hyphenated: nextUnit === HYPHEN,
    possessive,
    nextUnit,
  }
}

/** Returns whether one of the next capitalized words of `[from, to)` contains a digit: "Video Doorbell Pro 2". */
function isBeforeDigit({ units, kinds }: FoldedText, from: number, to: number): boolean {
  let spaces = 0
  for (let i = from; i < to && spaces <= MAX_WORDS_BEFORE_CODE; i++) {
    const unit = units[i] ?? 0
    if (unit >= ZERO && unit <= NINE) return true
    if (BREAKS.has(unit)) return false
    if (unit === SPACE) spaces++
    if (kinds[i] === LOWER && (kinds[i - 1] ?? 0) < DIGIT) return false
  }
  return false
}

const MAX_WORDS_BEFORE_CODE = 3
const ZERO = 48
const NINE = 57

/** Returns whether the word that ends at `end` starts with a capital. */
function startsWithCapital(folded: FoldedText, end: number, from: number): boolean {
  let begin = end
  while (begin > from && (folded.kinds[begin - 1] ?? 0) >= DIGIT) begin--
  return folded.kinds[begin] === UPPER
}
