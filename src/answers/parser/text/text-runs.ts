/**
 * Visible text is a list of runs: ranges of the markdown that are shown verbatim, and ranges that are shown as one
 * character, such as an entity or a line break.
 */
export type TextRun = {
  start: number
  end: number
  /** 0 for verbatim text, otherwise the code point that replaces the range. */
  shownAs: number
}

/** Adds a range of verbatim text, unless it is empty. */
export function addVerbatim(runs: TextRun[], start: number, end: number): void {
  if (end > start) runs.push({ start, end, shownAs: 0 })
}

/** Adds a range that is shown as one character. */
export function addReplacement(runs: TextRun[], start: number, end: number, codePoint: number): void {
  runs.push({ start, end, shownAs: codePoint })
}
