import { lastAtOrBefore } from './binary-search.ts'
import { isUnspacedScript, KINDS, scriptOf } from './characters.ts'
import { textOf } from './fold.ts'
import type { FoldedText } from './folded.ts'

const { DIGIT, LOWER, UPPER } = KINDS

/** Sentences of the prose as ranges of folded units: each begins where the one before ended. */
export type Sentences = { ends: number[] }

/**
 * Cuts at line feeds and behind `.!?…。！？` when a new sentence follows: after a space, or, in run-together text,
 * before a capital. Not behind a single letter or a known abbreviation, nor inside numbers. Goes from word to word
 * and looks only at what stands between them.
 */
export function splitSentences(folded: FoldedText): Sentences {
  const { units, kinds, starts, startCount, length } = folded
  const ends: number[] = []
  for (let i = 0; i < startCount; ) {
    i = nextGap(units, kinds, starts, i + 1, startCount)
    const next = i < startCount ? (starts[i] ?? 0) : length
    const end = sentenceEnd(folded, starts[i - 1] ?? 0, next)
    if (end >= 0) ends.push(end)
  }
  const last = ends.length - 1
  const wordsFollow = startCount > 0 && (starts[startCount - 1] ?? 0) >= (ends[last] ?? 0)
  if (wordsFollow) ends.push(length)
  else if (last >= 0) ends[last] = length
  return { ends }
}

/** The next word, from the `from`th on, before which a sentence may end, or `count`. */
function nextGap(
  units: Uint16Array,
  kinds: Uint8Array,
  starts: Int32Array,
  from: number,
  count: number,
): number {
  for (let i = from; i < count; i++) {
    const start = starts[i] ?? 0
    // A capital or a letter of its own inside a word.
    if ((kinds[start - 1] ?? 0) >= DIGIT) continue
    // One space stands between most words, and no sentence ends there.
    if (units[start - 1] !== SPACE || (kinds[start - 2] ?? 0) < DIGIT) return i
  }
  return count
}

/** Words in each sentence. Letters of scripts without spaces count as a word each. */
export function wordsPerSentence(folded: FoldedText, { ends }: Sentences): number[] {
  const { units, kinds, starts, startCount, isBeyondLatin } = folded
  const words: number[] = []
  let i = 0
  for (const end of ends) {
    let count = 0
    for (; i < startCount && (starts[i] ?? 0) < end; i++) {
      const start = starts[i] ?? 0
      const inside = start > 0 && (kinds[start - 1] ?? 0) >= DIGIT
      if (!inside || (isBeyondLatin && isUnspaced(units[start] ?? 0))) count++
    }
    words.push(count)
  }
  return words
}

/** The index of the sentence that holds a folded unit. */
export function sentenceAt({ ends }: Sentences, unit: number): number {
  if (unit < (ends[0] ?? 0)) return 0
  return Math.min(lastAtOrBefore(ends, ends.length, unit) + 1, ends.length - 1)
}

/** Where the sentence ends between the word begun at `start` and the one begun at `next`; -1 if it goes on. */
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

/** Whether the stop `at`, behind the word `[start, end)` and before the word `next`, ends the sentence. */
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
