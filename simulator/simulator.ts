/**
 * The simulator: an HTTP server that serves each vendor's API in its own format, with invented but consistent answers. It
 * needs no keys and no internet. The same seed, engine, prompt and day give the same answers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Fault, parseFaultPath } from './faults.ts'
import { isFirstParty, serveFirstParty } from './first-party/first-party.ts'
import type { FirstPartyState } from './first-party/state.ts'
import { durationMs, generateAnswer, nextQuery, selectFault, toProblem } from './generate-answer.ts'
import { readJson, respond, send, sendText } from './http.ts'
import { isKeywordPath, keywordReply } from './keyword-volumes.ts'
import { findModel, MODELS } from './models.ts'
import type { SimulatedQuery } from './query.ts'
import { scraperAt, serveScraper } from './scraper-server.ts'
import { random } from './seeded-random.ts'
import {
  createState,
  recordRequest,
  type SimulatedRequest,
  type SimulatorOptions,
  type State,
} from './state.ts'
import { anthropic } from './wire/anthropic.ts'
import { compatible } from './wire/compatible.ts'
import { gemini } from './wire/gemini.ts'
import { mistral } from './wire/mistral.ts'
import { openai } from './wire/openai.ts'
import { openrouter } from './wire/openrouter.ts'
import { perplexity } from './wire/perplexity.ts'
import { isJson, isProblem } from './wire/request.ts'
import type { ScraperName } from './wire/scraper.ts'
import {
  type EngineName,
  type Json,
  jsonReply,
  type ParsedRequest,
  type Problem,
  type Reply,
  type Vendor,
} from './wire/wire.ts'
import { xai } from './wire/xai.ts'

export type Simulator = {
  /** Without a trailing slash. */
  url: string
  close(): Promise<void>
  /** Makes the next requests fail this way. */
  fault(fault: Fault): void
  /** The last requests that could be parsed, oldest first. */
  requests: readonly SimulatedRequest[]
  /** The simulated accounts at Google and Bing, which a test changes. */
  firstParty: FirstPartyState
}

const VENDORS: Readonly<Record<EngineName, Vendor>> = {
  openai,
  gemini,
  perplexity,
  anthropic,
  xai,
  mistral,
  openrouter,
  compatible,
}

/**
 * The path below the simulator's URL at which each vendor is served: its name and the path of its own base URL. A test of the
 * engine registry compares it with the vendors' descriptors, which the simulator does not import.
 */
export const basePaths: Readonly<Record<EngineName | ScraperName, string>> = {
  openai: '/openai/v1',
  gemini: '/gemini',
  perplexity: '/perplexity',
  anthropic: '/anthropic',
  xai: '/xai/v1',
  mistral: '/mistral/v1',
  openrouter: '/openrouter/api/v1',
  compatible: '/compatible/v1',
  cloro: '/cloro',
  brightdata: '/brightdata',
  dataforseo: '/dataforseo',
  serpapi: '/serpapi',
}

/** The response to a path that no vendor serves. */
const listing = `Simulated engines at ${Object.values(basePaths).join(', ')}`

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0 } = options
  const stopping = new AbortController()
  const state = createState(options, stopping.signal)
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      if (stopping.signal.aborted) return
      console.error('The simulator failed to answer:', error)
      response.destroy()
    })
  })
  // A connection that closes while a busy client sends its next request would fail that request.
  server.keepAliveTimeout = 0
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
    firstParty: state.firstParty,
    close: () => {
      stopping.abort()
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  if (state.redirects.isLink(url.pathname)) return redirect(state, url.pathname, response)
  if (isFirstParty(url.pathname)) return serveFirstParty(state, request, response)
  const faulty = parseFaultPath(url.pathname)
  if (faulty === 'unknown') return sendText(response, 404, 'Unknown fault.')
  const path = faulty?.path ?? url.pathname
  if (isKeywordPath(path)) {
    const { authorization } = request.headers
    return send(response, keywordReply(state.seed, path, authorization, await readJson(request)))
  }
  const scraper = scraperAt(path)
  if (scraper) return serveScraper(state, scraper, { path, url, faulty }, request, response)
  const engine = engineAt(path)
  if (!engine) return sendText(response, path === '/' ? 200 : 404, listing)

  const vendorPath = path.slice(engine.length + 1)
  if (request.method === 'GET') {
    const fault = state.faults.take(engine, '', 'list') ?? faulty?.fault ?? null
    return respond(response, fault, () => modelsReply(state, engine, vendorPath, url, request, fault))
  }
  const call = await readCall(engine, vendorPath, url, request)
  if ('problem' in call) return send(response, problemReply(state, call, call.problem))
  const { vendor, model, parsed, body } = call
  const query = nextQuery(state, engine, { ...parsed, profile: vendor.getProfile(parsed.model) })
  const fault = state.faults.take(engine, query.prompt) ?? selectFault(faulty, query)
  recordRequest(state, { engine, model, prompt: parsed.prompt, body, fault: fault?.kind ?? null })
  const tookMs = durationMs(state.latencyMs, query, fault)
  if (tookMs > 0) await state.sleep(tookMs, state.stopping)
  return respond(response, fault, () => replyTo(state, call, query, fault, `http://${request.headers.host}`))
}

