import { lastAtOrBefore } from './binary-search.ts'
import { getScript, isUnspacedScript, KINDS } from './characters.ts'
import { unfold } from './fold.ts'
import type { FoldedText } from './folded.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/** The folded offset at which each sentence ends. A sentence starts where the one before it ends. */
export type Sentences = { ends: number[] }

/**
 * Splits at line feeds and after `.!?…。！？` when a new sentence follows: after a space or, where spaces are missing,
 * before a capital. Does not split after a single letter or a known abbreviation, nor inside numbers.
 */
export function splitSentences(folded: FoldedText): Sentences {
  const { starts, length } = folded
  const ends: number[] = []
  for (let i = 0; i < starts.length; ) {
    i = nextGap(folded, i + 1)
    const end = sentenceEnd(folded, starts[i - 1] ?? 0, starts[i] ?? length)
    if (end >= 0) ends.push(end)
  }
  const last = ends.length - 1
  const wordsFollow = starts.length > 0 && (starts.at(-1) ?? 0) >= (ends[last] ?? 0)
  if (wordsFollow) ends.push(length)
  else if (last >= 0) ends[last] = length
  return { ends }
}

/** Returns the index of the next start, from `from` on, before which a sentence can end. */
function nextGap({ units, kinds, starts }: FoldedText, from: number): number {
  for (let i = from; i < starts.length; i++) {
    const start = starts[i] ?? 0
    const isInsideWord = (kinds[start - 1] ?? 0) >= DIGIT
    if (isInsideWord) continue
    const followsSingleSpace = units[start - 1] === SPACE && (kinds[start - 2] ?? 0) >= DIGIT
    if (!followsSingleSpace) return i
  }
  return starts.length
}

/** Returns the number of words in each sentence. Each letter of a script without spaces counts as one word. */
export function wordsPerSentence(folded: FoldedText, { ends }: Sentences): number[] {
  const { units, kinds, starts, isBeyondLatin } = folded
  const words: number[] = []
  let i = 0
  for (const end of ends) {
    let count = 0
    for (; i < starts.length && (starts[i] ?? 0) < end; i++) {
      const start = starts[i] ?? 0
      const isInsideWord = start > 0 && (kinds[start - 1] ?? 0) >= DIGIT
      if (!isInsideWord || (isBeyondLatin && isUnspaced(units[start] ?? 0))) count++
    }
    words.push(count)
  }
  return words
}

/** Returns the index of the sentence that contains a folded offset. */
export function sentenceAt({ ends }: Sentences, offset: number): number {
  if (offset < (ends[0] ?? 0)) return 0
  return Math.min(lastAtOrBefore(ends, offset, (end) => end) + 1, ends.length - 1)
}

/** Returns the folded range of a sentence. */
export function sentenceRange(
  { ends }: Sentences,
  sentence: number,
  { length }: FoldedText,
): { from: number; to: number } {
  return { from: sentence > 0 ? (ends[sentence - 1] ?? 0) : 0, to: ends[sentence] ?? length }
}

/** Returns where the sentence ends between the words that start at `start` and `next`, or -1 if it continues. */
function sentenceEnd(folded: FoldedText, start: number, next: number): number {
  const { units, kinds } = folded
  let end = next
  while (end > start && (kinds[end - 1] ?? 0) < DIGIT) end--
  for (let at = end; at < next; at++) {
    const unit = units[at] ?? 0
    if (unit === SPACE) continue
    if (unit === LINE_FEED || isWideStop(unit)) return at + 1
    if (isStop(unit)) return isEndStop(folded, start, end, at, next) ? at + 1 : -1
  }
  return -1
}

/** Returns whether the stop at `at`, between the word `[start, end)` and the word at `next`, ends the sentence. */
function isEndStop(folded: FoldedText, start: number, end: number, at: number, next: number): boolean {
  const { units, kinds, length } = folded
  if (next >= length) return true
  const kind = kinds[next] ?? 0
  if (!hasSpace(units, at + 1, next)) return kind === UPPER && at === end && end - start > 1
  if (units[at] !== FULL_STOP) return true
  if (units[at + 1] === COMMA) return false
  if (kind === LOWER) return false
  const letters = end - start
  if (letters === 1 && kinds[start] !== DIGIT) return false
  const isListNumber =
    letters <= 2 && kinds[start] === DIGIT && (start === 0 || units[start - 1] === LINE_FEED)
  if (isListNumber) return false
  return letters > MAX_ABBREVIATION_LENGTH || !ABBREVIATIONS.has(unfold(folded, start, end))
}

function hasSpace(units: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (units[i] === SPACE || units[i] === LINE_FEED) return true
  return false
}

const SPACE = 32
const LINE_FEED = 10
const FULL_STOP = 46
const COMMA = 44
/** Thai is the first script without spaces. */
const FIRST_UNSPACED = 0xe00

function isUnspaced(unit: number): boolean {
  return unit >= FIRST_UNSPACED && isUnspacedScript(getScript(unit))
}

function isStop(unit: number): boolean {
  return unit === FULL_STOP || unit === 33 || unit === 63 || unit === 0x2026
}

function isWideStop(unit: number): boolean {
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f
}

const MAX_ABBREVIATION_LENGTH = 6
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs inc ltd co corp etc approx no fig jr sr bzw usw ca nr evtl ggf inkl zb sra av pp mme est sq ft lbs oz gen vol'.split(
    ' ',
  ),
)
