/** What a command reads: a file, or standard input. */
import { open } from 'node:fs/promises'

export type Source = {
  chunks: AsyncIterable<Buffer>
  /** Null when nobody can know. */
  sizeBytes: number | null
  readBytes(): number
  /** Also in the middle: what is open keeps the process from ending. */
  close(): void
}

/** Before anything else is opened: a file that is not there should cost no wait. */
export async function openInput(name: string): Promise<Source> {
  if (name === '-')
    return {
      chunks: process.stdin,
      sizeBytes: null,
      readBytes: () => 0,
      close: () => process.stdin.destroy(),
    }
  const file = await open(name).catch((cause) => {
    throw new Error(`${name} cannot be read: ${cause instanceof Error ? cause.message : cause}`)
  })
  const stream = file.createReadStream({ highWaterMark: 256 * 1024 })
  return {
    chunks: stream,
    sizeBytes: (await file.stat()).size,
    readBytes: () => stream.bytesRead,
    close: () => stream.destroy(),
  }
}

/** The one file that a command takes. */
export function singlePositional(positionals: string[]): string {
  const [only, second] = positionals
  if (only === undefined) throw new Error('Give the file to import, or - for standard input.')
  if (second !== undefined) throw new Error('One file is imported at a time.')
  return only
}
