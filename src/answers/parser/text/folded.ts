import type { SourceMap } from './source-map.ts'

/** Folded text: spellings of one name are equal in it. The source map leads back to the markdown. */
export type FoldedText = {
  length: number
  /** Folded UTF-16 units. The array is longer than `length`; the units after it are 0. */
  units: Uint16Array
  /** The kind (characters.ts) of each unit before folding, so capitals are still known. 0 after `length`. */
  kinds: Uint8Array<ArrayBuffer>
  /** Whether a word contains letters of a script other than Latin. */
  isBeyondLatin: boolean
  /** Offsets at which a name can start: words, capitals within words, and each letter of other scripts. */
  starts: Int32Array
  /** The folded offset at which each run of the visible text starts, followed by `length`. */
  runStarts: number[]
  sourceMap: SourceMap
}
