import { createTokens, type Tokens } from './sentiment/tokens.ts'
import { createSourceMap, type SourceMap } from './text/source-map.ts'
import { createRuns, type TextRuns } from './text/text-runs.ts'

/**
 * Buffers that a parser reuses for every answer, because allocating them each time doubles the time of parsing. They grow
 * to the longest answer. What parsing derives in between refers to them and is valid until the next answer.
 */
export type ParserScratch = {
  /** UTF-16 units of the markdown. */
  units: Uint16Array<ArrayBuffer>
  runs: TextRuns
  /** See `FoldedText`. */
  foldedUnits: Uint16Array<ArrayBuffer>
  kinds: Uint8Array<ArrayBuffer>
  starts: Int32Array<ArrayBuffer>
  sourceMap: SourceMap
  tokens: Tokens
}

export function createScratch(): ParserScratch {
  return {
    units: new Uint16Array(0),
    runs: createRuns(),
    foldedUnits: new Uint16Array(0),
    kinds: new Uint8Array(0),
    starts: new Int32Array(0),
    sourceMap: createSourceMap(),
    tokens: createTokens(0),
  }
}
