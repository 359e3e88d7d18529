import type { Response, ResponseOutputItem, ResponseOutputText } from 'openai/resources/responses/responses'
import { answerText, citedSources, sourceAt } from '../answer.ts'
import { costUsd } from '../models.ts'
import { incompleteFields, readResponsesRequest, truncatedText } from './openai.ts'
import { at, getTool, listAt, textAt } from './request.ts'
import {
  countTokens,
  type ErrorTable,
  type GeneratedAnswer,
  getBearer,
  getError,
  type Header,
  inputTokens,
  jsonReply,
  markText,
  perSearch,
  UNKNOWN_ITEM,
  unixSeconds,
  unknownToSdk,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/** A ten-billionth of a dollar. */
const TICKS_PER_USD = 1e10
const USD_PER_SEARCH = 0.005

/** The fields of the search tool. There is no location. */
const TOOL_FIELDS: readonly string[] = [
  'type',
  'filters',
  'allowed_domains',
  'excluded_domains',
  'enable_image_search',
  'enable_image_understanding',
]

/** xAI's Responses API: compact JSON, `[[1]](url)` in the text, sources always listed, the cost in ticks. */
export const xai: Vendor = {
  path: /^\/v1\/responses$/,
  getKey: getBearer,
  read: ({ body }) => {
    const unknown = Object.keys(getTool(body, 'web_search') ?? {}).some((name) => !TOOL_FIELDS.includes(name))
    const message = 'Failed to deserialize the JSON body into the target type'
    if (unknown) return { problem: 'rejected', status: 422, message }
    const read = readResponsesRequest(body)
    const system = listAt(body, 'input').find((each) => at(each, 'role') === 'system')
    return 'problem' in read ? read : { ...read, location: textAt(system, 'content') }
  },
  getProfile: () => 'grok',
  servedModel: (requested, release) =>
    /-\d{4}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '').slice(4)}`,
  answer: (generated) => jsonReply(200, response(generated), headers(generated)),
  models: {
    path: /^\/v1\/language-models(?:\/([^/]+))?$/,
    // The unit of the prices is a ten-thousandth of a dollar per million tokens.
    entry: ({ id, input, output }) => ({
      id,
      fingerprint: 'fp_simulated',
      created: 1_795_420_800,
      object: 'model',
      owned_by: 'xai',
      version: '1.0.0',
      input_modalities: ['text', 'image'],
      output_modalities: ['text'],
      prompt_text_token_price: input * 10_000,
      cached_prompt_text_token_price: input * 2_500,
      completion_text_token_price: output * 10_000,
      search_price: USD_PER_SEARCH * TICKS_PER_USD,
      aliases: [],
    }),
    list: (models) => ({ models }),
  },
  problem: (problem, { model }) => {
    const { status: usual, code, message: error } = getError(problem, ERRORS, model)
    const status = problem.problem === 'rejected' ? (problem.status ?? usual) : usual
    return jsonReply(status, { code, error }, COMMON_HEADERS, 'counted')
  },
}

type Usage = NonNullable<Response['usage']>

/** The response. xAI documents that it has OpenAI's format; the recorded responses differ in these fields. */
type XaiResponse = Omit<Response, 'access_programs' | 'output_text' | 'usage' | 'user'> & {
  user: null
  store: boolean
  presence_penalty: number
  frequency_penalty: number
  usage: Omit<Usage, 'input_tokens_details'> & {
    input_tokens_details: Pick<Usage['input_tokens_details'], 'cached_tokens'>
    num_sources_used: number
    num_server_side_tools_used: number
    cost_in_usd_ticks: number
    server_side_tool_usage_details: Record<string, number>
    context_details: { input_tokens: number; output_tokens: number }
  }
}

function response(generated: GeneratedAnswer): XaiResponse {
  const { answer, at: started, ids } = generated
  const created = unixSeconds(started)
  const id = ids.uuid()
  const inputCount = inputTokens(generated)
  const outputCount = countTokens(answerText(answer)) + 180
  const searches = answer.searches.length
  const used = { input: inputCount, output: outputCount, searches }
  const cost = costUsd('xai', generated.request.model, used, USD_PER_SEARCH)
  return {
    created_at: created,
    completed_at: created,
    id,
    max_output_tokens: null,
    model: generated.servedModel,
    object: 'response',
    output:
      generated.ending === 'unknown_items'
        ? [unknownToSdk<ResponseOutputItem>({ type: UNKNOWN_ITEM, id })]
        : [thought(generated, id), ...searchCalls(generated, id), ...messages(generated, id)],
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
      cost_in_usd_ticks: Math.round(cost.total * TICKS_PER_USD),
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
    ...incompleteFields(generated),
  }
}

function thought({ ids }: GeneratedAnswer, id: string): ResponseOutputItem {
  return {
    id: `rs_${id}`,
    summary: [],
    type: 'reasoning',
    status: 'completed',
    encrypted_content: ids.token(120),
  }
}

function searchCalls({ answer, ids }: GeneratedAnswer, id: string): ResponseOutputItem[] {
  const call = `call-${ids.uuid()}`
  return perSearch(answer.searches, answer.sources).map(({ query, found }, index) => ({
    id: `ws_${id}_${call}-${index}`,
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query, sources: found.map(({ url }) => ({ type: 'url' as const, url })) },
  }))
}

function messages({ answer, ending }: GeneratedAnswer, id: string): ResponseOutputItem[] {
  if (answer.outcome === 'empty') return []
  const content =
    answer.outcome === 'refused'
      ? { type: 'refusal' as const, refusal: answerText(answer) }
      : ending === 'truncated'
        ? truncatedText(outputText(answer))
        : outputText(answer)
  return [{ content: [content], id: `msg_${id}`, role: 'assistant', type: 'message', status: 'completed' }]
}

/** Sources are numbered in the order of first use; a citation's title is that number. */
function outputText(answer: GeneratedAnswer['answer']): ResponseOutputText {
  const order = citedSources(answer)
  const getNumber = (source: number) => order.indexOf(source) + 1
  const getUrl = (source: number) => sourceAt(answer, source).url
  const { text, marks } = markText(
    answer.segments,
    '',
    (source) => `[[${getNumber(source)}]](${getUrl(source)})`,
  )
  const annotations = marks.map(({ source, start, end }) => ({
    type: 'url_citation' as const,
    url: getUrl(source),
    start_index: start,
    end_index: end,
    title: String(getNumber(source)),
  }))
  return { type: 'output_text', text, logprobs: [], annotations }
}

/** An error is a string; an invalid key is a 400. */
const ERRORS: ErrorTable = {
  rate_limited: ['resource-exhausted', 429, 'Too many requests for this team and model; slow down.'],
  daily_limit: ['resource-exhausted'],
  flex_full: ['resource-exhausted'],
  quota: [
    'resource-exhausted',
    429,
    'This team has used all available credits or reached its spending limit.',
  ],
  bad_key: ['invalid-argument', 400],
  missing_key: ['invalid-argument', 400, 'No API key provided in the Authorization header.'],
  region: ['permission-denied', 403, 'The model {model} is not available in your region.'],
  server_error: ['internal'],
  overloaded: ['unavailable', 503, 'The model is at capacity.'],
  not_found: ['not-found'],
  model_gone: ['not-found'],
  endpoint_gone: ['gone', 410, 'This endpoint is deprecated; use the Responses API.'],
  malformed: ['invalid-argument'],
  rejected: ['invalid-argument'],
}

const COMMON_HEADERS: Header[] = [
  ['Content-Type', 'application/json'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['Vary', 'origin, access-control-request-method, access-control-request-headers'],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', '*'],
  ['Cf-Cache-Status', 'DYNAMIC'],
  ['Server', 'cloudflare'],
]

function headers({ ids }: GeneratedAnswer): Header[] {
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
