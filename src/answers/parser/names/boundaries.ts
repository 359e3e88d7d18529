import { getScript, isUnspacedScript, isWordUnit, KINDS, SCRIPTS } from '../text/characters.ts'
import { unfold } from '../text/fold.ts'
import type { FoldedText } from '../text/folded.ts'
import endings from './word-endings.json' with { type: 'json' }

const { DIGIT, LOWER, UPPER } = KINDS
const { ARABIC, CYRILLIC, HANGUL, HEBREW, KATAKANA, LATIN } = SCRIPTS

/**
 * Where a name can start and end. Besides spaces and punctuation the rules depend on the script: Han, kana and Thai are
 * written without spaces, Korean and Russian attach endings to names, Arabic and Hebrew attach prefixes, and where
 * spaces are missing (`Best BuyAmazon`) only capitals remain.
 */
export type Boundary = {
  /** `plain`: nothing is attached. `missing-space`: only a capital or a number separates the words. */
  kind: 'plain' | 'possessive' | 'plural' | 'particle' | 'missing-space'
  /** Number of units attached to the end of the name: 2 for `'s`. */
  tail: number
}

/** Returns the boundary before `start`, or null if the word starts earlier. */
export function leftBoundary({ units, kinds }: FoldedText, start: number): Boundary | null {
  const before = start > 0 ? (units[start - 1] ?? 0) : 0
  const unit = units[start] ?? 0
  if (!isWordUnit(before)) return PLAIN
  if (!isWordUnit(unit)) return null
  const script = getScript(unit)
  const other = getScript(before)
  if (script === KATAKANA && other === KATAKANA) return null
  if (isUnspacedScript(script) || isUnspacedScript(other)) return PLAIN
  if (script !== other && script !== 0 && other !== 0) return PLAIN
  if (script === ARABIC) return prefixBoundary(units, start, ARABIC, ARABIC_PREFIXES)
  if (script === HEBREW) return prefixBoundary(units, start, HEBREW, HEBREW_PREFIXES)
  if (kinds[start] === UPPER && (kinds[start - 1] !== UPPER || followsCapitals(kinds, start)))
    return MISSING_SPACE
  return null
}

/** Returns the boundary at `end`, the offset after the name's last unit, or null if the word continues. */
export function rightBoundary(folded: FoldedText, end: number, nameLength: number): Boundary | null {
  const { units, kinds, length } = folded
  const last = units[end - 1] ?? 0
  const next = end < length ? (units[end] ?? 0) : 0
  if (!isWordUnit(next)) {
    if (nameLength === 1 && (next === PLUS || next === SHARP)) return null
    return next === APOSTROPHE ? apostropheBoundary(folded, end, last) : PLAIN
  }
  if (!isWordUnit(last)) return PLAIN
  const script = getScript(last)
  const other = getScript(next)
  if (other === HANGUL)
    return script === HANGUL ? suffixBoundary(folded, end, HANGUL, HANGUL_PARTICLES) : PARTICLE
  if (script === KATAKANA && other === KATAKANA) return nameLength >= 4 ? PLAIN : null
  if (isUnspacedScript(script) || isUnspacedScript(other)) return PLAIN
  if (script !== other && script !== 0 && other !== 0) return PLAIN
  if (script === CYRILLIC) return suffixBoundary(folded, end, CYRILLIC, CYRILLIC_ENDINGS)
  if (script === LATIN) {
    if (kinds[end] === DIGIT) return digitBoundary(folded, end, nameLength)
    const plural = pluralBoundary(folded, end, last, nameLength)
    if (plural) return plural
  }
  return kinds[end] === UPPER && (kinds[end - 1] !== UPPER || kinds[end + 1] === LOWER) ? MISSING_SPACE : null
}

const PLAIN: Boundary = { kind: 'plain', tail: 0 }
const MISSING_SPACE: Boundary = { kind: 'missing-space', tail: 0 }
const PARTICLE: Boundary = { kind: 'particle', tail: 0 }

const PLUS = 43
const SHARP = 35
const APOSTROPHE = 39
const FULL_STOP = 46

