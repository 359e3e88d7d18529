/** A local HTTP server that simulates a vendor and records the requests. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { onTestFinished } from 'vitest'
import { inEnglish } from '../../languages/message.ts'
import type { ApiOptions } from '../client/request.ts'
import type { Engine, EngineAnswer, EngineFailure, QueryResult } from '../engine.ts'
import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import { gemini } from './gemini.ts'
import { mistral } from './mistral.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import { perplexity } from './perplexity.ts'
import { xai } from './xai.ts'

/** `cut` closes the connection before the end of the body. */
export type LocalReply = {
  cut?: true
  status?: number
  headers?: Record<string, string | string[]>
  /** Bytes and strings are sent unchanged, anything else as JSON. */
  body: string | object
}
export type LocalRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }
export type LocalVendor = { url: string; requests: LocalRequest[] }

export const engines = { openai, gemini, perplexity, anthropic, xai, openrouter, mistral, compatible }
export type EngineName = keyof typeof engines
export const engineNames = Object.values(engines).map(({ name }) => name)

/** Starts a server that sends what `reply` returns for a request; null sends no response. The server closes with the test. */
export async function localVendor(reply: (request: LocalRequest) => LocalReply | null): Promise<LocalVendor> {
  const requests: LocalRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const sent = Buffer.concat(chunks).toString()
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: sent === '' ? null : JSON.parse(sent),
    }
    requests.push(request)
    const { status = 200, headers = {}, body, cut } = reply(request) ?? {}
    if (body === undefined) return
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    const written = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    if (cut) outgoing.write(written, () => incoming.socket.destroy())
    else outgoing.end(written)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: getUrl(server), requests }
}

export function getUrl(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The local server has no port.')
  return `http://127.0.0.1:${address.port}`
}

export function engineAt(name: EngineName, url: string, options: Partial<ApiOptions> = {}): Engine {
  return engines[name].create({
    apiKey: 'test-key',
    baseUrl: url,
    model: 'test-model',
    timeoutMs: 10_000,
    now: () => new Date('2026-08-20T12:00:00Z'),
    ...options,
  })
}

export function queryOnce(engine: Engine, signal = new AbortController().signal): Promise<QueryResult> {
  return engine.query({ prompt: 'Which kettle is best?', region: 'DE', language: 'de', signal })
}

/** Runs one query against a vendor that always sends this reply. */
export async function queryWithReply(
  name: EngineName,
  reply: LocalReply,
  options: Partial<ApiOptions> = {},
): Promise<QueryResult> {
  const vendor = await localVendor(() => reply)
  return queryOnce(engineAt(name, vendor.url, options))
}

export function answered(result: QueryResult): EngineAnswer {
  if (result.outcome === 'failed') throw new Error(`The engine failed: ${inEnglish(result.message)}`)
  return result
}

/** Returns the failure with its message in English. */
export function failed(result: QueryResult): Omit<EngineFailure, 'message'> & { message: string } {
  if (result.outcome !== 'failed') throw new Error(`The engine answered: ${result.outcome}`)
  return { ...result, message: inEnglish(result.message) }
}
