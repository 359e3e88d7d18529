import type { Model } from 'openai/resources/models'
import type { Response, ResponseOutputItem, ResponseOutputText } from 'openai/resources/responses/responses'
import { answerText, sourceAt } from '../answer.ts'
import { at, getTool, lastUserText, listAt, readLocation, streamRefused, textAt } from './request.ts'
import {
  countTokens,
  type ErrorTable,
  firstThird,
  type GeneratedAnswer,
  getBearer,
  getError,
  getHost,
  type Header,
  inputTokens,
  type Json,
  jsonReply,
  markText,
  type Reply,
  UNKNOWN_FINISH,
  UNKNOWN_ITEM,
  unixSeconds,
  unknownToSdk,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/** OpenAI's Responses API with web search: indented JSON, citations as inline links with code point offsets. */
export const openai: Vendor = {
  path: /^\/v1\/responses$/,
  getKey: getBearer,
  // Without a location, the search is done as from the United States.
  read: ({ body }) => {
    const read = readResponsesRequest(body)
    return 'problem' in read ? read : { ...read, location: read.location ?? '{"country":"US"}' }
  },
  getProfile: () => 'chatgpt',
  servedModel: datedModel,
  answer: (generated) => reply(200, response(generated), headers(generated), 'chunked'),
  models: {
    path: /^\/v1\/models(?:\/([^/]+))?$/,
    entry: ({ id, ends }): Model => ({
      id,
      object: 'model',
      created: 1_795_420_800,
      owned_by: 'system',
      shutdown_date: ends ?? null,
    }),
    list: (data) => ({ object: 'list', data }),
  },
  problem: (problem, { ids, model, key }) => {
    const waits = problem.problem === 'rate_limited'
    const { status, code, message } = getError(problem, ERRORS, model)
    const text = waits
      ? `${message} Please try again in ${problem.waitSeconds ?? 0}s.`
      : problem.problem === 'bad_key'
        ? `${message}: ${hidden(key)}.`
        : message
    const type = status === 429 && code !== 'insufficient_quota' ? 'requests' : getErrorType(status, code)
    const body = { error: { message: text, type, param: problem.param ?? null, code: code || null } }
    const auth: Header[] = status === 401 ? [['WWW-Authenticate', 'Bearer realm="OpenAI API"']] : []
    const limits: Header[] = waits
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
export function readResponsesRequest(body: Json): ReturnType<Vendor['read']> {
  const model = textAt(body, 'model')
  if (!model) return { problem: 'rejected', message: 'Missing required parameter: model.', param: 'model' }
  const input = at(body, 'input')
  const prompt = typeof input === 'string' ? input : lastUserText(listAt(body, 'input'))
  if (!prompt) return { problem: 'rejected', message: 'Missing required parameter: input.', param: 'input' }
  const tool = getTool(body, 'web_search')
  const maxSearches = at(body, 'max_tool_calls')
  return (
    streamRefused(body) ?? {
      prompt,
      model,
      location: readLocation(at(tool, 'user_location')),
      search: tool !== undefined,
      listPages: listAt(body, 'include').includes('web_search_call.action.sources'),
      flex: at(body, 'service_tier') === 'flex',
      ...(typeof maxSearches === 'number' && { maxSearches }),
    }
  )
}

/** `gpt-5.2` is served by `gpt-5.2-2026-08-01`; a dated model is served as requested. */
function datedModel(requested: string, release: Date): string {
  return /\d{4}-\d{2}-\d{2}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '-')}`
}

function getOutput(generated: GeneratedAnswer): ResponseOutputItem[] {
  if (generated.ending === 'unknown_items')
    return [unknownToSdk<ResponseOutputItem>({ type: UNKNOWN_ITEM, id: `ca_${generated.ids.hex(50)}` })]
  return [...searchCalls(generated), ...messages(generated)]
}

function searchCalls({ request, answer, ids }: GeneratedAnswer): ResponseOutputItem[] {
  const [query] = answer.searches
  if (!query) return []
  const sources = answer.sources.map(({ url }) => ({ type: 'url' as const, url }))
  const action = {
    type: 'search' as const,
    queries: [...answer.searches],
    query,
    ...(request.listPages && { sources }),
  }
  return [{ id: `ws_${ids.hex(50)}`, type: 'web_search_call', status: 'completed', action }]
}

function messages({ answer, ids, ending }: GeneratedAnswer): ResponseOutputItem[] {
  if (answer.outcome === 'empty') return []
  const content =
    answer.outcome === 'refused'
      ? { type: 'refusal' as const, refusal: answerText(answer) }
      : ending === 'truncated'
        ? truncatedText(outputText(answer))
        : outputText(answer)
  return [
    { id: `msg_${ids.hex(50)}`, type: 'message', status: 'completed', content: [content], role: 'assistant' },
  ]
}

/** Returns the text without its end, and the citations in it. */
export function truncatedText(part: ResponseOutputText): ResponseOutputText {
  const text = firstThird(part.text)
  const annotations = part.annotations.filter((each) => 'end_index' in each && each.end_index <= text.length)
  return { ...part, annotations, text }
}

function outputText(answer: GeneratedAnswer['answer']): ResponseOutputText {
  const getUrl = (source: number) => tracked(sourceAt(answer, source).url)
  const { text, marks } = markText(
    answer.segments,
    ' ',
    (source) => `([${getHost(getUrl(source))}](${getUrl(source)}))`,
  )
  const annotations = marks.map(({ source, start, end }) => ({
    type: 'url_citation' as const,
    end_index: end,
    start_index: start,
    title: sourceAt(answer, source).title,
    url: getUrl(source),
  }))
  return { type: 'output_text', annotations, logprobs: [], text }
}

/** Adds the utm_source that OpenAI adds to its links. */
function tracked(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}utm_source=openai`
}

/**
 * The response. `output_text` is added by the SDK. The API sends some settings that the SDK lacks, and no
 * `access_programs` in the recorded responses.
 */
type OpenaiResponse = Omit<Response, 'access_programs' | 'output_text' | 'reasoning' | 'tools' | 'user'> & {
  user: null
  billing: { payer: 'developer' }
  frequency_penalty: number
  presence_penalty: number
  store: boolean
  reasoning: Response['reasoning'] & { context: string; mode: string }
  tools: (Response['tools'][number] & { return_token_budget: string; search_content_types: string[] })[]
}

/** Returns the fields of a response that did not complete. */
export function incompleteFields({
  ending,
}: GeneratedAnswer): Partial<
  Pick<Response, 'status' | 'completed_at' | 'output' | 'error' | 'incomplete_details'>
> {
  const message = 'The simulated model failed while it was answering.'
  switch (ending) {
    case 'failed':
      return { status: 'failed', completed_at: null, output: [], error: { code: 'server_error', message } }
    case 'cancelled':
      return { status: 'cancelled', completed_at: null, output: [] }
    case 'truncated':
      return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    case 'unknown_finish':
      return { status: 'incomplete', incomplete_details: { reason: unknownToSdk(UNKNOWN_FINISH) } }
    default:
      return {}
  }
}

function response(generated: GeneratedAnswer): OpenaiResponse {
  const { answer, request, at: started, ids } = generated
  const created = unixSeconds(started)
  const inputCount = inputTokens(generated)
  const outputCount = countTokens(answerText(answer)) + 40
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
    max_tool_calls: request.maxSearches ?? null,
    model: generated.servedModel,
    moderation: null,
    output: getOutput(generated),
    parallel_tool_calls: true,
    presence_penalty: 0,
    previous_response_id: null,
    prompt_cache_key: null,
    prompt_cache_retention: '24h',
    reasoning: { context: 'current_turn', effort: 'none', mode: 'standard', summary: null },
    safety_identifier: null,
    service_tier: request.flex ? 'flex' : 'default',
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
    tools: request.search
      ? [
          {
            type: 'web_search',
            return_token_budget: 'default',
            search_content_types: ['text'],
            search_context_size: 'medium',
            user_location: { type: 'approximate', country: countryIn(request.location) },
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
    ...incompleteFields(generated),
  }
}

function countryIn(location: string | null): string | null {
  return textAt(JSON.parse(location ?? '{}'), 'country')
}

/** The code of a 429 says whether waiting helps. */
const ERRORS: ErrorTable = {
  rate_limited: [
    'rate_limit_exceeded',
    429,
    'Rate limit reached for {model} on requests per min (RPM): Limit 500, Used 500, Requested 1.',
  ],
  daily_limit: [
    'rate_limit_exceeded',
    429,
    'Rate limit reached for {model} on requests per day (RPD): Limit 10000, Used 10000, Requested 1. Please try again in 6h12m0s.',
  ],
  flex_full: ['resource_unavailable'],
  quota: ['insufficient_quota'],
  bad_key: ['invalid_api_key', 401, 'Incorrect API key provided'],
  missing_key: ['', 401, 'No API key: send it in an Authorization header as a Bearer token.'],
  region: ['unsupported_country_region_territory', 403, 'Country, region, or territory not supported'],
  server_error: ['server_error'],
  overloaded: ['server_overloaded'],
  not_found: [''],
  model_gone: ['model_not_found', 404, 'The model `{model}` does not exist or you do not have access to it.'],
  endpoint_gone: ['endpoint_gone'],
  malformed: [''],
  rejected: ['missing_required_parameter'],
}

function getErrorType(status: number, code: string): string {
  if (code === 'insufficient_quota') return code
  return status >= 500 ? 'server_error' : status === 403 ? 'request_forbidden' : 'invalid_request_error'
}

function hidden(key: string | null): string {
  return `${(key ?? '').slice(0, 3)}****`
}

function headers({ ids }: GeneratedAnswer): Header[] {
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

function commonHeaders(requestId: string, processingMs: number): Header[] {
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

function reply(status: number, body: object, sent: Header[], framing: Reply['framing']): Reply {
  return { ...jsonReply(status, body, sent, framing), body: withFloats(JSON.stringify(body, null, 2)) }
}

/** The vendor writes these integers as floats. They are top-level keys, which no answer text can be. */
function withFloats(body: string): string {
  return body.replace(/^( {2}"(?:frequency_penalty|presence_penalty|temperature)": \d),$/gm, '$1.0,')
}
