import { lastAtOrBefore } from './binary-search.ts'

/**
 * Maps folded text back to the markdown. Only the offsets at which the two stop advancing together are stored, in
 * ascending order, in arrays that are reused.
 */
export type SourceMap = {
  /** The number of mappings. Later elements are left over from an earlier text. */
  length: number
  /**
   * From folded offset `folded[i]` on, the markdown starts at `starts[i]`. With width 0 both advance together; otherwise
   * each folded unit comes from the same `widths[i]` units of markdown.
   */
  folded: number[]
  starts: number[]
  widths: number[]
}

export const createSourceMap = (): SourceMap => ({ length: 0, folded: [], starts: [], widths: [] })

/** Returns the range of the markdown from which the folded units `[from, to)`, at least one, came. */
export function markdownRange(
  { sourceMap }: { sourceMap: SourceMap },
  from: number,
  to: number,
): { start: number; end: number } {
  const { folded, starts, widths, length } = sourceMap
  const first = lastAtOrBefore(folded, from, (offset) => offset, length)
  let last = first
  while (last + 1 < length && (folded[last + 1] ?? 0) < to) last++
  const width = widths[last] ?? 0
  return {
    start: (starts[first] ?? 0) + (widths[first] === 0 ? from - (folded[first] ?? 0) : 0),
    end: (starts[last] ?? 0) + (width === 0 ? to - (folded[last] ?? 0) : width),
  }
}

/** Adds a mapping and drops earlier ones for this folded offset and later ones. */
export function addMapping(map: SourceMap, folded: number, start: number, width: number): void {
  let { length } = map
  while (length > 0 && (map.folded[length - 1] ?? 0) >= folded) length--
  map.folded[length] = folded
  map.starts[length] = start
  map.widths[length] = width
  map.length = length + 1
}
