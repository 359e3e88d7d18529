import { type Inline, scanInline } from './inline.ts'
import {
  type Definition,
  definitionAt,
  definitionsOf,
  type Fence,
  fenceAt,
  headingLevel,
  isDelimiterRow,
  isRule,
  MARKDOWN_UNITS,
  type Marker,
  markerAt,
  numberAt,
  skipQuoteMarks,
  skipSpaces,
  skipSpacesBack,
} from './markdown-lines.ts'
import { marksOf } from './marks.ts'
import { addShown, newRuns, type Runs } from './runs.ts'
import { unitsOf } from './source.ts'

const UNIT = MARKDOWN_UNITS

/**
 * The visible text of an answer: what a reader sees once the markdown is rendered. Link targets, image alternatives,
 * code blocks, comments and link definitions are not seen. Written by hand and in a single pass, because every offset
 * must be exact, hostile input must stay linear, and this runs for every answer of all history.
 */
export type Prose = {
  /** The markdown, unit by unit. */
  units: Uint16Array
  /** Visible text. A line feed stands between blocks and at hard breaks, a space at soft ones. */
  runs: Runs
  blocks: Block[]
  /** Indexes of the runs that were inline code. */
  code: number[]
}

export type Block = {
  kind: 'paragraph' | 'heading' | 'item' | 'cell'
  /** Range of runs. */
  start: number
  end: number
  /** Heading level, or depth of the list (1 is outermost), or 0. */
  level: number
  /** The list or table of the answer that it belongs to, -1 for none. Numbered headings form a list too. */
  group: number
  /** 1-based place in the list; table row, 0 is the header. */
  place: number
  /** Table column, 0-based. */
  column: number
}

/** Reads markdown. The runs are shared: use the result before the next call. */
export function proseOf(markdown: string): Prose {
  const page = newPage(markdown)
  const { units } = page.inline
  let fence: Fence | null = null
  let blank = true
  let next = 0
  for (let from = 0; from < markdown.length; from = next) {
    const { lineEnd, piped } = nextLine(page)
    next = lineEnd + 1
    const end = skipSpacesBack(units, lineEnd, from)
    if (end <= page.inline.hiddenUntil) continue
    const start = skipQuoteMarks(units, Math.max(from, page.inline.hiddenUntil), end)
    const text = skipSpaces(units, start, end)
    if (text >= end) {
      closeBlock(page)
      page.table = null
      blank = true
      continue
    }
    const mark = fenceAt(markdown, units, text, end)
    if (fence) {
      const closes = mark !== null && mark.unit === fence.unit && mark.size >= fence.size && mark.info === ''
      if (closes) fence = null
      else if (PROSE_FENCES.has(fence.info))
        readLine(page, { from, text, end, lineEnd, piped, indent: text - start, blank })
    } else if (mark) {
      closeBlock(page)
      fence = mark
    } else if (!blank || text - start < CODE_INDENT || page.lists.length > 0) {
      readLine(page, { from, text, end, lineEnd, piped, indent: text - start, blank })
    }
    blank = false
  }
  closeBlock(page)
  return { units, runs: page.inline.runs, blocks: page.blocks, code: page.inline.code }
}

/** Some engines wrap their whole answer in a fence of one of these languages. */
const PROSE_FENCES = new Set(['markdown', 'md', 'text', 'txt', 'plaintext'])
const CODE_INDENT = 4

type ListLevel = { indent: number; group: number; ordered: boolean; count: number; dormant: boolean }

/** Where the reading of one answer stands. */
type Page = {
  inline: Inline
  blocks: Block[]
  open: Block | null
  groups: number
  /** Lists around the present line, outermost first. A dormant one was interrupted by a paragraph or heading. */
  lists: ListLevel[]
  /** The list that numbered headings of a level form. */
  headingGroups: Map<number, number>
  table: { group: number; row: number } | null
  /** The first mark of the next line. */
  mark: number
}

const sharedRuns = newRuns()

