/** Restores a backup into an installation without data, or into a temporary one. */
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import type { Config } from '../core/config.ts'
import { networkTimeouts } from '../db/database.ts'
import { findEmbeddedMajor } from '../db/embedded/binaries.ts'
import { passwordFile } from '../db/embedded/cluster.ts'
import { ensureDataDir } from '../db/embedded/data-dir.ts'
import { installCluster } from '../db/embedded/embedded.ts'
import { describeSystemError } from '../db/embedded/errors.ts'
import { findUnknownMigrations } from '../db/migrate.ts'
import { checksum, dataFile, readManifest } from './backup.ts'
import { restoreDump } from './dump.ts'
import { extractArchive } from './extract-archive.ts'
import type { BackupManifest } from './manifest.ts'
import type { BackupStorage } from './storage.ts'
import { transfer } from './transfer.ts'

/**
 * Restores the backup into DATA_DIR, or a dump into the empty database of DATABASE_URL. An interrupted restore leaves no
 * database, so it can be started again. Throws when there is data already.
 */
export async function restoreBackup(
  config: Config,
  storage: BackupStorage,
  name: string,
): Promise<BackupManifest> {
  const manifest = await readManifest(storage, name)
  await requireRestorable(config, manifest)
  try {
    if (manifest.kind === 'cluster') await restoreCluster(config, storage, manifest)
    else await restoreDatabase(config.DATABASE_URL ?? '', storage, manifest)
  } catch (error) {
    throw describeSystemError(error, `The backup ${name} was not restored and nothing was changed`)
  }
  return manifest
}

async function requireRestorable(
  config: Config,
  { name, kind, postgres, migrations }: BackupManifest,
): Promise<void> {
  const unknown = await findUnknownMigrations(migrations)
  if (unknown.length > 0)
    throw new Error(
      `The backup ${name} was made by a newer version of Ansight (migration ${unknown[0]}); restore it with that version.`,
    )
  if (kind === 'dump') {
    if (config.DATABASE_URL !== null) return
    throw new Error(`The backup ${name} is a dump; set DATABASE_URL to an empty database to restore it.`)
  }
  if (config.DATABASE_URL !== null)
    throw new Error(`The backup ${name} is of an embedded database; unset DATABASE_URL to restore it.`)
  const major = findEmbeddedMajor()
  if (postgres !== major)
    throw new Error(
      `The backup ${name} is of PostgreSQL ${postgres}, but this version of Ansight runs ${major}; restore it with the version that made it.`,
    )
}

async function restoreCluster(
  config: Config,
  storage: BackupStorage,
  manifest: BackupManifest,
): Promise<void> {
  await ensureDataDir(config.DATA_DIR)
  await installCluster(config.DATA_DIR, async (folder, location) => {
    const { password, 'secret-key': secretKey } = await readVerified(storage, manifest, (data) =>
      extractArchive(data, folder, location.account),
    )
    if (password !== undefined) await replaceFile(passwordFile(location), password)
    if (secretKey !== undefined && config.SECRET_KEY === null)
      await installSecretKey(config.DATA_DIR, secretKey)
  })
}

/** Throws when the folder has another key: something else may depend on it. */
async function installSecretKey(dataDir: string, key: Buffer): Promise<void> {
  const path = join(dataDir, 'secret-key')
  if (existsSync(path) && !key.equals(await readFile(path)))
    throw new Error(`${path} is not the key of the backup; move it, or set DATA_DIR to an empty folder.`)
  await replaceFile(path, key)
}

async function replaceFile(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.restored`
  await writeFile(draft, content, { mode: 0o600, flush: true })
  await rename(draft, path)
}

async function restoreDatabase(url: string, storage: BackupStorage, manifest: BackupManifest): Promise<void> {
  await requireEmptyDatabase(url)
  // Before the restore, so that an error of the database is not mistaken for a damaged backup.
  await readVerified(storage, manifest, (data) => finished(data.resume()))
  await restoreDump(await storage.read(manifest.name, dataFile.dump), url, manifest.migrations)
}

async function requireEmptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ ...networkTimeouts, connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select from pg_class where relnamespace = 'public'::regnamespace limit 1",
    )
    if (rows.length > 0) throw new Error('The database of DATABASE_URL is not empty; create an empty one.')
  } finally {
    await client.end()
  }
}

/** Throws when the data differs from what the manifest says, even if `use` succeeded. */
async function readVerified<T>(
  storage: BackupStorage,
  { name, kind, files }: BackupManifest,
  use: (data: Readable) => Promise<T>,
): Promise<T> {
  const expected = files.find((file) => file.name === dataFile[kind])
  const { stream, result } = checksum()
  const source = await storage.read(name, dataFile[kind])
  const [used] = await transfer(source, stream, use)
  if (used.status === 'rejected' && isSystemError(used.reason)) throw used.reason
  const { size_bytes, sha256 } = result()
  if (sha256 !== expected?.sha256 || size_bytes !== expected.size_bytes)
    throw new Error(`The backup ${name} is damaged: ${dataFile[kind]} differs from its manifest.`)
  if (used.status === 'rejected') throw used.reason
  return used.value
}

/** Reading can also end early for other reasons, such as a full disk, with intact data. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error
