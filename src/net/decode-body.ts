/** A body without its content encoding, with bounds on what it may take: of bytes, and of memory. */
import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

/** More came than is taken. */
export class BodyTooLargeError extends Error {
  override name = 'TooLarge'
}

/** The body is not in the encoding that its header names, or in one that we did not ask for. */
export class UnsupportedEncodingError extends Error {
  override name = 'BadEncoding'
}

/**
 * `encoding` is what the header says. As few bytes can stand for very many, the reader counts what comes out; what goes in
 * has a bound of its own.
 */
export function decodeBody(
  body: AsyncIterable<Buffer>,
  encoding: string | undefined,
  maxBytes: number,
): AsyncIterable<Buffer> {
  const codings = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > mostCodings) throw new UnsupportedEncodingError()
  return codings.reduceRight<AsyncIterable<Buffer>>(
    (source, coding) => decode(coding, source),
    bounded(body, maxBytes + framingBytes),
  )
}

const mostCodings = 2

/** What an encoding may add to a body that it cannot make smaller. */
const framingBytes = 65_536

async function* bounded(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0
  for await (const chunk of source) {
    yield chunk
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw new BodyTooLargeError()
  }
}

async function* decode(coding: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  // An answer without a body, such as one to HEAD, may name an encoding all the same.
  if (first.done) return
  const decoder = decoderOf(coding, first.value)
  let broken: unknown = null
  const encoded = async function* () {
    try {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => chunks }
    } catch (error) {
      broken = error
      throw error
    }
  }
  try {
    yield* pipeline(Readable.from(encoded()), decoder, () => undefined)
  } catch (error) {
    // What broke before the decoder is not its doing.
    throw broken ?? new UnsupportedEncodingError('the body cannot be decoded', { cause: error })
  }
}

function decoderOf(coding: string, first: Buffer): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  // RFC 9659: no more than a window of 8 MiB.
  if (coding === 'zstd') return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })
  // Some servers leave out the wrapper that the standard asks for; its first byte names the method 8.
  if (coding === 'deflate') return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
  throw new UnsupportedEncodingError()
}
