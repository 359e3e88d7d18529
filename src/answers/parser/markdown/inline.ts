import { isWordUnit } from '../text/characters.ts'
import { addRun, addShown, type TextRuns } from '../text/text-runs.ts'
import { decodeEntity } from './html-entities.ts'
import { isSpace, LONGEST_LABEL, labelKey, MARKDOWN_UNITS } from './lines.ts'

const UNIT = MARKDOWN_UNITS

/** What the inline scan of one answer knows and gathers. */
export type InlineScan = {
  markdown: string
  /** The same, unit by unit. */
  units: Uint16Array
  /** Where markup may stand in it, and the first of these places that is not behind the scan. */
  marks: Int32Array
  mark: number
  runs: TextRuns
  /** Indexes of the runs that were inline code. */
  code: number[]
  /** Labels of link definitions. */
  definitions: ReadonlySet<string>
  /** Brackets open in the present block. */
  brackets: OpenBracket[]
  /** Nothing before this place is seen (comments, scripts). */
  hiddenUntil: number
  /** Where the present run began. */
  from: number
  /** Closing marks that do not come any more. */
  missing: Set<string>
}

type OpenBracket = { from: number; run: number; image: boolean }

/**
 * Adds what is seen of `[start, end)`, a part of one line: markup, link targets, images and addresses with a
 * scheme are left out; an image or an address leaves U+FFFC behind. Linear whatever the input: every search that
 * may fail is bounded or remembered.
 */
export function scanInline(inline: InlineScan, start: number, end: number): void {
  const { units, marks, runs } = inline
  inline.from = Math.max(start, inline.hiddenUntil)
  let { mark } = inline
  let i = inline.from
  for (;;) {
    while ((marks[mark] ?? end) < i) mark++
    i = marks[mark] ?? end
    if (i >= end) break
    i = special(inline, units[i] ?? 0, i, end)
  }
  inline.mark = mark
  addRun(runs, inline.from, end)
}

/** Handles the unit at `i`, which may be markup, and answers where to go on. Plain text is left to the present run. */
function special(inline: InlineScan, unit: number, i: number, end: number): number {
  const { markdown, units } = inline
  switch (unit) {
    case UNIT.backslash:
      // At the end of a line it is a hard break.
      if (i + 1 >= end || isAsciiPunctuation(units[i + 1] ?? 0)) leaveOut(inline, i, i + 1)
      return i + 2
    case UNIT.star:
    case UNIT.underscore:
    case UNIT.tilde:
      return emphasis(inline, unit, i, end)
    case UNIT.tick:
      return codeSpan(inline, i, end)
    case UNIT.bang:
      return i + 1 < end && units[i + 1] === UNIT.bracketOpen ? openBracket(inline, i, i + 2, true) : i + 1
    case UNIT.bracketOpen:
      return footnoteMark(inline, i, end) ?? openBracket(inline, i, i + 1, false)
    case UNIT.bracketClose:
      return closeBracket(inline, i, end)
    case UNIT.less:
      return tag(inline, i, end)
    case UNIT.ampersand: {
      const entity = decodeEntity(markdown, i, end)
      return entity ? show(inline, i, entity.end, entity.codePoint) : i + 1
    }
    case UNIT.colon: {
      const slashes = units[i + 1] === UNIT.slash && units[i + 2] === UNIT.slash
      return slashes ? address(inline, i, end) : i + 1
    }
    case UNIT.pipe:
      return i + 1
    default: {
      const close = indexWithin(units, UNIT.citationEnd, i, Math.min(end, i + LONGEST_LABEL))
      return close < 0 ? i + 1 : leaveOut(inline, i, close + 1)
    }
  }
}

/** Ends the present run at `from` and begins the next one at `to`. */
function leaveOut(inline: InlineScan, from: number, to: number): number {
  addRun(inline.runs, inline.from, from)
  inline.from = to
  return to
}

/** Shows one character in place of a range. */
function show(inline: InlineScan, from: number, to: number, codePoint: number): number {
  leaveOut(inline, from, to)
  addShown(inline.runs, from, to, codePoint)
  return to
}

/** Like `indexOf`, for one unit and no farther than `limit`. */
function indexWithin(units: Uint16Array, unit: number, from: number, limit: number): number {
  for (let i = from; i < limit; i++) if (units[i] === unit) return i
  return -1
}

/**
 * Runs of `*`, `_` and `~~` are taken for markup where they could open or close emphasis. Pairs are not checked: a
 * stray mark is invisible to names anyway, except inside a word (E*TRADE, snake_case), where it stays.
 */
function emphasis(inline: InlineScan, unit: number, i: number, end: number): number {
  const { units } = inline
  let to = i + 1
  while (to < end && units[to] === unit) to++
  const size = to - i
  const before = i > 0 ? (units[i - 1] ?? 0) : UNIT.space
  const after = to < end ? (units[to] ?? 0) : UNIT.space
  const stays = (isWordUnit(before) && isWordUnit(after)) || (isSpace(before) && isSpace(after))
  if (unit === UNIT.tilde ? size !== 2 : stays && (unit === UNIT.underscore || size === 1)) return to
  return leaveOut(inline, i, to)
}

function codeSpan(inline: InlineScan, i: number, end: number): number {
  const { units, runs, code } = inline
  let open = i + 1
  while (open < end && units[open] === UNIT.tick) open++
  const close = closingTicks(units, open, Math.min(end, open + LONGEST_CODE), open - i)
  if (close < 0) return open
  leaveOut(inline, i, open)
  code.push(runs.length)
  return leaveOut(inline, close, close + open - i)
}

