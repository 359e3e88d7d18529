/**
 * Backups of an installation while it runs. A backup contains the database and, unless SECRET_KEY is set, the secret key.
 * It consists of one data file and a manifest with checksums. It has a temporary name, or no manifest, until it is
 * complete, so an interrupted backup is never listed.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../core/config.ts'
import { version } from '../core/version.ts'
import { networkTimeouts } from '../db/database.ts'
import { passwordFile } from '../db/embedded/cluster.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { describeSystemError } from '../db/embedded/errors.ts'
import { archiveCluster } from './cluster-archive.ts'
import { dumpDatabase } from './dump.ts'
import {
  type BackupFile,
  type BackupManifest,
  type BackupReason,
  backupName,
  parseManifest,
} from './manifest.ts'
import { backupTarget, localBackups, openStorage } from './open-storage.ts'
import { type BackupStorage, withDeadline } from './storage.ts'
import { transfer } from './transfer.ts'

export const dataFile = { cluster: 'cluster.tar.zst', dump: 'rows.zst' } as const

type Options = {
  reason: BackupReason
  target?: string
  now?: Date
  /** Aborts the backup. Default: after 12 hours. */
  deadline?: AbortSignal
}

/** Throws when another backup of this installation is in progress, and at the deadline. */
export async function createBackup(
  config: Config,
  log: Logger,
  { reason, target = backupTarget(config), now = new Date(), deadline = backupDeadline() }: Options,
): Promise<BackupManifest> {
  const storage = withDeadline(await openStorage(target, config), deadline)
  try {
    return await withSource(config, log, deadline, (source) =>
      writeBackup(config, storage, source, { reason, now, signal: deadline }),
    )
  } catch (error) {
    throw describeSystemError(error, `The backup to ${target} failed and was not kept`, 'BACKUP_TARGET')
  }
}

const maxBackupHours = 12

/** A storage or a server that stops answering would otherwise hold the backup lock, and WAL, until the process ends. */
function backupDeadline(): AbortSignal {
  const deadline = new AbortController()
  const stop = () => deadline.abort(new Error(`it took longer than ${maxBackupHours} hours`))
  setTimeout(stop, maxBackupHours * 3_600_000).unref()
  return deadline.signal
}

/** Backs up an embedded database before it is migrated, and keeps the last two of these backups. */
export async function createRestorePoint(config: Config, log: Logger): Promise<void> {
  if (config.DATABASE_URL !== null || !config.BACKUP_BEFORE_UPGRADE) return
  const target = localBackups(config)
  const { name } = await createBackup(config, log, { reason: 'before_upgrade', target }).catch((cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The database was not upgraded, because the backup before it failed. ${reason}`, {
      cause,
    })
  })
  log.info({ backup: name, target }, 'backup before the migration created')
  await deleteOldBackups(await openStorage(target, config), 'before_upgrade', 2)
}

/** Backs up on schedule and deletes the oldest scheduled backups. */
export async function createScheduledBackup(
  { config, log }: { config: Config; log: Logger },
  deadline = backupDeadline(),
): Promise<void> {
  const { name, files } = await createBackup(config, log, { reason: 'scheduled', deadline })
  log.info({ backup: name, size_bytes: getSize(files) }, 'backup created')
  const storage = withDeadline(await openStorage(backupTarget(config), config), deadline)
  await deleteOldBackups(storage, 'scheduled', config.BACKUP_KEEP)
}

export async function listBackups(storage: BackupStorage): Promise<BackupManifest[]> {
  const names = await storage.list()
  return Promise.all(names.map((name) => readManifest(storage, name)))
}

/** Throws when the backup does not exist or its manifest is damaged. */
export async function readManifest(storage: BackupStorage, name: string): Promise<BackupManifest> {
  if (!(await storage.list()).includes(name))
    throw new Error(`There is no backup ${name}. List the backups with ansight backup list.`)
  return parseManifest(await storage.readManifest(name), name)
}

export const getSize = (files: readonly BackupFile[]): number =>
  files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)

/** Counts and hashes what passes through. */
export function checksum(): { stream: Transform; result(): { size_bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let size_bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size_bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size_bytes, sha256: hash.digest('hex') }) }
}

type Source = { kind: BackupManifest['kind']; client: pg.Client; read(): Readable }

/** An arbitrary number, the same in every process of an installation. */
const backupLock = 7_340_116

/** Opens the database and takes the lock that excludes other backups. */
async function withSource<T>(
  config: Config,
  log: Logger,
  deadline: AbortSignal,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const embedded =
    config.DATABASE_URL === null
      ? await startEmbedded({ dataDir: config.DATA_DIR, exclusive: false, log })
      : null
  const client = new pg.Client({
    ...networkTimeouts,
    ...(embedded?.connection ?? { connectionString: config.DATABASE_URL ?? '' }),
  })
  client.on('error', () => undefined)
  // Fails a query in progress.
  deadline.addEventListener('abort', () => void client.end(), { once: true })
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [backupLock])
    if (!rows[0]?.free) throw new Error('Another backup of this database is in progress.')
    if (embedded === null)
      return await work({ kind: 'dump', client, read: () => dumpDatabase(config.DATABASE_URL ?? '') })
    const { location, connection } = embedded
    const files = installationFiles(config, passwordFile(location))
    const read = () => archiveCluster({ cluster: location.cluster, connection, files })
    return await work({ kind: 'cluster', client, read })
  } finally {
    await client.end()
    await embedded?.stop()
  }
}

/** The files outside the cluster that an installation needs. */
export const installationFiles = (config: Config, password: string): Record<string, string> => ({
  ...(config.SECRET_KEY === null && { 'secret-key': join(config.DATA_DIR, 'secret-key') }),
  password,
})

async function writeBackup(
  config: Config,
  storage: BackupStorage,
  { kind, client, read }: Source,
  { reason, now, signal }: { reason: BackupReason; now: Date; signal: AbortSignal },
): Promise<BackupManifest> {
  const name = backupName(now)
  if ((await storage.list()).includes(name)) throw new Error(`The backup ${name} already exists.`)
  const draft = await storage.create(name)
  try {
    const { stream, result } = checksum()
    const before = await describeDatabase(client)
    const data = read()
    signal.addEventListener('abort', () => data.destroy(signal.reason), { once: true })
    const outcomes = await transfer(data, stream, (content) => draft.write(dataFile[kind], content))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    const description = await describeDatabase(client)
    if (!isDeepStrictEqual(description, before))
      throw new Error('The database was migrated during the backup; start the backup again.')
    const manifest: BackupManifest = {
      format: 1,
      name,
      created_at: now.toISOString(),
      reason,
      ansight_version: version,
      kind,
      ...description,
      has_secret_key: kind === 'cluster' && config.SECRET_KEY === null,
      files: [{ name: dataFile[kind], ...result() }],
    }
    await draft.commit(manifest)
    return manifest
  } catch (error) {
    // The first failure is the one to report; the next backup deletes what remains.
    await draft.abort().catch(() => undefined)
    throw error
  }
}

async function describeDatabase(client: pg.Client): Promise<Pick<BackupManifest, 'postgres' | 'migrations'>> {
  const { rows: servers } = await client.query<{ major: string }>(
    `select (current_setting('server_version_num')::int / 10000)::text as major`,
  )
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return { postgres: servers[0]?.major ?? '', migrations: rows.map(({ name }) => name) }
}

async function deleteOldBackups(storage: BackupStorage, reason: BackupReason, keep: number): Promise<void> {
  const backups = (await listBackups(storage)).filter((each) => each.reason === reason)
  for (const { name } of backups.slice(0, -keep)) await storage.delete(name)
}
