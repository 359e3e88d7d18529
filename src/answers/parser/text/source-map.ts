import { lastAtOrBefore } from './binary-search.ts'

/**
 * Maps folded text back to the markdown. Only the offsets at which the two stop advancing together are stored, in
 * ascending order.
 */
export type SourceMap = Mapping[]

/**
 * From folded offset `folded` on, the markdown starts at `start`. With `width` 0 both advance together; otherwise each
 * folded unit comes from the same `width` units of markdown.
 */
type Mapping = { folded: number; start: number; width: number }

/** Returns the range of the markdown from which the folded units `[from, to)`, at least one, came. */
export function markdownRange(
  { sourceMap }: { sourceMap: SourceMap },
  from: number,
  to: number,
): { start: number; end: number } {
  const index = lastAtOrBefore(sourceMap, from, foldedOffset)
  let last = index
  while ((sourceMap[last + 1]?.folded ?? to) < to) last++
  const first = sourceMap[index] ?? NONE
  const end = sourceMap[last] ?? NONE
  return {
    start: first.start + (first.width === 0 ? from - first.folded : 0),
    end: end.start + (end.width === 0 ? to - end.folded : end.width),
  }
}

/** Adds a mapping and drops earlier ones for this folded offset and later ones. */
export function addMapping(sourceMap: SourceMap, folded: number, start: number, width: number): void {
  while ((sourceMap[sourceMap.length - 1]?.folded ?? -1) >= folded) sourceMap.pop()
  sourceMap.push({ folded, start, width })
}

const NONE: Mapping = { folded: 0, start: 0, width: 0 }

const foldedOffset = ({ folded }: Mapping) => folded
