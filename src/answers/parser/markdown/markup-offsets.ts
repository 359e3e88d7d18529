import { MARKDOWN_UNITS } from './lines.ts'

/**
 * The places of a text's units that may be markup, that end a line or divide cells, in order and followed by the text's
 * length: what stands between them need not be looked at again. Without a branch, for nobody could guess where they
 * stand; four at a time, so that at most three zeros behind the text are asked too. Shared: valid until the next call.
 */
export function markupOffsets(units: Uint16Array, length: number): Int32Array {
  if (shared.length < length + ROOM) shared = new Int32Array((length + ROOM) * 2)
  const marks = shared
  let count = 0
  for (let i = 0; i < length; i += 4) {
    marks[count] = i
    count += MARKS[units[i] ?? 0] ?? 0
    marks[count] = i + 1
    count += MARKS[units[i + 1] ?? 0] ?? 0
    marks[count] = i + 2
    count += MARKS[units[i + 2] ?? 0] ?? 0
    marks[count] = i + 3
    count += MARKS[units[i + 3] ?? 0] ?? 0
  }
  marks[count] = length
  return marks
}

/** 1 for these units. */
const MARKS = new Uint8Array(0x10000)
MARKS[MARKDOWN_UNITS.citationStart] = 1
for (const mark of '\\*_~`![]<&:|\n') MARKS[mark.charCodeAt(0)] = 1

const ROOM = 8
let shared = new Int32Array(0)
