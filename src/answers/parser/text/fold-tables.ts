import { allUnits, getKind, getScript, KINDS, SCRIPTS } from './characters.ts'

const { DIGIT, MARK, SPACE } = KINDS
const { GREEK, LATIN } = SCRIPTS

/**
 * Folding makes spellings of one name equal: compatibility forms (Ｎｏｔｉｏｎ, ﬁ), case, ß and ss, final sigma, curly and
 * straight apostrophes, and the many hyphens and spaces. Accents are removed from Latin and Greek letters only: without
 * their marks, Cyrillic, Japanese or Arabic letters are different letters.
 */

/** Bits 16 to 23 of a profile are the kind of the unit. Storing them as a byte drops the flags. */
const KIND_SHIFT = 16
/** The unit continues a word. */
const WORD_FLAG = 1 << 24
/** The unit is a letter, digit or mark of a script beyond Latin. */
const BEYOND_FLAG = 1 << 25
const SPACE_FLAG = 1 << 26
/** The unit does not fold to exactly one unit, or not without its context. */
const SLOW_FLAG = 1 << 27

/** Greek is the first script after Latin. */
const FIRST_BEYOND_LATIN = 0x370

const LINE_FEED = 10
const BLANK = 32

/** Joiners, soft hyphens, direction marks and variation selectors: invisible, so they do not make names differ. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Characters that Unicode does not fold or, for trade marks, would turn into letters of the name. */
const OVERRIDES = new Map([
  ['ß', 'ss'],
  ['ς', 'σ'],
  ['ı', 'i'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ...[...'’‘ʼ‛′´`'].map((quote): [string, string] => [quote, "'"]),
  ...[...'“”„\u00a8'].map((quote): [string, string] => [quote, '"']),
  ...[...'‐‑‒−﹣'].map((hyphen): [string, string] => [hyphen, '-']),
  ...[...'™℠'].map((mark): [string, string] => [mark, mark]),
  ['\u0000', ''],
])

/** Marks that combine with the letter before them, and marks that are only visible on Latin letters. */
const COMBINING_RANGES = [
  [0x300, 0x36f],
  [0x653, 0x655],
  [0x93c, 0x93c],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0x3099, 0x309a],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
] as const

export const FOLDING = {
  /** By unit: the unit that it folds to (bits 0 to 15), its kind, and the flags. */
  PROFILES: buildProfiles(),
  KIND_SHIFT,
  WORD_FLAG,
  BEYOND_FLAG,
  SPACE_FLAG,
  SLOW_FLAG,
  FIRST_BEYOND_LATIN,
} as const

/** Folds one character, or a base letter with its marks. */
export function foldCharacter(character: string): string {
  const override = OVERRIDES.get(character)
  if (override !== undefined) return override
  const lower = applyOverrides(character.normalize('NFKC').toLowerCase())
  const script = getScript(lower.charCodeAt(0))
  if (script === LATIN || script === GREEK) {
    return applyOverrides(lower.normalize('NFD').replace(/\p{M}+/gu, ''))
  }
  return lower.replace(INVISIBLE, '')
}

function applyOverrides(text: string): string {
  let replaced = ''
  for (const character of text) replaced += OVERRIDES.get(character) ?? character
  return replaced
}

/**
 * Returns whether the unit is a Hangul letter of a syllable that is written letter by letter, as some file systems do.
 */
export function isConjoiningJamo(unit: number): boolean {
  return unit >= 0x1100 && unit <= 0x11ff
}

/** Folds only the units that folding can change: folding all 65,536 would take 60 ms at every start. */
function buildProfiles(): Int32Array {
  const profiles = new Int32Array(0x10000)
  for (let unit = 0; unit < profiles.length; unit++) profiles[unit] = getProfile(unit, unit)
  const changing = /[\p{Changes_When_NFKC_Casefolded}\p{Lu}\p{Script=Latin}\p{Script=Greek}\p{M}\s\0]/gu
  const units = allUnits()
  const candidates = [...units.matchAll(changing)].map(({ index }) => index)
  for (const character of OVERRIDES.keys()) candidates.push(character.charCodeAt(0))
  for (let unit = 0x1100; unit <= 0x11ff; unit++) candidates.push(unit)
  for (const unit of candidates) profiles[unit] = getProfile(unit, foldedUnit(unit))
  return profiles
}

function getProfile(unit: number, folded: number | null): number {
  const kind = getKind(unit)
  const isWord = kind >= DIGIT
  return (
    (folded ?? 0) |
    (kind << KIND_SHIFT) |
    (isWord ? WORD_FLAG : 0) |
    (isWord && (folded ?? unit) >= FIRST_BEYOND_LATIN ? BEYOND_FLAG : 0) |
    (kind === SPACE ? SPACE_FLAG : 0) |
    (folded === null ? SLOW_FLAG : 0)
  )
}

/** Returns the one unit that a unit folds to regardless of context, or null if there is none. */
export function foldedUnit(unit: number): number | null {
  const kind = getKind(unit)
  if (kind === SPACE) return unit === LINE_FEED ? LINE_FEED : BLANK
  if ((unit & 0xf800) === 0xd800 || isConjoiningJamo(unit)) return null
  if (kind === MARK) return isCombining(unit) ? null : unit
  const folded = foldCharacter(String.fromCharCode(unit))
  return folded.length === 1 ? folded.charCodeAt(0) : null
}

function isCombining(unit: number): boolean {
  return COMBINING_RANGES.some(([first, last]) => unit >= first && unit <= last)
}
