/** Finds Chromium, and runs it for one task in a process group and profile that are deleted afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { Config } from '../core/config.ts'
import { connectDevTools, type DevTools } from './devtools.ts'

type ChromiumConfig = Pick<Config, 'CHROMIUM_PATH' | 'CHROMIUM_SANDBOX'>

/** The names under which packages install it. */
const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome-headless-shell',
  'chrome',
]

/** Returns the path of an executable file, or null. */
export function findChromium({ CHROMIUM_PATH }: ChromiumConfig): string | null {
  if (CHROMIUM_PATH !== null) return isExecutable(CHROMIUM_PATH) ? CHROMIUM_PATH : null
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const paths = programs.flatMap((program) => folders.map((folder) => join(folder, program)))
  return paths.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `language`: the language that pages see as the browser's language. */
export type ChromiumRun = { program: string; language: string; signal: AbortSignal }

/**
 * Starts Chromium, calls `work` and ends Chromium. Aborting `signal` kills it, and rejects. Throws an `Error` with the last
 * lines of its output when it exits early.
 */
export async function withChromium<T>(
  config: ChromiumConfig,
  { program, language, signal }: ChromiumRun,
  work: (devTools: DevTools) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const profile = await mkdtemp(join(tmpdir(), 'ansight-pdf-'))
  // In a new process group, so that its helper processes end with it.
  const child = spawn(program, flags(config, profile, language), {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: profile, TMPDIR: profile, TZ: 'UTC' },
  })
  const output = getLastLines(child)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('close', (code, by) =>
      reject(new Error(`Chromium exited with ${by ?? code}: ${output()}`.trim())),
    )
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([failed, workWith(child, work)])
  } finally {
    killGroup(child.pid)
    // A process that left the group must not delay the end.
    for (const stream of child.stdio) stream?.destroy()
    await closed
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function workWith<T>({ stdio }: ChildProcess, work: (devTools: DevTools) => Promise<T>): Promise<T> {
  const [, , , input, messages] = stdio
  if (!(input instanceof Writable) || !(messages instanceof Readable))
    throw new Error('The pipes of Chromium are missing')
  return work(connectDevTools(input, messages))
}

function killGroup(pid: number | undefined): void {
  // Without a process id, the program did not start.
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const maxOutput = 2_000

/** Reads all output, so that Chromium never waits for a reader, and returns its end. */
function getLastLines({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-maxOutput)
  })
  return () => text.trim()
}

/**
 * No network: every host name and address fails to resolve, and the page gets all of its files over the pipe. The other
 * flags turn off what a service does not need (https://github.com/GoogleChrome/chrome-launcher/blob/main/docs/chrome-flags-for-tools.md).
 */
const flags = ({ CHROMIUM_SANDBOX }: ChromiumConfig, profile: string, language: string): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  `--accept-lang=${language}`,
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  // Containers have 64 MB of shared memory.
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--font-render-hinting=none',
  '--password-store=basic',
  '--use-mock-keychain',
  ...(CHROMIUM_SANDBOX ? [] : ['--no-sandbox']),
]
