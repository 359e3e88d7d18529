/** One PostgreSQL server on one cluster: found, started and stopped. The caller holds the turn. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, describeSpawnError, program } from './binaries.ts'
import { readPassword, superuser } from './cluster.ts'
import { type Connection, probe, waitUntilIdle } from './connection.ts'
import { EmbeddedError } from './errors.ts'
import type { ServerLocation } from './location.ts'
import { isPostmaster, killOrphans, type PidFile, pidFile, readPidFile, send } from './postmaster.ts'
import { logFile, logSizeBytes, openLog, readLogFrom } from './server-log.ts'
import { defaultSettings, type ServerSettings, serverEnvironment } from './server-settings.ts'
import { chooseSocketDir, removeSocketDir } from './socket-dir.ts'
import { startOnWindows, stopOnWindows } from './windows.ts'

const startWithinMs = 300_000
const leftoversWithinMs = 30_000
const drainWithinMs = 1_000
const stopWithinMs = 60_000

/** The running server of this cluster, once it answers; undefined where none runs. */
export async function findServer(place: ServerLocation): Promise<Connection | undefined> {
  const deadline = performance.now() + startWithinMs
  for (;;) {
    const recorded = readPidFile(place.cluster)
    const running = await askServer(place, recorded)
    if (running) return running
    if (!recorded || !isPostmaster(recorded.pid, place.cluster)) return undefined
    // It is starting, recovering from a crash or stopping: each ends by itself.
    if (performance.now() > deadline) throw silent(place, recorded.pid)
    await delay(10)
  }
}

/** Starts a server where `findServer` found none. */
export async function startServer(
  place: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
): Promise<Connection> {
  const all = { ...defaultSettings, ...settings }
  if (process.platform === 'win32') {
    return connectionTo(place, '127.0.0.1', await startOnWindows(place, binaries, all))
  }
  await killOrphans(place.cluster)
  const socketFolder = chooseSocketDir(place, readPidFile(place.cluster)?.socketFolder)
  removeStaleLocks(place, socketFolder)
  const deadline = performance.now() + leftoversWithinMs
  for (;;) {
    const outcome = await trySpawn(place, binaries, all, socketFolder)
    if ('host' in outcome) return outcome
    if (!outcome.told.includes('pre-existing shared memory block') || performance.now() > deadline) {
      throw startError(place, outcome.told)
    }
    await delay(100)
  }
}

export function isServerAlive(place: ServerLocation): boolean {
  const recorded = readPidFile(place.cluster)
  return recorded !== undefined && isPostmaster(recorded.pid, place.cluster)
}

/** Stops a server nobody uses, quickly but in order, and waits until it is gone. */
export async function stopServer(place: ServerLocation, binaries: Binaries): Promise<void> {
  const recorded = readPidFile(place.cluster)
  // None, or one of another container that shares the folder but not the processes; who started that one stops it.
  if (!recorded || !isPostmaster(recorded.pid, place.cluster)) return
  if (process.platform === 'win32') return stopOnWindows(place, binaries)
  await waitUntilIdle(connectionTo(place, recorded.socketFolder, recorded.port), drainWithinMs)
  // Fast, then immediate: the second leaves recovery to the next start but loses no commit.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    send(recorded.pid, signal)
    if (await isGone(place, recorded.pid)) return removeSocketDir(place, recorded.socketFolder)
  }
  throw new EmbeddedError(
    `PostgreSQL (process ${recorded.pid}) on ${place.cluster} does not stop; see ${logFile(place)}, or end that process`,
  )
}

/**
 * Asks where the server should listen. What is recorded may belong to another cluster, as in a copy of a data
 * folder that was taken while its server ran. The socket in the cluster itself can only be this cluster's: if
 * it names another path, another container has the same folder under another name, and a second server would
 * destroy it.
 */
async function askServer(
  place: ServerLocation,
  recorded: PidFile | undefined,
): Promise<Connection | undefined> {
  const own = join(place.cluster, '.s.PGSQL.5432')
  if (recorded?.socketFolder !== place.cluster && existsSync(own)) {
    const answer = await probe(connectionTo(place, place.cluster, 5432), place.cluster)
    if (answer !== 'absent') {
      throw new EmbeddedError(
        `Another PostgreSQL server already works on ${place.cluster}, perhaps in another container; stop it and start again`,
      )
    }
  }
  if (!recorded) return undefined
  const connection = connectionTo(place, recorded.socketFolder, recorded.port)
  return (await probe(connection, place.cluster)) === 'ours' ? connection : undefined
}

function connectionTo(place: ServerLocation, host: string, port: number): Connection {
  const password = readPassword(place)
  return {
    host: host || '127.0.0.1',
    port,
    user: superuser,
    database: 'ansight',
    ...(password && { password }),
  }
}

function silent(place: ServerLocation, pid: number): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL (process ${pid}) runs on ${place.cluster} but has not answered for ${startWithinMs / 1000} s; see ${logFile(place)}, or end that process and start again`,
  )
}

/** Files of a server that is gone. PostgreSQL keeps them as long as any process has the recorded number. */
function removeStaleLocks(place: ServerLocation, socketFolder: string): void {
  const socket = join(socketFolder, '.s.PGSQL.5432')
  for (const file of [pidFile(place.cluster), socket, `${socket}.lock`]) rmSync(file, { force: true })
}

async function trySpawn(
  place: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
  socketFolder: string,
): Promise<Connection | { told: string }> {
  const offset = logSizeBytes(place)
  const child = await spawnServer(place, binaries, {
    ...settings,
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  })
  const connection = connectionTo(place, socketFolder, 5432)
  return (await answers(child, place, connection)) ? connection : { told: readLogFrom(place, offset) }
}

/** In a session of its own, so that Ctrl-C and a signal to our group do not reach it before we have drained. */
async function spawnServer(
  place: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
): Promise<ChildProcess> {
  const file = program(binaries, 'postgres')
  const log = openLog(place)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(file, ['-D', place.cluster, ...options], {
    ...place.account,
    cwd: '/',
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await new Promise((resolve, reject) => {
    child.on('spawn', resolve)
    child.on('error', (error) => reject(describeSpawnError(file, error)))
  })
  child.unref()
  return child
}

/** Waits until it answers; false when it ended instead. */
async function answers(child: ChildProcess, place: ServerLocation, connection: Connection): Promise<boolean> {
  const deadline = performance.now() + startWithinMs
  for (const pid = child.pid ?? 0; ; await delay(5)) {
    if (child.exitCode !== null || child.signalCode !== null) return false
    const recorded = readPidFile(place.cluster)
    if (recorded?.ready && recorded.pid === pid && (await probe(connection, place.cluster)) === 'ours')
      return true
    if (performance.now() > deadline) throw silent(place, pid)
  }
}

function startError(place: ServerLocation, told: string): EmbeddedError {
  if (told.includes('No space left on device')) {
    return new EmbeddedError(
      `PostgreSQL cannot start on ${place.cluster}: the disk is full; make room and start again, nothing is lost`,
    )
  }
  const reasons = told.split('\n').filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line))
  const reason = reasons.at(-1)?.replace(/^.*?\b(?:FATAL|PANIC|ERROR):\s*/, '') ?? 'it ended at once'
  return new EmbeddedError(`PostgreSQL cannot start on ${place.cluster}: ${reason} (see ${logFile(place)})`)
}

async function isGone(place: ServerLocation, pid: number): Promise<boolean> {
  for (const deadline = performance.now() + stopWithinMs; performance.now() < deadline; await delay(5)) {
    if (!isPostmaster(pid, place.cluster)) return true
  }
  return false
}
