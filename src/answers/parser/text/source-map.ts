import { lastAtOrBefore } from './binary-search.ts'
import { doubled } from './text-runs.ts'

/**
 * From folded text back to the markdown. The way is kept as the few places where it does not simply go on by one, which
 * is what makes it cheap.
 */
export type SourceMap = {
  length: number
  /** From folded unit `at[i]` on, ascending, the markdown is at `start[i]` and goes on by one, or, with a width, stays there. */
  at: Int32Array
  start: Int32Array
  width: Int32Array
}

/** The range of the markdown that the folded units `[from, to)`, one at least, came from. */
export function markdownRange(
  { wayBack }: { wayBack: SourceMap },
  from: number,
  to: number,
): { start: number; end: number } {
  const { at, start, width, length } = wayBack
  const first = lastAtOrBefore(at, length, from)
  let last = first
  // What is asked for is short: a step or two.
  while (last + 1 < length && (at[last + 1] ?? 0) < to) last++
  const stays = width[last] ?? 0
  return {
    start: (start[first] ?? 0) + (width[first] === 0 ? from - (at[first] ?? 0) : 0),
    end: (start[last] ?? 0) + (stays === 0 ? to - (at[last] ?? 0) : stays),
  }
}

/** An empty way, with memory that grows and is kept for the next answer. */
export function createSourceMap(): SourceMap {
  return { length: 0, at: new Int32Array(64), start: new Int32Array(64), width: new Int32Array(64) }
}

/** From folded unit `at` on, the markdown is at `start`. Replaces what was said of this unit and of later ones. */
export function addMapping(wayBack: SourceMap, at: number, start: number, width: number): void {
  let { length } = wayBack
  while (length > 0 && (wayBack.at[length - 1] ?? 0) >= at) length--
  if (length === wayBack.at.length) {
    wayBack.at = doubled(wayBack.at)
    wayBack.start = doubled(wayBack.start)
    wayBack.width = doubled(wayBack.width)
  }
  wayBack.at[length] = at
  wayBack.start[length] = start
  wayBack.width[length] = width
  wayBack.length = length + 1
}
