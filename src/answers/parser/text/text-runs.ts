/**
 * Visible text is a list of runs: ranges of the markdown that are shown verbatim, and ranges that are shown as one
 * character, such as an entity or a line break. Stored in arrays that are reused, because an answer has hundreds of runs.
 */
export type TextRuns = {
  /** The number of runs. Later elements are left over from an earlier text. */
  length: number
  starts: number[]
  ends: number[]
  /** 0 for verbatim text, otherwise the code point that replaces the range. */
  shownAs: number[]
}

export const createRuns = (): TextRuns => ({ length: 0, starts: [], ends: [], shownAs: [] })

/** Adds a range of verbatim text, unless it is empty. */
export function addVerbatim(runs: TextRuns, start: number, end: number): void {
  if (end > start) addReplacement(runs, start, end, 0)
}

/** Adds a range that is shown as one character, or verbatim for the code point 0. */
export function addReplacement(runs: TextRuns, start: number, end: number, codePoint: number): void {
  const { length } = runs
  runs.starts[length] = start
  runs.ends[length] = end
  runs.shownAs[length] = codePoint
  runs.length = length + 1
}

/** Returns where the last run ends, or 0 if there is none. */
export function endOfRuns({ ends, length }: TextRuns): number {
  return ends[length - 1] ?? 0
}
