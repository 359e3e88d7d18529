import { KINDS } from './characters.ts'
import { FOLDING } from './fold-tables.ts'
import type { FoldedText } from './folded.ts'

const { DIGIT, UPPER } = KINDS
const { FIRST_BEYOND_LATIN } = FOLDING

/** A word, or a capital in it, or any letter beyond Latin and what stands behind one: there a name may begin. */
export function findWordStarts(folded: FoldedText): void {
  if (folded.isBeyondLatin) findStartsBeyond(folded)
  else findStartsOfLatin(folded)
}

function findStartsBeyond(folded: FoldedText): void {
  const { units, kinds, starts, length } = folded
  let count = 0
  let begins = true
  for (let i = 0; i < length; i++) {
    const kind = kinds[i] ?? 0
    const beyond = (units[i] ?? 0) >= FIRST_BEYOND_LATIN
    if (kind >= DIGIT && (begins || beyond || kind === UPPER)) starts[count++] = i
    begins = kind < DIGIT || beyond
  }
  folded.startCount = count
}

/**
 * Four units at a time, and without a branch, for nobody could guess where a word begins. Kinds are small enough for sums
 * in each byte of a number to stay within it.
 */
function findStartsOfLatin(folded: FoldedText): void {
  const { fourKinds, starts, length } = folded
  let count = 0
  let wordBefore = 0
  for (let i = 0; i < length; i += 4) {
    const four = fourKinds[i >> 2] ?? 0
    const word = (four + AT_LEAST_DIGIT) & EIGHTS
    const notUpper = ((four ^ UPPERS) + NOT_ZERO) & EIGHTS
    const begin = word & ~(((word << 8) | wordBefore) & notUpper)
    wordBefore = word >>> 24
    starts[count] = i
    count += (begin >>> 3) & 1
    starts[count] = i + 1
    count += (begin >>> 11) & 1
    starts[count] = i + 2
    count += (begin >>> 19) & 1
    starts[count] = i + 3
    count += (begin >>> 27) & 1
  }
  folded.startCount = count
}

const everyByte = (value: number) => value * 0x01010101
/** The bit that each byte has once its sum reaches 8. */
const EIGHTS = everyByte(8)
const AT_LEAST_DIGIT = everyByte(8 - DIGIT)
const UPPERS = everyByte(UPPER)
const NOT_ZERO = everyByte(7)
