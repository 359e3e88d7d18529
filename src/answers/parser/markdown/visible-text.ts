import type { TextRuns } from '../text/text-runs.ts'
import { type InlineScan, scanInline } from './inline.ts'
import {
  type Definition,
  definitionAt,
  type Fence,
  fenceAt,
  headingLevel,
  isDelimiterRow,
  isRule,
  MARKDOWN_UNITS,
  type Marker,
  markerAt,
  numberAt,
  skipSpaces,
  skipSpacesBack,
} from './lines.ts'
import {
  type Block,
  breakLine,
  closeBlock,
  createScanState,
  goToLine,
  openBlock,
  type ScanState,
} from './scan-state.ts'

const UNIT = MARKDOWN_UNITS

/**
 * The visible text of an answer: what a reader sees once the markdown is rendered. Link targets, image alternatives,
 * code blocks, comments and link definitions are not seen. Written by hand and in a single pass, because every offset
 * must be exact, hostile input must stay linear, and this runs for every answer of all history.
 */
export type VisibleText = {
  /** The markdown, unit by unit. */
  units: Uint16Array
  /** Visible text. A line feed stands between blocks and at hard breaks, a space at soft ones. */
  runs: TextRuns
  blocks: Block[]
  /** Indexes of the runs that were inline code. */
  code: number[]
}

/** Reads markdown. The runs are shared: use the result before the next call. */
export function extractVisibleText(markdown: string): VisibleText {
  const page = createScanState(markdown)
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
    if (fence) {
      const closes = mark !== null && mark.unit === fence.unit && mark.size >= fence.size && mark.info === ''
      if (closes) fence = null
      else if (PROSE_FENCES.has(fence.info)) readLine(page)
    } else if (mark) {
      closeBlock(page)
      fence = mark
    } else if (!line.isBehindBlank || line.indent < CODE_INDENT || page.lists.length > 0) readLine(page)
    line.isBehindBlank = false
  }
  closeBlock(page)
  return { units: inline.units, runs: inline.runs, blocks: page.blocks, code: inline.code }
}

/** Some engines wrap their whole answer in a fence of one of these languages. */
const PROSE_FENCES = new Set(['markdown', 'md', 'text', 'txt', 'plaintext'])
const CODE_INDENT = 4

/** Reads a line that is not blank. */
function readLine(page: ScanState): void {
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
function readRule(page: ScanState, mark: number): void {
  if (page.open?.kind === 'paragraph' && (mark === UNIT.equals || mark === UNIT.dash)) {
    page.open.kind = 'heading'
    page.open.level = mark === UNIT.equals ? 1 : 2
  }
  closeBlock(page)
}

/** A link's definition is not seen, a footnote's text is. */
function readDefinition(page: ScanState, { kind, text }: Definition, end: number): void {
  if (kind === 'link') return
  openBlock(page, { kind: 'paragraph', start: 0, end: 0, level: 0, group: -1, place: 0, column: 0 })
  scanInline(page.inline, text, end)
}

/** A paragraph below an item and indented like it goes on with the item; any other interrupts the lists. */
function readParagraph(page: ScanState): void {
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

function readHeading(page: ScanState, start: number, end: number, level: number): void {
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

function readItem(page: ScanState, marker: Marker): void {
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

function readRow(page: ScanState, table: { group: number; row: number }, start: number, end: number): void {
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
function nextPipe({ units, marks, mark }: InlineScan, from: number, end: number): number {
  let i = mark
  for (;;) {
    const at = marks[i++] ?? end
    if (at >= end) return end
    if (at < from) continue
    if (units[at] === UNIT.pipe) return at
    if (units[at] === UNIT.backslash && marks[i] === at + 1) i++
  }
}