function newPage(markdown: string): Page {
  sharedRuns.length = 0
  const units = unitsOf(markdown)
  return {
    inline: {
      markdown,
      units,
      marks: marksOf(units, markdown.length),
      mark: 0,
      runs: sharedRuns,
      code: [],
      definitions: definitionsOf(markdown),
      brackets: [],
      hiddenUntil: 0,
      from: 0,
      missing: new Set(),
    },
    blocks: [],
    open: null,
    groups: 0,
    lists: [],
    headingGroups: new Map(),
    table: null,
    mark: 0,
  }
}

/** Goes on to the next line: where it ends, and whether a `|` is seen in it. */
function nextLine(page: Page): { lineEnd: number; piped: boolean } {
  const { units, marks, markdown, hiddenUntil } = page.inline
  let piped = false
  for (;;) {
    const at = marks[page.mark++] ?? markdown.length
    const unit = units[at]
    if (unit === UNIT.lineFeed || at >= markdown.length) return { lineEnd: at, piped }
    if (unit === UNIT.pipe && at >= hiddenUntil) piped = true
  }
}

/**
 * A line `[from, lineEnd)` that is not blank. Between `text`, its first visible unit, behind `indent` units of space, and
 * `end` stands what is read of it. `blank`: the line before it was.
 */
type Line = {
  from: number
  text: number
  end: number
  lineEnd: number
  indent: number
  piped: boolean
  blank: boolean
}

function readLine(page: Page, line: Line): void {
  const { markdown, units } = page.inline
  const { text, end, lineEnd, piped, blank } = line
  const first = units[text] ?? 0
  if (!piped) page.table = null
  else if (!page.table && isDelimiterRow(units, lineEnd + 1)) page.table = { group: page.groups++, row: 0 }
  const level = first === UNIT.hash ? headingLevel(units, text, end) : 0
  const definition = first === UNIT.bracketOpen ? definitionAt(markdown, text, end) : null
  const marker = markerAt(units, text, end)
  if (page.table) readRow(page, page.table, text, end)
  else if (level > 0) readHeading(page, text + level, end, level)
  else if (RULE_MARKS.has(first) && isRule(units, text, end, first)) readRule(page, first)
  else if (definition) readDefinition(page, definition, end)
  else if (marker) readItem(page, marker, line)
  else if (!page.open || blank) readParagraph(page, line)
  else {
    breakLine(page, line)
    scanInline(page.inline, text, end)
  }
}

const RULE_MARKS: ReadonlySet<number> = new Set([UNIT.equals, UNIT.dash, UNIT.star, UNIT.underscore])

/** `===` and `---` make a heading of the paragraph above; `===` without one is text that nobody misses. */
function readRule(page: Page, mark: number): void {
  if (page.open?.kind === 'paragraph' && (mark === UNIT.equals || mark === UNIT.dash)) {
    page.open.kind = 'heading'
    page.open.level = mark === UNIT.equals ? 1 : 2
  }
  closeBlock(page)
}

/** A link's definition is not seen, a footnote's text is. */
function readDefinition(page: Page, { kind, text }: Definition, end: number): void {
  if (kind === 'link') return
  openBlock(page, { kind: 'paragraph', level: 0, group: -1, place: 0, column: 0 })
  scanInline(page.inline, text, end)
}

/** A paragraph below an item and indented like it goes on with the item; any other interrupts the lists. */
function readParagraph(page: Page, { text, end, indent }: Line): void {
  const { lists } = page
  while (lists.length > 1 && indent < (lists.at(-1)?.indent ?? 0) + 2) lists.pop()
  const list = lists.at(-1)
  if (list && !list.dormant && indent >= list.indent + 2) {
    openBlock(page, { kind: 'item', level: lists.length, group: list.group, place: list.count, column: 0 })
  } else {
    if (list) list.dormant = true
    openBlock(page, { kind: 'paragraph', level: 0, group: -1, place: 0, column: 0 })
  }
  scanInline(page.inline, text, end)
}

