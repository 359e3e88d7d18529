import { isWordUnit, kindOf, SPACE } from './characters.ts'
import { REMOVED } from './fold.ts'
import { decodeEntity } from './html-entities.ts'

/**
 * The visible text of an answer: what a reader sees once the markdown is rendered, unit by unit, each with
 * the place in the markdown that it came from. Link targets, image alternatives, code blocks, comments,
 * link definitions and addresses with a scheme are not seen; an address leaves one U+FFFC behind.
 * Hand-written and single-pass because every offset must be exact and hostile input must stay linear.
 */
export type Prose = {
  length: number
  /** UTF-16 units. Soft line breaks are spaces, breaks between blocks and hard breaks are line feeds. */
  units: Uint16Array
  /** For each unit, where it starts in the markdown. */
  at: Int32Array
  /** For each unit, where it ends in the markdown (an entity such as `&amp;` is five long). */
  until: Int32Array
  blocks: Block[]
  /** Ranges of units that were inline code, as pairs of start and end. */
  code: number[]
}

export type Block = {
  kind: 'paragraph' | 'heading' | 'item' | 'cell'
  /** Range of units. */
  start: number
  end: number
  /** Heading level, or depth of the list (1 is outermost), or 0. */
  level: number
  /** Which list or table of the answer the block belongs to; -1 for none. Numbered headings form a list too. */
  group: number
  /** 1-based place in the list; table row (0 is the header). */
  place: number
  /** Table column, 0-based. */
  column: number
}

let units = new Uint16Array(0)
let at = new Int32Array(0)
let until = new Int32Array(0)

/** Reads markdown. The arrays of the result are shared: use them before the next call. */
export function proseOf(markdown: string): Prose {
  if (units.length < markdown.length + 64) {
    const size = Math.ceil((markdown.length + 64) * 1.5)
    units = new Uint16Array(size)
    at = new Int32Array(size)
    until = new Int32Array(size)
  }
  const scanner = new Scanner(markdown)
  scanner.run()
  return { length: scanner.length, units, at, until, blocks: scanner.blocks, code: scanner.code }
}

type ListLevel = { indent: number; group: number; ordered: boolean; count: number; dormant: boolean }
type OpenBracket = { unit: number; from: number; image: boolean }

/** Where a scan stands: what is open (lists, table, fence, brackets) and what has been written so far. */
class Scanner {
  readonly markdown: string
  readonly blocks: Block[] = []
  readonly code: number[] = []
  length = 0
  #block: Block = { kind: 'paragraph', start: 0, end: 0, level: 0, group: -1, place: 0, column: 0 }
  #blockOpen = false
  #groups = 0
  #lists: ListLevel[] = []
  #headingGroups = new Map<number, number>()
  #brackets: OpenBracket[] = []
  #definitions: Set<string>
  /** Nothing before this place is shown any more (comments, scripts). */
  #hiddenUntil = 0
  #table: { group: number; row: number } | null = null
  #unclosedTicks = new Map<number, number>()

  constructor(markdown: string) {
    this.markdown = markdown
    this.#definitions = definitionsOf(markdown)
  }

