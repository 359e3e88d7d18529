import type { Verdict } from '../../vocabulary/claims.ts'
import type { TextSpan } from './markdown.ts'

/** A span of the source that mentions the brand itself (`competitor` null) or a competitor, or that states a fact. */
export type Highlight = { start: number; end: number; competitor: string | null; verdict?: Verdict }

/** Splits text at the ends of highlights. Where highlights overlap, the first of the list wins. */
export function splitAtHighlights(
  { text, start, end }: TextSpan,
  highlights: readonly Highlight[],
): { text: string; highlight: Highlight | null }[] {
  const touching = highlights.filter((highlight) => highlight.start < end && highlight.end > start)
  if (touching.length === 0) return [{ text, highlight: null }]
  // An escape or entity is written with several characters of the source: it is highlighted whole or not at all.
  if (text.length !== end - start) return [{ text, highlight: touching[0] ?? null }]
  const cuts = [
    ...new Set([start, ...touching.flatMap((highlight) => [highlight.start, highlight.end]), end]),
  ]
    .filter((cut) => cut >= start && cut <= end)
    .toSorted((a, b) => a - b)
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? end
    const highlight = touching.find((each) => each.start <= from && each.end >= to) ?? null
    return { text: text.slice(from - start, to - start), highlight }
  })
}
