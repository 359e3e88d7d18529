import type { ChatResult, Model } from '@openrouter/sdk/models'
import { answerText, citedSources, sourceAt } from '../answer.ts'
import { costUsd } from '../models.ts'
import { toProfileName } from '../platform-profiles.ts'
import { chatContent, chatFinish, chatUsage, readChat } from './chat.ts'
import type { SnakeOnWire } from './on-wire.ts'
import { at, getTool, listAt, readLocation, textAt } from './request.ts'
import {
  type ErrorTable,
  type GeneratedAnswer,
  getBearer,
  getError,
  getHost,
  type Header,
  jsonReply,
  markText,
  unixSeconds,
  type Vendor,
} from './wire.ts'

const USD_PER_SEARCH = 0.01

/** Models with this prefix are platforms without an API: `simulated/copilot`. */
const SIMULATED = 'simulated/'

/** OpenRouter's chat completions: compact JSON after keep-alive white space, citations as in OpenAI's chat format. */
export const openrouter: Vendor = {
  path: /^\/api\/v1\/chat\/completions$/,
  getKey: getBearer,
  read: ({ body }) => {
    const read = readChat(body)
    if ('problem' in read) return read
    const { model } = read
    const tool = getTool(body, 'openrouter:web_search')
    const isForced = textAt(body, 'tool_choice', 'type') === 'openrouter:web_search'
    if (isForced && tool === undefined)
      return { problem: 'rejected', message: 'tool_choice names a tool that the request does not have' }
    const plugin = listAt(body, 'plugins').some((one) => at(one, 'id') === 'web')
    const searches = [SIMULATED, 'perplexity/'].some((prefix) => model.startsWith(prefix))
    const maxSearches = at(tool, 'parameters', 'max_uses')
    // Other vendors' own searches have no limit.
    const isLimited = typeof maxSearches === 'number' && model.startsWith('anthropic/')
    return {
      ...read,
      location: readLocation(at(tool, 'parameters', 'user_location')),
      search: tool !== undefined || plugin || model.endsWith(':online') || searches,
      // OpenRouter lists the pages of its own search, not the pages of the vendors' searches.
      listPages: model.startsWith(SIMULATED) || at(tool, 'parameters', 'engine') === 'exa',
      ...(isLimited && { maxSearches }),
    }
  },
  getProfile: (model) => toProfileName(model.startsWith(SIMULATED) ? model.slice(SIMULATED.length) : 'model'),
  // OpenRouter returns the requested model name, without a date.
  servedModel: (requested) => requested.replace(/:online$/, ''),
  answer: (generated) => {
    const id = generationId(generated)
    const body = generated.ending === 'failed' ? failure(generated) : response(generated, id)
    const reply = jsonReply(200, body, headers(id))
    return { ...reply, body: padding(generated) + reply.body }
  },
  models: {
    path: /^\/api\/v1\/models$/,
    entry: ({ id, input, output, ends }): OpenrouterModel => ({
      id,
      canonical_slug: id,
      name: id,
      created: 1_795_420_800,
      context_length: 400_000,
      pricing: { prompt: perToken(input), completion: perToken(output), web_search: String(USD_PER_SEARCH) },
      supported_parameters: ['tools', 'tool_choice'],
      expiration_date: ends ?? null,
    }),
    list: (data) => ({ data }),
  },
  problem: (problem, { ids, model }) => {
    const { status: code, code: raw, message } = getError(problem, ERRORS, model)
    const metadata = raw === '' ? {} : { metadata: { provider_name: 'Simulated', raw } }
    const user = raw === '' ? {} : { user_id: `user_${ids.token(27)}` }
    return jsonReply(code, { error: { message, code, ...metadata }, ...user }, COMMON_HEADERS)
  },
}

/** The price of a token, as OpenRouter writes it. */
function perToken(usdPerMillion: number): string {
  return (usdPerMillion / 1e6).toFixed(10).replace(/0+$/, '').replace(/\.$/, '')
}

/** A model as listed, as far as it differs between models. */
type OpenrouterModel = Pick<
  SnakeOnWire<Model>,
  | 'id'
  | 'canonical_slug'
  | 'name'
  | 'created'
  | 'context_length'
  | 'pricing'
  | 'supported_parameters'
  | 'expiration_date'
>

const failure = (generated: GeneratedAnswer) => ({
  error: {
    message: 'Provider returned error',
    code: 502,
    metadata: { provider_name: getProvider(generated) },
  },
})

type SdkResult = SnakeOnWire<ChatResult>
type SdkChoice = SdkResult['choices'][number]

/**
 * The response. Recorded responses have fields that the SDK lacks: the provider, its finish reason, annotations, and more
 * details of the usage.
 */
type OpenrouterResponse = Omit<SdkResult, 'choices' | 'usage'> & {
  provider: string
  choices: (Omit<SdkChoice, 'message'> & {
    native_finish_reason: string
    message: SdkChoice['message'] & { annotations?: Annotation[] }
  })[]
  usage: NonNullable<SdkResult['usage']> & { completion_tokens_details: { image_tokens: number } }
}