const ARABIC_PREFIXES = new Set(endings.arabicPrefixes)
const HEBREW_PREFIXES = new Set(endings.hebrewPrefixes)
const HANGUL_PARTICLES = new Set(endings.hangulParticles)
const CYRILLIC_ENDINGS = new Set(endings.cyrillicEndings)

function prefixBoundary(
  units: Uint16Array,
  start: number,
  script: number,
  prefixes: Set<string>,
): Boundary | null {
  let from = start
  while (from > 0 && start - from < 4 && getScript(units[from - 1] ?? 0) === script) from--
  return prefixes.has(String.fromCharCode(...units.subarray(from, start))) ? PARTICLE : null
}

/** Returns whether two or three capitals at the start of a word precede a capitalized name, as in `Rd NEWalmart`. */
function followsCapitals(kinds: Uint8Array, start: number): boolean {
  if (kinds[start + 1] !== LOWER) return false
  let from = start
  while (from > 0 && kinds[from - 1] === UPPER) from--
  return start - from >= 2 && start - from <= 3 && (from === 0 || (kinds[from - 1] ?? 0) < DIGIT)
}

/**
 * Accepts the number of a footnote or a model after a longer name (`Acme3`), but no word with a number in it
 * (`KeePass2Android`). After a short name, a number is more often part of a model, so the text must confirm it.
 */
function digitBoundary(folded: FoldedText, end: number, nameLength: number): Boundary | null {
  const { kinds, length } = folded
  if (isDecimal(folded, end)) return nameLength >= 4 ? PLAIN : MISSING_SPACE
  let to = end
  while (to < length && kinds[to] === DIGIT) to++
  if (to < length && (kinds[to] ?? 0) > DIGIT && kinds[to] !== UPPER) return null
  if (to < length && kinds[to] === UPPER && kinds[to + 1] === LOWER) return null
  return nameLength >= 4 ? PLAIN : to - end <= 2 ? MISSING_SPACE : null
}

/** Returns whether a price or a rating follows the name without a space, as in `HP4.5(120)`. */
function isDecimal({ units, kinds }: FoldedText, at: number): boolean {
  return kinds[at] === DIGIT && units[at + 1] === FULL_STOP && kinds[at + 2] === DIGIT
}

/** Accepts at most four letters after an apostrophe: `Apple's`, `Starbucks'`, Turkish `Notion'un`. */
function apostropheBoundary({ units, length }: FoldedText, end: number, last: number): Boundary {
  let to = end + 1
  while (to < length && to - end < 6 && isWordUnit(units[to] ?? 0)) to++
  const letters = to - end - 1
  if (letters === 0) return last === 115 ? { kind: 'possessive', tail: 1 } : PLAIN
  return letters <= 4 ? { kind: 'possessive', tail: letters + 1 } : PLAIN
}

/** Accepts a plural ending (`Dysons`, `Boxes`, German `Apples`), also before a capital where a space is missing. */
function pluralBoundary(
  { units, kinds, length }: FoldedText,
  end: number,
  last: number,
  nameLength: number,
): Boundary | null {
  if (nameLength < 2) return null
  let to = end
  if (units[to] === 101 && SIBILANTS.has(last) && units[to + 1] === 115) to += 2
  else if (units[to] === 115 && last !== 115) to += 1
  else return null
  if (kinds[end] === UPPER && kinds[end - 1] !== UPPER) return null
  if (to < length && isWordUnit(units[to] ?? 0) && kinds[to] !== UPPER) return null
  if (to < length && units[to] === APOSTROPHE && units[to + 1] === 115) to += 2
  return { kind: 'plural', tail: to - end }
}

/** s, x, z, h: English adds -es to these. */
const SIBILANTS = new Set([115, 120, 122, 104])

/** Accepts attached letters of one script only if they are a known ending. */
function suffixBoundary(
  folded: FoldedText,
  end: number,
  script: number,
  known: Set<string>,
): Boundary | null {
  let to = end
  while (to < folded.length && to - end < 8 && getScript(folded.units[to] ?? 0) === script) to++
  return known.has(unfold(folded, end, to)) ? { kind: 'particle', tail: to - end } : null
}