  run(): void {
    const { markdown } = this
    let fence: { unit: number; size: number; shown: boolean } | null = null
    let blank = true
    let from = 0
    while (from < markdown.length) {
      let to = markdown.indexOf('\n', from)
      if (to < 0) to = markdown.length
      const next = to + 1
      let end = to
      if (end > from && markdown.charCodeAt(end - 1) === CARRIAGE_RETURN) end--
      let start = from
      from = next
      if (end <= this.#hiddenUntil) continue
      start = Math.max(start, this.#hiddenUntil)
      start = this.#skipQuoteMarks(start, end)
      const text = skipSpaces(markdown, start, end)
      const indent = text - start
      if (text >= end) {
        this.#closeBlock()
        this.#table = null
        blank = true
        continue
      }
      const mark = fenceAt(markdown, text, end)
      if (fence) {
        if (mark && mark.unit === fence.unit && mark.size >= fence.size && mark.info === '') fence = null
        else if (fence.shown) this.#line(text, end, indent, blank)
        blank = false
        continue
      }
      if (mark) {
        this.#closeBlock()
        fence = { ...mark, shown: PROSE_FENCES.has(mark.info) }
        continue
      }
      if (!(blank && indent >= 4 && this.#lists.length === 0)) this.#line(text, end, indent, blank, to)
      blank = false
    }
    this.#closeBlock()
  }

  /** One line that is not blank, its quote marks already taken off. */
  #line(start: number, end: number, indent: number, blank: boolean, lineEnd = end): void {
    const { markdown } = this
    const first = markdown.charCodeAt(start)
    if (this.#table) {
      if (markdown.indexOf('|', start) < end && markdown.indexOf('|', start) >= 0)
        return this.#row(start, end)
      this.#table = null
    }
    if (first === HASH) {
      let level = 1
      while (level < 7 && markdown.charCodeAt(start + level) === HASH) level++
      if (level < 7 && (start + level >= end || isSpace(markdown.charCodeAt(start + level)))) {
        return this.#heading(start + level, end, level)
      }
    }
    if ((first === EQUALS || first === DASH) && this.#blockOpen && isRule(markdown, start, end, first)) {
      if (this.#block.kind === 'paragraph' && this.#block.group < 0) {
        this.#block.kind = 'heading'
        this.#block.level = first === EQUALS ? 1 : 2
      }
      return this.#closeBlock()
    }
    if ((first === DASH || first === STAR || first === UNDERSCORE) && isRule(markdown, start, end, first)) {
      return this.#closeBlock()
    }
    if (first === BRACKET_OPEN) {
      const definition = definitionAt(markdown, start, end)
      if (definition === 'link') return
      if (definition === 'note') {
        this.#open({ kind: 'paragraph', level: 0, group: -1, place: 0, column: 0 })
        return this.#inline(markdown.indexOf(']:', start) + 2, end)
      }
    }
    if (
      isDelimiterRow(markdown, lineEnd + 1) &&
      markdown.indexOf('|', start) >= 0 &&
      markdown.indexOf('|', start) < end
    ) {
      this.#table = { group: this.#groups++, row: 0 }
      return this.#row(start, end)
    }
    const marker = markerAt(markdown, start, end)
    if (marker) return this.#item(marker, end, indent)
    if (this.#blockOpen && !blank) {
      this.#break(end)
      return this.#inline(start, end)
    }
    this.#paragraph(start, end, indent)
  }

  #paragraph(start: number, end: number, indent: number): void {
    while (this.#lists.length > 1 && indent < this.#lastList().indent + 2) this.#lists.pop()
    const list = this.#lists[0] && this.#lastList()
    if (list && indent >= list.indent + 2 && !list.dormant) {
      this.#open({ kind: 'item', level: this.#lists.length, group: list.group, place: list.count, column: 0 })
    } else {
      if (list) list.dormant = true
      this.#open({ kind: 'paragraph', level: 0, group: -1, place: 0, column: 0 })
    }
    this.#inline(start, end)
  }

  #lastList(): ListLevel {
    return (
      this.#lists[this.#lists.length - 1] ?? {
        indent: -9,
        group: -1,
        ordered: false,
        count: 0,
        dormant: true,
      }
    )
  }

  #heading(start: number, end: number, level: number): void {
    const { markdown } = this
    let to = end
    while (to > start && (markdown.charCodeAt(to - 1) === HASH || isSpace(markdown.charCodeAt(to - 1)))) to--
    const from = skipSpaces(markdown, start, to)
    const number = numberAt(markdown, from, to)
    let group = -1
    if (number > 0) {
      if (number === 1 || !this.#headingGroups.has(level)) this.#headingGroups.set(level, this.#groups++)
      group = this.#headingGroups.get(level) ?? -1
    }
    for (const list of this.#lists) list.dormant = true
    this.#open({ kind: 'heading', level, group, place: Math.max(number, 0), column: 0 })
    this.#inline(from, to)
    this.#closeBlock()
  }

  #skipQuoteMarks(start: number, end: number): number {
    const { markdown } = this
    let from = start
    for (;;) {
      const text = skipSpaces(markdown, from, end)
      if (text >= end || markdown.charCodeAt(text) !== GREATER || text - from > 3) return from
      from = text + 1
      if (markdown.charCodeAt(from) === BLANK) from++
    }
  }

  #item(marker: Marker, end: number, indent: number): void {
    const lists = this.#lists
    while (lists.length > 0 && this.#lastList().indent > indent + 1) lists.pop()
    let list = this.#lastList()
    const sibling = lists.length > 0 && indent < list.indent + 2
    const resumed = marker.ordered && marker.number === list.count + 1
    if (!sibling || list.ordered !== marker.ordered || (list.dormant && !resumed)) {
      if (sibling) lists.pop()
      list = { indent, group: this.#groups++, ordered: marker.ordered, count: 0, dormant: false }
      if (lists.length < 32) lists.push(list)
    }
    list.dormant = false
    list.count++
    this.#open({ kind: 'item', level: lists.length, group: list.group, place: list.count, column: 0 })
    this.#inline(marker.text, end)
  }

  #row(start: number, end: number): void {
    const { markdown } = this
    const table = this.#table
    if (!table) return
    if (isDelimiterRow(markdown, start)) return
    let cell = markdown.charCodeAt(start) === PIPE ? start + 1 : start
    let column = 0
    for (let i = cell; i <= end; i++) {
      const unit = i < end ? markdown.charCodeAt(i) : PIPE
      if (unit === BACKSLASH) i++
      else if (unit === PIPE) {
        const from = skipSpaces(markdown, cell, i)
        if (from < i || i < end) {
          this.#open({ kind: 'cell', level: 0, group: table.group, place: table.row, column: column++ })
          this.#inline(from, Math.min(i, end))
        }
        cell = i + 1
      }
    }
    this.#closeBlock()
    table.row++
  }

  #open(block: Omit<Block, 'start' | 'end'>): void {
    this.#closeBlock()
    if (this.length > 0) this.#write(LINE_FEED, this.#lastUntil(), this.#lastUntil())
    this.#block = { ...block, start: this.length, end: this.length }
    this.#blockOpen = true
  }

