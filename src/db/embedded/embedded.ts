/**
 * The PostgreSQL that comes with Ansight. One server per data folder, used by any number of our processes: the
 * first starts it, the last stops it. A process's claim is a lock that dies with it; every start, stop, claim
 * and release happens under one more lock, the turn, so a user can never attach to a server that another one,
 * believing itself the last, is stopping.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import type { Connection } from './connection.ts'
import { EmbeddedError } from './errors.ts'
import { type Lock, tryLock, waitForLock } from './file-locks.ts'
import { giveToOwnerOfFolder, makeControl, resolveLocation, type ServerLocation } from './location.ts'
import { findServer, isServerAlive, startServer, stopServer } from './server.ts'
import { truncateLog } from './server-log.ts'
import type { ServerSettings } from './server-settings.ts'

export type EmbeddedPostgres = {
  /** For the pool of `pg`. */
  connection: Connection
  /** Whether the server ran already. */
  attached: boolean
  /** Gives up our claim, and stops the server if nobody else has one. May be called again. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /** For `ansight start`: fails at once when another process has started on this folder. */
  exclusive: boolean
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Settings of PostgreSQL, for a server that this call starts. */
  settings?: ServerSettings
  /** Where root's copies lie when the project or the data folder is closed to other users. */
  systemDir?: string
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const control = makeControl(options.dataDir)
  const exclusive = options.exclusive ? claimExclusively(control, options.dataDir) : undefined
  try {
    return await use(control, options, exclusive)
  } catch (error) {
    exclusive?.release()
    throw error
  }
}

const turnWithinMs = 330_000
const lookEveryMs = 1_000
const lookAgainAfterFailureMs = 10_000

function claimExclusively(control: string, dataDir: string): Lock {
  const holder = join(control, 'start.pid')
  const lock = tryLock(join(control, 'start.lock'), 'single')
  if (lock) {
    writeFileSync(holder, String(process.pid))
    giveToOwnerOfFolder(holder)
    return lock
  }
  const pid = existsSync(holder) ? readFileSync(holder, 'utf8') : 'unknown'
  throw new EmbeddedError(
    `Ansight already runs on the data folder ${dataDir} (process ${pid}); stop it first, or set DATA_DIR to another folder`,
  )
}

async function use(
  control: string,
  options: EmbeddedOptions,
  exclusive: Lock | undefined,
): Promise<EmbeddedPostgres> {
  const users = join(control, 'users.lock')
  const { place, binaries, connection, attached, claim } = await inTurn(control, async () => {
    const prepared = await prepare(control, options)
    return {
      ...prepared,
      ...(await attachOrStart(prepared.place, prepared.binaries, options)),
      claim: await waitForLock(users, 'shared', turnWithinMs),
    }
  })
  const unwatch = watch(place, binaries, options)
  const stop = once(async () => {
    unwatch()
    const leave = async () => {
      claim.release()
      const alone = tryLock(users, 'alone')
      if (alone) await stopServer(place, binaries).finally(alone.release)
    }
    await inTurn(control, leave).finally(() => exclusive?.release())
  })
  return { connection, attached, stop }
}

async function inTurn<Result>(control: string, run: () => Promise<Result>): Promise<Result> {
  const turn = await waitForLock(join(control, 'turn.lock'), 'single', turnWithinMs)
  return run().finally(turn.release)
}

async function prepare(control: string, { systemDir = '/var/lib/ansight', dataDir, log }: EmbeddedOptions) {
  const place = resolveLocation(control, systemDir)
  const binaries = findBinaries(place.account, place.account ? systemDir : control)
  if (await ensureCluster(place, binaries))
    log.info({ dataDir, version: binaries.version }, 'made the embedded database')
  return { place, binaries }
}

async function attachOrStart(place: ServerLocation, binaries: Binaries, { settings = {} }: EmbeddedOptions) {
  truncateLog(place)
  const running = await findServer(place)
  return {
    connection: running ?? (await startServer(place, binaries, settings)),
    attached: running !== undefined,
  }
}

/** Brings the server back if something kills it under us; open pools reconnect by themselves. */
function watch(place: ServerLocation, binaries: Binaries, options: EmbeddedOptions): () => void {
  let timer: NodeJS.Timeout
  let stopped = false
  const look = async () => {
    truncateLog(place)
    if (isServerAlive(place)) return lookEveryMs
    return inTurn(place.control, async () => {
      if (stopped || (await attachOrStart(place, binaries, options)).attached) return lookEveryMs
      options.log.error('the embedded database had ended and was started again')
      return lookEveryMs
    })
  }
  const lookLater = (afterMs: number) => {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          options.log.error({ err: error }, 'the embedded database has ended and cannot be started')
          return lookAgainAfterFailureMs
        })
        .then((nextMs) => stopped || lookLater(nextMs))
    }, afterMs).unref()
  }
  lookLater(lookEveryMs)
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