/** Farther than this no code span reaches: a row of unlike ticks must not be searched to its end again and again. */
const LONGEST_CODE = 2000

function closingTicks(units: Uint16Array, from: number, limit: number, size: number): number {
  for (let i = from; i < limit; i++) {
    if (units[i] !== UNIT.tick) continue
    const start = i
    while (i + 1 < limit && units[i + 1] === UNIT.tick) i++
    if (i + 1 - start === size) return start
  }
  return -1
}

/** `[^1]` is not seen as text; null when the bracket is no such mark. */
function footnoteMark(inline: InlineScan, i: number, end: number): number | null {
  if (inline.units[i + 1] !== UNIT.caret) return null
  const close = indexWithin(inline.units, UNIT.bracketClose, i, Math.min(end, i + LONGEST_LABEL))
  return close < 0 ? null : leaveOut(inline, i, close + 1)
}

/** A bracket begins a run of its own, so that it can be taken away when it turns out to be a link's. */
function openBracket(inline: InlineScan, i: number, to: number, image: boolean): number {
  leaveOut(inline, i, i)
  inline.brackets.push({ from: i, run: inline.runs.length, image })
  return to
}

/** A link or an image, when a target or the label of a definition follows. */
function closeBracket(inline: InlineScan, i: number, end: number): number {
  const { runs, code } = inline
  const open = inline.brackets.pop()
  const to = open ? linkEnd(inline, open, i, end) : -1
  if (!open || to < 0) return i + 1
  leaveOut(inline, i, to)
  if (open.image) {
    runs.length = open.run
    while ((code.at(-1) ?? -1) >= open.run) code.pop()
    addShown(runs, open.from, to, OBJECT)
  } else runs.starts[open.run] = open.from + 1
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
  if (definitions.size === 0 || i - open.from > LONGEST_LABEL) return -1
  const label = markdown.slice(open.from + (open.image ? 2 : 1), i)
  if (after === UNIT.bracketOpen) {
    const close = indexWithin(units, UNIT.bracketClose, i + 2, Math.min(end, i + LONGEST_LABEL))
    if (close >= 0 && definitions.has(labelKey(markdown.slice(i + 2, close) || label))) return close + 1
  }
  return definitions.has(labelKey(label)) ? i + 1 : -1
}

/**
 * The end of a link's `(target "title")`, from behind its parenthesis; -1 when it is none. A target that would hold
 * another `](` is none either: that keeps a row of unclosed links linear.
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

function tag(inline: InlineScan, i: number, end: number): number {
  const { markdown, units } = inline
  if (markdown.startsWith('<!--', i)) {
    const close = searchOnce(inline, '-->', i + 4)
    if (close >= 0) return hide(inline, i, close + 3, end)
  }
  let close = i + 1
  while (close < end && units[close] !== UNIT.greater && units[close] !== UNIT.less) close++
  if (close >= end || units[close] !== UNIT.greater || close === i + 1) return i + 1
  const inside = markdown.slice(i + 1, Math.min(close, i + LONGEST_LABEL))
  if (AUTOLINK.test(inside)) return show(inline, i, close + 1, OBJECT)
  const name = TAG.exec(inside)?.[1]?.toLowerCase()
  if (!name && inside[0] !== '!' && inside[0] !== '?') return i + 1
  if (name && HIDDEN_TAGS.has(name) && inside[0] !== '/') {
    const closing = searchOnce(inline, `</${name}`, close)
    if (closing >= 0) return hide(inline, i, closing, end)
  }
  return name && BLOCK_TAGS.has(name)
    ? show(inline, i, close + 1, UNIT.lineFeed)
    : leaveOut(inline, i, close + 1)
}

/** Nothing is seen from `i` to `until`, which may lie on a later line. */
function hide(inline: InlineScan, i: number, until: number, end: number): number {
  inline.hiddenUntil = until
  return leaveOut(inline, i, Math.min(end, until))
}

/** Like `indexOf`, but what was once not found is not searched again: later places cannot hold it either. */
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

/** At the colon of `https://…`: takes the scheme back and shows one character for the whole address. */
function address(inline: InlineScan, i: number, end: number): number {
  const { markdown, units } = inline
  let start = i
  while (start > inline.from && i - start < LONGEST_SCHEME && isAsciiLetter(units[start - 1] ?? 0)) start--
  if (!/^(?:https?|ftp)$/i.test(markdown.slice(start, i))) return i + 1
  let to = i + 3
  let depth = 0
  for (; to < end; to++) {
    const unit = units[to] ?? 0
    if (unit <= UNIT.space || ADDRESS_ENDS.has(unit) || unit >= FIRST_EAST_ASIAN) break
    if (unit === UNIT.parenOpen) depth++
    else if (unit === UNIT.parenClose && --depth < 0) break
  }
  while (to > i + 3 && TRAILING.includes(markdown.charAt(to - 1))) to--
  return show(inline, start, to, OBJECT)
}

const LONGEST_SCHEME = 6
const ADDRESS_ENDS = new Set([...'<>"`|[]'].map((mark) => mark.charCodeAt(0)))
const FIRST_EAST_ASIAN = 0x2e80
const TRAILING = '.,;:!?\'"*_~'

/** Object replacement character: something that is not text stood here. */
const OBJECT = 0xfffc

function isAsciiLetter(unit: number): boolean {
  return (unit | 32) >= 97 && (unit | 32) <= 122
}

function isAsciiPunctuation(unit: number): boolean {
  return unit > 32 && unit < 127 && !isAsciiLetter(unit) && (unit < 48 || unit > 57)
}
