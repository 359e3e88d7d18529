import { isWordUnit } from '../text/characters.ts'
import { addReplacement, addVerbatim, type TextRuns } from '../text/text-runs.ts'
import { decodeEntity } from './html-entities.ts'
import { isSpace, MARKDOWN_UNITS, MAX_LABEL_LENGTH, normalizeLabel } from './lines.ts'

const UNIT = MARKDOWN_UNITS

/** The state of the inline scan of one answer. */
export type InlineScan = {
  markdown: string
  /** Its UTF-16 units, followed by zeros. */
  units: Uint16Array
  runs: TextRuns
  /** Indexes of the runs that are inline code. */
  code: number[]
  /** Labels of link definitions. */
  definitions: ReadonlySet<string>
  /** Brackets that are open in the current block. */
  brackets: OpenBracket[]
  /** Everything before this offset is invisible (comments, scripts). */
  hiddenUntil: number
  /** Start of the current run. */
  from: number
  /** Closing delimiters that do not occur in the rest of the text. */
  missing: Set<string>
}

type OpenBracket = { from: number; run: number; image: boolean }

/**
 * Adds the visible part of `[start, end)`, which is part of one line. Drops markup, link targets, images and URLs; U+FFFC
 * replaces an image or a URL. Linear for any input: every search that can fail is bounded or remembered.
 */
export function scanInline(inline: InlineScan, start: number, end: number): void {
  const { units, runs } = inline
  inline.from = Math.max(start, inline.hiddenUntil)
  for (let i = inline.from; i < end; ) {
    while (i < end && IS_MARKUP[units[i] ?? 0] === 0) i++
    if (i < end) i = scanMarkup(inline, units[i] ?? 0, i, end)
  }
  addVerbatim(runs, inline.from, end)
}

/** By unit, 1 if it can start markup. */
const IS_MARKUP = markupTable()

function markupTable(): Uint8Array {
  const table = new Uint8Array(0x10000)
  table[UNIT.citationStart] = 1
  for (const character of '\\*_~`![]<&:') table[character.charCodeAt(0)] = 1
  return table
}

/** Handles the unit at `i`, which can be markup, and returns the offset to continue at. */
function scanMarkup(inline: InlineScan, unit: number, i: number, end: number): number {
  const { markdown, units } = inline
  switch (unit) {
    case UNIT.backslash:
      // A backslash at the end of a line is a hard break.
      if (i + 1 >= end || isAsciiPunctuation(units[i + 1] ?? 0)) skip(inline, i, i + 1)
      return i + 2
    case UNIT.star:
    case UNIT.underscore:
    case UNIT.tilde:
      return scanEmphasis(inline, unit, i, end)
    case UNIT.tick:
      return scanCode(inline, i, end)
    case UNIT.bang:
      return i + 1 < end && units[i + 1] === UNIT.bracketOpen ? openBracket(inline, i, i + 2, true) : i + 1
    case UNIT.bracketOpen:
      return footnoteReference(inline, i, end) ?? openBracket(inline, i, i + 1, false)
    case UNIT.bracketClose:
      return closeBracket(inline, i, end)
    case UNIT.less:
      return scanTag(inline, i, end)
    case UNIT.ampersand: {
      const entity = decodeEntity(markdown, i, end)
      return entity ? replace(inline, i, entity.end, entity.codePoint) : i + 1
    }
    case UNIT.colon: {
      const slashes = units[i + 1] === UNIT.slash && units[i + 2] === UNIT.slash
      return slashes ? scanUrl(inline, i, end) : i + 1
    }
    default: {
      const close = indexWithin(units, UNIT.citationEnd, i, Math.min(end, i + MAX_LABEL_LENGTH))
      return close < 0 ? i + 1 : skip(inline, i, close + 1)
    }
  }
}

/** Ends the current run at `from` and starts the next one at `to`. */
function skip(inline: InlineScan, from: number, to: number): number {
  addVerbatim(inline.runs, inline.from, from)
  inline.from = to
  return to
}

/** Replaces a range by one character. */
function replace(inline: InlineScan, from: number, to: number, codePoint: number): number {
  skip(inline, from, to)
  addReplacement(inline.runs, from, to, codePoint)
  return to
}

/** Searches for one unit up to `limit`. Returns -1 if it does not occur. */
function indexWithin(units: Uint16Array, unit: number, from: number, limit: number): number {
  for (let i = from; i < limit; i++) if (units[i] === unit) return i
  return -1
}

