import { type Answer, answerText, type Segment, sourceAt } from '../answer.ts'
import { at, lastUserText, listAt, readLocation, streamRefused, textAt, toolOf } from './request.ts'
import {
  type GeneratedAnswer,
  inputTokens,
  type Json,
  type Problem,
  perSearch,
  type Reply,
  tokensOf,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/** Anthropic's Messages API with web search: compact JSON, with a separate text block per citation. */
export const anthropic: Vendor = {
  path: /^\/v1\/messages$/,
  keyOf: (headers) => {
    const key = headers['x-api-key']
    return typeof key === 'string' && key !== '' ? key : null
  },
  read: ({ body, headers }) => {
    const model = textAt(body, 'model')
    const prompt = lastUserText(listAt(body, 'messages'))
    if (!headers['anthropic-version']) return rejected('anthropic-version: header is required')
    if (!model) return rejected('model: Field required')
    if (at(body, 'max_tokens') === undefined) return rejected('max_tokens: Field required')
    if (!prompt) return rejected('messages: at least one message is required')
    const tool = toolOf(body, 'web_search')
    return (
      streamRefused(body) ?? {
        prompt,
        model,
        location: readLocation(at(tool, 'user_location')),
        search: tool !== undefined,
        listPages: true,
      }
    )
  },
  profileOf: () => 'claude',
  servedModel: (requested, release) =>
    /-\d{8}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '')}`,
  answer: (generated) =>
    reply(
      200,
      message(generated, [...searchBlocks(generated), ...textBlocks(generated)]),
      headers(generated),
    ),
  errorIn200: (generated) => reply(200, message(generated, failedSearch(generated)), headers(generated)),
  problem: (problem, { ids }) => {
    const [status, type, text] = vendorError(problem)
    const body = { type: 'error', error: { type, message: text }, request_id: requestId(ids.token(22)) }
    const wait: [string, string][] =
      problem.waitSeconds === undefined ? [] : [['Retry-After', String(problem.waitSeconds)]]
    const retry: [string, string] = ['X-Should-Retry', String(status === 429 || status >= 500)]
    return reply(status, body, [...commonHeaders(body.request_id), retry, ...wait])
  },
}

function rejected(message: string): Problem {
  return { problem: 'rejected', message }
}

function message(generated: GeneratedAnswer, content: Json[]): Json {
  const { answer, ids } = generated
  return {
    model: generated.servedModel,
    id: `msg_01${ids.token(22)}`,
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: answer.outcome === 'refused' ? 'refusal' : 'end_turn',
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: inputTokens(generated),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: tokensOf(answerText(answer)) + 60,
      service_tier: 'standard',
      inference_geo: 'not_available',
      server_tool_use: { web_search_requests: answer.searches.length, web_fetch_requests: 0 },
    },
  }
}

function searchBlocks({ answer, ids }: GeneratedAnswer): Json[] {
  return perSearch(answer.searches, answer.sources).flatMap(({ query, found }) => {
    const results = found.map(({ title, url, publishedOn }) => ({
      type: 'web_search_result',
      title,
      url,
      encrypted_content: ids.token(160),
      page_age: publishedOn && longDate(publishedOn),
    }))
    return searchPair(`srvtoolu_01${ids.token(22)}`, query, results)
  })
}

/** A failed search is an object instead of a list of results. */
function failedSearch({ answer, request, ids }: GeneratedAnswer): Json[] {
  const error = { type: 'web_search_tool_result_error', error_code: 'unavailable' }
  return searchPair(`srvtoolu_01${ids.token(22)}`, answer.searches[0] ?? request.prompt, error)
}

function searchPair(id: string, query: string, content: Json | Json[]): Json[] {
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query } },
    { type: 'web_search_tool_result', tool_use_id: id, content, caller: { type: 'direct' } },
  ]
}

function textBlocks({ answer, ids }: GeneratedAnswer): Json[] {
  if (answer.outcome === 'empty') return []
  return joined(answer.segments).map(({ text, cites }) => {
    if (cites.length === 0) return { type: 'text', text }
    const citations = cites.map((cite) => citation(answer, cite, ids.token(80)))
    return { citations, type: 'text', text }
  })
}

function citation(answer: Answer, cite: number, encryptedIndex: string): Json {
  const { snippet, url, title } = sourceAt(answer, cite)
  return {
    type: 'web_search_result_location',
    cited_text: snippet,
    url,
    title,
    encrypted_index: encryptedIndex,
  }
}

/** Joins consecutive segments without citations into one block. */
function joined(segments: readonly Segment[]): Segment[] {
  const blocks: Segment[] = []
  for (const segment of segments) {
    const last = blocks.at(-1)
    if (last && last.cites.length === 0 && segment.cites.length === 0) {
      blocks[blocks.length - 1] = { text: last.text + segment.text, cites: [] }
    } else {
      blocks.push(segment)
    }
  }
  return blocks
}

/** Formats a day as `April 30, 2025`. */
function longDate(day: string): string {
  return new Date(day).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

/** The vendor's status, type and message of an error. */
function vendorError(problem: Problem): [number, string, string] {
  switch (problem.problem) {
    case 'rate_limited':
      return [429, 'rate_limit_error', 'This request would exceed the rate limit of the organization.']
    case 'quota':
      return [400, 'invalid_request_error', 'The credit balance is too low to use the API.']
    case 'bad_key':
      return [401, 'authentication_error', 'invalid x-api-key']
    case 'missing_key':
      return [401, 'authentication_error', 'x-api-key header is required']
    case 'server_error':
      return [500, 'api_error', 'Internal server error']
    case 'overloaded':
      return [problem.status ?? 529, 'overloaded_error', 'Overloaded']
    case 'not_found':
      return [404, 'not_found_error', 'Not found']
    case 'malformed':
      return [400, 'invalid_request_error', 'The request body is not valid JSON.']
    case 'rejected':
      return [400, 'invalid_request_error', problem.message ?? 'The request was rejected.']
  }
}

function headers({ at: started, ids }: GeneratedAnswer): [string, string][] {
  const limit = (what: string, most: number, left: number): [string, string][] => [
    [`Anthropic-Ratelimit-${what}-Limit`, String(most)],
    [`Anthropic-Ratelimit-${what}-Remaining`, String(left)],
    [`Anthropic-Ratelimit-${what}-Reset`, `${started.toISOString().slice(0, 19)}Z`],
  ]
  return [
    ...commonHeaders(requestId(ids.token(22))),
    ...limit('Input-Tokens', 10_000_000, 9_991_000),
    ...limit('Output-Tokens', 2_000_000, 2_000_000),
    ...limit('Requests', 10_000, 9_998),
    ...limit('Tokens', 12_000_000, 11_991_000),
    ['Anthropic-Organization-Id', ids.uuid()],
  ]
}

function requestId(token: string): string {
  return `req_01${token}`
}

function commonHeaders(id: string): [string, string][] {
  return [
    ['Content-Type', 'application/json'],
    ['Request-Id', id],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains; preload'],
    ['Server', 'cloudflare'],
    ['Vary', 'Accept-Encoding'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cf-Cache-Status', 'DYNAMIC'],
    ['X-Robots-Tag', 'none'],
  ]
}

function reply(status: number, body: Json, sent: [string, string][]): Reply {
  return { status, headers: sent, body: JSON.stringify(body), framing: 'chunked' }
}
