/** How the large parts of an answer are kept: JSON or text as UTF-8, compressed with zstd. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Level 3 is where size stops falling and time begins to rise on answers. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

export const pack = (text: string): Buffer => zstdCompressSync(Buffer.from(text, 'utf8'), options)
export const unpack = (bytes: Buffer): string => zstdDecompressSync(bytes).toString('utf8')
export const packJson = (value: unknown): Buffer => pack(JSON.stringify(value))

/** As PostgreSQL gives it back: its text cannot hold U+0000 nor half a surrogate pair; an engine's garbage may. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')