  #closeBlock(): void {
    this.#brackets.length = 0
    if (!this.#blockOpen) return
    this.#blockOpen = false
    this.#block.end = this.length
    if (this.length > this.#block.start) this.blocks.push(this.#block)
  }

  #lastUntil(): number {
    return this.length > 0 ? (until[this.length - 1] ?? 0) : 0
  }

  /** A line break inside a block: hard after two spaces, a backslash or `<br>`, otherwise a space. */
  #break(nextLineEnd: number): void {
    const last = this.#lastUntil()
    const hard =
      this.markdown.startsWith('  \n', last) ||
      this.markdown.startsWith('\\\n', last) ||
      this.markdown.startsWith('  \r\n', last)
    this.#write(hard ? LINE_FEED : BLANK, last, Math.min(last + 1, nextLineEnd))
  }

  #write(unit: number, from: number, to: number): void {
    const { length } = this
    units[length] = unit
    at[length] = from
    until[length] = to
    this.length = length + 1
  }

  #inline(start: number, end: number): void {
    const { markdown } = this
    let i = Math.max(start, this.#hiddenUntil)
    let { length } = this
    let previous = BLANK
    while (i < end) {
      const unit = markdown.charCodeAt(i)
      if (unit > 127 ? unit !== CITATION_START : INLINE[unit] === PLAIN) {
        units[length] = unit
        at[length] = i
        until[length] = ++i
        length++
        previous = unit
        continue
      }
      if (unit === BLANK || unit === TAB) {
        if (previous !== BLANK) {
          units[length] = BLANK
          at[length] = i
          until[length] = i + 1
          length++
          previous = BLANK
        }
        i++
        continue
      }
      this.length = length
      i = this.#special(unit, i, end)
      length = this.length
      previous = length > 0 ? (units[length - 1] ?? BLANK) : BLANK
    }
    while (length > this.#block.start && units[length - 1] === BLANK) length--
    this.length = length
  }

  /** Handles the unit at `i`, which may be markup, and says where to go on. */
  #special(unit: number, i: number, end: number): number {
    const { markdown } = this
    switch (unit) {
      case BACKSLASH: {
        const escaped = i + 1 < end ? markdown.charCodeAt(i + 1) : 0
        if (escaped < 128 && INLINE[escaped] !== PLAIN && escaped !== BLANK) {
          this.#write(escaped, i + 1, i + 2)
          return i + 2
        }
        if (isAsciiPunctuation(escaped)) return i + 1
        if (i + 1 < end) this.#write(unit, i, i + 1)
        return i + 1
      }
      case STAR:
      case UNDERSCORE:
      case TILDE:
        return this.#emphasis(unit, i, end)
      case TICK:
        return this.#codeSpan(i, end)
      case BANG:
        if (markdown.charCodeAt(i + 1) === BRACKET_OPEN && i + 1 < end) {
          this.#brackets.push({ unit: this.length, from: i, image: true })
          this.#write(REMOVED, i, i + 2)
          return i + 2
        }
        break
      case BRACKET_OPEN:
        if (markdown.charCodeAt(i + 1) === CARET) {
          const close = markdown.indexOf(']', i)
          if (close > 0 && close < end && close - i < 64) return close + 1
        }
        this.#brackets.push({ unit: this.length, from: i, image: false })
        break
      case BRACKET_CLOSE:
        return this.#closeBracket(i, end)
      case LESS:
        return this.#tag(i, end)
      case AMPERSAND: {
        const entity = decodeEntity(markdown, i, end)
        if (entity) {
          for (let k = 0; k < entity.text.length; k++) this.#write(entity.text.charCodeAt(k), i, entity.end)
          return entity.end
        }
        break
      }
      case COLON:
        if (markdown.charCodeAt(i + 1) === SLASH && markdown.charCodeAt(i + 2) === SLASH)
          return this.#address(i, end)
        break
      case CITATION_START: {
        const close = markdown.indexOf('\ue201', i)
        if (close > 0 && close < end) return close + 1
        break
      }
    }
    this.#write(unit, i, i + 1)
    return i + 1
  }

  /**
   * Runs of `*`, `_` and `~~` are taken for markup where they could open or close emphasis. Pairs are not
   * checked: a stray mark is invisible to names anyway, except inside a word (E*TRADE, snake_case), where it stays.
   */
  #emphasis(unit: number, i: number, end: number): number {
    const { markdown } = this
    let to = i + 1
    while (to < end && markdown.charCodeAt(to) === unit) to++
    const size = to - i
    const before = i > 0 ? markdown.charCodeAt(i - 1) : BLANK
    const after = to < end ? markdown.charCodeAt(to) : BLANK
    const insideWord = isWordUnit(before) && isWordUnit(after)
    const alone = isSpace(before) && isSpace(after)
    const literal =
      unit === TILDE
        ? size !== 2
        : unit === UNDERSCORE
          ? insideWord || alone
          : size === 1 && (insideWord || alone)
    if (literal) for (let k = i; k < to; k++) this.#write(unit, k, k + 1)
    return to
  }

  #codeSpan(i: number, end: number): number {
    const { markdown } = this
    let to = i + 1
    while (to < end && markdown.charCodeAt(to) === TICK) to++
    const size = to - i
    const close = this.#unclosedTicks.get(size) === end ? -1 : closingTicks(markdown, to, end, size)
    if (close < 0) {
      this.#unclosedTicks.set(size, end)
      for (let k = i; k < to; k++) this.#write(TICK, k, k + 1)
      return to
    }
    const start = this.length
    for (let k = to; k < close; k++) this.#write(markdown.charCodeAt(k), k, k + 1)
    this.code.push(start, this.length)
    return close + size
  }

  /** At `]`: a link or image when a target or a defined reference follows; otherwise plain text. */
  #closeBracket(i: number, end: number): number {
    const { markdown } = this
    const open = this.#brackets.pop()
    if (open) {
      const after = markdown.charCodeAt(i + 1)
      let to = -1
      if (i + 1 < end && after === PAREN_OPEN) to = targetEnd(markdown, i + 2, end)
      else if (i + 1 < end && after === BRACKET_OPEN) {
        const close = markdown.indexOf(']', i + 2)
        if (close >= 0 && close < end && close - i < 200) {
          const name = close > i + 2 ? markdown.slice(i + 2, close) : markdown.slice(open.from + 1, i)
          if (this.#definitions.has(labelKey(name))) to = close + 1
        }
      }
      if (to < 0 && this.#definitions.size > 0 && i - open.from < 200) {
        const label = markdown.slice(open.from + (open.image ? 2 : 1), i)
        if (this.#definitions.has(labelKey(label))) to = i + 1
      }
      if (to >= 0) {
        units[open.unit] = REMOVED
        if (open.image) {
          for (let k = open.unit; k < this.length; k++) units[k] = REMOVED
          this.#write(OBJECT, open.from, to)
        }
        return to
      }
    }
    this.#write(BRACKET_CLOSE, i, i + 1)
    return i + 1
  }

  #tag(i: number, end: number): number {
    const { markdown } = this
    if (markdown.startsWith('<!--', i)) {
      const close = markdown.indexOf('-->', i + 4)
      if (close >= 0) {
        this.#hiddenUntil = close + 3
        return Math.min(end, close + 3)
      }
    }
    let to = i + 1
    while (to < end && markdown.charCodeAt(to) !== GREATER && markdown.charCodeAt(to) !== LESS) to++
    if (to >= end || markdown.charCodeAt(to) !== GREATER || to === i + 1) {
      this.#write(LESS, i, i + 1)
      return i + 1
    }
    const inside = markdown.slice(i + 1, Math.min(to, i + 200))
    if (/^(?:[a-z][a-z0-9+.-]*:\/?\/?|[^\s@]+@)[^\s]*$/i.test(inside)) {
      this.#write(OBJECT, i, to + 1)
      return to + 1
    }
    const name = /^\/?([a-z][a-z0-9-]*)(?=[\s/]|$)/i.exec(inside)?.[1]?.toLowerCase()
    if (!name) {
      if (inside.startsWith('!') || inside.startsWith('?')) return to + 1
      this.#write(LESS, i, i + 1)
      return i + 1
    }
    if (HIDDEN_TAGS.has(name) && inside[0] !== '/') {
      const close = findClosingTag(markdown, name, to)
      if (close >= 0) {
        this.#hiddenUntil = close
        return Math.min(end, close)
      }
    }
    if (BLOCK_TAGS.has(name) && this.length > this.#block.start) this.#write(LINE_FEED, i, to + 1)
    return to + 1
  }

  /** At the colon of `https://…`: takes the scheme back and leaves one unit for the whole address. */
  #address(i: number, end: number): number {
    const { markdown } = this
    let start = this.length
    while (
      start > this.#block.start &&
      i - (at[start - 1] ?? 0) <= 12 &&
      isAsciiLetter(units[start - 1] ?? 0)
    )
      start--
    if (start === this.length || !/^(?:https?|ftp)$/i.test(markdown.slice(at[start], i))) {
      this.#write(COLON, i, i + 1)
      return i + 1
    }
    let to = i + 3
    let depth = 0
    for (; to < end; to++) {
      const unit = markdown.charCodeAt(to)
      if (
        unit <= BLANK ||
        unit === LESS ||
        unit === GREATER ||
        unit === QUOTE ||
        unit === TICK ||
        unit === PIPE
      )
        break
      if (unit === BRACKET_CLOSE || unit === BRACKET_OPEN || unit >= 0x2e80) break
      if (unit === PAREN_OPEN) depth++
      else if (unit === PAREN_CLOSE && --depth < 0) break
    }
    while (to > i + 3 && TRAILING.includes(markdown.charAt(to - 1))) to--
    const from = at[start] ?? i
    this.length = start
    this.#write(OBJECT, from, to)
    return to
  }
}

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BLANK = 32
const BANG = 33
const QUOTE = 34
const HASH = 35
const AMPERSAND = 38
const PAREN_OPEN = 40
const PAREN_CLOSE = 41
const STAR = 42
const PLUS = 43
const DASH = 45
const SLASH = 47
const COLON = 58
const LESS = 60
const EQUALS = 61
const GREATER = 62
const BRACKET_OPEN = 91
const BACKSLASH = 92
const BRACKET_CLOSE = 93
const CARET = 94
const UNDERSCORE = 95
const TICK = 96
const PIPE = 124
const TILDE = 126
/** Object replacement character: something that is not text stood here. */
const OBJECT = 0xfffc
/** ChatGPT wraps its own citation marks in private-use characters: U+E200 … U+E201. */
const CITATION_START = 0xe200

