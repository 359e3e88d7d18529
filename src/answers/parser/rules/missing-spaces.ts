import { COMMON_WORDS } from '../../common-words.ts'
import type { NameMatch } from '../names/match.ts'
import { KINDS } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/**
 * Returns whether a name that other letters touch is a separate word because spaces are missing. Answers copied from
 * a page lose the spaces between list items (`Best BuyAmazonWalmartHP`, `Ste 188Target4.1`), while many names have
 * inner capitals (GitHub, NordPass). It is if the other letters are names or a number, or too many words to be one
 * name.
 */
export function isMissingSpace(
  folded: FoldedText,
  candidate: NameMatch,
  text: {
    readonly nameBoundaries: ReadonlySet<number>
    readonly hasMissingSpaces: boolean
    readonly hasFootnotes: boolean
  },
): boolean {
  const { start, end, left, right, term } = candidate
  const { kinds, units } = folded
  const before = left.kind === 'missing-space'
  const after = right.kind === 'missing-space'
  if ((before && text.nameBoundaries.has(start)) || (after && text.nameBoundaries.has(-end))) return true
  if (before && followsPossessive(folded, start)) return true
  if (after && !before && kinds[end] === DIGIT && !(units[end + 1] === FULL_STOP && kinds[end + 2] === DIGIT))
    return text.hasFootnotes
  const isLong = term.commonWord === null && term.path.length >= MIN_LONG_NAME_LENGTH
  if (before && kinds[start - 1] === DIGIT)
    return (!after || isLong) && isSeparateNumber(folded, start, isLong)
  const outer = outerWords(folded, candidate)
  const long = outer.filter(({ length }) => length >= 3)
  if (after && (before || units[start - 1] === PAREN_CLOSE))
    return isLong || long.length >= 3 || (term.path.length >= MIN_LONG_NAME_LENGTH && areNames(long))
  if (long.length >= 2 && outer.length - long.length <= 1) return term.commonWord === null || long.length >= 3
  if (!before || !isLong) return false
  if (kinds[start - 1] === UPPER) return true
  return outer.length === 1 && text.hasMissingSpaces
}

/** "AmazonTargetWalmart": the words around are names. */
const areNames = (words: readonly string[]): boolean =>
  words.length >= 2 && words.every((word) => !COMMON_WORDS.en.has(word))

/** Shorter names are too often part of other names. */
const MIN_LONG_NAME_LENGTH = 4

/** Returns whether another name's possessive ending touches the name, as in `Lowe'sTarget`. */
function followsPossessive({ units }: FoldedText, start: number): boolean {
  return units[start - 1] === LETTER_S && units[start - 2] === APOSTROPHE
}

const LETTER_S = 115
const APOSTROPHE = 39

/** Returns whether the text marks its sources with numbers right after a word: several words of small letters have one. */
export function hasFootnotes({ kinds, length }: FoldedText): boolean {
  let footnotes = 0
  for (let i = 3; i < length && footnotes < MIN_FOOTNOTES; i++) {
    if (kinds[i] !== DIGIT || kinds[i - 1] !== LOWER || kinds[i - 2] !== LOWER || kinds[i - 3] !== LOWER)
      continue
    while (i < length && kinds[i] === DIGIT) i++
    if (i >= length || (kinds[i] ?? 0) < DIGIT) footnotes++
  }
  return footnotes >= MIN_FOOTNOTES
}

const MIN_FOOTNOTES = 3

/** Returns whether the whole text lost its spaces: several sentences start right after a full stop or a colon. */
export function hasMissingSpaces({ units, kinds, length }: FoldedText): boolean {
  let missing = 0
  for (let i = 1; i + 1 < length && missing < MIN_MISSING_SPACES; i++) {
    const isStop = units[i] === FULL_STOP || units[i] === COLON
    if (isStop && kinds[i + 1] === UPPER && kinds[i - 1] === LOWER) missing++
  }
  return missing >= MIN_MISSING_SPACES
}

const MIN_MISSING_SPACES = 3
const COLON = 58
const PAREN_CLOSE = 41
const FULL_STOP = 46

/**
 * Returns whether the number before `start` is a price, a rating or a house number, and not part of a name such as
 * 4Runner or a unit such as 1.5HP. Before a short name only the two decimals of a price are reliable.
 */
function isSeparateNumber({ units, kinds }: FoldedText, start: number, isLong: boolean): boolean {
  let from = start
  while (from > 0 && kinds[from - 1] === DIGIT) from--
  if ((kinds[from - 1] ?? 0) > DIGIT) return false
  const digits = start - from
  const decimals = units[from - 1] === FULL_STOP && kinds[from - 2] === DIGIT ? digits : 0
  return decimals === 2 || (isLong && (decimals > 0 || digits >= 3)) || (digits >= 3 && decimals === 0)
}

/** Returns the words, split at capitals, that touch the name on either side. */
function outerWords(folded: FoldedText, { start, end }: NameMatch): string[] {
  const { kinds, length } = folded
  let from = start
  while (from > 0 && start - from < 60 && (kinds[from - 1] ?? 0) >= DIGIT) from--
  let to = end
  while (to < length && to - end < 60 && (kinds[to] ?? 0) >= DIGIT) to++
  return [...splitAtCapitals(folded, from, start), ...splitAtCapitals(folded, end, to)]
}

function splitAtCapitals(folded: FoldedText, from: number, to: number): string[] {
  const { kinds } = folded
  const words: string[] = []
  let start = from
  for (let i = from + 1; i <= to; i++) {
    const startsWord = kinds[i] === UPPER && (kinds[i - 1] === LOWER || kinds[i - 1] === DIGIT)
    if (i === to || startsWord) {
      words.push(unfold(folded, start, i))
      start = i
    }
  }
  return words
}
