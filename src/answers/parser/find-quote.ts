/** Finding in an answer what somebody claims to quote from it. */

import { layOutAnswer } from './answer-layout.ts'
import { textOf } from './text/fold.ts'
import { markdownRange } from './text/source-map.ts'

type Place = { start: number; end: number; text: string }

/**
 * The first place that says the quote: its very characters, or else the same visible text, whatever the emphasis, links,
 * spaces, case and kinds of quotation marks. UTF-16 offsets; null when the answer does not say that.
 */
export function findQuote(markdown: string, quote: string): Place | null {
  const wanted = quote.trim()
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null
  const start = markdown.indexOf(wanted)
  if (start !== -1) return { start, end: start + wanted.length, text: wanted }
  return findVisible(markdown, inOneLine(visible(wanted)).trim())
}

function findVisible(markdown: string, wanted: string): Place | null {
  const folded = visible(markdown)
  const from = wanted === '' ? -1 : inOneLine(folded).indexOf(wanted)
  if (from === -1) return null
  const { start, end } = markdownRange(folded, from, from + wanted.length)
  return { start, end, text: markdown.slice(start, end) }
}

const visible = (markdown: string) => layOutAnswer(markdown, undefined, null).folded

/** Where lines break is not part of what is said. */
const inOneLine = (folded: ReturnType<typeof visible>) =>
  textOf(folded, 0, folded.length).replaceAll('\n', ' ')
