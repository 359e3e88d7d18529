import { DIGIT, isUnspacedScript, LOWER, scriptOf, UPPER } from './characters.ts'
import { type Folded, textOf } from './fold.ts'

/** Sentences of the prose as ranges of folded units: each begins where the one before ended. */
export type Sentences = {
  ends: number[]
  /** Words in each. Letters of scripts without spaces count as a word each. */
  words: number[]
}

/**
 * Cuts at line feeds and behind `.!?…。！？` when a new sentence follows: after a space, or, in run-together
 * text, before a capital. Not behind a single letter or a known abbreviation, nor inside numbers.
 */
export function sentencesOf(folded: Folded): Sentences {
  const { units, kinds, length } = folded
  const ends: number[] = []
  const words: number[] = []
  let count = 0
  let wordStart = -1
  for (let i = 0; i < length; i++) {
    if ((kinds[i] ?? 0) >= DIGIT) {
      if (wordStart < 0) {
        wordStart = i
        count++
      } else if ((units[i] ?? 0) >= FIRST_UNSPACED && isUnspacedScript(scriptOf(units[i] ?? 0))) count++
      continue
    }
    const unit = units[i] ?? 0
    if (
      unit !== SPACE &&
      (unit === LINE_FEED || isWideStop(unit) || (isStop(unit) && endsSentence(folded, i, wordStart)))
    ) {
      if (count > 0) {
        ends.push(i + 1)
        words.push(count)
      }
      count = 0
    }
    wordStart = -1
  }
  if (count > 0) {
    ends.push(length)
    words.push(count)
  } else if (ends.length > 0) ends[ends.length - 1] = length
  return { ends, words }
}

/** The index of the sentence that holds a folded unit. */
export function sentenceAt({ ends }: Sentences, unit: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= unit) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the sentence ends at the stop `at`; `wordStart` is where the word before it began, -1 for none. */
function endsSentence(folded: Folded, at: number, wordStart: number): boolean {
  const { units, kinds, length } = folded
  let next = at + 1
  let spaced = false
  while (next < length && next - at < 8 && (kinds[next] ?? 0) < DIGIT) {
    if (units[next] === SPACE || units[next] === LINE_FEED) spaced = true
    next++
  }
  const kind = kinds[next] ?? 0
  if (!spaced) return kind === UPPER && (wordStart < 0 || at - wordStart > 1)
  if (units[at] !== FULL_STOP) return true
  if (kind === LOWER) return false
  if (wordStart < 0) return true
  const letters = at - wordStart
  if (letters === 1 && kinds[wordStart] === UPPER) return false
  if (letters <= 2 && kinds[wordStart] === DIGIT && (wordStart === 0 || units[wordStart - 1] === LINE_FEED))
    return false
  return letters > LONGEST_ABBREVIATION || !ABBREVIATIONS.has(textOf(folded, wordStart, at))
}

const SPACE = 32
const LINE_FEED = 10
const FULL_STOP = 46
/** Thai is the first script without spaces. */
const FIRST_UNSPACED = 0xe00

function isStop(unit: number): boolean {
  return unit === FULL_STOP || unit === 33 || unit === 63 || unit === 0x2026
}

function isWideStop(unit: number): boolean {
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f
}

const LONGEST_ABBREVIATION = 6
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs inc ltd co corp etc approx no fig jr sr bzw usw ca nr evtl ggf inkl zb sra av pp mme ex est'.split(
    ' ',
  ),
)
