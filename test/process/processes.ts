/** Runs the command line and the service, in child processes or in this one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { passwordCost } from '../../src/accounts/passwords.ts'
import { runCli } from '../../src/cli.ts'
import { readConfig } from '../../src/config.ts'
import { builtInSimulator } from '../../src/engines/settings.ts'
import { type RunningService, startService } from '../../src/main.ts'
import { onTestFileEnd } from '../cleanup.ts'
import { type Json, lowPasswordCost } from '../support.ts'
import { observable } from './observable.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Env = Record<string, string>
export type Exit = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Process = {
  pid: number
  /** Resolves with the first matching line of either stream, past or future. Rejects when the process exits first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Like `printed`, for a log line with this message and these fields. */
  logged(message: string, fields?: Record<string, unknown>): Promise<Json>
  /** Returns everything written to stderr so far. */
  stderr(): string
  send(signal: NodeJS.Signals): void
  /** Sends the signal and waits until the process has exited. */
  end(signal: NodeJS.Signals): Promise<Exit>
  ended: Promise<Exit>
}

/** Answers without a key, for the tests that need no particular engine. */
const simulated = { SIMULATOR_URL: builtInSimulator }

/** With only these settings: no setting is inherited from the environment of the tests. */
const getEnvironment = (env: Env) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...simulated,
  ...env,
})

/** Starts `node src/cli.ts …` with only these settings. */
export function run(args: string[], env: Env = {}, input?: string): Process {
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    cwd: root,
    env: { ...getEnvironment(env), NODE_COMPILE_CACHE: join(root, '.runtime', 'compile-cache') },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  onTestFileEnd(() => child.kill('SIGKILL'))
  // A process may exit before it has read its whole input.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  const output = readOutput(child)
  const ended = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout: output.stdout(), stderr: output.stderr() })
    })
  })
  const printed: Process['printed'] = (pattern) => output.line((line) => pattern.exec(line))
  return {
    pid: child.pid ?? 0,
    printed,
    logged: (message, fields = {}) => output.line((line) => logLine(line, message, fields)),
    stderr: output.stderr,
    send: (signal) => child.kill(signal),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

/** Runs a command in this process with only these settings. Returns what it wrote and its exit code. */
export async function runHere(
  args: string[],
  env: Env = {},
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text
      return true
    }),
  )
  const inherited = process.env
  process.env = getEnvironment(env)
  await runCli(args)
  process.env = inherited
  for (const spy of spies) spy.mockRestore()
  const code = process.exitCode ?? 0
  process.exitCode = undefined
  return { code, ...written }
}

export type Running = Process & { url: string }

/** Starts a service on a free port and waits until it is ready. */
export async function start(env: Env): Promise<Running> {
  const started = run(['start'], { PORT: '0', ...env })
  const [, url = ''] = await started.printed(/ready at (http\S+)/)
  return { ...started, url }
}

/** Starts a service in this process, which costs a fifth of a new process. Stops it after the test file at the latest. */
export async function startHere(
  env: Env,
  limits?: Parameters<typeof startService>[1],
): Promise<RunningService> {
  const service = await startService(
    readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...simulated, ...env }),
    limits,
  )
  onTestFileEnd(service.stop)
  const cost = vi.spyOn(passwordCost, 'open').mockReturnValue(lowPasswordCost)
  service.app.use(passwordCost)
  cost.mockRestore()
  return service
}

function readOutput(child: ChildProcess) {
  const lines = { stdout: [] as string[], stderr: [] as string[] }
  const changes = observable()
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name]
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines[name].push(line)
      changes.notify()
    })
  }
  let closed = false
  child.once('close', () => {
    closed = true
    changes.notify()
  })
  return {
    stdout: () => lines.stdout.join('\n'),
    stderr: () => lines.stderr.join('\n'),
    /** Resolves with the first result of `match` that is not null. */
    line: async <T>(match: (line: string) => T | null): Promise<T> => {
      const find = () => [...lines.stdout, ...lines.stderr].map(match).find((found) => found !== null)
      await changes.until(() => closed || find() !== undefined)
      const found = find()
      if (found === undefined) throw new Error(`The process exited first:\n${lines.stderr.join('\n')}`)
      return found
    },
  }
}

function logLine(line: string, message: string, fields: Record<string, unknown>): Json {
  if (!line.startsWith('{')) return null
  const entry: Json = JSON.parse(line)
  const matches =
    entry.msg === message && Object.entries(fields).every(([key, value]) => entry[key] === value)
  return matches ? entry : null
}
