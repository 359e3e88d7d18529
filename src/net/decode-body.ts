/** Decodes the content encoding of a response body, with limits on size and memory. */
import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

/** The body is larger than the limit. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

/** The body does not have the encoding of its header, or the encoding is not supported. */
export class UnsupportedEncodingError extends Error {
  override name = 'UnsupportedEncodingError'
}

/**
 * `encoding` is the Content-Encoding header. Limits the encoded size to `maxBytes` plus framing. The caller must limit the
 * decoded size, because a few bytes can decode to very many.
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
  if (codings.length > maxCodings) throw new UnsupportedEncodingError()
  return codings.reduceRight<AsyncIterable<Buffer>>(
    (source, coding) => decode(coding, source),
    limitSize(body, maxBytes + framingBytes),
  )
}

const maxCodings = 2

/** An encoding can add this to a body that it cannot compress. */
const framingBytes = 65_536

async function* limitSize(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
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
  // A response without a body, such as one to HEAD, can have a Content-Encoding.
  if (first.done) return
  const decoder = createDecoder(coding, first.value)
  let sourceError: unknown = null
  const encoded = async function* () {
    try {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => chunks }
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  try {
    yield* pipeline(Readable.from(encoded()), decoder, () => undefined)
  } catch (error) {
    // Errors of the source, such as a lost connection, are not decoding errors.
    throw sourceError ?? new UnsupportedEncodingError('the body cannot be decoded', { cause: error })
  }
}

function createDecoder(coding: string, first: Buffer): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  // RFC 9659 limits the window to 8 MiB.
  if (coding === 'zstd') return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })
  // Some servers omit the zlib wrapper, whose first byte has the compression method 8.
  if (coding === 'deflate') return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
  throw new UnsupportedEncodingError()
}
