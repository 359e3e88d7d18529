import { getKind, KINDS } from '../text/characters.ts'

const { SPACE } = KINDS

/** Predicates and parsers for single lines of markdown. A line is a range of the whole text. */

export const MARKDOWN_UNITS = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  bang: 33,
  quote: 34,
  hash: 35,
  ampersand: 38,
  parenOpen: 40,
  parenClose: 41,
  star: 42,
  plus: 43,
  dash: 45,
  fullStop: 46,
  slash: 47,
  colon: 58,
  less: 60,
  equals: 61,
  greater: 62,
  bracketOpen: 91,
  backslash: 92,
  bracketClose: 93,
  caret: 94,
  underscore: 95,
  tick: 96,
  pipe: 124,
  tilde: 126,
  bullet: 0x2022,
  /** ChatGPT encloses its citation markers in private-use characters. */
  citationStart: 0xe200,
  citationEnd: 0xe201,
} as const

const UNIT = MARKDOWN_UNITS

export function isSpace(unit: number): boolean {
  return unit === UNIT.space || getKind(unit) === SPACE
}

export function skipSpaces(units: Uint16Array, from: number, to: number): number {
  let i = from
  while (i < to && isSpace(units[i] ?? 0)) i++
  return i
}

/** Returns the end of a range without trailing spaces. */
export function skipSpacesBack(units: Uint16Array, from: number, to: number): number {
  let i = from
  while (i > to && isSpace(units[i - 1] ?? 0)) i--
  return i
}

/** Skips the `>` markers of a block quote, each with up to three spaces before it. */
export function skipQuoteMarkers(units: Uint16Array, start: number, end: number): number {
  let from = start
  for (;;) {
    const marker = skipSpaces(units, from, Math.min(end, from + 4))
    if (marker >= end || units[marker] !== UNIT.greater) return from
    from = marker + 1
    if (units[from] === UNIT.space) from++
  }
}

/** Returns the level of a heading such as `## …`, or 0 for any other line. */
export function headingLevel(units: Uint16Array, start: number, end: number): number {
  let level = 0
  while (level < 7 && units[start + level] === UNIT.hash) level++
  const closed = start + level >= end || isSpace(units[start + level] ?? 0)
  return level > 0 && level < 7 && closed ? level : 0
}

/** Returns the number of a heading or item such as `1. Acme`, `**2)** Acme` or `#3 Acme`, or 0 for none. */
export function numberAt(units: Uint16Array, start: number, end: number): number {
  const first = units[start] ?? 0
  const strong = (first === UNIT.star || first === UNIT.underscore) && units[start + 1] === first
  let i = strong ? start + 2 : start
  const hashed = units[i] === UNIT.hash
  if (hashed) i++
  const digits = i
  let number = 0
  while (i - digits < 2 && isDigit(units[i] ?? 0)) number = number * 10 + (units[i++] ?? 0) - 48
  if (!hashed && units[i] !== UNIT.fullStop && units[i] !== UNIT.parenClose) return 0
  if (!hashed) i++
  const after = units[i] ?? 0
  return i < end && (isSpace(after) || after === UNIT.star || after === UNIT.colon) ? number : 0
}

export type ListMarker = { ordered: boolean; number: number; textStart: number }

/** Parses `- `, `* `, `+ `, `• `, `1. ` or `1) ` and the checkbox of a task after it. Null for none. */
export function listMarkerAt(units: Uint16Array, start: number, end: number): ListMarker | null {
  const first = units[start] ?? 0
  let i = start
  let number = 0
  let ordered = false
  if (first === UNIT.dash || first === UNIT.star || first === UNIT.plus || first === UNIT.bullet) i++
  else {
    while (i < end && i - start < 4 && isDigit(units[i] ?? 0)) number = number * 10 + (units[i++] ?? 0) - 48
    const close = units[i] ?? 0
    if (i === start || i >= end || (close !== UNIT.fullStop && close !== UNIT.parenClose)) return null
    ordered = true
    i++
  }
  if (i < end && !isSpace(units[i] ?? 0) && first !== UNIT.bullet) return null
  i = skipSpaces(units, i, end)
  const task =
    units[i] === UNIT.bracketOpen && units[i + 2] === UNIT.bracketClose && isSpace(units[i + 3] ?? 0)
  if (task && TASK_MARKS.has(units[i + 1] ?? 0)) i += 4
  return { ordered, number, textStart: i }
}

