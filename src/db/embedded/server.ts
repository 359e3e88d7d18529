/** Finds, starts and stops the PostgreSQL server of a cluster. The caller holds the turn lock. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, describeSpawnError, programPath } from './binaries.ts'
import { readPassword, superuser } from './cluster.ts'
import { type Connection, probe, waitUntilIdle } from './connection.ts'
import { EmbeddedError } from './errors.ts'
import type { ServerLocation } from './location.ts'
import { isPostmaster, killOrphans, type PidFile, pidFile, readPidFile, send } from './postmaster.ts'
import { logFile, logSizeBytes, openLog, readLogFrom } from './server-log.ts'
import { defaultSettings, type ServerSettings, serverEnvironment } from './server-settings.ts'
import { chooseSocketDir, removeSocketDir } from './socket-dir.ts'
import { startOnWindows, stopOnWindows } from './windows.ts'

const startTimeoutMs = 300_000
const orphanTimeoutMs = 30_000
const drainTimeoutMs = 1_000
const stopTimeoutMs = 60_000

/** Returns the running server of this cluster once it accepts connections, or undefined. */
export async function findServer(location: ServerLocation): Promise<Connection | undefined> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const recorded = readPidFile(location.cluster)
    const running = await probeServer(location, recorded)
    if (running) return running
    if (!recorded || !isPostmaster(recorded.pid, location.cluster)) return undefined
    // The server is starting, recovering from a crash or stopping; none of these states lasts.
    if (performance.now() > deadline) throw unresponsiveError(location, recorded.pid)
    await delay(10)
  }
}

/** Starts a server where `findServer` found none. */
export async function startServer(
  location: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
): Promise<Connection> {
  const all = { ...defaultSettings, ...settings }
  if (process.platform === 'win32') {
    return connectionTo(location, '127.0.0.1', await startOnWindows(location, binaries, all))
  }
  await killOrphans(location.cluster)
  const socketFolder = chooseSocketDir(location, readPidFile(location.cluster)?.socketFolder)
  removeStaleLocks(location, socketFolder)
  const deadline = performance.now() + orphanTimeoutMs
  for (;;) {
    const outcome = await trySpawn(location, binaries, all, socketFolder)
    if ('host' in outcome) return outcome
    if (!outcome.log.includes('pre-existing shared memory block') || performance.now() > deadline) {
      throw startError(location, outcome.log)
    }
    await delay(100)
  }
}

export function isServerAlive(location: ServerLocation): boolean {
  const recorded = readPidFile(location.cluster)
  return recorded !== undefined && isPostmaster(recorded.pid, location.cluster)
}

/** Stops an unused server with a fast shutdown and waits for its end. */
export async function stopServer(location: ServerLocation, binaries: Binaries): Promise<void> {
  const recorded = readPidFile(location.cluster)
  // No server runs, or it runs in another container that shares the folder but not the processes.
  if (!recorded || !isPostmaster(recorded.pid, location.cluster)) return
  if (process.platform === 'win32') return stopOnWindows(location, binaries)
  await waitUntilIdle(connectionTo(location, recorded.socketFolder, recorded.port), drainTimeoutMs)
  // A fast, then an immediate shutdown, which requires recovery at the next start but loses no commit.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    send(recorded.pid, signal)
    if (await isGone(location, recorded.pid)) return removeSocketDir(location, recorded.socketFolder)
  }
  throw new EmbeddedError(
    `PostgreSQL (process ${recorded.pid}) on ${location.cluster} does not stop; see ${logFile(location)}, or kill that process`,
  )
}

/**
 * Probes the recorded address. It may belong to another cluster, as in a copy of a data folder made while its server
 * ran. The socket in the cluster folder can only be this cluster's: if it reports another path, another container
 * mounts the same folder elsewhere, and a second server would corrupt it.
 */
async function probeServer(
  location: ServerLocation,
  recorded: PidFile | undefined,
): Promise<Connection | undefined> {
  const clusterSocket = join(location.cluster, '.s.PGSQL.5432')
  if (recorded?.socketFolder !== location.cluster && existsSync(clusterSocket)) {
    const answer = await probe(connectionTo(location, location.cluster, 5432), location.cluster)
    if (answer !== 'absent') {
      throw new EmbeddedError(
        `Another PostgreSQL server already uses ${location.cluster}, possibly in another container; stop it and start again`,
      )
    }
  }
  if (!recorded) return undefined
  const connection = connectionTo(location, recorded.socketFolder, recorded.port)
  return (await probe(connection, location.cluster)) === 'ours' ? connection : undefined
}

function connectionTo(location: ServerLocation, host: string, port: number): Connection {
  const password = readPassword(location)
  return {
    host: host || '127.0.0.1',
    port,
    user: superuser,
    database: 'ansight',
    ...(password && { password }),
  }
}

function unresponsiveError(location: ServerLocation, pid: number): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL (process ${pid}) runs on ${location.cluster} but has not responded for ${startTimeoutMs / 1000} s; see ${logFile(location)}, or kill that process and start again`,
  )
}

/** Removes the files of a stopped server. PostgreSQL would respect them while any process has the recorded pid. */
function removeStaleLocks(location: ServerLocation, socketFolder: string): void {
  const socket = join(socketFolder, '.s.PGSQL.5432')
  for (const file of [pidFile(location.cluster), socket, `${socket}.lock`]) rmSync(file, { force: true })
}

async function trySpawn(
  location: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
  socketFolder: string,
): Promise<Connection | { log: string }> {
  const offset = logSizeBytes(location)
  const child = await spawnServer(location, binaries, {
    ...settings,
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  })
  const connection = connectionTo(location, socketFolder, 5432)
  return (await waitUntilReady(child, location, connection))
    ? connection
    : { log: readLogFrom(location, offset) }
}

/** Runs in its own session, so that Ctrl-C does not reach it before we have drained. */
async function spawnServer(
  location: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
): Promise<ChildProcess> {
  const file = programPath(binaries, 'postgres')
  const log = openLog(location)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(file, ['-D', location.cluster, ...options], {
    ...location.account,
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

/** Waits until the server accepts connections; returns false if it ended. */
async function waitUntilReady(
  child: ChildProcess,
  location: ServerLocation,
  connection: Connection,
): Promise<boolean> {
  const deadline = performance.now() + startTimeoutMs
  for (const pid = child.pid ?? 0; ; await delay(5)) {
    if (child.exitCode !== null || child.signalCode !== null) return false
    const recorded = readPidFile(location.cluster)
    if (recorded?.ready && recorded.pid === pid && (await probe(connection, location.cluster)) === 'ours')
      return true
    if (performance.now() > deadline) throw unresponsiveError(location, pid)
  }
}

function startError(location: ServerLocation, log: string): EmbeddedError {
  if (log.includes('No space left on device')) {
    return new EmbeddedError(
      `PostgreSQL cannot start on ${location.cluster}: the disk is full; free some space and start again; no data is lost`,
    )
  }
  const reasons = log.split('\n').filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line))
  const reason = reasons.at(-1)?.replace(/^.*?\b(?:FATAL|PANIC|ERROR):\s*/, '') ?? 'it exited immediately'
  return new EmbeddedError(
    `PostgreSQL cannot start on ${location.cluster}: ${reason} (see ${logFile(location)})`,
  )
}

async function isGone(location: ServerLocation, pid: number): Promise<boolean> {
  for (const deadline = performance.now() + stopTimeoutMs; performance.now() < deadline; await delay(5)) {
    if (!isPostmaster(pid, location.cluster)) return true
  }
  return false
}
