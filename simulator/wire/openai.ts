import { answerText, sourceAt } from '../answer.ts'
import { at, lastUserText, listAt, readLocation, streamRefused, textAt, toolOf } from './request.ts'
import {
  bearerOf,
  type GeneratedAnswer,
  hostOf,
  inputTokens,
  type Json,
  markText,
  type Problem,
  type Reply,
  tokensOf,
  unixSeconds,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/** OpenAI's Responses API with web search: indented JSON, citations as inline links with code point offsets. */
export const openai: Vendor = {
  path: /^\/v1\/responses$/,
  keyOf: bearerOf,
  read: readResponsesRequest,
  profileOf: () => 'chatgpt',
  servedModel: datedModel,
  answer: (generated) =>
    reply(200, response(generated, outputOf(generated), {}), headers(generated), 'chunked'),
  errorIn200: (generated) =>
    reply(
      200,
      response(generated, [], {
        status: 'failed',
        completed_at: null,
        error: { code: 'server_error', message: 'The simulated model failed while it was answering.' },
      }),
      headers(generated),
      'chunked',
    ),
  problem: (problem, { ids, model, key }) => {
    const [status, type, code, message] = vendorError(problem, model, key)
    const body = { error: { message, type, param: problem.param ?? null, code } }
    const auth: [string, string][] = status === 401 ? [['WWW-Authenticate', 'Bearer realm="OpenAI API"']] : []
    const limits: [string, string][] =
      code === 'rate_limit_exceeded'
        ? [
            ['X-Ratelimit-Limit-Requests', '500'],
            ['X-Ratelimit-Remaining-Requests', '0'],
            ['X-Ratelimit-Reset-Requests', `${problem.waitSeconds ?? 0}s`],
          ]
        : []
    return reply(status, body, [...commonHeaders(ids.uuid(), 30), ...auth, ...limits], 'counted')
  },
}

/** Parses a request of the Responses format, which xAI shares. */
export function readResponsesRequest({ body }: { body: Json }): ReturnType<Vendor['read']> {
  const model = textAt(body, 'model')
  if (!model) return { problem: 'rejected', message: 'Missing required parameter: model.', param: 'model' }
  const input = at(body, 'input')
  const prompt = typeof input === 'string' ? input : lastUserText(listAt(body, 'input'))
  if (!prompt) return { problem: 'rejected', message: 'Missing required parameter: input.', param: 'input' }
  const tool = toolOf(body, 'web_search')
  return (
    streamRefused(body) ?? {
      prompt,
      model,
      location: readLocation(at(tool, 'user_location')),
      search: tool !== undefined,
      listPages: listAt(body, 'include').includes('web_search_call.action.sources'),
    }
  )
}

/** `gpt-5.2` is served by `gpt-5.2-2026-08-01`; a dated model is served as requested. */
function datedModel(requested: string, release: Date): string {
  return /\d{4}-\d{2}-\d{2}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '-')}`
}

function outputOf(generated: GeneratedAnswer): Json[] {
  return [...searchCalls(generated), ...messages(generated)]
}

function searchCalls({ request, answer, ids }: GeneratedAnswer): Json[] {
  const [query] = answer.searches
  if (!query) return []
  const sources = answer.sources.map(({ url }) => ({ type: 'url', url }))
  const action = { type: 'search', queries: answer.searches, query, ...(request.listPages && { sources }) }
  return [{ id: `ws_${ids.hex(50)}`, type: 'web_search_call', status: 'completed', action }]
}

function messages({ answer, ids }: GeneratedAnswer): Json[] {
  if (answer.outcome === 'empty') return []
  const content =
    answer.outcome === 'refused' ? { type: 'refusal', refusal: answerText(answer) } : outputText(answer)
  return [
    { id: `msg_${ids.hex(50)}`, type: 'message', status: 'completed', content: [content], role: 'assistant' },
  ]
}

function outputText(answer: GeneratedAnswer['answer']): Json {
  const urlOf = (source: number) => tracked(sourceAt(answer, source).url)
  const { text, marks } = markText(
    answer.segments,
    ' ',
    (source) => `([${hostOf(urlOf(source))}](${urlOf(source)}))`,
  )
  const annotations = marks.map(({ source, start, end }) => ({
    type: 'url_citation',
    end_index: end,
    start_index: start,
    title: sourceAt(answer, source).title,
    url: urlOf(source),
  }))
  return { type: 'output_text', annotations, logprobs: [], text }
}

/** Adds the utm_source that OpenAI adds to its links. */
function tracked(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}utm_source=openai`
}

