/**
 * How the large parts of an answer are kept: as UTF-8, compressed. Long texts with zstd, shorter ones with deflate; JSON that
 * is short stands as it is, for packing it would cost more than the room it takes.
 */
import { constants, deflateSync, inflateSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Level 3 is where size stops falling and time begins to rise on answers. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
/** Up to so many characters deflate takes half to two thirds of zstd's time to unpack, about as long to pack, and as much room; beyond, twice as long to pack. */
const shortUpTo = 8_192
/** No more memory than texts of that length need: what zlib sets aside by itself takes longer to get than they to pack. */
const deflate = { level: 1, windowBits: 13, memLevel: 6 }
const plainUpTo = 1_536
/** The first byte of every value deflated with this window, and of every zstd frame; no JSON begins with them. */
const deflated = 0x58
const zstdFrame = 0x28

export function compress(text: string): Buffer {
  if (text.length > shortUpTo) return zstdCompressSync(Buffer.from(text, 'utf8'), zstd)
  return deflateSync(text, { ...deflate, chunkSize: Math.max(constants.Z_MIN_CHUNK, text.length >> 1) })
}

export function compressJson(value: unknown): Buffer {
  const text = JSON.stringify(value)
  return text.length <= plainUpTo ? Buffer.from(text, 'utf8') : compress(text)
}

export function decompress(bytes: Buffer): string {
  if (bytes[0] === deflated) return inflateSync(bytes).toString('utf8')
  return (bytes[0] === zstdFrame ? zstdDecompressSync(bytes) : bytes).toString('utf8')
}

/** As PostgreSQL gives it back: its text cannot hold U+0000 nor half a surrogate pair; an engine's garbage may. */
export const toStorableText = (text: string) => text.toWellFormed().replaceAll('\0', '')