async function replyTo(
  state: State,
  call: ValidCall,
  query: SimulatedQuery,
  fault: Fault | null,
  origin: string,
): Promise<Reply> {
  const { engine, vendor, parsed } = call
  const problem = toProblem(fault, parsed)
  if (problem) return problemReply(state, call, problem)
  const generated = await generateAnswer(state, parsed, query, fault, {
    origin,
    servedModel: (release) =>
      otherModel(engine, parsed.model, fault) ?? vendor.servedModel(parsed.model, release),
  })
  return vendor.answer(generated)
}

/** Returns the model that answers instead of the requested one, or null without such a fault. */
function otherModel(engine: EngineName, requested: string, fault: Fault | null): string | null {
  if (fault?.kind === 'unpriced') return 'unlisted-model-1'
  if (fault?.kind !== 'rerouted') return null
  const other = MODELS[engine].find(({ id }) => id !== requested)
  return findModel(engine, requested)?.replacement ?? other?.id ?? null
}

/** Returns the vendor's list of models, or its entry of one. A fault in the path affects every request. */
function modelsReply(
  state: State,
  engine: EngineName,
  path: string,
  url: URL,
  request: IncomingMessage,
  fault: Fault | null,
): Reply {
  const vendor = VENDORS[engine]
  const match = vendor.models.path.exec(path)
  const id = match?.[1] === undefined ? null : decodeURIComponent(match[1])
  const call: Call = { engine, vendor, model: id ?? '', key: vendor.getKey(request.headers, url) }
  const isGone = fault?.kind === 'model_gone'
  const found = id === null || isGone ? undefined : findModel(engine, id)
  if (!match) return problemReply(state, call, { problem: 'not_found' })
  if (call.key === null) return problemReply(state, call, { problem: 'missing_key' })
  const problem = isGone ? null : toProblem(fault)
  if (problem) return problemReply(state, call, problem)
  if (id !== null && !found) return problemReply(state, call, { problem: 'model_gone' })
  const { entry, list } = vendor.models
  const body = found ? entry(found) : list(isGone ? [] : MODELS[engine].map(entry))
  return jsonReply(200, body)
}

type Call = { engine: EngineName; vendor: Vendor; model: string; key: string | null }
type ValidCall = Call & { parsed: ParsedRequest; body: Json }

/** Validates the request as the vendor would: path, key, JSON, fields. */
async function readCall(
  engine: EngineName,
  path: string,
  url: URL,
  request: IncomingMessage,
): Promise<(Call & { problem: Problem }) | ValidCall> {
  const vendor = VENDORS[engine]
  const match = vendor.path.exec(path)
  const pathModel = match?.[1] ?? ''
  const call: Call = { engine, vendor, model: pathModel, key: vendor.getKey(request.headers, url) }
  const body = await readBody(request)
  if (vendor.retiredPath?.test(path)) return { ...call, problem: { problem: 'endpoint_gone' } }
  if (!match || request.method !== 'POST') return { ...call, problem: { problem: 'not_found' } }
  if (call.key === null) return { ...call, problem: { problem: 'missing_key' } }
  if (!body) return { ...call, problem: { problem: 'malformed' } }
  const parsed = vendor.read({ body, headers: request.headers, pathModel })
  return isProblem(parsed) ? { ...call, problem: parsed } : { ...call, model: parsed.model, parsed, body }
}

/** Returns null for anything but a JSON object within the size limit. */
async function readBody(request: IncomingMessage): Promise<Json | null> {
  const body = await readJson(request)
  return isJson(body) ? body : null
}

function engineAt(path: string): EngineName | null {
  const name = path.split('/')[1] ?? ''
  return isEngine(name) ? name : null
}

function isEngine(name: string): name is EngineName {
  return Object.hasOwn(VENDORS, name)
}

function problemReply({ seed }: State, { vendor, model, key }: Call, problem: Problem): Reply {
  return vendor.problem(problem, { ids: random(seed, 'problem', problem.problem, model), model, key })
}

function redirect(state: State, path: string, response: ServerResponse): void {
  const target = state.redirects.target(path)
  if (target) response.writeHead(302, { Location: target }).end()
  else sendText(response, 404, 'This link has expired.')
}
