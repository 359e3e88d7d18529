/**
 * Compresses the raw payloads of engines, which only a later parser reads. They are several times as long as the answers,
 * and PostgreSQL's own compression needs 65% more space for them.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Copies bytes into a buffer of exactly their size: a thread would otherwise transfer the whole shared pool of Node's Buffers. */
export const packPayload = (payload: unknown): Uint8Array =>
  new Uint8Array(zstdCompressSync(JSON.stringify(payload)))

export const unpackPayload = (bytes: Uint8Array): unknown =>
  JSON.parse(zstdDecompressSync(bytes).toString('utf8'))
