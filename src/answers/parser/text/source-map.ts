import { doubled, SMALL } from './text-runs.ts'

/**
 * Maps folded text back to the markdown. Only the offsets at which the two stop advancing together are stored, in
 * ascending order, in arrays that grow.
 */
export type SourceMap = {
  length: number
  /**
   * From folded offset `folded[i]` on, the markdown starts at `starts[i]`. With width 0 both advance together; otherwise
   * each folded unit comes from the same `widths[i]` units of markdown.
   */
  folded: Int32Array
  starts: Int32Array
  widths: Int32Array
}

export function createSourceMap(): SourceMap {
  return {
    length: 0,
    folded: new Int32Array(SMALL),
    starts: new Int32Array(SMALL),
    widths: new Int32Array(SMALL),
  }
}

/** Returns the range of the markdown from which the folded units `[from, to)`, at least one, came. */
export function markdownRange(
  { sourceMap }: { sourceMap: SourceMap },
  from: number,
  to: number,
): { start: number; end: number } {
  const { folded, starts, widths, length } = sourceMap
  const first = mappingAt(sourceMap, from)
  let last = first
  while (last + 1 < length && (folded[last + 1] ?? 0) < to) last++
  const width = widths[last] ?? 0
  return {
    start: (starts[first] ?? 0) + (widths[first] === 0 ? from - (folded[first] ?? 0) : 0),
    end: (starts[last] ?? 0) + (width === 0 ? to - (folded[last] ?? 0) : width),
  }
}

/** Returns the index of the last mapping at or before a folded offset. */
function mappingAt({ folded, length }: SourceMap, offset: number): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((folded[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Adds a mapping and drops earlier ones for this folded offset and later ones. */
export function addMapping(map: SourceMap, folded: number, start: number, width: number): void {
  let { length } = map
  while (length > 0 && (map.folded[length - 1] ?? 0) >= folded) length--
  if (length === map.folded.length) {
    map.folded = doubled(map.folded)
    map.starts = doubled(map.starts)
    map.widths = doubled(map.widths)
  }
  map.folded[length] = folded
  map.starts[length] = start
  map.widths[length] = width
  map.length = length + 1
}
