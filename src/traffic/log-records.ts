/** Splits the body of a sender of logs into records: lines, or the elements of an array. */

/** A longer record is never in memory. Fifty times the longest known line. */
const maxRecordBytes = 1024 * 1024

const byte = { newline: 10, quote: 34, openArray: 91, backslash: 92, closeArray: 93, open: 123, close: 125 }
const isSpace = (value: number) => value === 32 || (value >= 9 && value <= 13)

/** The records that a chunk completes. A record over the limit is null. */
type Records = (string | null)[]

/**
 * `isEnvelope`: the body is an object, and the records are the elements of the array in it. Otherwise, a body that starts with a
 * bracket is an array, and any other has a record per line. An array that does not end is null after its records.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Uint8Array>,
  isEnvelope = false,
): AsyncGenerator<Records> {
  let splitter: Splitter | null = isEnvelope ? createElementSplitter() : null
  for await (const chunk of chunks) {
    if (splitter === null) {
      const first = chunk.find((value) => !isSpace(value))
      if (first === undefined) continue
      splitter = first === byte.openArray ? createElementSplitter() : createLineSplitter()
    }
    yield splitter.add(chunk)
  }
  if (splitter) yield splitter.end()
}

type Splitter = { add(chunk: Uint8Array): Records; end(): Records }

/** Collects the parts of one record. */
function createBuffer() {
  let parts: Uint8Array[] = []
  let sizeBytes = 0
  return {
    isEmpty: () => sizeBytes === 0,
    add: (part: Uint8Array) => {
      sizeBytes += part.length
      if (sizeBytes <= maxRecordBytes) parts.push(part)
      else parts = []
    },
    take: (): string | null => {
      const [only] = parts
      const text =
        sizeBytes > maxRecordBytes ? null : toText(parts.length === 1 && only ? only : Buffer.concat(parts))
      parts = []
      sizeBytes = 0
      return text
    },
  }
}

const toText = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString().replace(/\r$/, '')

function createLineSplitter(): Splitter {
  const record = createBuffer()
  return {
    add: (chunk) => {
      const records: Records = []
      let start = 0
      for (let end = chunk.indexOf(byte.newline); end !== -1; end = chunk.indexOf(byte.newline, start)) {
        record.add(chunk.subarray(start, end))
        records.push(record.take())
        start = end + 1
      }
      if (start < chunk.length) record.add(chunk.subarray(start))
      return records
    },
    end: () => (record.isEmpty() ? [] : [record.take()]),
  }
}

/** Finds the first array outside of a string, and in it the objects. */
function createElementSplitter(): Splitter {
  const record = createBuffer()
  let place: 'before' | 'within' | 'after' = 'before'
  let depth = 0
  let isString = false
  let isEscaped = false
  return {
    add: (chunk) => {
      const records: Records = []
      let start = 0
      for (let index = 0; index < chunk.length && place !== 'after'; index += 1) {
        const value = chunk[index] ?? 0
        if (isString) {
          if (isEscaped) isEscaped = false
          else if (value === byte.backslash) isEscaped = true
          else if (value === byte.quote) isString = false
        } else if (value === byte.quote) isString = true
        else if (place === 'before') {
          if (value === byte.openArray) place = 'within'
        } else if (value === byte.open || value === byte.openArray) {
          if (depth === 0) start = index
          depth += 1
        } else if (value === byte.close || value === byte.closeArray) {
          depth -= 1
          if (depth < 0) place = 'after'
          if (depth !== 0) continue
          record.add(chunk.subarray(start, index + 1))
          records.push(record.take())
        }
      }
      if (depth > 0) record.add(chunk.subarray(start))
      return records
    },
    end: () => (place === 'after' ? [] : [null]),
  }
}
