/** The processes of a server, as recorded in `postmaster.pid` and as they are running. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getCode } from './errors.ts'

export type PidFile = { pid: number; port: number; socketFolder: string; ready: boolean }

export const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** Returns undefined when the file is missing, or empty after a power failure. */
export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readIfExists(pidFile(cluster))?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/**
 * Returns whether a process is the PostgreSQL server of this cluster. The recorded pid is not sufficient: after a power
 * failure it may be another process or a zombie. The command line is readable for every user, unlike `/proc/<pid>/exe`
 * of a server that runs under another account, which even root cannot read in a container.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return isAlive(pid)
  if (process.platform === 'linux') {
    const [file = '', flag, folder] = (readIfExists(`/proc/${pid}/cmdline`) ?? '').split('\0')
    return file.endsWith('/postgres') && flag === '-D' && folder === cluster
  }
  return commandLine(pid).includes(`/postgres -D ${cluster} `)
}

/**
 * Ends the child processes of a killed server. They end when they next wait for something, but one in a long query
 * would block the cluster until then. Best effort: a new server refuses to start while any are left.
 */
export async function killOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const deadline = performance.now() + 5_000
  for (let signal: NodeJS.Signals = 'SIGQUIT'; ; await delay(10)) {
    const orphans = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 1 && runsIn(pid, cluster))
    if (orphans.length === 0) return
    for (const pid of orphans) send(pid, signal)
    if (performance.now() > deadline) signal = 'SIGKILL'
    if (performance.now() > deadline + 1_000) return
  }
}

/** Returns false when the process no longer exists. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (getCode(error) === 'ESRCH') return false
    throw error
  }
}

/** Returns whether a process belongs to the cluster, which is the working directory of every server process. */
function runsIn(pid: number, cluster: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === cluster &&
      /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))
    )
  } catch {
    // The process has ended, or belongs to another user.
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return getCode(error) === 'EPERM'
  }
}

function commandLine(pid: number): string {
  try {
    return `${execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()} `
  } catch {
    // `ps` fails for an unknown pid.
    return ''
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (getCode(error) === 'ENOENT' || getCode(error) === 'ESRCH') return undefined
    throw error
  }
}