const TRAILING = '.,;:!?\'"*_~'
const PLAIN = 0
const INLINE = new Uint8Array(128)
for (const mark of ' \t\\*_~`![]<&:') INLINE[mark.charCodeAt(0)] = 1

/** Some engines wrap their whole answer in a fence of one of these languages. */
const PROSE_FENCES = new Set(['markdown', 'md', 'text', 'txt', 'plaintext'])
const HIDDEN_TAGS = new Set(['script', 'style', 'template', 'svg', 'math', 'title', 'textarea', 'noscript'])
const BLOCK_TAGS = new Set(
  'address article aside blockquote br center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

function isSpace(unit: number): boolean {
  return kindOf(unit) === SPACE
}

function isAsciiLetter(unit: number): boolean {
  return (unit | 32) >= 97 && (unit | 32) <= 122
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function isAsciiPunctuation(unit: number): boolean {
  return unit > 32 && unit < 127 && !isAsciiLetter(unit) && !isDigit(unit)
}

function skipSpaces(text: string, from: number, to: number): number {
  let i = from
  while (i < to && isSpace(text.charCodeAt(i))) i++
  return i
}

type Marker = { ordered: boolean; number: number; text: number }

/** `- `, `* `, `+ `, `• `, `1. `, `1) `, and a task's box after it. */
function markerAt(text: string, start: number, end: number): Marker | null {
  const first = text.charCodeAt(start)
  let i = start
  let number = 0
  if (first === DASH || first === STAR || first === PLUS || first === 0x2022) i++
  else {
    while (i < end && i - start < 4 && isDigit(text.charCodeAt(i)))
      number = number * 10 + text.charCodeAt(i++) - 48
    const close = text.charCodeAt(i)
    if (i === start || i >= end || (close !== 46 && close !== PAREN_CLOSE)) return null
    i++
  }
  if (i < end && !isSpace(text.charCodeAt(i)) && first !== 0x2022) return null
  i = skipSpaces(text, i, end)
  if (/^\[[ xX]\] /.test(text.slice(i, i + 4))) i += 4
  return { ordered: number > 0 || isDigit(first), number, text: i }
}

/** The number of a heading such as `1. Acme`, `**2)** Acme` or `#3 Acme`; 0 for none. */
function numberAt(text: string, from: number, to: number): number {
  const match = /^(?:\*\*|__)?(?:#(\d{1,2})|(\d{1,2})[.)])(?=[\s*:])/.exec(
    text.slice(from, Math.min(to, from + 12)),
  )
  return Number(match?.[1] ?? match?.[2] ?? 0)
}

type Fence = { unit: number; size: number; info: string }

function fenceAt(text: string, start: number, end: number): Fence | null {
  const unit = text.charCodeAt(start)
  if (unit !== TICK && unit !== TILDE) return null
  let i = start
  while (i < end && text.charCodeAt(i) === unit) i++
  if (i - start < 3) return null
  const info = text
    .slice(i, Math.min(end, i + 40))
    .trim()
    .toLowerCase()
  if (unit === TICK && text.slice(i, end).includes('`')) return null
  return { unit, size: i - start, info }
}

/** `---`, `* * *`, `===`: at least three of one mark (one for `=`) and nothing else but spaces. */
function isRule(text: string, start: number, end: number, mark: number): boolean {
  let count = 0
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit === mark) count++
    else if (!isSpace(unit)) return false
  }
  return count >= (mark === EQUALS ? 1 : 3)
}

