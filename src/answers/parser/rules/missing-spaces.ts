import type { Candidate } from '../names/match.ts'
import { KINDS } from '../text/characters.ts'
import { textOf } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/**
 * Run-together text: answers read off a page lose the space between list items (`Best BuyAmazonWalmartHP`,
 * `Ste 188Target4.1`), while many names have capitals inside (GitHub, NordPass). A name glued to other letters
 * is believed when these are other names, when a number stands there, or when too many words are glued to be
 * one name.
 */
export function isRunTogether(
  folded: FoldedText,
  candidate: Candidate,
  { solid, losesSpaces }: { solid: () => ReadonlySet<number>; losesSpaces: () => boolean },
): boolean {
  const { start, end, left, right, term } = candidate
  const { kinds, units } = folded
  const before = left.kind === 'glued'
  const after = right.kind === 'glued'
  if ((before && solid().has(start)) || (after && solid().has(-end))) return true
  const certain = term.commonWord === null && term.path.length >= CERTAIN_FROM
  if (before && kinds[start - 1] === DIGIT) return (!after || certain) && isOwnNumber(folded, start, certain)
  const outer = outerWords(folded, candidate)
  const long = outer.filter(({ length }) => length >= 3)
  if (after && (before || units[start - 1] === BRACKET_CLOSE)) return certain || long.length >= 3
  if (long.length >= 2 && outer.length - long.length <= 1) return term.commonWord === null || long.length >= 3
  if (!before || !certain) return false
  if (kinds[start - 1] === UPPER) return true
  return outer.length === 1 && losesSpaces()
}

/** Names of fewer units are too often parts of others. */
const CERTAIN_FROM = 4

/** Sentences that begin right behind a stop or a colon tell that the whole text lost its spaces. */
export function hasMissingSpaces({ units, kinds, length }: FoldedText): boolean {
  let lost = 0
  for (let i = 1; i + 1 < length && lost < LOST_SPACES; i++) {
    const stop = units[i] === FULL_STOP || units[i] === COLON
    if (stop && kinds[i + 1] === UPPER && kinds[i - 1] === LOWER) lost++
  }
  return lost >= LOST_SPACES
}

const LOST_SPACES = 3
const COLON = 58
const BRACKET_CLOSE = 41
const FULL_STOP = 46

/**
 * The number before `start` is a price, a rating or a house number of its own, not part of a name such as
 * 4Runner or a unit such as 1.5HP: only a price's two decimals are sure enough before a short name.
 */
function isOwnNumber({ units, kinds }: FoldedText, start: number, certain: boolean): boolean {
  let from = start
  while (from > 0 && kinds[from - 1] === DIGIT) from--
  if ((kinds[from - 1] ?? 0) > DIGIT) return false
  const decimals = units[from - 1] === FULL_STOP && kinds[from - 2] === DIGIT ? start - from : 0
  return (
    decimals === 2 ||
    (certain && (decimals > 0 || start - from >= 3)) ||
    (start - from >= 3 && decimals === 0)
  )
}

/** The words, told apart by capitals, that are glued to the name on either side. */
function outerWords(folded: FoldedText, { start, end }: Candidate): string[] {
  const { kinds, length } = folded
  let from = start
  while (from > 0 && start - from < 60 && (kinds[from - 1] ?? 0) >= DIGIT) from--
  let to = end
  while (to < length && to - end < 60 && (kinds[to] ?? 0) >= DIGIT) to++
  return [...humps(folded, from, start), ...humps(folded, end, to)]
}

function humps(folded: FoldedText, from: number, to: number): string[] {
  const words: string[] = []
  let start = from
  for (let i = from + 1; i <= to; i++) {
    const begins =
      folded.kinds[i] === UPPER && (folded.kinds[i - 1] === LOWER || folded.kinds[i - 1] === DIGIT)
    if (i === to || begins) {
      words.push(textOf(folded, start, i))
      start = i
    }
  }
  return words
}
