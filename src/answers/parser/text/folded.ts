import type { SourceMap } from './source-map.ts'

/** Folded text with the way back: for every folded unit the range of the markdown that it came from. */
export type FoldedText = {
  length: number
  /** Folded UTF-16 units. Longer than `length`, for buffers are kept for the next answer, but zero just behind it. */
  units: Uint16Array
  /** The memory of `units`. */
  bytes: Buffer
  /** For each unit its kind (characters.ts) before folding: capitals are still capitals here. Zero just behind `length`. */
  kinds: Uint8Array
  /** The memory of `kinds`, four at a time. */
  fourKinds: Int32Array
  /** Some word of it is not of Latin letters. */
  isBeyondLatin: boolean
  /** Where a word, or a capital inside a word, begins; every letter of scripts beyond Latin. */
  starts: Int32Array
  startCount: number
  /** For each run of the visible text where it begins here. */
  runStarts: Int32Array
  wayBack: SourceMap
}