/** Whether the line at `start` is the `|---|:--:|` line under a table's header. */
function isDelimiterRow(text: string, start: number): boolean {
  let dashes = 0
  let pipes = 0
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === LINE_FEED) break
    if (unit === DASH) dashes++
    else if (unit === PIPE) pipes++
    else if (unit !== COLON && !isSpace(unit) && unit !== GREATER) return false
  }
  return dashes > 0 && pipes > 0
}

function definitionAt(text: string, start: number, end: number): 'link' | 'note' | null {
  const close = text.indexOf(']:', start)
  if (close < 0 || close >= end || close - start > 200) return null
  if (text.charCodeAt(start + 1) === CARET) return 'note'
  return /^\s*<?\S+>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*$/.test(text.slice(close + 2, end))
    ? 'link'
    : null
}

/** Labels of all link definitions of the text, which may come after their use. */
function definitionsOf(markdown: string): Set<string> {
  const labels = new Set<string>()
  let close = markdown.indexOf(']:')
  while (close >= 0) {
    const start = markdown.lastIndexOf('\n', close) + 1
    const text = skipSpaces(markdown, start, close)
    let end = markdown.indexOf('\n', close)
    if (end < 0) end = markdown.length
    if (markdown.charCodeAt(text) === BRACKET_OPEN && definitionAt(markdown, text, end) === 'link') {
      labels.add(labelKey(markdown.slice(text + 1, close)))
    }
    close = markdown.indexOf(']:', end)
  }
  return labels
}

