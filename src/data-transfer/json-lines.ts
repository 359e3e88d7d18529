/** Parses and formats JSON Lines as streams. At most one line is in memory, and a line over the limit never is. */

export type JsonLine = { line: number; value: unknown } | { line: number; problem: string }

/** Fifty times the longest known answer. */
const maxLineBytes = 8 * 1024 * 1024
const newline = 10

/** Skips blank lines but counts them. */
export async function* parseJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonLine> {
  let number = 0
  for await (const bytes of splitLines(chunks)) {
    number += 1
    if (bytes === null) yield { line: number, problem: `is longer than ${maxLineBytes / 1024 ** 2} MB` }
    else if (bytes.length > 0) yield* parseLine(number, bytes)
  }
}

/** Yields null for a line over the limit. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | null> {
  let parts: Uint8Array[] = []
  let lengthBytes = 0
  const append = (part: Uint8Array) => {
    lengthBytes += part.length
    if (lengthBytes <= maxLineBytes) parts.push(part)
    else parts = []
  }
  const takeLine = () => {
    const line = lengthBytes <= maxLineBytes ? Buffer.concat(parts) : null
    parts = []
    lengthBytes = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      append(chunk.subarray(start, end))
      yield takeLine()
      start = end + 1
    }
    append(chunk.subarray(start))
  }
  if (lengthBytes > 0) yield takeLine()
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
