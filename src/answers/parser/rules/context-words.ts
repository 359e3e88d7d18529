import { KINDS } from '../text/characters.ts'
import { textOf } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/** The word beside a name, in the same breath: no word when a colon, a dash or the sentence's end comes first. */
export type ContextWord = {
  /** Folded, without a possessive ending; empty for no word. */
  text: string
  start: number
  end: number
  /** Kind of its first unit; a capital anywhere in it (iPhone) makes it one. */
  kind: number
  /** A capital and then a small letter. */
  capitalized: boolean
  /** It holds a digit, as the names of models do: V15, LBP6030w. */
  code: boolean
  /** One of the next words behind it holds a digit. */
  beforeCode: boolean
  /** Only spaces, hyphens and quotes stand between. */
  joined: boolean
  /** The unit beside the name is a hyphen. */
  hyphenated: boolean
  possessive: boolean
  /** It is the first word of its sentence, where every word has a capital. */
  opensSentence: boolean
  /** A hyphen, or another capitalized word, stands right before it. */
  behindHyphen: boolean
  behindCapital: boolean
  /** The unit beside the name, such as ® or a comma. */
  mark: number
}

/** The word before `start`; the sentence begins at `from`. */
export function wordBefore(folded: FoldedText, start: number, from: number): ContextWord {
  const { units, kinds } = folded
  const mark = units[start - 1] ?? 0
  let end = start
  let joined = true
  while (end > from && (kinds[end - 1] ?? 0) < DIGIT) {
    const unit = units[--end] ?? 0
    if (BREAKS.has(unit)) return { ...NOBODY, mark }
    if (!JOINTS.has(unit)) joined = false
  }
  if (end <= from) return { ...NOBODY, mark }
  let begin = end
  while (begin > from && isInWord(folded, begin - 1)) begin--
  let opening = begin
  while (opening > from && (kinds[opening - 1] ?? 0) < DIGIT && !BREAKS.has(units[opening - 1] ?? 0))
    opening--
  const word = wordOf(folded, begin, end, mark)
  word.joined = joined
  word.opensSentence = opening <= from || BREAKS.has(units[opening - 1] ?? 0)
  word.behindHyphen = begin > from && units[begin - 1] === HYPHEN
  word.behindCapital =
    opening === begin - 1 && (word.behindHyphen || beginsWithCapital(folded, opening, from))
  return word
}

/** The word behind `end`; the sentence ends at `to`. */
export function wordAfter(folded: FoldedText, end: number, to: number): ContextWord {
  const { units, kinds } = folded
  const mark = end < to ? (units[end] ?? 0) : 0
  let start = end
  let joined = true
  while (start < to && (kinds[start] ?? 0) < DIGIT) {
    const unit = units[start++] ?? 0
    if (BREAKS.has(unit)) return { ...NOBODY, mark }
    if (!JOINTS.has(unit)) joined = false
  }
  if (start >= to) return { ...NOBODY, mark }
  let stop = start
  while (stop < to && isInWord(folded, stop)) stop++
  const word = wordOf(folded, start, stop, mark)
  word.joined = joined
  word.beforeCode = isBeforeDigit(folded, stop, Math.min(to, stop + CODE_WITHIN))
  return word
}

/**
 * Whether a name goes on an enumeration of names: a capitalized word stands before it with only a comma, a slash, an
 * "and" or an "or" between. `before` is the word before the name.
 */
export function isInEnumeration(folded: FoldedText, before: ContextWord, from: number): boolean {
  if (!LINKING_WORDS.has(before.text)) return before.kind === UPPER && !before.joined
  return wordBefore(folded, before.start, from).kind === UPPER
}

const LINKING_WORDS = new Set(['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', 'e', 'vs', 'versus'])

/** Whether most longer words of the range are capitalized, so that capitals tell nothing. */
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
const SMALL_S = 115
const CODE_WITHIN = 24
/** Behind these a new thought begins: line feeds, colons, dashes, bullets, bars, arrows. */
const BREAKS = new Set([...'\n:–—•|→➤>.!?…'].map((mark) => mark.charCodeAt(0)))
const JOINTS = new Set([...' -"\'«»*_'].map((mark) => mark.charCodeAt(0)))

const NOBODY: ContextWord = {
  text: '',
  start: -1,
  end: -1,
  kind: 0,
  capitalized: false,
  code: false,
  beforeCode: false,
  joined: false,
  hyphenated: false,
  possessive: false,
  opensSentence: false,
  behindHyphen: false,
  behindCapital: false,
  mark: 0,
}

function isInWord({ units, kinds }: FoldedText, at: number): boolean {
  return (kinds[at] ?? 0) >= DIGIT || units[at] === APOSTROPHE
}

/** What the word itself tells. What stands around it is for the caller to say. */
function wordOf(folded: FoldedText, start: number, end: number, mark: number): ContextWord {
  const { units, kinds } = folded
  let kind = kinds[start] ?? 0
  let code = false
  for (let i = start; i < end; i++) {
    if (kinds[i] === DIGIT) code = true
    else if (kinds[i] === UPPER) kind = UPPER
  }
  const capitalized = kinds[start] === UPPER && kinds[start + 1] === LOWER
  const stem = units[end - 1] === SMALL_S && end - start > 1 ? end - 1 : end
  const possessive = units[stem - 1] === APOSTROPHE
  return {
    text: textOf(folded, start, possessive ? stem - 1 : end),
    start,
    end,
    kind,
    capitalized,
    code,
    beforeCode: false,
    joined: false,
    hyphenated: mark === HYPHEN,
    possessive,
    opensSentence: false,
    behindHyphen: false,
    behindCapital: false,
    mark,
  }
}

/** Whether a digit stands in `[from, to)` before its third space. */
function isBeforeDigit({ units }: FoldedText, from: number, to: number): boolean {
  let spaces = 0
  for (let i = from; i < to && spaces < 3; i++) {
    const unit = units[i] ?? 0
    if (unit >= ZERO && unit <= NINE) return true
    if (unit === SPACE) spaces++
  }
  return false
}

const ZERO = 48
const NINE = 57

/** Whether the word that ends at `end` begins with a capital. */
function beginsWithCapital(folded: FoldedText, end: number, from: number): boolean {
  let begin = end
  while (begin > from && (folded.kinds[begin - 1] ?? 0) >= DIGIT) begin--
  return folded.kinds[begin] === UPPER
}
