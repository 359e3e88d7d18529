/** The processes of a server: what `postmaster.pid` records, and which of it is true. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from './errors.ts'

export type PidFile = { pid: number; port: number; socketFolder: string; ready: boolean }

export const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** Undefined when there is none, or when a power cut left an empty one. */
export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readIfThere(pidFile(cluster))?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/**
 * Whether a process is the PostgreSQL server of this cluster. The recorded number alone says nothing: after a
 * power cut it may be any other process, or a zombie. The command line says it to every user, while
 * `/proc/<pid>/exe` of a server that runs as nobody is closed even to root in a container.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return isAlive(pid)
  if (process.platform === 'linux') {
    const [file = '', flag, folder] = (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0')
    return file.endsWith('/postgres') && flag === '-D' && folder === cluster
  }
  return commandLine(pid).includes(`/postgres -D ${cluster} `)
}

/**
 * Ends the children of a server that was killed. They end by themselves when they next wait for something,
 * but one in a long query would keep the cluster locked until then. Best effort: a new server refuses to
 * start beside any that are left.
 */
export async function killOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const deadline = performance.now() + 5_000
  for (let signal: NodeJS.Signals = 'SIGQUIT'; ; await delay(10)) {
    const leftovers = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 1 && runsIn(pid, cluster))
    if (leftovers.length === 0) return
    for (const pid of leftovers) send(pid, signal)
    if (performance.now() > deadline) signal = 'SIGKILL'
    if (performance.now() > deadline + 1_000) return
  }
}

/** False when the process is gone already. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

/** Every process of a server works in the folder of its cluster. */
function runsIn(pid: number, cluster: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === cluster &&
      /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))
    )
  } catch {
    // Gone meanwhile, or of another user: not one that we could end.
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function commandLine(pid: number): string {
  try {
    return `${execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()} `
  } catch {
    // `ps` fails when there is no such process.
    return ''
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return undefined
    throw error
  }
}
