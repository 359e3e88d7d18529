/**
 * AI engines on the wire, without keys and without the network: each vendor's API as its own bytes, filled with
 * answers that are made up but add up. The same seed, engine, prompt and day give the same answers again.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf, modelRelease, momentOf } from './calendar.ts'
import { type Fault, type FaultKind, faultQueue, faultyPath, SLOW_SECONDS, WAIT_SECONDS } from './faults.ts'
import { type Asking, planAnswer } from './plan.ts'
import { writeAnswer } from './prose.ts'
import { random } from './random.ts'
import { redirects } from './redirects.ts'
import { anthropic } from './wire/anthropic.ts'
import { gemini } from './wire/gemini.ts'
import { openai } from './wire/openai.ts'
import { openrouter } from './wire/openrouter.ts'
import { perplexity } from './wire/perplexity.ts'
import { isJson, isProblem } from './wire/request.ts'
import type { Asked, EngineName, Json, Problem, Reply, Told, Vendor } from './wire/wire.ts'
import { xai } from './wire/xai.ts'
import { marketOf, type World } from './world.ts'

export type SimulatorOptions = {
  seed: number
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Whom the answers to a prompt are about; null, and the default, is a market of invented brands. */
  world?: (prompt: string) => Promise<World | null>
  /** Its UTC day decides the answers; nothing else of it shows. */
  now?: () => Date
  /** How long an answer takes in the mean, each between half and one and a half of it. Default 0. */
  latencyMs?: number
}

export type Simulator = {
  /** Without a trailing slash. */
  url: string
  close(): Promise<void>
  /** From now on, requests fail this way. */
  fault(fault: Fault): void
  /** The last requests that could be read, oldest first. */
  requests: readonly SimulatedRequest[]
}

export type SimulatedRequest = {
  engine: EngineName
  model: string
  prompt: string
  body: Json
  fault: FaultKind | null
}

const VENDORS: Readonly<Record<EngineName, Vendor>> = {
  openai,
  gemini,
  perplexity,
  anthropic,
  xai,
  openrouter,
}

/** Below an address of the simulator, in each vendor's convention for a base URL. */
export const BASE_PATHS: Readonly<Record<EngineName, string>> = {
  openai: '/openai/v1',
  gemini: '/gemini',
  perplexity: '/perplexity',
  anthropic: '/anthropic',
  xai: '/xai/v1',
  openrouter: '/openrouter/api/v1',
}

const REQUESTS_KEPT = 1000
const BODY_LIMIT_BYTES = 4 * 1024 * 1024

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0 } = options
  const stopping = new AbortController()
  const state = newState(options, stopping.signal)
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      if (stopping.signal.aborted) return
      console.error('The simulator failed to answer:', error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The simulator has no TCP address')
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    fault: (fault) => state.faults.add(fault),
    requests: state.requests,
    close: () => {
      stopping.abort()
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

type State = ReturnType<typeof newState>

function newState(options: SimulatorOptions, stopping: AbortSignal) {
  const requests: SimulatedRequest[] = []
  return {
    seed: options.seed,
    world: options.world ?? (async () => null),
    now: options.now ?? (() => new Date()),
    latencyMs: options.latencyMs ?? 0,
    stopping,
    faults: faultQueue(),
    redirects: redirects(options.seed),
    askings: askingCounter(),
    requests,
  }
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  if (state.redirects.isLink(url.pathname)) return redirect(state, url.pathname, response)
  const faulty = faultyPath(url.pathname)
  if (faulty === 'unknown') return plain(response, 404, 'There is no such fault.')
  const path = faulty?.path ?? url.pathname
  const engine = engineAt(path)
  if (!engine)
    return plain(
      response,
      path === '/' ? 200 : 404,
      `Simulated engines at ${Object.values(BASE_PATHS).join(', ')}`,
    )

  const call = await readCall(engine, path.slice(engine.length + 1), url, request)
  if ('problem' in call) return send(response, problemReply(call.problem, state, call), null)

  const { asked, body } = call
  const vendor = VENDORS[engine]
  const asking = nextAsking(state, engine, asked)
  const fault = state.faults.take(engine, asked.prompt) ?? struckBy(faulty, asking)
  state.requests.push({ engine, model: asked.model, prompt: asked.prompt, body, fault: fault?.kind ?? null })
  if (state.requests.length > REQUESTS_KEPT) state.requests.shift()

  await waitAsLongAs(state, asking, fault)
  if (fault?.kind === 'hang') return
  const problem = problemOf(fault)
  if (problem)
    return send(response, problemReply(problem, state, { vendor, model: asked.model, key: call.key }), null)
  const told = await tell(state, vendor, asking, asked, fault, `http://${request.headers.host}`)
  if (fault?.kind === 'garbage') return send(response, garbage(told), null)
  return send(response, fault?.kind === 'error_in_200' ? vendor.errorIn200(told) : vendor.answer(told), fault)
}

/** World, plan, prose: everything an answer is but its bytes. */
async function tell(
  state: State,
  vendor: Vendor,
  asking: Asking,
  asked: Asked,
  fault: Fault | null,
  origin: string,
): Promise<Told> {
  const { seed, day } = { seed: state.seed, day: asking.day }
  const market = marketOf(seed, asked.prompt, await state.world(asked.prompt))
  const outcome = fault?.kind === 'empty' || fault?.kind === 'refused' ? fault.kind : undefined
  const plan = planAnswer(asking, market, { search: asked.search && fault?.kind !== 'no_search', outcome })
  return {
    asked,
    answer: writeAnswer(asking, plan),
    servedModel: vendor.servedModel(asked.model, modelRelease(seed, asking.voice, day)),
    at: momentOf(day, seed, asking.voice, asking.prompt, asking.place, asking.nth),
    ids: random(seed, 'ids', asking.voice, asking.prompt, asking.place, day, asking.nth),
    redirectTo: (url) => state.redirects.linkTo(origin, url),
  }
}

type Call = { vendor: Vendor; model: string; key: string | null }

/** The request as the vendor would check it: address, key, JSON, fields. */
async function readCall(
  engine: EngineName,
  path: string,
  url: URL,
  request: IncomingMessage,
): Promise<Call & ({ problem: Problem } | { asked: Asked; body: Json })> {
  const vendor = VENDORS[engine]
  const match = vendor.path.exec(path)
  const pathModel = decodeURIComponent(match?.[1] ?? '')
  const call: Call = { vendor, model: pathModel, key: vendor.keyOf(request.headers, url) }
  const body = await readBody(request)
  if (!match || request.method !== 'POST') return { ...call, problem: { problem: 'not_found' } }
  if (call.key === null) return { ...call, problem: { problem: 'missing_key' } }
  if (!body) return { ...call, problem: { problem: 'malformed' } }
  const asked = vendor.read({ body, headers: request.headers, pathModel })
  return isProblem(asked) ? { ...call, problem: asked } : { ...call, model: asked.model, asked, body }
}

/** Null for anything but a JSON object of a sensible size. */
async function readBody(request: IncomingMessage): Promise<Json | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request) {
    sizeBytes += chunk.length
    if (sizeBytes <= BODY_LIMIT_BYTES) chunks.push(chunk)
  }
  if (sizeBytes > BODY_LIMIT_BYTES) return null
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return isJson(body) ? body : null
  } catch {
    return null
  }
}

