import { DIGIT, LOWER, UPPER } from './characters.ts'
import { type Folded, textOf } from './fold.ts'
import { COMMON_WORDS } from './language.ts'
import type { Candidate } from './match.ts'

/**
 * Run-together text: answers read off a page lose the space between list items (`Best BuyAmazonWalmartHP`,
 * `Ste 188Target4.1`), while many names have capitals inside (GitHub, NordPass). A name glued to other letters
 * is believed when these are other names, when a number stands there, or when too many words are glued to be
 * one name.
 */
export function isRunTogether(
  folded: Folded,
  candidate: Candidate,
  neighbours: ReadonlyMap<number, number>,
): boolean {
  const { start, end, left, right, term } = candidate
  const before = left.kind === 'glued'
  const after = right.kind === 'glued'
  if ((before && neighbours.has(start)) || (after && neighbours.has(-end))) return true
  const { kinds } = folded
  const certain = term.commonWord === null && term.path.length >= CERTAIN_FROM
  if (before && kinds[start - 1] === DIGIT) return (!after || certain) && isOwnNumber(folded, start)
  const outer = outerWords(folded, candidate)
  const long = outer.filter(({ length }) => length >= 3)
  if (before && after) return certain || long.length >= 3
  if (outer.length >= 2 && long.length === outer.length) return term.commonWord === null || outer.length >= 3
  if (!before || !certain) return false
  if (kinds[start - 1] === UPPER) return true
  return outer.length === 1 && COMMON_WORDS.en.has(outer[0] ?? '')
}

/** Names of fewer units are too often parts of others. */
const CERTAIN_FROM = 4

/** The number before `start` is a price, a rating or a house number of its own, not part of a name such as 4Runner. */
function isOwnNumber({ units, kinds }: Folded, start: number): boolean {
  let from = start
  while (from > 0 && kinds[from - 1] === DIGIT) from--
  const before = units[from - 1] ?? 0
  return start - from >= 3 || ((before === 46 || before === 44) && kinds[from - 2] === DIGIT)
}

/** The words, told apart by capitals, that are glued to the name on either side. */
function outerWords(folded: Folded, { start, end }: Candidate): string[] {
  const { kinds, length } = folded
  let from = start
  while (from > 0 && start - from < 60 && (kinds[from - 1] ?? 0) >= DIGIT) from--
  let to = end
  while (to < length && to - end < 60 && (kinds[to] ?? 0) >= DIGIT) to++
  return [...humps(folded, from, start), ...humps(folded, end, to)]
}

function humps(folded: Folded, from: number, to: number): string[] {
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
