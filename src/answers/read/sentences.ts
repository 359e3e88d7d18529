import { DIGIT, isUnspacedScript, isWordUnit, kindOf, LOWER, SPACE, scriptOf, UPPER } from './characters.ts'
import type { Folded } from './fold.ts'

/** Sentences of the prose as folded ranges: each starts where the one before ended. */
export type Sentences = {
  ends: number[]
  /** Words in each. */
  words: number[]
}

/**
 * Cuts at line feeds and at `.!?…。！？` when a new sentence follows: after a space, or, in run-together
 * text, before a capital. Not behind a single letter or a known abbreviation, nor inside numbers.
 */
export function sentencesOf({ units, length, from }: Folded, source: Uint16Array): Sentences {
  const ends: number[] = []
  const words: number[] = []
  let count = 0
  let inWord = false
  let wordStart = 0
  for (let i = 0; i < length; i++) {
    const unit = units[i] ?? 0
    if (isWordUnit(unit)) {
      if (!inWord || isUnspacedScript(scriptOf(unit))) {
        if (!inWord) wordStart = i
        count++
        inWord = true
      }
      continue
    }
    const ended =
      unit === 10 ||
      unit === 0x3002 ||
      unit === 0xff01 ||
      unit === 0xff1f ||
      (isStop(unit) && endsSentence(i, wordStart))
    inWord = false
    if (ended) {
      if (count > 0) {
        ends.push(i + 1)
        words.push(count)
      }
      count = 0
    }
  }
  if (count > 0) {
    ends.push(length)
    words.push(count)
  } else if (ends.length > 0) ends[ends.length - 1] = length
  return { ends, words }

  function endsSentence(at: number, lastWordStart: number): boolean {
    let next = at + 1
    while (next < length && !isWordUnit(units[next] ?? 0) && units[next] !== 32 && next - at < 4) next++
    const spaced = units[next] === 32
    while (next < length && !isWordUnit(units[next] ?? 0) && next - at < 8) next++
    const kind = kindOf(source[from[next] ?? 0] ?? 0)
    if (units[at] !== 46) return spaced || kind === UPPER
    if (kind === LOWER || (!spaced && kind !== UPPER)) return false
    if (kind === DIGIT && !spaced) return false
    const letters = at - lastWordStart
    return (
      letters > 1 &&
      !ABBREVIATIONS.has(
        String.fromCharCode(...units.subarray(lastWordStart, Math.min(at, lastWordStart + 8))),
      )
    )
  }
}

function isStop(unit: number): boolean {
  return unit === 46 || unit === 33 || unit === 63 || unit === 0x2026
}

const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs inc ltd co corp etc approx no fig jr sr bzw usw ca z.b nr evtl ggf inkl sra av pp'.split(
    ' ',
  ),
)
