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
  const { inline, line } = page
  let fence: Fence | null = null
  for (let from = 0; from < markdown.length; from = line.lineEnd + 1) {
    goToLine(page, from)
    if (line.end <= inline.hiddenUntil) continue
    if (line.text >= line.end) {
      closeBlock(page)
      page.table = null
      line.isBehindBlank = true
      continue
    }
    const mark = fenceAt(markdown, inline.units, line.text, line.end)
    let isProse: boolean
    if (fence) {
      const closes = mark !== null && mark.unit === fence.unit && mark.size >= fence.size && mark.info === ''
      isProse = !closes && PROSE_FENCES.has(fence.info)
      if (closes) fence = null
    } else if (mark) {
      closeBlock(page)
      fence = mark
      isProse = false
    } else isProse = !line.isBehindBlank || line.indent < CODE_INDENT || page.lists.length > 0
    if (isProse) readLine(page)
    line.isBehindBlank = false
  }
  closeBlock(page)
  return { units: inline.units, runs: inline.runs, blocks: page.blocks, code: inline.code }
}

/** Some engines wrap their whole answer in a fence of one of these languages. */
const PROSE_FENCES = new Set(['markdown', 'md', 'text', 'txt', 'plaintext'])
const CODE_INDENT = 4

type ListLevel = { indent: number; group: number; ordered: boolean; count: number; dormant: boolean }

/**
 * The present line, `[from, lineEnd)`. What is read of it stands between `text`, its first visible unit, behind `indent`
 * units of space, and `end`.
 */
type Line = {
  from: number
  lineEnd: number
  text: number
  end: number
  indent: number
  /** A `|` is seen in it. */
  piped: boolean
  isBehindBlank: boolean
  /** The first mark behind it. */
  nextMark: number
}

/** Where the reading of one answer stands. One object, changed as it goes: an answer has hundreds of lines. */
type Page = {
  inline: Inline
  line: Line
  blocks: Block[]
  open: Block | null
  groups: number
  /** Lists around the present line, outermost first. A dormant one was interrupted by a paragraph or heading. */
  lists: ListLevel[]
  /** The list that numbered headings of a level form. */
  headingGroups: Map<number, number>
  table: { group: number; row: number } | null
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
    line: { from: 0, lineEnd: 0, text: 0, end: 0, indent: 0, piped: false, isBehindBlank: true, nextMark: 0 },
    blocks: [],
    open: null,
    groups: 0,
    lists: [],
    headingGroups: new Map(),
    table: null,
  }
}

/** Goes to the line that begins at `from`, the next one. */
function goToLine({ inline, line }: Page, from: number): void {
  const { units, marks, markdown, hiddenUntil } = inline
  line.from = from
  line.piped = false
  let at = from
  for (;;) {
    at = marks[line.nextMark++] ?? markdown.length
    const unit = units[at]
    if (unit === UNIT.lineFeed || at >= markdown.length) break
    if (unit === UNIT.pipe && at >= hiddenUntil) line.piped = true
  }
  line.lineEnd = at
  line.end = skipSpacesBack(units, at, from)
  const start = skipQuoteMarks(units, Math.max(from, hiddenUntil), line.end)
  line.text = skipSpaces(units, start, line.end)
  line.indent = line.text - start
}

/** Reads a line that is not blank. */
function readLine(page: Page): void {
  const { markdown, units } = page.inline
  const { text, end, lineEnd, piped, isBehindBlank } = page.line
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
  else if (marker) readItem(page, marker)
  else if (!page.open || isBehindBlank) readParagraph(page)
  else {
    breakLine(page)
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
  openBlock(page, { kind: 'paragraph', start: 0, end: 0, level: 0, group: -1, place: 0, column: 0 })
  scanInline(page.inline, text, end)
}

/** A paragraph below an item and indented like it goes on with the item; any other interrupts the lists. */
function readParagraph(page: Page): void {
  const { lists } = page
  const { text, end, indent } = page.line
  while (lists.length > 1 && indent < (lists.at(-1)?.indent ?? 0) + 2) lists.pop()
  const list = lists.at(-1)
  if (list && !list.dormant && indent >= list.indent + 2) {
    openBlock(page, {
      kind: 'item',
      start: 0,
      end: 0,
      level: lists.length,
      group: list.group,
      place: list.count,
      column: 0,
    })
  } else {
    if (list) list.dormant = true
    openBlock(page, { kind: 'paragraph', start: 0, end: 0, level: 0, group: -1, place: 0, column: 0 })
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
  openBlock(page, { kind: 'heading', start: 0, end: 0, level, group, place, column: 0 })
  scanInline(page.inline, from, to)
  closeBlock(page)
}

const DEEPEST_LIST = 32

function readItem(page: Page, marker: Marker): void {
  const { lists } = page
  const { end, indent } = page.line
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
  openBlock(page, {
    kind: 'item',
    start: 0,
    end: 0,
    level: lists.length,
    group: own.group,
    place: own.count,
    column: 0,
  })
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
      openBlock(page, {
        kind: 'cell',
        start: 0,
        end: 0,
        level: 0,
        group: table.group,
        place: table.row,
        column: column++,
      })
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

/** Opens a block where the next run will be. */
function openBlock(page: Page, block: Block): void {
  closeBlock(page)
  const { runs } = page.inline
  const last = runs.length > 0 ? (runs.ends[runs.length - 1] ?? 0) : -1
  if (last >= 0) addShown(runs, last, last, UNIT.lineFeed)
  block.start = runs.length
  page.open = block
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
function breakLine({ inline, line }: Page): void {
  const { units, runs } = inline
  const { from, text } = line
  const last = runs.length > 0 ? (runs.ends[runs.length - 1] ?? 0) : 0
  const before = units[from - 2]
  const hard = before === UNIT.backslash || (before === UNIT.space && units[from - 3] === UNIT.space)
  addShown(runs, last, text, hard ? UNIT.lineFeed : UNIT.space)
}