function engineAt(path: string): EngineName | null {
  const name = path.split('/')[1] ?? ''
  return isEngine(name) ? name : null
}

function isEngine(name: string): name is EngineName {
  return Object.hasOwn(VENDORS, name)
}

function nextAsking(state: State, engine: EngineName, asked: Asked): Asking {
  const day = dayOf(state.now())
  const voice = VENDORS[engine].voiceOf(asked.model)
  const nth = state.askings.next(day, [engine, voice, asked.prompt, asked.place])
  return { seed: state.seed, voice, prompt: asked.prompt, place: asked.place, day, nth }
}

/** Days whose counts are remembered: enough to fill a demo's history in any order. */
const DAYS_COUNTED = 120

/** Counts how often each question was asked on each day. */
function askingCounter() {
  const days = new Map<string, Map<string, number>>()
  return {
    next(day: string, question: readonly (string | null)[]): number {
      const counts = days.get(day) ?? new Map<string, number>()
      days.set(day, counts)
      const [oldest] = days.keys()
      if (days.size > DAYS_COUNTED && oldest) days.delete(oldest)
      // Prompts are long and days have many of them.
      const key = createHash('sha256').update(JSON.stringify(question)).digest('base64').slice(0, 20)
      const nth = (counts.get(key) ?? 0) + 1
      counts.set(key, nth)
      return nth
    },
  }
}

function struckBy(faulty: { fault: Fault; rate: number } | null, asking: Asking): Fault | null {
  if (!faulty) return null
  const { seed, voice, prompt, day, nth } = asking
  return random(seed, 'fault', faulty.fault.kind, voice, prompt, day, nth).chance(faulty.rate)
    ? faulty.fault
    : null
}

async function waitAsLongAs(state: State, asking: Asking, fault: Fault | null): Promise<void> {
  const { seed, voice, prompt, day, nth } = asking
  const usualMs = state.latencyMs * (0.5 + random(seed, 'latency', voice, prompt, day, nth).unit())
  const slowMs = fault?.kind === 'slow' ? (fault.seconds ?? SLOW_SECONDS) * 1000 : 0
  if (usualMs + slowMs > 0) await sleep(usualMs + slowMs, undefined, { signal: state.stopping })
}

function problemOf(fault: Fault | null): Problem | null {
  switch (fault?.kind) {
    case '429':
      return { problem: 'rate_limited', waitSeconds: fault.seconds ?? WAIT_SECONDS }
    case '500':
      return { problem: 'server_error' }
    case '503':
    case '529':
      return { problem: 'overloaded', status: Number(fault.kind) }
    case 'quota':
    case 'bad_key':
      return { problem: fault.kind }
    default:
      return null
  }
}

function problemReply(problem: Problem, state: State, { vendor, model, key }: Call): Reply {
  const ids = random(state.seed, 'problem', problem.problem, model, state.requests.length)
  return vendor.problem(problem, { ids, model, key })
}

/** What a proxy in between sends: a page, or half of something else, with status 200. */
function garbage({ ids }: Told): Reply {
  const page =
    '<!doctype html><html><head><title>One moment</title></head><body>Checking the connection.</body></html>'
  return {
    status: 200,
    headers: [['Content-Type', 'text/html; charset=UTF-8']],
    body: ids.pick([page, 'upstream connect error or disconnect/reset before headers']),
    framing: 'counted',
  }
}

function send(response: ServerResponse, reply: Reply, fault: Fault | null): void {
  const bytes = Buffer.from(reply.body)
  const length: [string, string][] =
    reply.framing === 'counted' ? [['Content-Length', String(bytes.length)]] : []
  response.writeHead(reply.status, [...reply.headers, ...length].flat())
  if (fault?.kind === 'cut') {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
    return
  }
  if (reply.framing === 'chunked') response.write(bytes)
  response.end(reply.framing === 'chunked' ? undefined : bytes)
}

function redirect(state: State, path: string, response: ServerResponse): void {
  const target = state.redirects.target(path)
  if (target) response.writeHead(302, { Location: target }).end()
  else plain(response, 404, 'This link has expired.')
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
