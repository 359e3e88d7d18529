/**
 * AI engines on the wire, without keys and without the network: each vendor's API as its own bytes, filled with
 * answers that are made up but add up. The same seed, engine, prompt and day give the same answers again.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asking, askingCounter, chanceOf } from './asking.ts'
import { dayOf, modelRelease } from './calendar.ts'
import { type Fault, type FaultKind, faultQueue, faultyPath, SLOW_SECONDS, WAIT_SECONDS } from './faults.ts'
import { KEYWORDS_PATH, keywordReply } from './keywords.ts'
import { planAnswer } from './plan.ts'
import { writeAnswer } from './prose.ts'
import { random } from './random.ts'
import type { Recordings } from './recordings.ts'
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
  /** Told instead of answers of our own, for the prompts that they hold. */
  recordings?: Recordings
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

/** Said to whoever comes to an address where nothing is. */
const WHERE = `Simulated engines at ${Object.values(BASE_PATHS).join(', ')}`

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
    recordings: options.recordings ?? new Map(),
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
  if (path.startsWith(`${KEYWORDS_PATH}/`)) {
    const { authorization } = request.headers
    const keywords = path.slice(KEYWORDS_PATH.length)
    return send(response, keywordReply(state.seed, keywords, authorization, await readJson(request)))
  }
  const engine = engineAt(path)
  if (!engine) return plain(response, path === '/' ? 200 : 404, WHERE)

  const call = await readCall(engine, path.slice(engine.length + 1), url, request)
  if ('problem' in call) return send(response, problemReply(state, call, call.problem))
  const asking = nextAsking(state, call)
  const fault = state.faults.take(engine, asking.prompt) ?? struckBy(faulty, asking)
  keep(state, call, fault)
  await waitAsLongAs(state, asking, fault)
  if (fault?.kind === 'hang') return
  const reply = await replyTo(state, call, asking, fault, `http://${request.headers.host}`)
  return fault?.kind === 'cut' ? sendHalf(response, reply) : send(response, reply)
}

async function replyTo(
  state: State,
  call: Call & Read,
  asking: Asking,
  fault: Fault | null,
  origin: string,
): Promise<Reply> {
  const problem = problemOf(fault)
  if (problem) return problemReply(state, call, problem)
  if (fault?.kind === 'garbage') return garbage(asking)
  const told = await tell(state, call, asking, fault, origin)
  return fault?.kind === 'error_in_200' ? call.vendor.errorIn200(told) : call.vendor.answer(told)
}

/** World, plan, prose: everything an answer is but its bytes. */
async function tell(
  { seed, world, recordings, redirects }: State,
  { vendor, asked }: Call & Read,
  asking: Asking,
  fault: Fault | null,
  origin: string,
): Promise<Told> {
  const recorded = recordings.get(asked.prompt) ?? []
  const market = marketOf(seed, asked.prompt, await world(asked.prompt))
  const outcome = fault?.kind === 'empty' || fault?.kind === 'refused' ? fault.kind : undefined
  const plan = planAnswer(asking, market, { search: asked.search && fault?.kind !== 'no_search', outcome })
  return {
    asked,
    answer: (!outcome && recorded[(asking.nth - 1) % recorded.length]) || writeAnswer(asking, plan),
    servedModel: vendor.servedModel(asked.model, modelRelease(seed, asking.voice, asking.day)),
    at: momentOf(asking),
    ids: chanceOf(asking, 'ids'),
    redirectTo: (url) => redirects.linkTo(origin, url),
  }
}

/** A moment of the day, to the second, that depends on the asking alone: equal questions get equal bytes. */
function momentOf(asking: Asking): Date {
  return new Date(Date.parse(asking.day) + chanceOf(asking, 'moment').between(0, 86_399) * 1000)
}

type Call = { engine: EngineName; vendor: Vendor; model: string; key: string | null }
type Read = { asked: Asked; body: Json }

/** The request as the vendor would check it: address, key, JSON, fields. */
async function readCall(
  engine: EngineName,
  path: string,
  url: URL,
  request: IncomingMessage,
): Promise<Call & ({ problem: Problem } | Read)> {
  const vendor = VENDORS[engine]
  const match = vendor.path.exec(path)
  const pathModel = match?.[1] ?? ''
  const call: Call = { engine, vendor, model: pathModel, key: vendor.keyOf(request.headers, url) }
  const body = await readBody(request)
  if (!match || request.method !== 'POST') return { ...call, problem: { problem: 'not_found' } }
  if (call.key === null) return { ...call, problem: { problem: 'missing_key' } }
  if (!body) return { ...call, problem: { problem: 'malformed' } }
  const asked = vendor.read({ body, headers: request.headers, pathModel })
  return isProblem(asked) ? { ...call, problem: asked } : { ...call, model: asked.model, asked, body }
}

/** Null for anything but a JSON object of a sensible size. */
async function readBody(request: IncomingMessage): Promise<Json | null> {
  const body = await readJson(request)
  return isJson(body) ? body : null
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request) {
    sizeBytes += chunk.length
    if (sizeBytes <= BODY_LIMIT_BYTES) chunks.push(chunk)
  }
  if (sizeBytes > BODY_LIMIT_BYTES) return null
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
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

function nextAsking({ seed, now, askings }: State, { engine, vendor, asked }: Call & Read): Asking {
  const { prompt, place } = asked
  const day = dayOf(now())
  const voice = vendor.voiceOf(asked.model)
  return { seed, voice, prompt, place, day, nth: askings.next(day, [engine, voice, prompt, place]) }
}

function keep({ requests }: State, { engine, model, asked, body }: Call & Read, fault: Fault | null): void {
  requests.push({ engine, model, prompt: asked.prompt, body, fault: fault?.kind ?? null })
  if (requests.length > REQUESTS_KEPT) requests.shift()
}

function struckBy(faulty: { fault: Fault; rate: number } | null, asking: Asking): Fault | null {
  if (!faulty) return null
  return chanceOf(asking, `fault ${faulty.fault.kind}`).chance(faulty.rate) ? faulty.fault : null
}

async function waitAsLongAs(state: State, asking: Asking, fault: Fault | null): Promise<void> {
  const usualMs = state.latencyMs * (0.5 + chanceOf(asking, 'latency').unit())
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

function problemReply({ seed }: State, { vendor, model, key }: Call, problem: Problem): Reply {
  return vendor.problem(problem, { ids: random(seed, 'problem', problem.problem, model), model, key })
}

/** What a proxy in between sends: a page, or a line of its own, with status 200. */
function garbage(asking: Asking): Reply {
  const page =
    '<!doctype html><html><head><title>One moment</title></head><body>Checking the connection.</body></html>'
  const line = 'upstream connect error or disconnect/reset before headers'
  return {
    status: 200,
    headers: [['Content-Type', 'text/html; charset=UTF-8']],
    body: chanceOf(asking, 'garbage').pick([page, line]),
    framing: 'counted',
  }
}

function send(response: ServerResponse, { status, headers, body, framing }: Reply): void {
  const length = framing === 'counted' ? ['Content-Length', String(Buffer.byteLength(body))] : []
  response.writeHead(status, [...headers.flat(), ...length])
  // Written apart from its end, a body goes out in chunks.
  response.write(body)
  response.end()
}

function sendHalf(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers.flat())
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

function redirect(state: State, path: string, response: ServerResponse): void {
  const target = state.redirects.target(path)
  if (target) response.writeHead(302, { Location: target }).end()
  else plain(response, 404, 'This link has expired.')
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
