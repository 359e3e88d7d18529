/** Parses and formats JSON Lines as streams. At most one line is in memory, and a line over the limit never is. */
import type { KnownSentiments } from '../answers/analysis.ts'
import { maxLineBytes, splitLines } from '../answers/split-lines.ts'

/** `sentiments`: of a generated answer; a file has none. */
export type JsonLine =
  | { line: number; value: unknown; sentiments?: KnownSentiments }
  | { line: number; problem: string }

/** Skips blank lines but counts them. */
export async function* parseJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonLine> {
  let number = 0
  for await (const bytes of splitLines(chunks)) {
    number += 1
    if (bytes === null) yield { line: number, problem: `is longer than ${maxLineBytes / 1024 ** 2} MB` }
    else if (bytes.length > 0) yield* parseLine(number, bytes)
  }
}

/** Rejects invalid UTF-8 and skips a byte order mark. */
const decoder = new TextDecoder('utf-8', { fatal: true })

function* parseLine(line: number, bytes: Buffer): Generator<JsonLine> {
  const text = decode(bytes)
  if (text === null) yield { line, problem: 'is not in UTF-8' }
  else if (text.trim() !== '') yield parseValue(line, text)
}

function decode(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

function parseValue(line: number, text: string): JsonLine {
  try {
    return { line, value: JSON.parse(text) }
  } catch {
    return { line, problem: 'is not valid JSON' }
  }
}

/** Batches lines, because a write per line is more expensive than the line. */
const chunkLength = 64 * 1024

export async function* formatJsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = ''
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
