import { isUnspacedScript, KINDS, scriptOf } from './characters.ts'
import { type Folded, textOf } from './fold.ts'
import { lastAtOrBefore } from './ordered.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/** Sentences of the prose as ranges of folded units: each begins where the one before ended. */
export type Sentences = {
  ends: number[]
  /** Words in each. Letters of scripts without spaces count as a word each. */
  words: number[]
}

/**
 * Cuts at line feeds and behind `.!?…。！？` when a new sentence follows: after a space, or, in run-together text,
 * before a capital. Not behind a single letter or a known abbreviation, nor inside numbers. Goes from word to word
 * and looks only at what stands between them.
 */
export function sentencesOf(folded: Folded): Sentences {
  const { units, kinds, starts, startCount, length, isBeyondLatin } = folded
  const ends: number[] = []
  const words: number[] = []
  let wordCount = 0
  let inside = false
  let next = starts[0] ?? 0
  for (let i = 1; i <= startCount; i++) {
    const start = next
    next = i < startCount ? (starts[i] ?? 0) : length
    if (!inside || (isBeyondLatin && isUnspaced(units[start] ?? 0))) wordCount++
    const before = kinds[next - 1] ?? 0
    // A capital or a letter of its own inside a word.
    inside = before >= DIGIT && next < length
    // One space stands between most words, and no sentence ends there.
    if (inside || (units[next - 1] === SPACE && (kinds[next - 2] ?? 0) >= DIGIT)) continue
    const end = sentenceEnd(folded, start, next)
    if (end < 0) continue
    ends.push(end)
    words.push(wordCount)
    wordCount = 0
  }
  if (wordCount > 0) {
    ends.push(length)
    words.push(wordCount)
  } else if (ends.length > 0) ends[ends.length - 1] = length
  return { ends, words }
}

/** The index of the sentence that holds a folded unit. */
export function sentenceAt({ ends }: Sentences, unit: number): number {
  if (unit < (ends[0] ?? 0)) return 0
  return Math.min(lastAtOrBefore(ends, ends.length, unit) + 1, ends.length - 1)
}

/** Where the sentence ends between the word begun at `start` and the one begun at `next`; -1 if it goes on. */
function sentenceEnd(folded: Folded, start: number, next: number): number {
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

/** Whether the stop `at`, behind the word `[start, end)` and before the word `next`, ends the sentence. */
function isEndStop(folded: Folded, start: number, end: number, at: number, next: number): boolean {
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
  return letters > LONGEST_ABBREVIATION || !ABBREVIATIONS.has(textOf(folded, start, end))
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
  return unit >= FIRST_UNSPACED && isUnspacedScript(scriptOf(unit))
}

function isStop(unit: number): boolean {
  return unit === FULL_STOP || unit === 33 || unit === 63 || unit === 0x2026
}

function isWideStop(unit: number): boolean {
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f
}

const LONGEST_ABBREVIATION = 6
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs inc ltd co corp etc approx no fig jr sr bzw usw ca nr evtl ggf inkl zb sra av pp mme est sq ft lbs oz gen vol'.split(
    ' ',
  ),
)
