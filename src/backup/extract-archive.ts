import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { type Account, chownTo } from '../db/embedded/location.ts'
import { clusterFolder } from './cluster-archive.ts'
import { syncFolder } from './folder-storage.ts'

/**
 * Writes and flushes the cluster's files into an empty folder, owned by the account. Returns the other files of the
 * archive by name.
 */
export async function extractArchive(
  archive: Readable,
  folder: string,
  account: Account | undefined,
): Promise<Record<string, Buffer>> {
  const entries = extract()
  const others: Record<string, Buffer> = {}
  const folders = [folder]
  const write = async () => {
    for await (const entry of entries) {
      const { name, type } = entry.header
      const path = pathIn(folder, name)
      if (path === null) others[name] = await buffer(Readable.from(entry))
      else if (type === 'directory') folders.push(await createFolder(path, account))
      else await writeFile(Readable.from(entry), path, account)
    }
  }
  // A failed write also ends the pipeline, and is the cause to report.
  const outcomes = await Promise.allSettled([write(), pipeline(archive, createZstdDecompress(), entries)])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  for (const each of folders) await syncFolder(each)
  return others
}

/** Returns null for a file outside the cluster. */
function pathIn(folder: string, name: string): string | null {
  const [first, ...rest] = name.split('/')
  if (rest.includes('..')) throw new Error(`The backup contains an invalid path: ${name}`)
  return first === clusterFolder ? join(folder, ...rest) : null
}

async function createFolder(path: string, account: Account | undefined): Promise<string> {
  await mkdir(path, { mode: 0o700 })
  chownTo(account, path)
  return path
}

/**
 * Synchronous, because only commands restore, and have nothing else to do: of a thousand small files, every asynchronous
 * step would take longer in the thread pool than on the disk.
 */
async function writeFile(
  content: AsyncIterable<Buffer>,
  path: string,
  account: Account | undefined,
): Promise<void> {
  const file = openSync(path, 'wx', 0o600)
  try {
    for await (const chunk of content) writeFileSync(file, chunk)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  chownTo(account, path)
}
