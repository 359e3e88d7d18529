import { extractVisibleText } from './parser/markdown/visible-text.ts'
import { fold, unfold } from './parser/text/fold.ts'
import type { FoldedText } from './parser/text/folded.ts'
import { markdownRange } from './parser/text/source-map.ts'

type Quote = { start: number; end: number; text: string }

/**
 * Finds a quote in an answer: the exact characters, or else the same visible text regardless of emphasis, links,
 * spaces, case and kinds of quotation marks. Returns the first occurrence as UTF-16 offsets, or null if there is none.
 */
export function findQuote(markdown: string, quote: string): Quote | null {
  const wanted = quote.trim()
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null
  const start = markdown.indexOf(wanted)
  if (start !== -1) return { start, end: start + wanted.length, text: wanted }
  return findFolded(markdown, inOneLine(foldVisibleText(wanted)).trim())
}

function findFolded(markdown: string, wanted: string): Quote | null {
  const folded = foldVisibleText(markdown)
  const from = wanted === '' ? -1 : inOneLine(folded).indexOf(wanted)
  if (from === -1) return null
  const { start, end } = markdownRange(folded, from, from + wanted.length)
  return { start, end, text: markdown.slice(start, end) }
}

const foldVisibleText = (markdown: string) => fold(extractVisibleText(markdown))

/** Returns the quote between two UTF-16 offsets; null without a quote, or when the text was deleted. */
export const quoteFrom = (
  markdown: string | null,
  start: number | null,
  end: number | null,
): string | null => (markdown === null || start === null || end === null ? null : markdown.slice(start, end))

/** Returns the text in one line, because line breaks are not part of a quote. */
const inOneLine = (folded: FoldedText) => unfold(folded, 0, folded.length).replaceAll('\n', ' ')
