import { answerText, citedSources, sourceAt } from '../answer.ts'
import { toProfileName } from '../platform-profiles.ts'
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
} from './wire.ts'

const USD_PER_INPUT_TOKEN = 1.75e-6
const USD_PER_OUTPUT_TOKEN = 14e-6
const USD_PER_SEARCH = 0.01

/** Models with this prefix are platforms without an API: `simulated/copilot`. */
const SIMULATED = 'simulated/'

/** OpenRouter's chat completions: compact JSON after keep-alive white space, citations as in OpenAI's chat format. */
export const openrouter: Vendor = {
  path: /^\/api\/v1\/chat\/completions$/,
  keyOf: bearerOf,
  read: ({ body }) => {
    const model = textAt(body, 'model')
    if (!model) return { problem: 'rejected', message: 'No models provided' }
    const prompt = lastUserText(listAt(body, 'messages'))
    if (!prompt) return { problem: 'rejected', message: 'Input required: specify "prompt" or "messages"' }
    const tool = toolOf(body, 'openrouter:web_search')
    const plugin = listAt(body, 'plugins').some((one) => at(one, 'id') === 'web')
    const searches = [SIMULATED, 'perplexity/'].some((prefix) => model.startsWith(prefix))
    return (
      streamRefused(body) ?? {
        prompt,
        model,
        location: readLocation(at(tool, 'parameters', 'user_location')),
        search: tool !== undefined || plugin || model.endsWith(':online') || searches,
        listPages: model.startsWith(SIMULATED),
      }
    )
  },
  profileOf: (model) => toProfileName(model.startsWith(SIMULATED) ? model.slice(SIMULATED.length) : 'model'),
  // OpenRouter returns the requested model name, without a date.
  servedModel: (requested) => requested.replace(/:online$/, ''),
  answer: (generated) => {
    const id = generationId(generated)
    return reply(200, padding(generated) + JSON.stringify(response(generated, id)), headers(id))
  },
  errorIn200: (generated) => {
    const error = {
      message: 'Provider returned error',
      code: 502,
      metadata: { provider_name: providerOf(generated) },
    }
    return reply(200, padding(generated) + JSON.stringify({ error }), headers(generationId(generated)))
  },
  problem: (problem, { ids, model }) => {
    const [code, message, metadata] = vendorError(problem, model)
    const error = { message, code, ...(metadata && { metadata }) }
    return reply(
      code,
      JSON.stringify({ error, ...(metadata && { user_id: `user_${ids.token(27)}` }) }),
      COMMON_HEADERS,
    )
  },
}

function response(generated: GeneratedAnswer, id: string): Json {
  const { answer } = generated
  const inputCount = inputTokens(generated)
  const outputCount = tokensOf(answerText(answer))
  const inputCost = usd(inputCount * USD_PER_INPUT_TOKEN)
  const outputCost = usd(outputCount * USD_PER_OUTPUT_TOKEN)
  const cost = usd(inputCost + outputCost + answer.searches.length * USD_PER_SEARCH)
  const refused = answer.outcome === 'refused'
  return {
    id,
    object: 'chat.completion',
    created: unixSeconds(generated.at),
    model: generated.servedModel,
    provider: providerOf(generated),
    system_fingerprint: null,
    service_tier: 'default',
    choices: [
      {
        index: 0,
        logprobs: null,
        finish_reason: refused ? 'content_filter' : 'stop',
        native_finish_reason: refused ? 'content_filter' : 'completed',
        message: messageOf(generated),
      },
    ],
    usage: {
      prompt_tokens: inputCount,
      completion_tokens: outputCount,
      total_tokens: inputCount + outputCount,
      cost,
      is_byok: false,
      prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0, audio_tokens: 0, video_tokens: 0 },
      cost_details: {
        upstream_inference_cost: cost,
        upstream_inference_prompt_cost: inputCost,
        upstream_inference_completions_cost: outputCost,
      },
      completion_tokens_details: { reasoning_tokens: 0, image_tokens: 0, audio_tokens: 0 },
      server_tool_use_details: { web_search_requests: answer.searches.length },
    },
  }
}

function messageOf({ answer, request }: GeneratedAnswer): Json {
  if (answer.outcome === 'refused') {
    return { role: 'assistant', content: '', refusal: answerText(answer), reasoning: null }
  }
  const urlOf = (source: number) => sourceAt(answer, source).url
  const { text, marks } = markText(
    answer.segments,
    ' ',
    (source) => `([${hostOf(urlOf(source))}](${urlOf(source)}))`,
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
    return { type: 'url_citation', url_citation: { url, title, ...content, ...range } }
  })
  return {
    role: 'assistant',
    content: text,
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

function providerOf({ request }: GeneratedAnswer): string {
  const vendor = request.model.split('/')[0] ?? ''
  const names: Readonly<Record<string, string>> = { openai: 'OpenAI', 'x-ai': 'xAI' }
  return names[vendor] ?? vendor.charAt(0).toUpperCase() + vendor.slice(1)
}

function usd(amount: number): number {
  return Number(amount.toFixed(6))
}

/** The vendor's code, message and, for upstream errors, metadata. A 429 does not say how long to wait. */
function vendorError(problem: Problem, model: string): [number, string, Json?] {
  switch (problem.problem) {
    case 'rate_limited':
      return [
        429,
        'Provider returned error',
        { provider_name: 'Simulated', raw: `${model} is temporarily rate-limited upstream.` },
      ]
    case 'quota':
      return [402, 'Insufficient credits.']
    case 'bad_key':
      return [401, 'No auth credentials found']
    case 'missing_key':
      return [401, 'Missing Authentication header']
    case 'server_error':
      return [500, 'Internal Server Error']
    case 'overloaded':
      return [503, 'There is no available model provider that meets the routing requirements.']
    case 'not_found':
      return [404, 'Not Found']
    case 'malformed':
      return [400, 'Invalid JSON in request body']
    case 'rejected':
      return [400, problem.message ?? 'The request was rejected.']
  }
}

const COMMON_HEADERS: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Access-Control-Allow-Origin', '*'],
  ['Referrer-Policy', 'no-referrer, strict-origin-when-cross-origin'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Server', 'cloudflare'],
]

function headers(id: string): [string, string][] {
  return [...COMMON_HEADERS, ['X-Generation-Id', id]]
}

function reply(status: number, body: string, sent: [string, string][]): Reply {
  return { status, headers: sent, body, framing: 'chunked' }
}
