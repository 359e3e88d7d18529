/**
 * The embedded PostgreSQL. One server per data folder serves any number of our processes: the first starts it, the last
 * stops it. A process claims the server with a lock that the operating system releases when the process ends. Starting,
 * stopping, claiming and releasing are serialized by the turn lock, so no process can attach to a server that another
 * one is stopping.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Binaries, findBinaries } from './binaries.ts'
import { createCluster, ensureCluster, hasCluster, removeInterrupted } from './cluster.ts'
import type { Connection } from './connection.ts'
import { EmbeddedError } from './errors.ts'
import { type Lock, tryLock, waitForLock } from './file-locks.ts'
import { chownToFolderOwner, createControlFolder, resolveLocation, type ServerLocation } from './location.ts'
import { findServer, isServerAlive, startServer, stopServer } from './server.ts'
import { truncateLog } from './server-log.ts'
import type { ServerSettings } from './server-settings.ts'

export type EmbeddedPostgres = {
  /** Connection options for the pool of `pg`. */
  connection: Connection
  location: ServerLocation
  /** Whether the server was already running. */
  attached: boolean
  /** Releases the claim, and stops the server if there is no other. Idempotent. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /** For `ansight start`: fails immediately when another process has started on this folder. */
  exclusive: boolean
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** PostgreSQL settings of a server that this call starts. */
  settings?: ServerSettings
  /** The folder for root's copies when the project or data folder is not accessible to other users. */
  systemDir?: string
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const control = createControlFolder(options.dataDir)
  const exclusive = options.exclusive ? claimExclusively(control, options.dataDir) : undefined
  try {
    return await attach(control, options, exclusive)
  } catch (error) {
    exclusive?.release()
    throw error
  }
}

const defaultSystemDir = '/var/lib/ansight'
const turnTimeoutMs = 330_000
const checkIntervalMs = 1_000
const retryAfterFailureMs = 10_000

function claimExclusively(control: string, dataDir: string): Lock {
  const holder = join(control, 'start.pid')
  const lock = tryLock(join(control, 'start.lock'), 'single')
  if (lock) {
    writeFileSync(holder, String(process.pid))
    chownToFolderOwner(holder)
    return lock
  }
  const pid = existsSync(holder) ? readFileSync(holder, 'utf8') : 'unknown'
  throw new EmbeddedError(
    `Ansight already runs on the data folder ${dataDir} (process ${pid}); stop it first, or set DATA_DIR to another folder`,
  )
}

async function attach(
  control: string,
  options: EmbeddedOptions,
  exclusive: Lock | undefined,
): Promise<EmbeddedPostgres> {
  const users = join(control, 'users.lock')
  const { location, binaries, connection, attached, claim } = await inTurn(control, async () => {
    const prepared = await prepare(control, options)
    return {
      ...prepared,
      ...(await attachOrStart(prepared.location, prepared.binaries, options)),
      claim: await waitForLock(users, 'shared', turnTimeoutMs),
    }
  })
  const stopSupervision = superviseServer(location, binaries, options)
  const stop = once(async () => {
    stopSupervision()
    const release = async () => {
      claim.release()
      const lastUser = tryLock(users, 'exclusive')
      if (lastUser) await stopServer(location, binaries).finally(lastUser.release)
    }
    await inTurn(control, release).finally(() => exclusive?.release())
  })
  return { connection, location, attached, stop }
}

/**
 * Creates the cluster of a data folder without one. `fill` writes and flushes its files, owned by the account of the
 * location, into an empty folder, which becomes the cluster when `fill` succeeds.
 */
export async function installCluster(
  dataDir: string,
  fill: (folder: string, location: ServerLocation) => Promise<void>,
): Promise<void> {
  const control = createControlFolder(dataDir)
  const exclusive = claimExclusively(control, dataDir)
  try {
    await inTurn(control, async () => {
      const location = resolveLocation(control, defaultSystemDir)
      if (hasCluster(location))
        throw new EmbeddedError(`${dataDir} already contains a database; set DATA_DIR to an empty folder`)
      removeInterrupted(location)
      await createCluster(location, fill)
    })
  } finally {
    exclusive.release()
  }
}

async function inTurn<Result>(control: string, run: () => Promise<Result>): Promise<Result> {
  const turn = await waitForLock(join(control, 'turn.lock'), 'single', turnTimeoutMs)
  return run().finally(turn.release)
}

async function prepare(control: string, { systemDir = defaultSystemDir, dataDir, log }: EmbeddedOptions) {
  const location = resolveLocation(control, systemDir)
  const binaries = findBinaries(location.account, location.account ? systemDir : control)
  if (await ensureCluster(location, binaries))
    log.info({ dataDir, version: binaries.version }, 'embedded database created')
  return { location, binaries }
}

async function attachOrStart(
  location: ServerLocation,
  binaries: Binaries,
  { settings = {} }: EmbeddedOptions,
) {
  truncateLog(location)
  const running = await findServer(location)
  return {
    connection: running ?? (await startServer(location, binaries, settings)),
    attached: running !== undefined,
  }
}

/** Restarts the server when something kills it; open pools reconnect automatically. */
function superviseServer(location: ServerLocation, binaries: Binaries, options: EmbeddedOptions): () => void {
  let timer: NodeJS.Timeout
  let stopped = false
  const check = async () => {
    truncateLog(location)
    if (isServerAlive(location)) return checkIntervalMs
    return inTurn(location.control, async () => {
      if (stopped || (await attachOrStart(location, binaries, options)).attached) return checkIntervalMs
      options.log.error('embedded database restarted')
      return checkIntervalMs
    })
  }
  const scheduleCheck = (afterMs: number) => {
    timer = setTimeout(() => {
      check()
        .catch((error: unknown) => {
          options.log.error({ err: error }, 'embedded database restart failed')
          return retryAfterFailureMs
        })
        .then((nextMs) => stopped || scheduleCheck(nextMs))
    }, afterMs).unref()
  }
  scheduleCheck(checkIntervalMs)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= run()
    return running
  }
}
