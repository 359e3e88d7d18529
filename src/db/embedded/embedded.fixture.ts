/** Data folders and processes of a test, and their cleanup. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { isPostmaster, killOrphans, readPidFile, send } from './postmaster.ts'

export const isRoot = process.getuid?.() === 0
export const quiet: EmbeddedOptions['log'] = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Creates the directory of a test file. Others may traverse it, because the server runs as another user. */
export function createTestFolders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-')))
  chmodSync(root, 0o711)
  const children = new Set<ChildProcess>()
  let count = 0

  const folder = (name = `data-${++count}`) => join(root, name)

  let ready: string | undefined

  /**
   * Returns a data folder with a finished cluster: the folder of the previous test, renamed, because creating or copying one
   * takes half a second. If a failed test left its server running, creates another.
   */
  const readyFolder = async (name?: string) => {
    const next = folder(name)
    if (ready !== undefined && getServer(clusterIn(ready)) === undefined) renameSync(ready, next)
    else await (await start(next)).stop()
    ready = next
    return next
  }

  const start = (dataDir: string, more: Partial<EmbeddedOptions> = {}) =>
    startEmbedded({ dataDir, exclusive: false, log: quiet, systemDir: join(root, 'system'), ...more })

  /** Starts another process that uses the database. */
  const user = (dataDir: string, more: UserOptions = {}) => {
    const { exclusive = false, rounds = 0, wrap = [], ...spawning } = more
    const options = JSON.stringify({ dataDir, exclusive, rounds, systemDir: join(root, 'system') })
    const [file = '', ...args] = [...wrap, process.execPath, fixture, options]
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'], ...spawning })
    children.add(child)
    return connectTo(child)
  }

  const end = async () => {
    for (const child of children) child.kill('SIGKILL')
    for (const cluster of listClusters(root)) {
      const pid = getServer(cluster)
      if (pid !== undefined) send(pid, 'SIGQUIT')
      await killOrphans(cluster)
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }

  return { root, folder, readyFolder, start, user, end }
}

type UserOptions = {
  exclusive?: boolean
  rounds?: number
  wrap?: string[]
  uid?: number
  gid?: number
  detached?: boolean
  env?: NodeJS.ProcessEnv
}

export type User = ReturnType<typeof connectTo>

export const clusterIn = (dataDir: string) => join(dataDir, 'postgres', 'cluster')

export function getPostmaster(dataDir: string): number {
  const pid = getServer(clusterIn(dataDir))
  if (pid === undefined) throw new Error(`no server runs on ${dataDir}`)
  return pid
}

function getServer(cluster: string): number | undefined {
  const pid = readPidFile(cluster)?.pid
  return pid !== undefined && isPostmaster(pid, cluster) ? pid : undefined
}

/** Polls for a change that another process makes. */
export const until = (done: () => boolean): Promise<void> =>
  vi.waitUntil(done, { timeout: 100_000, interval: 5 }).then(() => undefined)

/** Creates a process that has exited and is not reaped: `kill(pid, 0)` succeeds. */
export async function makeZombie(): Promise<{ pid: number; reap(): void }> {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { value: line } = await toTextLines(parent).next()
  const pid = Number(line)
  // The shell would reap its child; the program that replaces it does not.
  await until(() => readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8').startsWith('sleep'))
  process.kill(pid, 'SIGKILL')
  await until(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
  return { pid, reap: () => parent.kill('SIGKILL') }
}

const fixture = fileURLToPath(new URL('./user-process.fixture.ts', import.meta.url))

function connectTo(child: ChildProcess) {
  const lines = toTextLines(child)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const next = async (): Promise<Record<string, unknown>> => {
    const { value, done } = await lines.next()
    return done ? { ended: true } : JSON.parse(value)
  }
  return {
    child,
    /** Resolves with the next message. */
    next,
    ask: (line: string) => {
      child.stdin?.write(`${line}\n`)
      return next()
    },
    kill: async (signal: NodeJS.Signals = 'SIGKILL') => {
      child.kill(signal)
      await ended
    },
    ended,
  }
}

async function* toTextLines(child: ChildProcess): AsyncGenerator<string, undefined> {
  if (child.stdout) yield* createInterface({ input: child.stdout })
  return undefined
}

function listClusters(root: string): string[] {
  const found = execFileSync('find', [root, '-maxdepth', '5', '-type', 'd', '-name', 'cluster'], {
    encoding: 'utf8',
  })
  return found.split('\n').filter(Boolean)
}
