import { GREEK, kindOf, LATIN, MARK, scriptOf } from './characters.ts'

/**
 * Folding makes spellings of one name equal: compatibility forms (Ｎｏｔｉｏｎ, ™), case, ß and ss, final sigma,
 * curly and straight apostrophes, the many hyphens and spaces. Accents go for Latin and Greek only: taking
 * marks off Cyrillic, Japanese or Arabic letters makes other letters of them.
 */
export type Folded = {
  length: number
  /** Folded UTF-16 units. Longer than `length`: a scratch buffer, valid until the next fold. */
  units: Uint16Array
  /** For each folded unit the index of the unit it came from; never falls. */
  from: Int32Array
  /** For each folded unit the index after the last unit it came from. */
  until: Int32Array
}

/** The unit that stands for something taken out of the text (markup found only later). Folding skips it. */
export const REMOVED = 0

/** Folds a short text, such as a name. */
export function foldText(text: string): string {
  const units = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
  const folded = fold(units, text.length)
  return String.fromCharCode(...folded.units.subarray(0, folded.length))
}

let scratch: Folded = {
  length: 0,
  units: new Uint16Array(0),
  from: new Int32Array(0),
  until: new Int32Array(0),
}

/** Folds `length` units. The result lives in a shared buffer: use it before folding again. */
export function fold(source: Uint16Array, length: number): Folded {
  // One unit folds to at most 18 (U+FDFA); room for that is made only where it happens.
  if (scratch.units.length < length + 64) grow(length * 2 + 1024)
  let { units, from, until } = scratch
  let out = 0
  let i = 0
  while (i < length) {
    const unit = source[i] ?? 0
    let simple = FOLD[unit] ?? SLOW
    if (simple === UNKNOWN) simple = learnFold(unit)
    if (
      simple !== SLOW &&
      (i + 1 >= length || (source[i + 1] ?? 0) < FIRST_MARK || !joins(source[i + 1] ?? 0))
    ) {
      if (simple !== REMOVED) {
        units[out] = simple
        from[out] = i
        until[out] = ++i
        out++
      } else i++
      continue
    }
    const end = graphemeEnd(source, i, length)
    const text = foldGrapheme(String.fromCharCode(...source.subarray(i, end)))
    if (out + text.length + (length - end) + 64 > units.length) {
      grow(units.length * 2 + text.length)
      ;({ units, from, until } = scratch)
    }
    for (let k = 0; k < text.length; k++) {
      units[out] = text.charCodeAt(k)
      from[out] = i
      until[out] = end
      out++
    }
    i = end
  }
  scratch.length = out
  return scratch
}

function grow(size: number): void {
  const next = {
    length: 0,
    units: new Uint16Array(size),
    from: new Int32Array(size),
    until: new Int32Array(size),
  }
  next.units.set(scratch.units)
  next.from.set(scratch.from)
  next.until.set(scratch.until)
  scratch = next
}

const FIRST_MARK = 0x300
const SLOW = 0xffff

const UNKNOWN = 0xfffe

/** What each unit folds to alone: one unit, or `SLOW` when that needs more thought. Filled on first sight. */
const FOLD = new Uint16Array(0x10000).fill(UNKNOWN)
FOLD[REMOVED] = REMOVED

function learnFold(unit: number): number {
  const surrogate = unit >= 0xd800 && unit < 0xe000
  const folded = surrogate || kindOf(unit) === MARK ? '' : foldGrapheme(String.fromCharCode(unit))
  const simple = folded.length === 1 ? folded.charCodeAt(0) : SLOW
  FOLD[unit] = simple
  return simple
}

/** Whether the unit belongs to the grapheme begun by the one before it. */
function joins(unit: number): boolean {
  return kindOf(unit) === MARK || unit === ZERO_WIDTH_JOINER
}

const ZERO_WIDTH_JOINER = 0x200d

/** Base (or surrogate pair) and its marks; a pathological run of marks is cut so that it stays cheap. */
function graphemeEnd(source: Uint16Array, start: number, length: number): number {
  const unit = source[start] ?? 0
  let end = start + 1
  if (unit >= 0xd800 && unit < 0xdc00 && end < length && ((source[end] ?? 0) & 0xfc00) === 0xdc00) end++
  const limit = Math.min(length, end + 16)
  while (end < limit && joins(source[end] ?? 0)) end++
  return end
}

function foldGrapheme(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  let folded = ''
  for (const character of lower) folded += FOLD_BY_HAND[character] ?? character
  const unit = folded.charCodeAt(0)
  const script = scriptOf(unit)
  if (script === LATIN || script === GREEK) {
    folded = folded.normalize('NFD').replace(/\p{M}+/gu, '')
    let bare = ''
    for (const character of folded) bare += FOLD_BY_HAND[character] ?? character
    return bare
  }
  return folded.replace(INVISIBLE, '')
}

/** Joiners, soft hyphens, direction marks, variation selectors: they are not seen, so they do not differ. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]/g

const FOLD_BY_HAND: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‛': "'",
  '′': "'",
  '´': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '−': '-',
  '﹘': '-',
  '﹣': '-',
  '·': '·',
}
