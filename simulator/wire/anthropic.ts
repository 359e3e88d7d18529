import type {
  CitationsWebSearchResultLocation,
  ContentBlock,
  Message,
  StopReason,
  TextBlock,
  WebSearchToolResultBlock,
} from '@anthropic-ai/sdk/resources/messages/messages'
import type { ModelInfo } from '@anthropic-ai/sdk/resources/models'
import { type Answer, answerText, type Segment, sourceAt } from '../answer.ts'
import { at, getTool, lastUserText, listAt, readLocation, streamRefused, textAt } from './request.ts'
import {
  countTokens,
  type ErrorTable,
  type GeneratedAnswer,
  getError,
  getSegments,
  type Header,
  inputTokens,
  jsonReply,
  type Problem,
  perSearch,
  UNKNOWN_FINISH,
  UNKNOWN_ITEM,
  unknownToSdk,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/** Models that refuse a request that forces a tool. */
const UNFORCEABLE = /^claude-(?:(?:opus|sonnet)-5-5|(?:fable|mythos)-5-1)/

/** Anthropic's Messages API with web search: compact JSON, with a separate text block per citation. */
export const anthropic: Vendor = {
  path: /^\/v1\/messages$/,
  getKey: (headers) => {
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
    const choice = textAt(body, 'tool_choice', 'type')
    if ((choice === 'tool' || choice === 'any') && UNFORCEABLE.test(model))
      return rejected('tool_choice: type "tool" and "any" are not supported for this model.')
    const tool = getTool(body, 'web_search')
    const maxSearches = at(tool, 'max_uses')
    return (
      streamRefused(body) ?? {
        prompt,
        model,
        location: readLocation(at(tool, 'user_location')),
        search: tool !== undefined,
        listPages: true,
        ...(typeof maxSearches === 'number' && { maxSearches }),
      }
    )
  },
  getProfile: () => 'claude',
  servedModel: (requested, release) =>
    /-\d{8}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '')}`,
  answer: (generated) => jsonReply(200, message(generated), headers(generated)),
  models: {
    path: /^\/v1\/models(?:\/([^/]+))?$/,
    entry: ({ id, ends }): ModelInfo => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-09-15T00:00:00Z',
      lifecycle: ends === undefined ? 'active' : 'deprecated',
      deprecated_at: ends === undefined ? null : '2026-09-30T00:00:00Z',
      retires_at: ends === undefined ? null : `${ends}T00:00:00Z`,
      line: null,
      max_input_tokens: 200_000,
      max_tokens: 64_000,
      capabilities: null,
    }),
    list: (data) => ({ data, has_more: false, first_id: null, last_id: null }),
  },
  problem: (problem, { ids, model }) => {
    const { status: usual, code: type, message: text } = getError(problem, ERRORS, model)
    const status = problem.status ?? usual
    // The address of a client is checked before the request reaches the API.
    if (problem.problem === 'region') return jsonReply(status, { error: { type, message: text } })
    const body = { type: 'error', error: { type, message: text }, request_id: requestId(ids.token(22)) }
    const wait: Header[] =
      problem.waitSeconds === undefined ? [] : [['Retry-After', String(problem.waitSeconds)]]
    const retry: Header = ['X-Should-Retry', String(status === 429 || status >= 500)]
    return jsonReply(status, body, [...commonHeaders(body.request_id), retry, ...wait])
  },
}

function rejected(message: string): Problem {
  return { problem: 'rejected', message }
}

/** A block as recorded: without fields of the SDK that are null, and without the caller of a tool. */
type Block =
  | Exclude<ContentBlock, { type: 'text' | 'server_tool_use' }>
  | Partial<TextBlock>
  | Omit<Extract<ContentBlock, { type: 'server_tool_use' }>, 'caller'>

/** The message as recorded: without the fields of the SDK that are null. */
type AnthropicMessage = Omit<Message, 'container' | 'content' | 'diagnostics' | 'usage'> & {
  content: Block[]
  usage: Omit<Message['usage'], 'output_tokens_details' | 'speed'>
}

function message(generated: GeneratedAnswer): AnthropicMessage {
  const { answer, ids } = generated
  return {
    model: generated.servedModel,
    id: `msg_01${ids.token(22)}`,
    type: 'message',
    role: 'assistant',
    content: getContent(generated),
    stop_reason: stopReason(generated),
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: inputTokens(generated),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: countTokens(answerText(answer)) + 60,
      service_tier: 'standard',
      inference_geo: 'not_available',
      server_tool_use: { web_search_requests: answer.searches.length, web_fetch_requests: 0 },
    },
  }
}

function getContent(generated: GeneratedAnswer): Block[] {
  switch (generated.ending) {
    case 'failed':
      return failedSearch(generated)
    case 'paused':
      return searchBlocks(generated)
    case 'unknown_items':
      return [unknownToSdk<Block>({ type: UNKNOWN_ITEM })]
    default:
      return [...searchBlocks(generated), ...textBlocks(generated)]
  }
}

function stopReason({ answer, ending }: GeneratedAnswer): StopReason {
  switch (ending) {
    case 'truncated':
      return 'max_tokens'
    case 'paused':
      return 'pause_turn'
    case 'unknown_finish':
      return unknownToSdk(UNKNOWN_FINISH)
    default:
      return answer.outcome === 'refused' ? 'refusal' : 'end_turn'
  }
}

function searchBlocks({ answer, ids }: GeneratedAnswer): Block[] {
  return perSearch(answer.searches, answer.sources).flatMap(({ query, found }) => {
    const results = found.map(({ title, url, publishedOn }) => ({
      type: 'web_search_result' as const,
      title,
      url,
      encrypted_content: ids.token(160),
      page_age: publishedOn && longDate(publishedOn),
    }))
    return searchPair(`srvtoolu_01${ids.token(22)}`, query, results)
  })
}

/** A failed search is an object instead of a list of results. */
function failedSearch({ answer, request, ids }: GeneratedAnswer): Block[] {
  const error = { type: 'web_search_tool_result_error' as const, error_code: 'unavailable' as const }
  return searchPair(`srvtoolu_01${ids.token(22)}`, answer.searches[0] ?? request.prompt, error)
}

function searchPair(id: string, query: string, content: WebSearchToolResultBlock['content']): Block[] {
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query } },
    { type: 'web_search_tool_result', tool_use_id: id, content, caller: { type: 'direct' } },
  ]
}

function textBlocks(generated: GeneratedAnswer): Block[] {
  const { answer, ids } = generated
  if (answer.outcome === 'empty') return []
  return joined(getSegments(generated)).map(({ text, cites }) => {
    if (cites.length === 0) return { type: 'text', text }
    const citations = cites.map((cite) => citation(answer, cite, ids.token(80)))
    return { citations, type: 'text', text }
  })
}

function citation(answer: Answer, cite: number, encryptedIndex: string): CitationsWebSearchResultLocation {
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

const ERRORS: ErrorTable = {
  rate_limited: ['rate_limit_error', 429, 'This request would exceed the rate limit of the organization.'],
  daily_limit: ['rate_limit_error'],
  flex_full: ['rate_limit_error'],
  quota: ['invalid_request_error', 400, 'The credit balance is too low to use the API.'],
  bad_key: ['authentication_error', 401, 'invalid x-api-key'],
  missing_key: ['authentication_error', 401, 'x-api-key header is required'],
  region: ['forbidden', 403, 'Request not allowed'],
  server_error: ['api_error'],
  overloaded: ['overloaded_error', 529, 'Overloaded'],
  not_found: ['not_found_error'],
  model_gone: ['not_found_error', 404, 'model: {model}'],
  endpoint_gone: ['not_found_error'],
  malformed: ['invalid_request_error'],
  rejected: ['invalid_request_error'],
}

function headers({ at: started, ids }: GeneratedAnswer): Header[] {
  const limit = (what: string, most: number, left: number): Header[] => [
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

function commonHeaders(id: string): Header[] {
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
