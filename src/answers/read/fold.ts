import { GREEK, kindOf, LATIN, MARK, scriptOf } from './characters.ts'

/**
 * Folding makes spellings of one name equal: compatibility forms (Ｎｏｔｉｏｎ, ﬁ), case, ß and ss, final sigma,
 * curly and straight apostrophes, the many hyphens and spaces. Accents go for Latin and Greek only: taking
 * marks off Cyrillic, Japanese or Arabic letters makes other letters of them.
 */
export type Folded = {
  length: number
  /** Folded UTF-16 units. Longer than `length`: a scratch buffer, valid until the next fold. */
  units: Uint16Array
  /** For each folded unit the kind (characters.ts) it had before: capitals are still capitals here. */
  kinds: Uint8Array
  /** For each folded unit the index of the unit it came from; never falls. */
  from: Int32Array
  /** For each folded unit the index after the last unit it came from. */
  until: Int32Array
}

/** The unit that stands for something taken out of the text (markup found only later). Folding skips it. */
export const REMOVED = 0

/** Folds a short text, such as a name. */
export function foldText(text: string): string {
  return textOf(foldString(text), 0)
}

/** Folds a short text, such as a name, into buffers of its own. */
export function foldString(text: string): Folded {
  const units = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
  return foldInto(buffers(text.length + SPARE), units, text.length)
}

/** Folded units as a string. */
export function textOf({ units, length }: Folded, start: number, end = length): string {
  let text = ''
  for (let i = start; i < end; i += CHUNK) {
    text += String.fromCharCode(...units.subarray(i, Math.min(end, i + CHUNK)))
  }
  return text
}

/** Folds `length` units. The result lives in a shared buffer: use it before calling this again. */
export function fold(source: Uint16Array, length: number): Folded {
  if (shared.units.length < length + SPARE) shared = buffers(Math.ceil(length * 1.5) + SPARE)
  shared = foldInto(shared, source, length)
  return shared
}

/** Fills the buffers given, or larger ones if they do not do. */
function foldInto(given: Folded, source: Uint16Array, length: number): Folded {
  let room = given
  let { units, kinds, from, until } = room
  let out = 0
  let i = 0
  while (i < length) {
    const unit = source[i] ?? 0
    let simple = FOLD[unit] ?? SLOW
    if (simple === UNKNOWN) simple = learnFold(unit)
    const next = i + 1 < length ? (source[i + 1] ?? 0) : 0
    if (simple !== SLOW && (next < FIRST_MARK || !joins(next))) {
      if (simple !== REMOVED) {
        units[out] = simple
        kinds[out] = kindOf(unit)
        from[out] = i
        until[out++] = i + 1
      }
      i++
      continue
    }
    const end = graphemeEnd(source, i, length)
    const grapheme = String.fromCharCode(...source.subarray(i, end))
    const text = foldGrapheme(grapheme)
    // One grapheme may fold to many units (U+FDFA to 18): keep room for these and for all units to come.
    if (out + text.length + (length - end) > units.length) {
      room = grown(room, out + (length - end) * 2 + text.length + SPARE)
      ;({ units, kinds, from, until } = room)
    }
    const capital = kindOf(grapheme.normalize('NFKC').charCodeAt(0))
    for (let k = 0; k < text.length; k++) {
      const folded = text.charCodeAt(k)
      units[out] = folded
      kinds[out] = k === 0 ? capital : kindOf(folded)
      from[out] = i
      until[out++] = end
    }
    i = end
  }
  room.length = out
  return room
}

const CHUNK = 4096
const SPARE = 64

let shared: Folded = buffers(0)

function buffers(size: number): Folded {
  return {
    length: 0,
    units: new Uint16Array(size),
    kinds: new Uint8Array(size),
    from: new Int32Array(size),
    until: new Int32Array(size),
  }
}

function grown(old: Folded, size: number): Folded {
  const next = buffers(size)
  next.units.set(old.units)
  next.kinds.set(old.kinds)
  next.from.set(old.from)
  next.until.set(old.until)
  return next
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
  return kindOf(unit) === MARK
}

/** Base (or surrogate pair) and its marks; an absurdly long run of marks is cut so that it stays cheap. */
function graphemeEnd(source: Uint16Array, start: number, length: number): number {
  const unit = source[start] ?? 0
  let end = start + 1
  if ((unit & 0xfc00) === 0xd800 && end < length && ((source[end] ?? 0) & 0xfc00) === 0xdc00) end++
  const limit = Math.min(length, end + 16)
  while (end < limit && joins(source[end] ?? 0)) end++
  return end
}

function foldGrapheme(text: string): string {
  const byHand = FOLD_BY_HAND[text]
  if (byHand !== undefined) return byHand
  const lower = replaceByHand(text.normalize('NFKC').toLowerCase())
  const script = scriptOf(lower.charCodeAt(0))
  if (script === LATIN || script === GREEK) {
    return replaceByHand(lower.normalize('NFD').replace(/\p{M}+/gu, ''))
  }
  return lower.replace(INVISIBLE, '')
}

function replaceByHand(text: string): string {
  let replaced = ''
  for (const character of text) replaced += FOLD_BY_HAND[character] ?? character
  return replaced
}

/** Joiners, soft hyphens, direction marks, variation selectors: they are not seen, so they do not differ. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/g

/** What Unicode's own foldings leave apart, or, for the trade marks, would turn into letters of the name. */
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
  '﹣': '-',
  '™': '™',
  '℠': '℠',
  '\u00a8': '"',
  '\u0000': '',
}
