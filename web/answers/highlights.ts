/** Laying marks on the tree of an answer. */

/** A span of the source that names somebody: the brand itself (`competitor` null), or a competitor. */
export type Highlight = { start: number; end: number; competitor: string | null }

export type MarkedPiece = { text: string; mark: Highlight | null }

/** The text cut at the ends of marks. Of marks that overlap, the first of `marks` counts. */
export function splitAtHighlights(
  { text, start, end }: { text: string; start: number; end: number },
  marks: readonly Highlight[],
): MarkedPiece[] {
  const touching = marks.filter((mark) => mark.start < end && mark.end > start)
  if (touching.length === 0) return [{ text, mark: null }]
  // An escape or an entity stands for several letters of the source with one: it is marked whole or not at all.
  if (text.length !== end - start) return [{ text, mark: touching[0] ?? null }]
  const cuts = [...new Set([start, ...touching.flatMap((mark) => [mark.start, mark.end]), end])]
    .filter((cut) => cut >= start && cut <= end)
    .toSorted((a, b) => a - b)
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? end
    const mark = touching.find((each) => each.start <= from && each.end >= to) ?? null
    return { text: text.slice(from - start, to - start), mark }
  })
}
