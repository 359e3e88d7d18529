import { answerText, citedSources, sourceAt } from '../answer.ts'
import { readResponsesRequest } from './openai.ts'
import {
  bearerOf,
  type GeneratedAnswer,
  inputTokens,
  type Json,
  markText,
  type Problem,
  perSearch,
  type Reply,
  tokensOf,
  unixSeconds,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/** A ten-billionth of a dollar. */
const TICKS_PER_USD = 1e10
const USD_PER_INPUT_TOKEN = 1.25e-6
const USD_PER_OUTPUT_TOKEN = 2.5e-6
const USD_PER_SEARCH = 0.005

/** xAI's Responses API: compact JSON, `[[1]](url)` in the text, sources always listed, the cost in ticks. */
export const xai: Vendor = {
  path: /^\/v1\/responses$/,
  keyOf: bearerOf,
  read: readResponsesRequest,
  profileOf: () => 'grok',
  servedModel: (requested, release) =>
    /-\d{4}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '').slice(4)}`,
  answer: (generated) => reply(200, response(generated, {}), headers(generated), 'chunked'),
  errorIn200: (generated) =>
    reply(
      200,
      response(generated, {
        output: [],
        status: 'failed',
        error: { code: 'server_error', message: 'The simulated model failed while it was answering.' },
      }),
      headers(generated),
      'chunked',
    ),
  problem: (problem) => {
    const [status, code, error] = vendorError(problem)
    return reply(status, { code, error }, COMMON_HEADERS, 'counted')
  },
}

function response(generated: GeneratedAnswer, failure: Json): Json {
  const { answer, at: started, ids } = generated
  const created = unixSeconds(started)
  const id = ids.uuid()
  const inputCount = inputTokens(generated)
  const outputCount = tokensOf(answerText(answer)) + 180
  const searches = answer.searches.length
  const costUsd =
    inputCount * USD_PER_INPUT_TOKEN + outputCount * USD_PER_OUTPUT_TOKEN + searches * USD_PER_SEARCH
  return {
    created_at: created,
    completed_at: created,
    id,
    max_output_tokens: null,
    model: generated.servedModel,
    object: 'response',
    output: [thought(generated, id), ...searchCalls(generated, id), ...messages(generated, id)],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: 'low', summary: 'detailed' },
    temperature: 0.7,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: generated.request.search ? [{ type: 'web_search', search_context_size: 'medium' }] : [],
    top_p: 0.95,
    usage: {
      input_tokens: inputCount,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputCount,
      output_tokens_details: { reasoning_tokens: 180 },
      total_tokens: inputCount + outputCount,
      num_sources_used: 0,
      num_server_side_tools_used: searches,
      cost_in_usd_ticks: Math.round(costUsd * TICKS_PER_USD),
      server_side_tool_usage_details: {
        web_search_calls: searches,
        x_search_calls: 0,
        code_interpreter_calls: 0,
        file_search_calls: 0,
        mcp_calls: 0,
        document_search_calls: 0,
        image_generation_calls: 0,
      },
      context_details: { input_tokens: inputCount, output_tokens: outputCount },
    },
    user: null,
    incomplete_details: null,
    status: 'completed',
    store: false,
    metadata: { system_fingerprint: `fp_${ids.hex(16)}` },
    background: false,
    service_tier: 'default',
    truncation: 'disabled',
    top_logprobs: 0,
    presence_penalty: 0,
    frequency_penalty: 0,
    prompt_cache_key: null,
    max_tool_calls: null,
    safety_identifier: null,
    error: null,
    instructions: null,
    ...failure,
  }
}

function thought({ ids }: GeneratedAnswer, id: string): Json {
  return {
    id: `rs_${id}`,
    summary: [],
    type: 'reasoning',
    status: 'completed',
    encrypted_content: ids.token(120),
  }
}

function searchCalls({ answer, ids }: GeneratedAnswer, id: string): Json[] {
  const call = `call-${ids.uuid()}`
  return perSearch(answer.searches, answer.sources).map(({ query, found }, index) => ({
    id: `ws_${id}_${call}-${index}`,
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query, sources: found.map(({ url }) => ({ type: 'url', url })) },
  }))
}

function messages({ answer }: GeneratedAnswer, id: string): Json[] {
  if (answer.outcome === 'empty') return []
  const content =
    answer.outcome === 'refused' ? { type: 'refusal', refusal: answerText(answer) } : outputText(answer)
  return [{ content: [content], id: `msg_${id}`, role: 'assistant', type: 'message', status: 'completed' }]
}

/** Sources are numbered in the order of first use; a citation's title is that number. */
function outputText(answer: GeneratedAnswer['answer']): Json {
  const order = citedSources(answer)
  const numberOf = (source: number) => order.indexOf(source) + 1
  const urlOf = (source: number) => sourceAt(answer, source).url
  const { text, marks } = markText(
    answer.segments,
    '',
    (source) => `[[${numberOf(source)}]](${urlOf(source)})`,
  )
  const annotations = marks.map(({ source, start, end }) => ({
    type: 'url_citation',
    url: urlOf(source),
    start_index: start,
    end_index: end,
    title: String(numberOf(source)),
  }))
  return { type: 'output_text', text, logprobs: [], annotations }
}

/** The vendor's status, code and flat error string; an invalid key is a 400. */
function vendorError(problem: Problem): [number, string, string] {
  switch (problem.problem) {
    case 'rate_limited':
      return [429, 'resource-exhausted', 'Too many requests for this team and model; slow down.']
    case 'quota':
      return [
        429,
        'resource-exhausted',
        'This team has used all available credits or reached its spending limit.',
      ]
    case 'bad_key':
      return [400, 'invalid-argument', 'Incorrect API key provided.']
    case 'missing_key':
      return [400, 'invalid-argument', 'No API key provided in the Authorization header.']
    case 'server_error':
      return [500, 'internal', 'Internal error.']
    case 'overloaded':
      return [503, 'unavailable', 'The model is at capacity.']
    case 'not_found':
      return [404, 'not-found', 'The requested resource was not found.']
    case 'malformed':
      return [400, 'invalid-argument', 'Failed to parse the request body as JSON.']
    case 'rejected':
      return [400, 'invalid-argument', problem.message ?? 'The request was rejected.']
  }
}

const COMMON_HEADERS: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['Vary', 'origin, access-control-request-method, access-control-request-headers'],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', '*'],
  ['Cf-Cache-Status', 'DYNAMIC'],
  ['Server', 'cloudflare'],
]

function headers({ ids }: GeneratedAnswer): [string, string][] {
  return [
    ...COMMON_HEADERS,
    ['X-Ratelimit-Limit-Tokens', '10000000'],
    ['X-Ratelimit-Remaining-Tokens', '9982512'],
    ['X-Ratelimit-Limit-Requests', '1800'],
    ['X-Ratelimit-Remaining-Requests', '1799'],
    ['X-Request-Id', ids.uuid()],
    ['X-Zero-Data-Retention', 'false'],
    ['X-Metrics-Ttft-Ms', '291.6'],
    ['X-Metrics-E2e-Ms', (ids.between(18_000, 90_000) / 10).toFixed(1)],
  ]
}

function reply(status: number, body: Json, sent: [string, string][], framing: Reply['framing']): Reply {
  return { status, headers: sent, body: JSON.stringify(body), framing }
}
