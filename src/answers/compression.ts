/**
 * Compresses the large parts of an answer as UTF-8: long texts with zstd, shorter ones with deflate. Short JSON is
 * stored uncompressed, because compressing it would cost more time than the space is worth.
 */
import { constants, deflateSync, inflateSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Above level 3, answers take longer to compress but do not get smaller. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
/**
 * Up to this many characters, deflate decompresses in half to two thirds of zstd's time, at equal size and compression
 * time. Above, it takes twice as long to compress.
 */
const maxDeflateLength = 8_192
/** Small buffers: allocating zlib's defaults takes longer than compressing a text of this length. */
const deflate = { level: 1, windowBits: 13, memLevel: 6 }
const maxPlainLength = 1_536
/** The first byte of every value deflated with this window, and of every zstd frame. JSON cannot start with either. */
const deflated = 0x58
const zstdFrame = 0x28

export function compress(text: string): Buffer {
  if (text.length > maxDeflateLength) return zstdCompressSync(Buffer.from(text, 'utf8'), zstd)
  return deflateSync(text, { ...deflate, chunkSize: Math.max(constants.Z_MIN_CHUNK, text.length >> 1) })
}

export function compressJson(value: unknown): Buffer {
  const text = JSON.stringify(value)
  return text.length <= maxPlainLength ? Buffer.from(text, 'utf8') : compress(text)
}

export function decompress(bytes: Uint8Array): string {
  if (bytes[0] === deflated) return inflateSync(bytes).toString('utf8')
  return (bytes[0] === zstdFrame ? zstdDecompressSync(bytes) : asBuffer(bytes)).toString('utf8')
}

/** Returns a view of the same bytes: a Buffer that another thread sends arrives as a plain Uint8Array. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Removes what PostgreSQL cannot store in text: U+0000 and unpaired surrogates. */
export const toStorableText = (text: string) => text.toWellFormed().replaceAll('\0', '')

/** The longest title of a page or product, in UTF-16 units. Longer ones are not written for people. */
const maxTitle = 500

/** Returns a title that a third party wrote as it is stored: `toStorableText`, and shortened. */
export function toStorableTitle(text: string): string {
  if (text.length <= maxTitle) return toStorableText(text)
  return toStorableText(`${text.slice(0, maxTitle - 1).replace(/[\uD800-\uDBFF]$/, '')}…`)
}
