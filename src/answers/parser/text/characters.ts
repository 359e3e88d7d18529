/**
 * What the reader knows of single UTF-16 units: their kind and their script. Both are looked up in tables
 * that fill themselves on first sight of a unit, because asking a Unicode regular expression for every
 * unit of every answer would cost more than all the rest of the reading.
 */

/**
 * Modules take what they need out of these tables into constants of their own: these are compiled in, while an imported
 * constant is fetched and tested anew wherever it is used, which the loops over all units feel.
 */
export const KINDS = { OTHER: 1, SPACE: 2, DIGIT: 3, LOWER: 4, UPPER: 5, UNCASED: 6, MARK: 7 } as const

export const SCRIPTS = {
  LATIN: 1,
  GREEK: 2,
  CYRILLIC: 3,
  HAN: 4,
  KATAKANA: 5,
  HANGUL: 6,
  UNSPACED: 7,
  ARABIC: 8,
  HEBREW: 9,
  HIRAGANA: 10,
  OTHER_SCRIPT: 11,
} as const

const { OTHER, SPACE, DIGIT, LOWER, UPPER, UNCASED, MARK } = KINDS
const { LATIN, GREEK, CYRILLIC, HAN, KATAKANA, HANGUL } = SCRIPTS
const { UNSPACED, ARABIC, HEBREW, HIRAGANA, OTHER_SCRIPT } = SCRIPTS

const kinds = new Uint8Array(0x10000)
const scripts = new Uint8Array(0x10000)

/** One of the kinds above. Surrogates are `OTHER`: folding has already replaced those that stand for letters. */
export function kindOf(unit: number): number {
  return kinds[unit] || learnKind(unit)
}

/** One of the scripts above, 0 for what is no letter. */
export function scriptOf(unit: number): number {
  if (kindOf(unit) < LOWER) return 0
  return scripts[unit] || learnScript(unit)
}

/** A letter, a digit or a mark: what continues a word. */
export function isWordUnit(unit: number): boolean {
  return kindOf(unit) >= DIGIT
}

/** Scripts that are written without spaces between words. */
export function isUnspacedScript(script: number): boolean {
  return script === HAN || script === KATAKANA || script === HIRAGANA || script === UNSPACED
}

const KIND_PATTERNS: [RegExp, number][] = [
  [/^\s$/u, SPACE],
  [/^\p{N}$/u, DIGIT],
  [/^[\p{Lu}\p{Lt}]$/u, UPPER],
  [/^\p{Ll}$/u, LOWER],
  [/^\p{L}$/u, UNCASED],
  [/^\p{M}$/u, MARK],
]

function learnKind(unit: number): number {
  const character = String.fromCharCode(unit)
  const kind = KIND_PATTERNS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER
  kinds[unit] = kind
  return kind
}

const SCRIPT_PATTERNS: [RegExp, number][] = [
  [/^\p{Script=Latin}$/u, LATIN],
  [/^\p{Script=Greek}$/u, GREEK],
  [/^\p{Script=Cyrillic}$/u, CYRILLIC],
  [/^\p{Script=Han}$/u, HAN],
  [/^[\p{Script=Katakana}ー]$/u, KATAKANA],
  [/^\p{Script=Hiragana}$/u, HIRAGANA],
  [/^\p{Script=Hangul}$/u, HANGUL],
  [/^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u, UNSPACED],
  [/^\p{Script=Arabic}$/u, ARABIC],
  [/^\p{Script=Hebrew}$/u, HEBREW],
]

function learnScript(unit: number): number {
  const character = String.fromCharCode(unit)
  const script = SCRIPT_PATTERNS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER_SCRIPT
  scripts[unit] = script
  return script
}