function labelKey(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

function closingTicks(text: string, from: number, to: number, size: number): number {
  let i = text.indexOf('`', from)
  while (i >= 0 && i < to) {
    let end = i + 1
    while (end < to && text.charCodeAt(end) === TICK) end++
    if (end - i === size) return i
    i = text.indexOf('`', end)
  }
  return -1
}

/**
 * The end of a link's `(target "title")`, from behind its parenthesis; -1 when it is none. A target that
 * would hold another `](` is none either: that keeps a row of unclosed links linear.
 */
function targetEnd(text: string, from: number, to: number): number {
  let depth = 0
  let quote = 0
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if (unit === BACKSLASH) i++
    else if (unit === BRACKET_CLOSE && text.charCodeAt(i + 1) === PAREN_OPEN) return -1
    else if (quote) {
      if (unit === quote) quote = 0
    } else if (unit === QUOTE && isSpace(text.charCodeAt(i - 1))) quote = unit
    else if (unit === PAREN_OPEN) depth++
    else if (unit === PAREN_CLOSE && depth-- === 0) return i + 1
  }
  return -1
}

function findClosingTag(text: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}\\s*>`, 'gi')
  pattern.lastIndex = from
  const match = pattern.exec(text)
  return match ? match.index + match[0].length : -1
}