/** Space, x and X. */
const TASK_MARKS = new Set([32, 120, 88])

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

export type Fence = { unit: number; size: number; info: string }

/** Parses three or more backticks or tildes and the info string after them. Null for none. */
export function fenceAt(text: string, units: Uint16Array, start: number, end: number): Fence | null {
  const unit = units[start] ?? 0
  if (unit !== UNIT.tick && unit !== UNIT.tilde) return null
  let i = start
  while (i < end && units[i] === unit) i++
  if (i - start < 3) return null
  const info = text.slice(i, end)
  return info.includes('`') ? null : { unit, size: i - start, info: info.trim().toLowerCase() }
}

/**
 * Returns whether the line consists of three or more of one marker (`---`, `* * *`; one or more for `===`) and spaces.
 */
export function isRule(units: Uint16Array, start: number, end: number, marker: number): boolean {
  let count = 0
  for (let i = start; i < end; i++) {
    const unit = units[i] ?? 0
    if (unit === marker) count++
    else if (!isSpace(unit)) return false
  }
  return count >= (marker === UNIT.equals ? 1 : 3)
}

/** Returns whether the line that starts at `start` is the delimiter row `|---|:--:|` of a table. */
export function isDelimiterRow(units: Uint16Array, start: number): boolean {
  let dashes = 0
  let pipes = 0
  for (let i = start; i < units.length; i++) {
    const unit = units[i] ?? 0
    if (unit === UNIT.lineFeed || unit === 0) break
    if (unit === UNIT.dash) dashes++
    else if (unit === UNIT.pipe) pipes++
    else if (unit !== UNIT.colon && unit !== UNIT.greater && !isSpace(unit)) return false
  }
  return dashes > 0 && pipes > 0
}

export type Definition = { kind: 'link' | 'note'; textStart: number }

/** Parses a link definition `[label]: url` or a footnote `[^label]: text`. Null for neither. */
export function definitionAt(text: string, start: number, end: number): Definition | null {
  const label = text.slice(start, Math.min(end, start + MAX_LABEL_LENGTH)).indexOf(']:')
  if (label < 0) return null
  const close = start + label
  if (text[start + 1] === '^') return { kind: 'note', textStart: close + 2 }
  const isLink = /^\s*<?\S+>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*$/.test(text.slice(close + 2, end))
  return isLink ? { kind: 'link', textStart: end } : null
}

/** Collects the labels of all link definitions, which may follow their use. */
export function findDefinitions(markdown: string): Set<string> {
  const labels = new Set<string>()
  let close = markdown.indexOf(']:')
  while (close >= 0) {
    const start = markdown.lastIndexOf('\n', close) + 1
    const lineFeed = markdown.indexOf('\n', close)
    const end = lineFeed < 0 ? markdown.length : lineFeed
    const opening =
      /^[\s>]*\[(?!\^)/.exec(markdown.slice(start, Math.min(close, start + MAX_LABEL_LENGTH)))?.[0].length ??
      0
    if (opening > 0 && definitionAt(markdown, start + opening - 1, end)?.kind === 'link') {
      labels.add(normalizeLabel(markdown.slice(start + opening, close)))
    }
    close = markdown.indexOf(']:', end)
  }
  return labels
}

/** Returns the key by which labels are compared: case and runs of spaces do not matter. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

export const MAX_LABEL_LENGTH = 200
