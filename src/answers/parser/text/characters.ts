/** Kind and script of a UTF-16 code unit, looked up in tables that are built once when the module loads. */

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

const kinds = buildTable(OTHER, [
  ['\\s', SPACE],
  ['\\p{N}', DIGIT],
  ['\\p{L}', UNCASED],
  ['[\\p{Lu}\\p{Lt}]', UPPER],
  ['\\p{Ll}', LOWER],
  ['\\p{M}', MARK],
])

const scripts = buildTable(0, [
  ['[\\p{L}\\p{M}]', OTHER_SCRIPT],
  ...scriptClasses([
    ['\\p{Script=Latin}', LATIN],
    ['\\p{Script=Greek}', GREEK],
    ['\\p{Script=Cyrillic}', CYRILLIC],
    ['\\p{Script=Han}', HAN],
    ['[\\p{Script=Katakana}ー]', KATAKANA],
    ['\\p{Script=Hiragana}', HIRAGANA],
    ['\\p{Script=Hangul}', HANGUL],
    ['[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]', UNSPACED],
    ['\\p{Script=Arabic}', ARABIC],
    ['\\p{Script=Hebrew}', HEBREW],
  ]),
])

/** Returns one of `KINDS`. A surrogate is `OTHER`; folding replaces the pairs that encode letters. */
export function getKind(unit: number): number {
  return kinds[unit] ?? OTHER
}

/** Returns one of `SCRIPTS`, or 0 for a unit that is neither a letter nor a mark. */
export function getScript(unit: number): number {
  return scripts[unit] ?? 0
}

/** Returns whether the unit is a letter, a digit or a mark, and so continues a word. */
export function isWordUnit(unit: number): boolean {
  return getKind(unit) >= DIGIT
}

/** Returns whether a script is written without spaces between words. */
export function isUnspacedScript(script: number): boolean {
  return script === HAN || script === KATAKANA || script === HIRAGANA || script === UNSPACED
}

function scriptClasses(classes: [string, number][]): [string, number][] {
  return classes.map(([characters, script]) => [`[${characters}&&[\\p{L}\\p{M}]]`, script])
}

/** Assigns a value to every unit of a character class; later classes override earlier ones. */
function buildTable(initial: number, classes: [string, number][]): Uint8Array {
  const table = new Uint8Array(0x10000).fill(initial)
  const units = allUnits()
  for (const [characters, value] of classes) {
    for (const { 0: run, index } of units.matchAll(new RegExp(`${characters}+`, 'gv')))
      table.fill(value, index, index + run.length)
  }
  return table
}

/** Returns a string whose unit at each index is the index itself, with U+0000 for surrogates. */
export function allUnits(): string {
  const units = Uint16Array.from({ length: 0x10000 }, (_, unit) => ((unit & 0xf800) === 0xd800 ? 0 : unit))
  return Buffer.from(units.buffer).toString('utf16le')
}