type Annotation = {
  type: 'url_citation'
  url_citation: { url: string; title: string; content?: string; start_index: number; end_index: number }
}

function response(generated: GeneratedAnswer, id: string): OpenrouterResponse {
  const { answer, request } = generated
  const tokens = chatUsage(generated)
  const searches = answer.searches.length
  const used = { input: tokens.prompt_tokens, output: tokens.completion_tokens, searches }
  const cost = costUsd('openrouter', request.model, used, USD_PER_SEARCH)
  const finish = chatFinish(generated)
  return {
    id,
    object: 'chat.completion',
    created: unixSeconds(generated.at),
    model: generated.servedModel,
    provider: getProvider(generated),
    system_fingerprint: null,
    service_tier: 'default',
    choices: [
      {
        index: 0,
        logprobs: null,
        finish_reason: finish,
        native_finish_reason: finish === 'stop' ? 'completed' : finish,
        message: getMessage(generated),
      },
    ],
    usage: {
      ...tokens,
      cost: cost.total,
      is_byok: false,
      prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0, audio_tokens: 0, video_tokens: 0 },
      cost_details: {
        upstream_inference_cost: cost.total,
        upstream_inference_prompt_cost: cost.input,
        upstream_inference_completions_cost: cost.output,
      },
      completion_tokens_details: { reasoning_tokens: 0, image_tokens: 0, audio_tokens: 0 },
      server_tool_use_details: { web_search_requests: searches },
    },
  }
}

function getMessage(generated: GeneratedAnswer): OpenrouterResponse['choices'][number]['message'] {
  const { answer, request } = generated
  if (answer.outcome === 'refused') {
    return { role: 'assistant', content: '', refusal: answerText(answer), reasoning: null }
  }
  const getUrl = (source: number) => sourceAt(answer, source).url
  const { text, marks } = markText(
    answer.segments,
    ' ',
    (source) => `([${getHost(getUrl(source))}](${getUrl(source)}))`,
  )
  const cited = marks.map(({ source, start, end }) => ({ source, start_index: start, end_index: end }))
  // OpenRouter lists Exa results that the answer does not cite with their content and an empty range.
  const read = request.listPages
    ? answer.sources.flatMap((_, source) =>
        citedSources(answer).includes(source) ? [] : [{ source, start_index: 0, end_index: 0 }],
      )
    : []
  const annotations = [...cited, ...read].map(({ source, ...range }) => {
    const { url, title, snippet } = sourceAt(answer, source)
    const content = range.end_index === 0 && { content: snippet }
    return { type: 'url_citation' as const, url_citation: { url, title, ...content, ...range } }
  })
  return {
    role: 'assistant',
    content: chatContent(generated, text),
    refusal: null,
    reasoning: null,
    ...(annotations.length > 0 && { annotations }),
  }
}

function generationId({ at: started, ids }: GeneratedAnswer): string {
  return `gen-${unixSeconds(started)}-${ids.token(20)}`
}

/** Returns the keep-alive lines that precede the body: between one and forty. */
function padding({ ids }: GeneratedAnswer): string {
  return '\n         \n'.repeat(ids.between(1, 40))
}

function getProvider({ request }: GeneratedAnswer): string {
  const vendor = request.model.split('/')[0] ?? ''
  const names: Readonly<Record<string, string>> = { openai: 'OpenAI', 'x-ai': 'xAI' }
  return names[vendor] ?? vendor.charAt(0).toUpperCase() + vendor.slice(1)
}

/** The codes are what a vendor behind OpenRouter says. A 429 does not say how long to wait. */
const ERRORS: ErrorTable = {
  rate_limited: ['The model is temporarily rate-limited upstream.', 429, 'Provider returned error'],
  daily_limit: ['', 429, 'Rate limit exceeded: free-models-per-day.'],
  flex_full: [''],
  quota: ['', 402, 'Insufficient credits.'],
  bad_key: ['', 401, 'No auth credentials found'],
  missing_key: ['', 401, 'Missing Authentication header'],
  region: ['', 403, 'This model is not available in your region.'],
  server_error: [''],
  overloaded: ['', 503, 'There is no available model provider that meets the routing requirements.'],
  not_found: [''],
  model_gone: ['', 404, 'No endpoints found for {model}.'],
  endpoint_gone: [''],
  malformed: [''],
  rejected: [''],
}

const COMMON_HEADERS: Header[] = [
  ['Content-Type', 'application/json'],
  ['Access-Control-Allow-Origin', '*'],
  ['Referrer-Policy', 'no-referrer, strict-origin-when-cross-origin'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Server', 'cloudflare'],
]

function headers(id: string): Header[] {
  return [...COMMON_HEADERS, ['X-Generation-Id', id]]
}
