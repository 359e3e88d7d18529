import { addShown, newRuns } from '../text/text-runs.ts'
import { utf16Units } from '../text/utf16-units.ts'
import type { InlineScan } from './inline.ts'
import { definitionsOf, MARKDOWN_UNITS, skipQuoteMarks, skipSpaces, skipSpacesBack } from './lines.ts'
import { markupOffsets } from './markup-offsets.ts'

const UNIT = MARKDOWN_UNITS

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
export type ScanState = {
  inline: InlineScan
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

const sharedRuns = newRuns()

/** The runs are shared: use the page before the next one. */
export function createScanState(markdown: string): ScanState {
  sharedRuns.length = 0
  const units = utf16Units(markdown)
  return {
    inline: {
      markdown,
      units,
      marks: markupOffsets(units, markdown.length),
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
export function goToLine({ inline, line }: ScanState, from: number): void {
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

/** Opens a block where the next run will be. */
export function openBlock(page: ScanState, block: Block): void {
  closeBlock(page)
  const { runs } = page.inline
  const last = runs.length > 0 ? (runs.ends[runs.length - 1] ?? 0) : -1
  if (last >= 0) addShown(runs, last, last, UNIT.lineFeed)
  block.start = runs.length
  page.open = block
}

export function closeBlock(page: ScanState): void {
  const { open, inline } = page
  // Emptying an empty list is slow enough to be seen.
  if (inline.brackets.length > 0) inline.brackets.length = 0
  page.open = null
  if (!open || inline.runs.length === open.start) return
  open.end = inline.runs.length
  page.blocks.push(open)
}

/** A line break inside a block: hard after two spaces or a backslash, otherwise seen as a space. */
export function breakLine({ inline, line }: ScanState): void {
  const { units, runs } = inline
  const { from, text } = line
  const last = runs.length > 0 ? (runs.ends[runs.length - 1] ?? 0) : 0
  const before = units[from - 2]
  const hard = before === UNIT.backslash || (before === UNIT.space && units[from - 3] === UNIT.space)
  addShown(runs, last, text, hard ? UNIT.lineFeed : UNIT.space)
}