/**
 * Drops `*`, `_` and `~~` wherever they could open or close emphasis. Pairs are not matched: an unpaired delimiter does
 * not affect names, except inside a word (E*TRADE, snake_case), where it is kept.
 */
function scanEmphasis(inline: InlineScan, unit: number, i: number, end: number): number {
  const { units } = inline
  let to = i + 1
  while (to < end && units[to] === unit) to++
  const size = to - i
  const before = i > 0 ? (units[i - 1] ?? 0) : UNIT.space
  const after = to < end ? (units[to] ?? 0) : UNIT.space
  const isText = (isWordUnit(before) && isWordUnit(after)) || (isSpace(before) && isSpace(after))
  if (unit === UNIT.tilde ? size !== 2 : isText && (unit === UNIT.underscore || size === 1)) return to
  return skip(inline, i, to)
}

function scanCode(inline: InlineScan, i: number, end: number): number {
  const { units, runs, code } = inline
  let open = i + 1
  while (open < end && units[open] === UNIT.tick) open++
  const close = closingTicks(units, open, Math.min(end, open + MAX_CODE_LENGTH), open - i)
  if (close < 0) return open
  skip(inline, i, open)
  code.push(runs.length)
  return skip(inline, close, close + open - i)
}

/** Bounds the search for the closing ticks, which would otherwise be quadratic for a row of unlike ticks. */
const MAX_CODE_LENGTH = 2000

function closingTicks(units: Uint16Array, from: number, limit: number, size: number): number {
  for (let i = from; i < limit; i++) {
    if (units[i] !== UNIT.tick) continue
    const start = i
    while (i + 1 < limit && units[i + 1] === UNIT.tick) i++
    if (i + 1 - start === size) return start
  }
  return -1
}

/** Drops a footnote reference such as `[^1]`. Returns null if the bracket does not start one. */
function footnoteReference(inline: InlineScan, i: number, end: number): number | null {
  if (inline.units[i + 1] !== UNIT.caret) return null
  const close = indexWithin(inline.units, UNIT.bracketClose, i, Math.min(end, i + MAX_LABEL_LENGTH))
  return close < 0 ? null : skip(inline, i, close + 1)
}

/** Starts a run at a bracket, so that it can be dropped if it turns out to belong to a link. */
function openBracket(inline: InlineScan, i: number, to: number, image: boolean): number {
  skip(inline, i, i)
  inline.brackets.push({ from: i, run: inline.runs.length, image })
  return to
}

/** Closes a link or an image if a target or the label of a definition follows. */
function closeBracket(inline: InlineScan, i: number, end: number): number {
  const { runs, code } = inline
  const open = inline.brackets.pop()
  const to = open ? linkEnd(inline, open, i, end) : -1
  if (!open || to < 0) return i + 1
  skip(inline, i, to)
  if (open.image) {
    runs.length = open.run
    while ((code.at(-1) ?? -1) >= open.run) code.pop()
    addReplacement(runs, open.from, to, OBJECT)
  } else {
    if (open.run < runs.length) runs.starts[open.run] = open.from + 1
  }
  return to
}

function linkEnd(
  { markdown, units, definitions }: InlineScan,
  open: OpenBracket,
  i: number,
  end: number,
): number {
  const after = i + 1 < end ? (units[i + 1] ?? 0) : 0
  if (after === UNIT.parenOpen) {
    const target = targetEnd(units, i + 2, end)
    if (target >= 0) return target
  }
  if (definitions.size === 0 || i - open.from > MAX_LABEL_LENGTH) return -1
  const label = markdown.slice(open.from + (open.image ? 2 : 1), i)
  if (after === UNIT.bracketOpen) {
    const close = indexWithin(units, UNIT.bracketClose, i + 2, Math.min(end, i + MAX_LABEL_LENGTH))
    if (close >= 0 && definitions.has(normalizeLabel(markdown.slice(i + 2, close) || label))) return close + 1
  }
  return definitions.has(normalizeLabel(label)) ? i + 1 : -1
}

/**
 * Returns the end of a link's `(target "title")`, given the offset after its parenthesis, or -1 if there is none. A
 * target cannot contain `](`, which keeps a row of unclosed links linear.
 */
