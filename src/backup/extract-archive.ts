import { createWriteStream } from 'node:fs'
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
  await Promise.all([pipeline(archive, createZstdDecompress(), entries), write()])
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

async function writeFile(content: Readable, path: string, account: Account | undefined): Promise<void> {
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  chownTo(account, path)
}
