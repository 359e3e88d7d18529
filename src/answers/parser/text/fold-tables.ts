import { KINDS, kindOf, SCRIPTS, scriptOf } from './characters.ts'

const { DIGIT, MARK, SPACE } = KINDS
const { GREEK, LATIN } = SCRIPTS

/**
 * Folding makes spellings of one name equal: compatibility forms (Ｎｏｔｉｏｎ, ﬁ), case, ß and ss, final sigma,
 * curly and straight apostrophes, the many hyphens and spaces. Accents go for Latin and Greek only: taking
 * marks off Cyrillic, Japanese or Arabic letters makes other letters of them.
 */

/** Bits 16 to 23 of a profile: storing them as a byte cuts off the flags. */
const KIND_SHIFT = 16
/** It continues a word. */
const WORD_FLAG = 1 << 24
/** A letter, digit or mark of a script beyond Latin. */
const BEYOND_FLAG = 1 << 25
const SPACE_FLAG = 1 << 26
/** It does not fold to one unit, or not without its neighbours. */
const SLOW_FLAG = 1 << 27

/** Not seen yet: slow too, so that one test is enough for most units. No unit that was seen is of kind 0. */
const UNKNOWN = SLOW_FLAG

/**
 * All that folding asks of a unit in one number: bits 0 to 15 what it folds to alone, then its kind and the flags above.
 * Filled on first sight (`profileOf`).
 */
const PROFILES = new Int32Array(0x10000).fill(UNKNOWN)

/** Greek is the first script behind Latin. */
const FIRST_BEYOND_LATIN = 0x370

/** For the loops of folding, which take them into constants of their own: why, `KINDS` says. */
export const FOLDING = {
  PROFILES,
  KIND_SHIFT,
  WORD_FLAG,
  BEYOND_FLAG,
  SPACE_FLAG,
  SLOW_FLAG,
  FIRST_BEYOND_LATIN,
} as const

export function profileOf(unit: number): number {
  const profile = PROFILES[unit] ?? 0
  return profile === UNKNOWN ? learnProfile(unit) : profile
}

function learnProfile(unit: number): number {
  const kind = kindOf(unit)
  const folded = simpleFold(unit, kind)
  const isWord = kind >= DIGIT
  const profile =
    (folded ?? 0) |
    (kind << KIND_SHIFT) |
    (isWord ? WORD_FLAG : 0) |
    (isWord && (folded ?? unit) >= FIRST_BEYOND_LATIN ? BEYOND_FLAG : 0) |
    (kind === SPACE ? SPACE_FLAG : 0) |
    (folded === null ? SLOW_FLAG : 0)
  PROFILES[unit] = profile
  return profile
}

/** The one unit that a unit folds to alone; null when there is none. */
function simpleFold(unit: number, kind: number): number | null {
  if (kind === SPACE) return unit === LINE_FEED ? LINE_FEED : BLANK
  if ((unit & 0xf800) === 0xd800 || isConjoiningJamo(unit)) return null
  if (kind === MARK) return isCombining(unit) ? null : unit
  const folded = foldCharacter(String.fromCharCode(unit))
  return folded.length === 1 ? folded.charCodeAt(0) : null
}

const LINE_FEED = 10
const BLANK = 32

/** Marks that make one letter with the letter before them, and marks that are only seen on Latin letters. */
function isCombining(unit: number): boolean {
  return COMBINING_RANGES.some(([first, last]) => unit >= first && unit <= last)
}

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

/** Hangul written letter by letter, as some systems store file names. */
export function isConjoiningJamo(unit: number): boolean {
  return unit >= 0x1100 && unit <= 0x11ff
}

/** The fold of one character, or of a base with its marks. */
export function foldCharacter(character: string): string {
  const byHand = OVERRIDES.get(character)
  if (byHand !== undefined) return byHand
  const lower = replaceByHand(character.normalize('NFKC').toLowerCase())
  const script = scriptOf(lower.charCodeAt(0))
  if (script === LATIN || script === GREEK) {
    return replaceByHand(lower.normalize('NFD').replace(/\p{M}+/gu, ''))
  }
  return lower.replace(INVISIBLE, '')
}

function replaceByHand(text: string): string {
  let replaced = ''
  for (const character of text) replaced += OVERRIDES.get(character) ?? character
  return replaced
}

/** Joiners, soft hyphens, direction marks, variation selectors: they are not seen, so they do not differ. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** What Unicode's own foldings leave apart, or, for the trade marks, would turn into letters of the name. */
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
