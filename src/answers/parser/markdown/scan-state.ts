import type { ParserScratch } from '../scratch.ts'
import { utf16Units } from '../text/fold.ts'
import { addReplacement, endOfRuns } from '../text/text-runs.ts'
import type { InlineScan } from './inline.ts'
import { findDefinitions, MARKDOWN_UNITS, skipQuoteMarkers, skipSpaces, skipSpacesBack } from './lines.ts'

const UNIT = MARKDOWN_UNITS

type ListLevel = { indent: number; group: number; ordered: boolean; count: number; dormant: boolean }

/** The current line, `[from, lineEnd)`. Its visible part, `[text, end)`, follows `indent` units of space. */
type Line = {
  from: number
  lineEnd: number
  text: number
  end: number
  indent: number
  /** Offset of the next `|` in this line or a later one. */
  nextPipe: number
  followsBlank: boolean
}

/** The state of the scan of one answer. It is updated in place, because an answer has hundreds of lines. */
export type ScanState = {
  inline: InlineScan
  line: Line
  blocks: OpenBlock[]
  open: OpenBlock | null
  groups: number
  /** Lists around the current line, outermost first. A dormant list was interrupted by a paragraph or heading. */
  lists: ListLevel[]
  /** By heading level, the list that its numbered headings form. */
  headingGroups: Map<number, number>
  table: { group: number; row: number } | null
}

export type OpenBlock = {
  kind: 'paragraph' | 'heading' | 'item' | 'cell'
  /** Range of runs. */
  start: number
  end: number
  /** Heading level, or depth of the list (1 is outermost), or 0. */
  level: number
  /** The list or table that it belongs to, -1 for none. Numbered headings form a list too. */
  group: number
  /** 1-based position in the list; table row, 0 is the header. */
  position: number
  /** Table column, 0-based. */
  column: number
}

export function createScanState(markdown: string, scratch: ParserScratch): ScanState {
  scratch.runs.length = 0
  return {
    inline: {
      markdown,
      units: utf16Units(markdown, scratch),
      runs: scratch.runs,
      code: [],
      definitions: findDefinitions(markdown),
      brackets: [],
      hiddenUntil: 0,
      from: 0,
      missing: new Set(),
    },
    line: { from: 0, lineEnd: 0, text: 0, end: 0, indent: 0, nextPipe: -1, followsBlank: true },
    blocks: [],
    open: null,
    groups: 0,
    lists: [],
    headingGroups: new Map(),
    table: null,
  }
}

/** Moves to the line that starts at `from`. */
export function goToLine({ inline, line }: ScanState, from: number): void {
  const { units, markdown, hiddenUntil } = inline
  line.from = from
  line.lineEnd = indexOrEnd(markdown, '\n', from)
  line.end = skipSpacesBack(units, line.lineEnd, from)
  const start = skipQuoteMarkers(units, Math.max(from, hiddenUntil), line.end)
  line.text = skipSpaces(units, start, line.end)
  line.indent = line.text - start
  if (line.nextPipe < line.text) line.nextPipe = indexOrEnd(markdown, '|', line.text)
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const index = text.indexOf(searched, from)
  return index < 0 ? text.length : index
}

/** Opens a block that starts with the next run. */
export function openBlock(
  state: ScanState,
  kind: OpenBlock['kind'],
  { level = 0, group = -1, position = 0, column = 0 }: Partial<OpenBlock> = {},
): void {
  closeBlock(state)
  const { runs } = state.inline
  const end = endOfRuns(runs)
  if (runs.length > 0) addReplacement(runs, end, end, UNIT.lineFeed)
  state.open = { kind, start: runs.length, end: 0, level, group, position, column }
}

export function closeBlock(state: ScanState): void {
  const { open, inline } = state
  if (inline.brackets.length > 0) inline.brackets = []
  state.open = null
  if (!open || inline.runs.length === open.start) return
  open.end = inline.runs.length
  state.blocks.push(open)
}

/** Adds a line break inside a block: a line feed after two spaces or a backslash, otherwise a space. */
export function breakLine({ inline, line }: ScanState): void {
  const { units, runs } = inline
  const { from, text } = line
  const before = units[from - 2]
  const isHard = before === UNIT.backslash || (before === UNIT.space && units[from - 3] === UNIT.space)
  addReplacement(runs, endOfRuns(runs), text, isHard ? UNIT.lineFeed : UNIT.space)
}
