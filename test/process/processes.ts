/** Runs the service as a process of its own, and helpers for tests of such processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { afterAll, inject } from 'vitest'
import { startSimulator } from '../../simulator/simulator.ts'
import { newId } from '../../src/core/ids.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { onTestFileEnd } from '../cleanup.ts'
import type { Json, Reply } from '../support.ts'
import { copyTemplate } from '../support.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Env = Record<string, string>
export type Exit = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Process = {
  pid: number
  /** Resolves with the first line of either stream that matches, past or future; rejects when the process ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Like `printed`, for a log line with this message and these fields. */
  logged(message: string, fields?: Record<string, unknown>): Promise<Json>
  /** Everything written to stderr so upstream. */
  stderr(): string
  send(signal: NodeJS.Signals): void
  /** Sends the signal and waits until the process has exited. */
  end(signal: NodeJS.Signals): Promise<Exit>
  ended: Promise<Exit>
}

/** Starts `node src/cli.ts …` with these settings only; nothing is inherited from the environment of the tests. */
export function run(args: string[], env: Env = {}, input?: string): Process {
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: join(root, '.runtime', 'compile-cache'),
      ...env,
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  onTestFileEnd(() => child.kill('SIGKILL'))
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

export type Running = Process & { url: string }

/** Starts a service on a free port and waits until it is ready. */
export async function start(env: Env): Promise<Running> {
  const started = run(['start'], { PORT: '0', ...env })
  const [, url = ''] = await started.printed(/ready at (http\S+)/)
  return { ...started, url }
}

/** Creates a data folder. After the test file, it is removed and a database that still runs in it is stopped. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ansight-process-'))
  onTestFileEnd(() => removeFolder(folder))
  return folder
}

/** Settings of a new migrated database, with a data folder for the secret. */
export async function createDatabase(): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  return { DATABASE_URL: urlOfDatabase(await copyTemplate()), DATA_DIR: await dataFolder() }
}

export function urlOfDatabase(database: string): string {
  const { connectionString, host, port, user, password } = inject('server')
  const url = new URL(connectionString ?? 'postgres://localhost')
  url.pathname = database
  const rest = { host, port, user, password }
  // As parameters, because the host may be the directory of a Unix socket.
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) url.searchParams.set(name, `${value}`)
  return url.href
}

/** Runs one query on a new connection. */
export async function query(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Json[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

export const quiet = pino({ level: 'silent' })

/** An OpenAI API in front of the simulator that records every prompt when its request arrives. */
export async function startEngine(latencyMs = 0) {
  const simulator = await startSimulator({ seed: 7, latencyMs })
  const prompts: string[] = []
  const state = { hangs: false, abandoned: 0 }
  const changes = observable()
  const server = createServer(async (request, response) => {
    response.once('close', () => {
      if (!response.writableEnded) state.abandoned += 1
      changes.notify()
    })
    const body = await textOf(request)
    prompts.push(JSON.parse(body).input[0].content)
    changes.notify()
    if (state.hangs) return
    const headers = { 'content-type': 'application/json', authorization: 'Bearer any' }
    const reply = await fetch(`${simulator.url}/openai${request.url}`, { method: 'POST', headers, body })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
  })
  const port = await listenAnywhere(server)
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await simulator.close()
  })
  return {
    env: { OPENAI_API_KEY: 'test-key-of-openai', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
    /** In the order of arrival. */
    prompts,
    /** Requests that arrive from now on get no response. */
    hang: () => {
      state.hangs = true
    },
    resume: () => {
      state.hangs = false
    },
    received: (count: number) => changes.until(() => prompts.length >= count),
    /** Resolves when the service has closed the connections of `count` unanswered requests. */
    abandoned: (count: number) => changes.until(() => state.abandoned >= count),
  }
}

/** A TCP proxy to the database whose connections a test can cut, freeze and restore. */
export async function createProxy(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const pairs = new Set<{ client: Socket; upstream: Socket }>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createTcpServer((client) => {
    if (state === 'cut') return client.resetAndDestroy()
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair = { client, upstream }
    pairs.add(pair)
    for (const socket of [client, upstream]) {
      // 'close' follows and ends both sides.
      socket.on('error', () => undefined)
      socket.once('close', () => {
        pairs.delete(pair)
        client.destroy()
        upstream.destroy()
      })
    }
    if (state === 'open') client.pipe(upstream).pipe(client)
  })
  const url = new URL(databaseUrl)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', `${await listenAnywhere(server)}`)
  const cut = () => {
    state = 'cut'
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }
  afterAll(() => {
    cut()
    server.close()
  })
  return {
    url: url.href,
    cut,
    /** Stops forwarding and keeps the connections open. */
    freeze: () => {
      state = 'frozen'
      for (const { client, upstream } of pairs)
        for (const socket of [client, upstream]) socket.unpipe().pause()
    },
    restore: () => {
      if (state === 'frozen') for (const { client, upstream } of pairs) client.pipe(upstream).pipe(client)
      state = 'open'
    },
  }
}

export type Person = {
  /** `address` is `method path`. A string is sent as text, any other body as JSON. */
  call(address: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Like `call`; throws unless the request succeeds, and returns the body. */
  ok(address: string, body?: unknown): Promise<Json>
  /** The same session at another URL of the same install. */
  at(url: string): Person
}

/** Signs up over HTTP. */
export async function signUp(url: string): Promise<Person> {
  const person = personAt(url, new Map())
  const account = { name: 'Ada', email: `${newId()}@example.com`, password: 'correct horse battery' }
  await person.ok('POST /api/auth/sign-up/email', account)
  return person
}

/** Creates a brand with this many different prompts. */
export async function brandWith(person: Person, prompts: number): Promise<{ id: string; texts: string[] }> {
  const brand = await person.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  const texts = Array.from(
    { length: prompts },
    (_, index) => `What are the best running shoes, take ${index}?`,
  )
  await person.ok(`POST /api/prompts/import?brand_id=${brand.id}`, texts.join('\n'))
  return { id: brand.id, texts }
}

/** Lets tests wait for a condition that is checked again after every `notify`. */
function observable() {
  const waiting = new Set<() => void>()
  return {
    notify: () => {
      for (const check of waiting) check()
    },
    until: (isTrue: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!isTrue()) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
  }
}

/** Listens on a free local port and returns it. */
export async function listenAnywhere(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port')
  return address.port
}

/** Deterministic pseudo-random numbers from 0 to 1, so that a failure can be reproduced. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function personAt(url: string, cookies: Map<string, string>): Person {
  const call: Person['call'] = async (address, body, headers = {}) => {
    const [method = 'GET', path = '/'] = address.split(' ')
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: isJson ? JSON.parse(text) : text,
      text,
    }
  }
  return {
    call,
    ok: async (address, body) => {
      const reply = await call(address, body)
      if (reply.status >= 300) throw new Error(`${address} answered ${reply.status}: ${reply.text}`)
      return reply.body
    },
    at: (other) => personAt(other, cookies),
  }
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

async function removeFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, 'postgres'))) {
    // The server stops when its last user releases it.
    const embedded = await startEmbedded({ dataDir: folder, exclusive: false, log: quiet })
    await embedded.stop()
  }
  await rm(folder, { recursive: true, force: true })
}
