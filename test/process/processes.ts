/** The service as its users run it: a process with settings, a signal to end it, and what it says meanwhile. */
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
export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Process = {
  pid: number
  /** Resolves with the first line of either stream that fits, said before or after; rejects when the process ends first. */
  said(what: RegExp): Promise<RegExpExecArray>
  /** The same for a line of the log: the message, and the fields it must have. */
  logged(message: string, fields?: Record<string, unknown>): Promise<Json>
  /** What it has said so far. */
  stderr(): string
  send(signal: NodeJS.Signals): void
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

/** `node src/cli.ts …` with these settings and no others of this machine's. */
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
  const heard = listen(child)
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout: heard.stdout(), stderr: heard.stderr() })
    })
  })
  const said: Process['said'] = (what) => heard.line((line) => what.exec(line))
  return {
    pid: child.pid ?? 0,
    said,
    logged: (message, fields = {}) => heard.line((line) => logLine(line, message, fields)),
    stderr: heard.stderr,
    send: (signal) => child.kill(signal),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

export type Running = Process & { url: string }

/** A service that says it is ready, on a free port. */
export async function start(env: Env): Promise<Running> {
  const started = run(['start'], { PORT: '0', ...env })
  const [, url = ''] = await started.said(/ready at (http\S+)/)
  return { ...started, url }
}

/** A data folder that is removed in the end, and whatever database is left running in it stopped. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ansight-process-'))
  onTestFileEnd(() => removeFolder(folder))
  return folder
}

/** Settings for a database of its own, a copy of the migrated one, with a folder for the secret. */
export async function createDatabase(): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  return { DATABASE_URL: urlOfDatabase(await copyTemplate()), DATA_DIR: await dataFolder() }
}

export function urlOfDatabase(database: string): string {
  const { connectionString, host, port, user, password } = inject('server')
  const url = new URL(connectionString ?? 'postgres://localhost')
  url.pathname = database
  const rest = { host, port, user, password }
  // As parameters, for a host may be the folder of a socket.
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) url.searchParams.set(name, `${value}`)
  return url.href
}

/** One question to a database, over a connection of its own. */
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

/** OpenAI as the service meets it, the simulator behind it: what has been asked counts from the moment it is asked. */
export async function countingEngine(latencyMs = 0) {
  const simulator = await startSimulator({ seed: 7, latencyMs })
  const asked: string[] = []
  const state = { hangs: false, abandoned: 0 }
  const signal = signals()
  const server = createServer(async (request, response) => {
    response.once('close', () => {
      if (!response.writableEnded) state.abandoned += 1
      signal.tell()
    })
    const body = await textOf(request)
    asked.push(JSON.parse(body).input[0].content)
    signal.tell()
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
    /** The prompts, in the order in which they came in. */
    asked,
    /** From now on, no answer comes. */
    hang: () => {
      state.hangs = true
    },
    goOn: () => {
      state.hangs = false
    },
    hasBeenAsked: (times: number) => signal.when(() => asked.length >= times),
    /** So many questions have been given up by the one who asked. */
    isAbandoned: (times: number) => signal.when(() => state.abandoned >= times),
  }
}

/** A way to the database that a test can cut, freeze and mend. */
export async function createProxy(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createTcpServer((near) => {
    if (state === 'cut') return near.resetAndDestroy()
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair = { near, far }
    pairs.add(pair)
    for (const socket of [near, far]) {
      // A reset is followed by the end of both sides like any other close.
      socket.on('error', () => undefined)
      socket.once('close', () => {
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    if (state === 'open') near.pipe(far).pipe(near)
  })
  const url = new URL(databaseUrl)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', `${await listenAnywhere(server)}`)
  const cut = () => {
    state = 'cut'
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  afterAll(() => {
    cut()
    server.close()
  })
  return {
    url: url.href,
    cut,
    /** Nothing goes through any more, and nobody is told. */
    freeze: () => {
      state = 'frozen'
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.unpipe().pause()
    },
    mend: () => {
      if (state === 'frozen') for (const { near, far } of pairs) near.pipe(far).pipe(near)
      state = 'open'
    },
  }
}

export type Person = {
  /** `method path`; a body that is a string goes as text, any other as JSON. */
  call(address: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** The same, refusing every answer but a success. */
  ok(address: string, body?: unknown): Promise<Json>
  /** The same person at another address of the same install. */
  at(url: string): Person
}

/** Signs up over HTTP. */
export async function signUp(url: string): Promise<Person> {
  const person = personAt(url, new Map())
  const account = { name: 'Ada', email: `${newId()}@example.com`, password: 'correct horse battery' }
  await person.ok('POST /api/auth/sign-up/email', account)
  return person
}

/** A brand with so many prompts, each with a text of its own. */
export async function brandWith(person: Person, prompts: number): Promise<{ id: string; texts: string[] }> {
  const brand = await person.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  const texts = Array.from(
    { length: prompts },
    (_, index) => `What are the best running shoes, take ${index}?`,
  )
  await person.ok(`POST /api/prompts/import?brand_id=${brand.id}`, texts.join('\n'))
  return { id: brand.id, texts }
}

/** Wakes those who wait for something to have come true. */
function signals() {
  const waiting = new Set<() => void>()
  return {
    tell: () => {
      for (const look of waiting) look()
    },
    when: (isTrue: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isTrue()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

/** On a free port of this machine, which it returns. */
export async function listenAnywhere(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}

/** Deterministic numbers from 0 to 1: a kill at a random moment that can be tried again. */
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

type Look<T> = (line: string) => T | null

function listen(child: ChildProcess) {
  const said = { stdout: [] as string[], stderr: [] as string[] }
  const lookers = new Set<{ see(line: string): void; end(): void }>()
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name]
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      said[name].push(line)
      for (const looker of lookers) looker.see(line)
    })
  }
  let over = false
  child.once('close', () => {
    over = true
    for (const looker of lookers) looker.end()
  })
  return {
    stdout: () => said.stdout.join('\n'),
    stderr: () => said.stderr.join('\n'),
    line: <T>(look: Look<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const early = [...said.stdout, ...said.stderr].map(look).find((found) => found !== null)
        if (early !== undefined) return resolve(early)
        const end = () => reject(new Error(`The process ended before it said so:\n${said.stderr.join('\n')}`))
        if (over) return end()
        const looker = {
          see: (line: string) => {
            const found = look(line)
            if (found === null) return
            lookers.delete(looker)
            resolve(found)
          },
          end,
        }
        lookers.add(looker)
      }),
  }
}

function logLine(line: string, message: string, fields: Record<string, unknown>): Json {
  if (!line.startsWith('{')) return null
  const entry: Json = JSON.parse(line)
  const fits = entry.msg === message && Object.entries(fields).every(([key, value]) => entry[key] === value)
  return fits ? entry : null
}

async function removeFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, 'postgres'))) {
    // To use it as the last and to leave is what stops it.
    const left = await startEmbedded({ dataDir: folder, exclusive: false, log: quiet })
    await left.stop()
  }
  await rm(folder, { recursive: true, force: true })
}
