/**
 * Visible text is a list of runs: ranges of the markdown that are shown verbatim, and ranges that are shown as one
 * character, such as an entity or a line break. Stored in arrays that grow, because an answer has hundreds of runs.
 */
export type TextRuns = {
  length: number
  starts: Int32Array
  ends: Int32Array
  /** 0 for verbatim text, otherwise the code point that replaces the range. */
  shownAs: Int32Array
}

export function createRuns(): TextRuns {
  return {
    length: 0,
    starts: new Int32Array(SMALL),
    ends: new Int32Array(SMALL),
    shownAs: new Int32Array(SMALL),
  }
}

/** Elements of an array that is enough for a prompt or a title. V8 allocates up to 64 bytes quickly, on its own heap. */
export const SMALL = 16

/** Adds a range of verbatim text, unless it is empty. */
export function addVerbatim(runs: TextRuns, start: number, end: number): void {
  if (end > start) add(runs, start, end, 0)
}

/** Adds a range that is shown as one character. */
export function addReplacement(runs: TextRuns, start: number, end: number, codePoint: number): void {
  add(runs, start, end, codePoint)
}

/** Returns where the last run ends, or 0 if there is none. */
export function endOfRuns({ ends, length }: TextRuns): number {
  return ends[length - 1] ?? 0
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

export function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