function targetEnd(units: Uint16Array, from: number, to: number): number {
  let depth = 0
  let quote = 0
  for (let i = from; i < to; i++) {
    const unit = units[i] ?? 0
    if (unit === UNIT.backslash) i++
    else if (unit === UNIT.bracketClose && units[i + 1] === UNIT.parenOpen) return -1
    else if (quote) {
      if (unit === quote) quote = 0
    } else if (unit === UNIT.quote && isSpace(units[i - 1] ?? 0)) quote = unit
    else if (unit === UNIT.parenOpen) depth++
    else if (unit === UNIT.parenClose && depth-- === 0) return i + 1
  }
  return -1
}

function scanTag(inline: InlineScan, i: number, end: number): number {
  const { markdown, units } = inline
  if (markdown.startsWith('<!--', i)) {
    const close = searchOnce(inline, '-->', i + 4)
    if (close >= 0) return hide(inline, i, close + 3, end)
  }
  let close = i + 1
  while (close < end && units[close] !== UNIT.greater && units[close] !== UNIT.less) close++
  if (close >= end || units[close] !== UNIT.greater || close === i + 1) return i + 1
  const inside = markdown.slice(i + 1, Math.min(close, i + MAX_LABEL_LENGTH))
  if (AUTOLINK.test(inside)) return replace(inline, i, close + 1, OBJECT)
  const name = TAG.exec(inside)?.[1]?.toLowerCase()
  if (!name && inside[0] !== '!' && inside[0] !== '?') return i + 1
  if (name && HIDDEN_TAGS.has(name) && inside[0] !== '/') {
    const closing = searchOnce(inline, `</${name}`, close)
    if (closing >= 0) return hide(inline, i, closing, end)
  }
  return name && BLOCK_TAGS.has(name)
    ? replace(inline, i, close + 1, UNIT.lineFeed)
    : skip(inline, i, close + 1)
}

/** Hides everything from `i` to `until`, which can be on a later line. */
function hide(inline: InlineScan, i: number, until: number, end: number): number {
  inline.hiddenUntil = until
  return skip(inline, i, Math.min(end, until))
}

/** Searches like `indexOf`, but not again for a text that was not found before. */
function searchOnce({ markdown, missing }: InlineScan, text: string, from: number): number {
  if (missing.has(text)) return -1
  const found = markdown.indexOf(text, from)
  if (found < 0) missing.add(text)
  return found
}

const AUTOLINK = /^(?:[a-z][a-z0-9+.-]*:\/?\/?|[^\s@]+@)[^\s]*$/i
const TAG = /^\/?([a-z][a-z0-9-]*)(?=[\s/]|$)/i
const HIDDEN_TAGS = new Set(['script', 'style', 'template', 'svg', 'math', 'title', 'textarea', 'noscript'])
const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote br center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header ' +
    'hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)

/** Replaces the whole URL, including its scheme, by one character, given the colon of `https://…`. */
function scanUrl(inline: InlineScan, i: number, end: number): number {
  const { markdown, units } = inline
  let start = i
  while (start > inline.from && i - start < MAX_SCHEME_LENGTH && isAsciiLetter(units[start - 1] ?? 0)) start--
  if (!/^(?:https?|ftp)$/i.test(markdown.slice(start, i))) return i + 1
  let to = i + 3
  let depth = 0
  for (; to < end; to++) {
    const unit = units[to] ?? 0
    if (unit <= UNIT.space || URL_ENDS.has(unit) || unit >= FIRST_EAST_ASIAN) break
    if (unit === UNIT.parenOpen) depth++
    else if (unit === UNIT.parenClose && --depth < 0) break
  }
  while (to > i + 3 && TRAILING.includes(markdown.charAt(to - 1))) to--
  return replace(inline, start, to, OBJECT)
}

const MAX_SCHEME_LENGTH = 6
const URL_ENDS = new Set([...'<>"`|[]'].map((mark) => mark.charCodeAt(0)))
const FIRST_EAST_ASIAN = 0x2e80
const TRAILING = '.,;:!?\'"*_~'

/** Object replacement character, in place of something that is not text. */
const OBJECT = 0xfffc

function isAsciiLetter(unit: number): boolean {
  return (unit | 32) >= 97 && (unit | 32) <= 122
}

function isAsciiPunctuation(unit: number): boolean {
  return unit > 32 && unit < 127 && !isAsciiLetter(unit) && (unit < 48 || unit > 57)
}
