/** How the large parts of an answer are kept: as UTF-8, compressed. Long texts with zstd, short ones with deflate. */
import { constants, deflateSync, inflateSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Level 3 is where size stops falling and time begins to rise on answers. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const deflate = { level: 1 }
/** Up to so many characters deflate takes half to two thirds of zstd's time to unpack, about as long to pack, and as much room; beyond, twice as long to pack. */
const shortUpTo = 6_144
/** The first byte of every deflated value; a zstd frame begins with another. */
const deflated = 0x78

export function pack(text: string): Buffer {
  return text.length <= shortUpTo
    ? deflateSync(text, deflate)
    : zstdCompressSync(Buffer.from(text, 'utf8'), zstd)
}

export const packJson = (value: unknown): Buffer => pack(JSON.stringify(value))

export const unpack = (bytes: Buffer): string =>
  (bytes[0] === deflated ? inflateSync(bytes) : zstdDecompressSync(bytes)).toString('utf8')

/** As PostgreSQL gives it back: its text cannot hold U+0000 nor half a surrogate pair; an engine's garbage may. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')
