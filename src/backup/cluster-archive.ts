/**
 * A tar archive of the embedded PostgreSQL's files, compressed with zstd. It is copied from the running server with
 * PostgreSQL's low-level API (https://www.postgresql.org/docs/18/continuous-archiving.html), because the embedded
 * binaries do not include pg_basebackup. The copied files are inconsistent; with `backup_label` and the WAL in the
 * archive, the server repairs them at its first start.
 */
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import type { Connection } from '../db/embedded/connection.ts'
import { getCode } from '../db/embedded/errors.ts'

export type ClusterSource = {
  cluster: string
  connection: Connection
  /** Further files: name in the archive → path. Missing ones are left out. */
  files: Record<string, string>
}

/** The folder of the cluster in the archive. */
export const clusterFolder = 'cluster'

/** Returns the compressed archive. Reading it ends the backup mode of the server. */
export function archiveCluster(source: ClusterSource): Readable {
  const archive = pack()
  const compressed = createZstdCompress()
  void writeArchive(archive, source).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  )
  void pipeline(archive, compressed).catch((error: Error) => compressed.destroy(error))
  return compressed
}

async function writeArchive(archive: Pack, { cluster, connection, files }: ClusterSource): Promise<void> {
  const client = new pg.Client(connection)
  // A lost connection fails the next query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Keeps the WAL since the start of the backup until this session ends.
    await client.query(
      `select pg_create_physical_replication_slot('ansight_backup_' || pg_backend_pid(), true, true)`,
    )
    const start = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('ansight', fast => true)) as segment`,
    )
    await addFolder(archive, cluster, '')
    const stop = await client.query<{ segment: string; label: string }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
    )
    await addWal(archive, cluster, start.rows[0]?.segment ?? '', stop.rows[0]?.segment ?? '')
    await addFile(archive, `${clusterFolder}/global/pg_control`, join(cluster, 'global', 'pg_control'))
    await addBytes(archive, `${clusterFolder}/backup_label`, Buffer.from(stop.rows[0]?.label ?? ''))
    for (const [name, path] of Object.entries(files)) await addFile(archive, name, path)
  } finally {
    await client.end()
  }
}

/** What a server creates at its start; WAL and pg_control are added separately. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const isLeftOut = (path: string) =>
  path === 'global/pg_control' ||
  /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|\.s\.PGSQL.*|backup_label.*)$/.test(path)

async function addFolder(archive: Pack, cluster: string, folder: string): Promise<void> {
  const entries = await readdir(join(cluster, folder), { withFileTypes: true })
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isLeftOut(path)) continue
    if (entry.isFile()) await addFile(archive, `${clusterFolder}/${path}`, join(cluster, path))
    if (!entry.isDirectory()) continue
    archive.entry({ name: `${clusterFolder}/${path}`, type: 'directory', mode: 0o700 })
    if (!emptyFolders.has(path)) await addFolder(archive, cluster, path)
  }
}

/** Names of WAL segments of one timeline sort by position. */
async function addWal(archive: Pack, cluster: string, first: string, last: string): Promise<void> {
  const names = await readdir(join(cluster, 'pg_wal'))
  const needed = names.filter((name) => /^[\dA-F]{24}$/.test(name) && name >= first && name <= last)
  if (!needed.includes(first) || !needed.includes(last))
    throw new Error(`The WAL from ${first} to ${last} is incomplete; start the backup again.`)
  for (const name of needed.sort())
    await addFile(archive, `${clusterFolder}/pg_wal/${name}`, join(cluster, 'pg_wal', name))
}

async function addFile(archive: Pack, name: string, path: string): Promise<void> {
  const file = await openUnlessMissing(path)
  if (file === null) return
  try {
    const { size } = await file.stat()
    // Most of the thousand files are small, and a stream for each would take longer than the compression.
    if (size <= chunkBytes) await addBytes(archive, name, await readExactly(file, size, 0))
    else {
      const content = Readable.from(getChunks(file, size), { objectMode: false })
      await pipeline(content, archive.entry({ name, size, mode: 0o600 }))
    }
  } finally {
    await file.close()
  }
}

const addBytes = (archive: Pack, name: string, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })

/** The server deletes files while they are copied; the WAL of the backup repeats the deletion. */
async function openUnlessMissing(path: string): Promise<FileHandle | null> {
  try {
    return await open(path)
  } catch (error) {
    if (getCode(error) === 'ENOENT') return null
    throw error
  }
}

const chunkBytes = 1_048_576

async function* getChunks(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; position += chunkBytes)
    yield await readExactly(file, Math.min(chunkBytes, size - position), position)
}

/** Returns `size` bytes, with zeros at the end if the server truncated the file after its size was read. */
async function readExactly(file: FileHandle, size: number, position: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  for (let filled = 0; filled < size; ) {
    const { bytesRead } = await file.read(bytes, filled, size - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes
}
