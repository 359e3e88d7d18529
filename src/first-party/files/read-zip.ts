/** Reads the CSV files of a ZIP file that a person uploads. Nothing is written to disk, and memory is bounded. */
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import { AppError } from '../../core/errors.ts'
import { type Message, message } from '../../languages/message.ts'

export type ZippedFile = { name: string; bytes: Buffer }

const maxEntries = 30
/** Decompressed, of all files together. */
export const maxZippedBytes = 8 * 1024 * 1024
/** Tables compress to a tenth; a file that compresses much better is not a table. */
const maxExpansion = 200
const minSuspiciousBytes = 1024 * 1024

/** Throws `invalid_request` for a file that is not a ZIP of CSV files, or that exceeds the limits. */
export async function readZip(bytes: Buffer): Promise<ZippedFile[]> {
  const { fromBufferPromise } = await import('yauzl')
  const files: ZippedFile[] = []
  let left = Math.min(maxZippedBytes, Math.max(minSuspiciousBytes, bytes.length * maxExpansion))
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    if (zip.entryCount > maxEntries)
      throw unreadable(message('traffic.files.errors.zipEntries', { max: maxEntries }))
    for await (const entry of zip.eachEntry()) {
      if (isIgnored(entry.fileName)) continue
      requireCsv(entry)
      if (entry.uncompressedSize > left) throw tooLarge()
      const content = await readAll(await zip.openReadStreamPromise(entry), left)
      if (crc32(content) !== entry.crc32) throw new Error('wrong checksum')
      left -= content.length
      files.push({ name: entry.fileName, bytes: content })
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw unreadable(message('traffic.files.errors.zipUnreadable', { reason }))
  }
  return files
}

/** Folders, and files that systems add. */
const isIgnored = (name: string) => /(?:^|\/)(?:\.[^/]*|Thumbs\.db)$|^__MACOSX\/|\/$/.test(name)

function requireCsv(entry: Entry): void {
  const { fileName: name } = entry
  if (!name.toLowerCase().endsWith('.csv'))
    throw unreadable(message('traffic.files.errors.zipOther', { name }))
  if (entry.isEncrypted()) throw unreadable(message('traffic.files.errors.zipEncrypted'))
}

/** The sizes in a ZIP file can be false, so the bytes count. */
async function readAll(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const unreadable = (text: Message) => new AppError('invalid_request', text)
const tooLarge = () =>
  unreadable(message('traffic.files.errors.zipTooLarge', { max: maxZippedBytes / 1024 / 1024 }))
