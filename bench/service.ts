/** Starts the service like `npm start`, on an empty data directory, for benchmarks that call it over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { type Call, createSession } from '../scripts/session.ts'
import { createOwner } from '../src/accounts/accounts.ts'
import { readConfig } from '../src/config.ts'
import { type AppContext, type Context, systemContext } from '../src/core/context.ts'
import { openApp } from '../src/main.ts'

export type Service = {
  url: string
  child: ChildProcess
  /** Stops the service and removes the data directory unless the caller passed one. */
  end(): Promise<void>
}

/** Creates a directory for data, by default a temporary one. */
export async function createDataDir(given?: string): Promise<string> {
  const path = given ?? (await mkdtemp(join(tmpdir(), 'ansight-bench-')))
  await mkdir(path, { recursive: true })
  // As root, PostgreSQL runs under another account, which needs to traverse the directory.
  await chmod(path, 0o755)
  return path
}

export async function startService(env: Record<string, string> = {}, dataDir?: string): Promise<Service> {
  const usedDir = dataDir ?? (await createDataDir())
  const launcher = fileURLToPath(new URL('../scripts/launch.mjs', import.meta.url))
  const child = spawn(process.execPath, [launcher, 'src/cli.ts', 'start'], {
    env: { ...process.env, DATA_DIR: usedDir, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await firstUrl(child)
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (dataDir === undefined) await rm(usedDir, { recursive: true, force: true })
  }
  return { url, child, end }
}

/** Starts a server of node:http that does nothing but answer, with the JSON or with 204. */
export async function startBareServer(json?: string): Promise<{ url: string; end(): void }> {
  const script = fileURLToPath(new URL('load/bare-server.ts', import.meta.url))
  const child = spawn(process.execPath, json === undefined ? [script] : [script, json], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { url: await firstUrl(child), end: () => child.kill() }
}

/** Returns the first URL that a process prints. Drains the rest of its output, so that the process never blocks on a full pipe. */
function firstUrl({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout === null) return reject(new Error('The process has no stdout'))
    createInterface({ input: stdout })
      .on('line', (line) => {
        const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line)?.[0]
        if (url !== undefined) resolve(url)
      })
      .on('close', () => reject(new Error('The process exited before it printed its URL')))
  })
}

/** Returns the resident memory of the Node process, without PostgreSQL. */
export function residentMb({ child: { pid } }: Service): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}

export const account = { name: 'Bench', email: 'bench@example.com', password: 'only for measuring' }

/** Signs up the first user; returns a function that calls the session API as that user. */
export async function signUp(getUrl: () => string): Promise<Call> {
  const call = createSession(getUrl)
  await call('POST', '/api/auth/sign-up/email', account)
  return call
}

export type BenchOrganization = { app: AppContext; ctx: Context; userId: string }

/** Runs a benchmark in the process, on an empty embedded database with one organization. Closes and removes the database at the end. */
export async function withOrganization(
  bench: (organization: BenchOrganization) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = await createDataDir()
  const { app, close } = await openApp(
    readConfig({ DATA_DIR: dataDir, RATE_LIMIT_API_KEY: '0', ...settings }),
    {
      exclusive: true,
      log: pino({ level: 'error' }),
    },
  )
  try {
    const { organizationId, user } = await createOwner(app, account)
    await bench({ app, ctx: systemContext(app, organizationId), userId: user.id })
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
