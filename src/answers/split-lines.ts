/** Fifty times the longest known answer. */
export const maxLineBytes = 8 * 1024 * 1024
const newline = 10

/** Yields the lines of a stream without their ends, and null for a line over the limit, which is never in memory. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | null> {
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
