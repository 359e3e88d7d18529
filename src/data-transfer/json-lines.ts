/** JSON Lines, read as they come: never more than one line is held, and one that is too long is not held at all; and written. */

export type JsonLine = { line: number; value: unknown } | { line: number; problem: string }

/** Fifty times the longest answer that engines give. */
const longestLineBytes = 8 * 1024 * 1024
const newline = 10

/** Blank lines are passed over, but counted. */
export async function* parseJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonLine> {
  let number = 0
  for await (const bytes of linesOf(chunks)) {
    number += 1
    if (bytes === null) yield { line: number, problem: `is longer than ${longestLineBytes / 1024 ** 2} MB` }
    else if (bytes.length > 0) yield* parsed(number, bytes)
  }
}

/** Null stands for a line that is too long. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | null> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  const add = (part: Uint8Array) => {
    heldBytes += part.length
    if (heldBytes <= longestLineBytes) held.push(part)
    else held = []
  }
  const take = () => {
    const line = heldBytes <= longestLineBytes ? Buffer.concat(held) : null
    held = []
    heldBytes = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (heldBytes > 0) yield take()
}

/** Refuses what is not UTF-8, and passes over a byte order mark. */
const decoder = new TextDecoder('utf-8', { fatal: true })

function* parsed(line: number, bytes: Buffer): Generator<JsonLine> {
  const text = decoded(bytes)
  if (text === null) yield { line, problem: 'is not in UTF-8' }
  else if (text.trim() !== '') yield jsonOf(line, text)
}

function decoded(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

function jsonOf(line: number, text: string): JsonLine {
  try {
    return { line, value: JSON.parse(text) }
  } catch {
    return { line, problem: 'is not valid JSON' }
  }
}

/** Some lines at a time: a write for each would cost more than the line. */
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
