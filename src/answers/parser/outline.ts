/**
 * How an answer looks to its reader: the visible text with its blocks, what is bold and what is a link. For whoever looks
 * for more in an answer than the entities of a brand. Pure, like the reading itself.
 */

import type { Block } from './markdown/scan-state.ts'
import { extractVisibleText } from './markdown/visible-text.ts'
import { fold } from './text/fold.ts'
import { detectLanguage, type Language } from './text/language.ts'

/** All ranges are UTF-16 offsets into `text`. */
export type Range = { start: number; end: number }
export type OutlineBlock = Pick<Block, 'kind' | 'level' | 'group' | 'place' | 'column'> & Range
/** `url` is null where the target is defined elsewhere in the answer. */
export type OutlineLink = Range & { url: string | null }

export type Outline = {
  /** As seen, its capitals kept. A line feed stands between blocks; U+FFFC for an address or an image. */
  text: string
  /** Null when the text is in none of the languages that the reader knows. */
  language: Language | null
  blocks: OutlineBlock[]
  strong: Range[]
  links: OutlineLink[]
  /** Where the stretches of `text` come from in the markdown: pairs of places, ascending. */
  textStarts: number[]
  markdownStarts: number[]
}

/** `languageTag` (BCP 47) is believed where the text says too little. */
export function outlineAnswer(markdown: string, languageTag: string | null): Outline {
  const prose = extractVisibleText(markdown)
  const outline: Outline = {
    text: '',
    language: detectLanguage(fold(prose), languageTag),
    blocks: [],
    strong: [],
    links: [],
    textStarts: [],
    markdownStarts: [],
  }
  const marks: Marks = { strongFrom: -1, linkFrom: -1 }
  const { starts, ends, shownAs, length } = prose.runs
  let block = 0
  let hiddenFrom = 0
  for (let run = 0; run < length; run++) {
    const own = prose.blocks[block]
    if (own && run === own.start) {
      const { kind, level, group, place, column } = own
      const start = outline.text.length
      outline.blocks.push({ kind, level, group, place, column, start, end: start })
    }
    const from = starts[run] ?? 0
    const to = ends[run] ?? 0
    const shown = shownAs[run] ?? 0
    readMarks(outline, marks, markdown.slice(hiddenFrom, from))
    outline.textStarts.push(outline.text.length)
    outline.markdownStarts.push(from)
    // A soft break stands for the end of its line, marks included.
    if (shown === 32 || shown === 10) readMarks(outline, marks, markdown.slice(from, to))
    outline.text += shown === 0 ? markdown.slice(from, to) : String.fromCodePoint(shown)
    hiddenFrom = Math.max(hiddenFrom, to)
    if (own && run === own.end - 1) {
      endBlock(outline, marks, hiddenText(markdown, to, starts[run + 2]))
      hiddenFrom = nextLineOrCell(markdown, to, starts[run + 2] ?? markdown.length)
      block++
    }
  }
  return outline
}

/** The place in the visible text of a place in the markdown. */
export function textOffsetOf({ textStarts, markdownStarts, text }: Outline, markdownStart: number): number {
  let low = 0
  let high = markdownStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((markdownStarts[middle] ?? 0) <= markdownStart) low = middle
    else high = middle - 1
  }
  const place = (textStarts[low] ?? 0) + markdownStart - (markdownStarts[low] ?? 0)
  return Math.min(place, text.length)
}

type Marks = { strongFrom: number; linkFrom: number }

/** Bold and links begin and end in the markup between two stretches of visible text. */
function readMarks(outline: Outline, marks: Marks, hidden: string): void {
  if (hidden === '') return
  const at = outline.text.length
  if (hidden.startsWith(']')) endLink(outline, marks, hidden)
  // An underscore or a star in a link's target is no emphasis.
  const markup = hidden.slice(hidden.lastIndexOf(')') + 1)
  for (const _ of markup.matchAll(/\*\*|__/g)) {
    if (marks.strongFrom < 0) marks.strongFrom = at
    else endStrong(outline, marks)
  }
  if (hidden.endsWith('[')) marks.linkFrom = at
}

function endBlock(outline: Outline, marks: Marks, hidden: string): void {
  if (hidden.startsWith(']') || /^\*\*\]/.test(hidden)) endLink(outline, marks, hidden)
  if (marks.strongFrom >= 0) endStrong(outline, marks)
  marks.linkFrom = -1
  const block = outline.blocks.at(-1)
  if (block) block.end = outline.text.length
}

function endStrong({ strong, text }: Outline, marks: Marks): void {
  if (text.length > marks.strongFrom) strong.push({ start: marks.strongFrom, end: text.length })
  marks.strongFrom = -1
}

function endLink({ links, text }: Outline, marks: Marks, hidden: string): void {
  if (marks.linkFrom < 0) return
  const url = /\]\(\s*<?([^\s)>]+)/.exec(hidden)?.[1] ?? null
  links.push({ start: marks.linkFrom, end: text.length, url })
  marks.linkFrom = -1
}

/** What follows the last visible unit of a block on its own line; the next block begins at `next`. */
function hiddenText(markdown: string, from: number, next = markdown.length): string {
  const hidden = markdown.slice(from, next)
  const lineFeed = hidden.indexOf('\n')
  return lineFeed < 0 ? hidden : hidden.slice(0, lineFeed)
}

/** Whatever else stands between two blocks (rules, code, definitions) has marks that are nobody's. */
function nextLineOrCell(markdown: string, from: number, next: number): number {
  const between = markdown.slice(from, next)
  return from + Math.max(0, between.lastIndexOf('\n') + 1, between.lastIndexOf('|') + 1)
}