function readHeading(page: Page, start: number, end: number, level: number): void {
  const { units } = page.inline
  let to = end
  while (to > start && units[to - 1] === UNIT.hash) to--
  to = skipSpacesBack(units, to, start)
  const from = skipSpaces(units, start, to)
  const place = numberAt(units, from, to)
  const continued = place > 1 ? page.headingGroups.get(level) : undefined
  const group = place === 0 ? -1 : (continued ?? page.groups++)
  if (place > 0) page.headingGroups.set(level, group)
  for (const list of page.lists) list.dormant = true
  openBlock(page, { kind: 'heading', level, group, place, column: 0 })
  scanInline(page.inline, from, to)
  closeBlock(page)
}

const DEEPEST_LIST = 32

function readItem(page: Page, marker: Marker, { end, indent }: Line): void {
  const { lists } = page
  while (lists.length > 0 && (lists.at(-1)?.indent ?? 0) > indent + 1) lists.pop()
  const list = lists.at(-1)
  const sibling = list !== undefined && indent < list.indent + 2
  const continues =
    sibling && list.ordered === marker.ordered && (!list.dormant || marker.number === list.count + 1)
  if (sibling && !continues) lists.pop()
  const own = continues
    ? list
    : { indent, group: page.groups++, ordered: marker.ordered, count: 0, dormant: false }
  if (!continues && lists.length < DEEPEST_LIST) lists.push(own)
  own.dormant = false
  own.count++
  openBlock(page, { kind: 'item', level: lists.length, group: own.group, place: own.count, column: 0 })
  scanInline(page.inline, marker.text, end)
}

function readRow(page: Page, table: { group: number; row: number }, start: number, end: number): void {
  const { units } = page.inline
  if (isDelimiterRow(units, start)) return
  let cell = units[start] === UNIT.pipe ? start + 1 : start
  for (let column = 0; cell <= end; ) {
    const pipe = nextPipe(page.inline, cell, end)
    const from = skipSpaces(units, cell, pipe)
    if (from < pipe || pipe < end) {
      openBlock(page, { kind: 'cell', level: 0, group: table.group, place: table.row, column: column++ })
      scanInline(page.inline, from, skipSpacesBack(units, pipe, from))
    }
    cell = pipe + 1
  }
  closeBlock(page)
  table.row++
}

/** The next `|` that no backslash takes away, or `end`. */
function nextPipe({ units, marks, mark }: Inline, from: number, end: number): number {
  let i = mark
  for (;;) {
    const at = marks[i++] ?? end
    if (at >= end) return end
    if (at < from) continue
    if (units[at] === UNIT.pipe) return at
    if (units[at] === UNIT.backslash && marks[i] === at + 1) i++
  }
}

function openBlock(page: Page, { kind, level, group, place, column }: Omit<Block, 'start' | 'end'>): void {
  closeBlock(page)
  const { runs } = page.inline
  const last = runs.length > 0 ? (runs.ends[runs.length - 1] ?? 0) : -1
  if (last >= 0) addShown(runs, last, last, UNIT.lineFeed)
  page.open = { kind, start: runs.length, end: runs.length, level, group, place, column }
}

function closeBlock(page: Page): void {
  const { open, inline } = page
  // Emptying an empty list is slow enough to be seen.
  if (inline.brackets.length > 0) inline.brackets.length = 0
  page.open = null
  if (!open || inline.runs.length === open.start) return
  open.end = inline.runs.length
  page.blocks.push(open)
}

/** A line break inside a block: hard after two spaces or a backslash, otherwise seen as a space. */
function breakLine(page: Page, { from, text }: Line): void {
  const { units, runs } = page.inline
  const last = runs.length > 0 ? (runs.ends[runs.length - 1] ?? 0) : 0
  const before = units[from - 2]
  const hard = before === UNIT.backslash || (before === UNIT.space && units[from - 3] === UNIT.space)
  addShown(runs, last, text, hard ? UNIT.lineFeed : UNIT.space)
}
