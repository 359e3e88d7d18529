import type {
  ResponseCreateParams,
  ResponseCreateResponse,
} from '@perplexity-ai/perplexity_ai/resources/responses/responses'
import { type Answer, answerText, sourceAt } from '../answer.ts'
import { costUsd } from '../models.ts'
import { at, getTool, lastUserText, listAt, readLocation, streamRefused, textAt } from './request.ts'
import {
  countTokens,
  type ErrorTable,
  firstThird,
  type GeneratedAnswer,
  getBearer,
  getError,
  type Header,
  jsonReply,
  markText,
  type Problem,
  perSearch,
  UNKNOWN_FINISH,
  UNKNOWN_ITEM,
  unixSeconds,
  unknownToSdk,
  type Vendor,
} from './wire.ts'

const USD_PER_SEARCH = 0.0025

/** Perplexity's Agent API: compact JSON, markers that name the ids of results, the cost in dollars. */
export const perplexity: Vendor = {
  path: /^\/v1\/(?:agent|responses)$/,
  retiredPath: /^\/(?:(?:async\/)?chat\/completions|v1\/(?:async\/)?sonar)$/,
  getKey: getBearer,
  read: ({ body }) => {
    const unknown = Object.keys(body).find((field) => !isField(field))
    const model = textAt(body, 'model')
    const input = at(body, 'input')
    const prompt = typeof input === 'string' ? input : lastUserText(listAt(body, 'input'))
    if (unknown !== undefined) {
      const message = `invalid request body: json: unknown field "${unknown}"`
      return { problem: 'rejected', message, param: unknown }
    }
    if (!model && !textAt(body, 'preset')) return rejected('model or preset is required')
    if (!prompt) return rejected('input is required')
    const tool = getTool(body, 'web_search')
    return (
      streamRefused(body) ?? {
        prompt,
        model: model ?? 'perplexity/sonar',
        location: readLocation(at(tool, 'user_location')),
        // Without `tool_choice`, the model answers from memory.
        search: tool !== undefined && at(body, 'tool_choice') !== undefined,
        listPages: true,
      }
    )
  },
  getProfile: () => 'perplexity',
  // The names of Perplexity's models have no date.
  servedModel: (requested) => requested,
  answer: (generated) => jsonReply(200, response(generated), headers(generated)),
  models: {
    path: /^\/v1\/models$/,
    entry: ({ id, input, output }) => ({
      id,
      object: 'model',
      created: 0,
      owned_by: id.split('/')[0],
      pricing: { input, output, cache_read: input / 4, unit: 'usd_per_1m_tokens' },
    }),
    list: (data) => ({ object: 'list', data }),
  },
  problem: (problem, { model }) => {
    const { status, code: type, message } = getError(problem, ERRORS, model)
    const param = problem.param === undefined ? {} : { param: problem.param }
    return jsonReply(status, { error: { message, type, code: status, ...param } }, COMMON_HEADERS)
  },
}

const rejected = (message: string): Problem => ({ problem: 'rejected', message })

/** The fields of a request. `tool_choice` is newer than the SDK. */
const FIELDS = [
  'background',
  'input',
  'instructions',
  'language_preference',
  'max_output_tokens',
  'max_steps',
  'model',
  'models',
  'preset',
  'previous_response_id',
  'profile',
  'reasoning',
  'response_format',
  'skills',
  'store',
  'stream',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
] as const satisfies readonly (keyof ResponseCreateParams | 'tool_choice')[]

const isField = (name: string): boolean => FIELDS.some((field) => field === name)

type SdkUsage = NonNullable<ResponseCreateResponse['usage']>

/**
 * The response. Observed responses have fields that the SDK lacks: `completed_at`, `incomplete_details`, the status of
 * incomplete and cancelled runs, null where a run has no error or usage, and details of the usage.
 */
type AgentResponse = Omit<ResponseCreateResponse, 'error' | 'output_text' | 'status' | 'usage'> & {
  status: ResponseCreateResponse['status'] | 'incomplete' | 'cancelled'
  completed_at: number | null
  error: ResponseCreateResponse['error'] | null
  incomplete_details: { reason: 'max_output_tokens' } | null
  usage:
    | (Omit<SdkUsage, 'cost' | 'input_tokens_details' | 'tool_calls_details'> & {
        input_tokens_details: SdkUsage['input_tokens_details'] & { cached_tokens: number }
        output_tokens_details: { reasoning_tokens: number }
        tool_calls_details?: Record<string, { invocation: number; cost_usd: number }>
        cost: SdkUsage['cost'] & { tool_calls_cost_details?: Record<string, number> }
      })
    | null
}

type OutputItem = ResponseCreateResponse['output'][number]

