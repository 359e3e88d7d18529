/**
 * The outline of an answer: its visible text with blocks, bold text and links. For features that search answers for
 * more than the entities of a brand.
 */

import type { WordListLanguage } from './common-words.ts'
import type { OpenBlock } from './parser/markdown/scan-state.ts'
import { extractVisibleText } from './parser/markdown/visible-text.ts'
import { lastAtOrBefore } from './parser/text/binary-search.ts'
import { fold } from './parser/text/fold.ts'
import { detectLanguage } from './parser/text/language.ts'

/** All ranges are UTF-16 offsets into `text`. */
export type Range = { start: number; end: number }
export type OutlineBlock = Pick<OpenBlock, 'kind' | 'level' | 'group' | 'position' | 'column'> & Range
/** `url` is null if the target is defined elsewhere in the answer. */
export type OutlineLink = Range & { url: string | null }

export type Outline = {
  /** The visible text, not folded. A line feed separates blocks; U+FFFC replaces a URL or an image. */
  text: string
  /** Null for a language that the parser does not support. */
  language: WordListLanguage | null
  blocks: OutlineBlock[]
  strong: Range[]
  links: OutlineLink[]
  /** Offsets into `text` and into the markdown at which each run starts, ascending. */
  sourceMap: { text: number; markdown: number }[]
}

/** Returns the outline of an answer. `languageTag` (BCP 47) is used if the text is too short to detect its language. */
export function outlineAnswer(markdown: string, languageTag: string | null): Outline {
  const { runs, blocks, ...visible } = extractVisibleText(markdown)
  const outline: Outline = {
    text: '',
    language: detectLanguage(fold({ runs, ...visible }), languageTag),
    blocks: [],
    strong: [],
    links: [],
    sourceMap: [],
  }
  const open: OpenMarkup = { strongFrom: -1, linkFrom: -1 }
  let block = 0
  let hiddenFrom = 0
  for (let index = 0; index < runs.length; index++) {
    const start = runs.starts[index] ?? 0
    const end = runs.ends[index] ?? 0
    const shownAs = runs.shownAs[index] ?? 0
    const current = blocks[block]
    if (current && index === current.start) startBlock(outline, current)
    applyMarkup(outline, open, markdown.slice(hiddenFrom, start))
    outline.sourceMap.push({ text: outline.text.length, markdown: start })
    // The range of a line break includes markup at the end of its line.
    if (shownAs === SPACE || shownAs === LINE_FEED) applyMarkup(outline, open, markdown.slice(start, end))
    outline.text += shownAs === 0 ? markdown.slice(start, end) : String.fromCodePoint(shownAs)
    hiddenFrom = Math.max(hiddenFrom, end)
    if (current && index === current.end - 1) {
      const next = index + 2 < runs.length ? (runs.starts[index + 2] ?? 0) : markdown.length
      endBlock(outline, open, restOfLine(markdown, end, next))
      hiddenFrom = nextLineOrCell(markdown, end, next)
      block++
    }
  }
  return outline
}

const SPACE = 32
const LINE_FEED = 10

/** Returns the offset in the visible text of an offset in the markdown. */
export function getTextOffset({ sourceMap, text }: Outline, offset: number): number {
  const run = sourceMap[lastAtOrBefore(sourceMap, offset, ({ markdown }) => markdown)]
  return Math.min(run ? run.text + offset - run.markdown : offset, text.length)
}

/** Offsets at which bold text and a link were opened, -1 for none. */
type OpenMarkup = { strongFrom: number; linkFrom: number }

function startBlock(outline: Outline, { kind, level, group, position, column }: OpenBlock): void {
  const { length } = outline.text
  outline.blocks.push({ kind, level, group, position, column, start: length, end: length })
}

/** Opens and closes bold text and links at the markup between two runs of visible text. */
function applyMarkup(outline: Outline, open: OpenMarkup, hidden: string): void {
  if (hidden === '') return
  const at = outline.text.length
  if (hidden.startsWith(']')) endLink(outline, open, hidden)
  // Underscores and stars in the target of a link are not emphasis.
  const markup = hidden.slice(hidden.lastIndexOf(')') + 1)
  for (const _ of markup.matchAll(/\*\*|__/g)) {
    if (open.strongFrom < 0) open.strongFrom = at
    else endStrong(outline, open)
  }
  if (hidden.endsWith('[')) open.linkFrom = at
}

function endBlock(outline: Outline, open: OpenMarkup, hidden: string): void {
  if (hidden.startsWith(']') || /^\*\*\]/.test(hidden)) endLink(outline, open, hidden)
  if (open.strongFrom >= 0) endStrong(outline, open)
  open.linkFrom = -1
  const block = outline.blocks.at(-1)
  if (block) block.end = outline.text.length
}

function endStrong({ strong, text }: Outline, open: OpenMarkup): void {
  if (text.length > open.strongFrom) strong.push({ start: open.strongFrom, end: text.length })
  open.strongFrom = -1
}

function endLink({ links, text }: Outline, open: OpenMarkup, hidden: string): void {
  if (open.linkFrom < 0) return
  const url = /\]\(\s*<?([^\s)>]+)/.exec(hidden)?.[1] ?? null
  links.push({ start: open.linkFrom, end: text.length, url })
  open.linkFrom = -1
}

/** Returns what follows the visible part of a block on its line. The next block starts at `next`. */
function restOfLine(markdown: string, from: number, next: number): string {
  const hidden = markdown.slice(from, next)
  const lineFeed = hidden.indexOf('\n')
  return lineFeed < 0 ? hidden : hidden.slice(0, lineFeed)
}

/** Skips what is between two blocks (rules, code, definitions), because its markup belongs to neither. */
function nextLineOrCell(markdown: string, from: number, next: number): number {
  const between = markdown.slice(from, next)
  return from + Math.max(0, between.lastIndexOf('\n') + 1, between.lastIndexOf('|') + 1)
}