function response(generated: GeneratedAnswer, output: Json[], failure: Json): Json {
  const { answer, at: started, ids } = generated
  const created = unixSeconds(started)
  const inputCount = inputTokens(generated)
  const outputCount = tokensOf(answerText(answer)) + 40
  return {
    id: `resp_${ids.hex(50)}`,
    object: 'response',
    created_at: created,
    status: 'completed',
    background: false,
    billing: { payer: 'developer' },
    completed_at: created + ids.between(2, 9),
    error: null,
    frequency_penalty: 0,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    max_tool_calls: null,
    model: generated.servedModel,
    moderation: null,
    output,
    parallel_tool_calls: true,
    presence_penalty: 0,
    previous_response_id: null,
    prompt_cache_key: null,
    prompt_cache_retention: '24h',
    reasoning: { context: 'current_turn', effort: 'none', mode: 'standard', summary: null },
    safety_identifier: null,
    service_tier: 'default',
    store: false,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tool_usage: {
      image_gen: {
        input_tokens: 0,
        input_tokens_details: { image_tokens: 0, text_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: { image_tokens: 0, text_tokens: 0 },
        total_tokens: 0,
      },
      web_search: { num_requests: answer.searches.length > 0 ? 1 : 0 },
    },
    tools: generated.request.search
      ? [
          {
            type: 'web_search',
            return_token_budget: 'default',
            search_content_types: ['text'],
            search_context_size: 'medium',
          },
        ]
      : [],
    top_logprobs: 0,
    top_p: 0.98,
    truncation: 'disabled',
    usage: {
      input_tokens: inputCount,
      input_tokens_details: { cache_write_tokens: 0, cached_tokens: 0 },
      output_tokens: outputCount,
      output_tokens_details: { reasoning_tokens: 40 },
      total_tokens: inputCount + outputCount,
    },
    user: null,
    metadata: {},
    ...failure,
  }
}

/** The vendor's status, type, code and message of an error. The code of a 429 says whether waiting helps. */
function vendorError(
  problem: Problem,
  model: string,
  key: string | null,
): [number, string, string | null, string] {
  switch (problem.problem) {
    case 'rate_limited':
      return [
        429,
        'requests',
        'rate_limit_exceeded',
        `Rate limit reached for ${model} on requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in ${problem.waitSeconds ?? 0}s.`,
      ]
    case 'quota':
      return [
        429,
        'insufficient_quota',
        'insufficient_quota',
        'Your quota is used up; check plan and billing.',
      ]
    case 'bad_key':
      return [401, 'invalid_request_error', 'invalid_api_key', `Incorrect API key provided: ${hidden(key)}.`]
    case 'missing_key':
      return [
        401,
        'invalid_request_error',
        null,
        'No API key: send it in an Authorization header as a Bearer token.',
      ]
    case 'server_error':
      return [500, 'server_error', null, 'The server had an error while processing the request.']
    case 'overloaded':
      return [503, 'server_error', 'server_overloaded', 'The engine is overloaded at the moment.']
    case 'not_found':
      return [404, 'invalid_request_error', null, 'Invalid URL.']
    case 'malformed':
      return [400, 'invalid_request_error', null, 'The body of the request could not be parsed as JSON.']
    case 'rejected':
      return [
        400,
        'invalid_request_error',
        'missing_required_parameter',
        problem.message ?? 'The request was rejected.',
      ]
  }
}

function hidden(key: string | null): string {
  return `${(key ?? '').slice(0, 3)}****`
}

function headers({ ids }: GeneratedAnswer): [string, string][] {
  return [
    ...commonHeaders(ids.uuid(), ids.between(1800, 9000)),
    ['Openai-Organization', 'simulated'],
    ['Openai-Project', 'proj_simulated'],
    ['X-Ratelimit-Limit-Requests', '5000'],
    ['X-Ratelimit-Limit-Tokens', '1000000'],
    ['X-Ratelimit-Remaining-Requests', '4999'],
    ['X-Ratelimit-Remaining-Tokens', '996223'],
    ['X-Ratelimit-Reset-Requests', '12ms'],
    ['X-Ratelimit-Reset-Tokens', '226ms'],
  ]
}

function commonHeaders(requestId: string, processingMs: number): [string, string][] {
  return [
    ['Content-Type', 'application/json'],
    ['Cf-Cache-Status', 'DYNAMIC'],
    ['Server', 'cloudflare'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Openai-Version', '2020-10-01'],
    ['Openai-Processing-Ms', String(processingMs)],
    ['X-Request-Id', `req_${requestId.replaceAll('-', '')}`],
  ]
}

function reply(status: number, body: Json, sent: [string, string][], framing: Reply['framing']): Reply {
  return { status, headers: sent, body: withFloats(JSON.stringify(body, null, 2)), framing }
}

/** The vendor writes these integers as floats. They are top-level keys, which no answer text can be. */
function withFloats(body: string): string {
  return body.replace(/^( {2}"(?:frequency_penalty|presence_penalty|temperature)": \d),$/gm, '$1.0,')
}