function response(generated: GeneratedAnswer): AgentResponse {
  const { ending, ids } = generated
  const created = unixSeconds(generated.at)
  const base: AgentResponse = {
    id: `resp_${ids.uuid()}`,
    object: 'response',
    status: 'completed',
    model: generated.servedModel,
    created_at: created,
    completed_at: created + ids.between(1, 6),
    error: null,
    incomplete_details: null,
    output: [...searchResults(generated), ...messages(generated)],
    usage: usage(generated),
    background: false,
    store: false,
  }
  switch (ending) {
    case 'failed': {
      const message = 'The simulated model failed while it was answering.'
      const error = { code: 'server_error', message, type: 'server_error' }
      return { ...base, status: 'failed', completed_at: null, output: [], error }
    }
    case 'cancelled': {
      const error = { code: 'cancelled', message: 'cancelled', type: 'cancelled' }
      return { ...base, status: 'cancelled', completed_at: null, output: [], error, usage: null }
    }
    case 'truncated':
      return { ...base, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    case 'unknown_finish':
      return { ...base, status: unknownToSdk<'completed'>(UNKNOWN_FINISH) }
    case 'unknown_items':
      return { ...base, output: [unknownToSdk<OutputItem>({ type: UNKNOWN_ITEM, payload: {} })] }
    default:
      return base
  }
}

/** Returns one item per search, with the position of each source in the answer and its id. */
function lists(answer: Answer): { query: string; found: { source: number; id: number }[] }[] {
  const searches = perSearch(answer.searches, [...answer.sources.keys()])
  const size = searches[0]?.found.length ?? 0
  return searches.map(({ query, found }, index) => {
    // Ids are unique in a response, but not in the order of its lists: 11 to 20, 21 to 30, then 1 to 10.
    const first = ((index + 1) % searches.length) * size + 1
    return { query, found: found.map((source, position) => ({ source, id: first + position })) }
  })
}

function searchResults({ answer }: GeneratedAnswer): OutputItem[] {
  return lists(answer).map(({ query, found }) => ({
    type: 'search_results',
    queries: [query],
    results: found.map(({ source, id }) => {
      const { url, title, snippet, publishedOn } = sourceAt(answer, source)
      const dates = publishedOn === null ? {} : { date: publishedOn, last_updated: publishedOn }
      return { id, url, title, snippet, ...dates, source: 'web' }
    }),
  }))
}

/** A refusal is text: the API has no field for it. */
function messages(generated: GeneratedAnswer): OutputItem[] {
  const { answer, ids, ending } = generated
  if (answer.outcome === 'empty') return []
  const text = marked(generated)
  return [
    {
      type: 'message',
      id: `msg_${ids.uuid()}`,
      role: 'assistant',
      status: 'completed',
      content: [
        { type: 'output_text', text: ending === 'truncated' ? firstThird(text) : text, annotations: [] },
      ],
    },
  ]
}

/** Cites results by `[3]`, in some answers by `[web:3]` or a Markdown link. */
function marked({ answer, ids }: GeneratedAnswer): string {
  const resultIds = new Map(lists(answer).flatMap(({ found }) => found.map(({ source, id }) => [source, id])))
  const style = ids.weighted({ number: 8, web: 1, link: 1 })
  return markText(answer.segments, style === 'link' ? ' ' : '', (source) => {
    const { url, title } = sourceAt(answer, source)
    if (style === 'link') return `([${title.replaceAll(/[[\]]/g, '')}](${url}))`
    return style === 'web' ? `[web:${resultIds.get(source)}]` : `[${resultIds.get(source)}]`
  }).text
}

function usage({ answer, request, servedModel }: GeneratedAnswer): AgentResponse['usage'] {
  const searches = answer.searches.length
  const input = countTokens(request.prompt) + answer.sources.length * 180
  const output = countTokens(answerText(answer))
  const cost = costUsd('perplexity', servedModel, { input, output, searches }, USD_PER_SEARCH)
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_tokens_details: { cached_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
    ...(searches > 0 && {
      tool_calls_details: { search_web: { invocation: searches, cost_usd: cost.searches } },
    }),
    cost: {
      currency: 'USD',
      input_cost: cost.input,
      output_cost: cost.output,
      cache_read_cost: 0,
      ...(searches > 0 && {
        tool_calls_cost: cost.searches,
        tool_calls_cost_details: { search_web: cost.searches },
      }),
      total_cost: cost.total,
    },
  }
}

/** A 429 does not say how long to wait, neither in the body nor in a header. */
const ERRORS: ErrorTable = {
  rate_limited: ['request_rate_limit_exceeded'],
  daily_limit: ['request_rate_limit_exceeded'],
  flex_full: ['request_rate_limit_exceeded'],
  quota: ['insufficient_quota', 401, 'The credits of this account are used up.'],
  bad_key: ['invalid_api_key', 401, 'Invalid API key provided.'],
  missing_key: ['invalid_api_key', 401, 'Invalid API key provided.'],
  region: ['forbidden'],
  server_error: ['internal_error'],
  overloaded: ['service_unavailable'],
  not_found: ['not_found'],
  model_gone: ['invalid_model', 400, 'Invalid model "{model}".'],
  endpoint_gone: [
    'chat_completions_not_available',
    403,
    'Chat completions are not available for this key; use the Agent API.',
  ],
  malformed: ['invalid_request'],
  rejected: ['invalid_request'],
}

const COMMON_HEADERS: Header[] = [
  ['Content-Type', 'application/json'],
  ['Server', 'cloudflare'],
  ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains; preload'],
  ['Cf-Cache-Status', 'DYNAMIC'],
]

function headers({ ids }: GeneratedAnswer): Header[] {
  return [...COMMON_HEADERS, ['X-Ppl-Region', 'us-east-1'], ['Cf-Ray', `${ids.hex(16)}-IAD`]]
}
