/**
 * Visible text as a list of runs: ranges of the markdown that are seen as they stand, and single characters
 * that stand for a range (an entity, a line break). No character is copied before folding.
 */
export type TextRuns = {
  length: number
  starts: Int32Array
  ends: Int32Array
  /** 0 for text seen as it stands, otherwise the code point that the range is seen as. */
  shownAs: Int32Array
}

/** An empty list with its memory kept: cleared and filled again for every answer. */
export function newRuns(): TextRuns {
  return { length: 0, starts: new Int32Array(256), ends: new Int32Array(256), shownAs: new Int32Array(256) }
}

/** Adds a range of text as it stands; nothing for an empty one. */
export function addRun(runs: TextRuns, start: number, end: number): void {
  if (end > start) add(runs, start, end, 0)
}

/** Adds a range that is seen as one character. */
export function addShown(runs: TextRuns, start: number, end: number, codePoint: number): void {
  add(runs, start, end, codePoint)
}

function add(runs: TextRuns, start: number, end: number, codePoint: number): void {
  const { length } = runs
  if (length === runs.starts.length) {
    runs.starts = doubled(runs.starts)
    runs.ends = doubled(runs.ends)
    runs.shownAs = doubled(runs.shownAs)
  }
  runs.starts[length] = start
  runs.ends[length] = end
  runs.shownAs[length] = codePoint
  runs.length = length + 1
}

export function doubled(old: Int32Array): Int32Array {
  const next = new Int32Array(old.length * 2)
  next.set(old)
  return next
}
