import { at, lastUserText, listAt, readLocation, streamRefused, textAt } from './request.ts'
import {
  bearerOf,
  type GeneratedAnswer,
  type Json,
  markText,
  type Problem,
  type Reply,
  tokensOf,
  unixSeconds,
  type Vendor,
} from './wire.ts'

const USD_PER_TOKEN = 1e-6
const USD_PER_REQUEST = 0.005

/** Perplexity's Sonar API: compact JSON, `[n]` in the text counts `search_results` from 1, the cost is in dollars. */
export const perplexity: Vendor = {
  path: /^\/(?:chat\/completions|v1\/sonar)$/,
  keyOf: bearerOf,
  read: ({ body }) => {
    const model = textAt(body, 'model')
    if (!model) return { problem: 'rejected', message: 'A model is required.' }
    const prompt = lastUserText(listAt(body, 'messages'))
    if (!prompt) return { problem: 'rejected', message: 'Last message must have role user.' }
    return (
      streamRefused(body) ?? {
        prompt,
        model,
        location: readLocation(at(body, 'web_search_options', 'user_location')),
        search: at(body, 'disable_search') !== true,
        listPages: true,
      }
    )
  },
  profileOf: () => 'perplexity',
  // Sonar model names have no date.
  servedModel: (requested) => requested,
  answer: (generated) => reply(200, response(generated, marked(generated), 'stop'), headers(generated)),
  errorIn200: (generated) => {
    const text = marked(generated)
    return reply(
      200,
      response(generated, text.slice(0, Math.ceil(text.length / 3)), 'length'),
      headers(generated),
    )
  },
  problem: (problem) => {
    const [code, type, message] = vendorError(problem)
    return reply(code, { error: { message, type, code } }, COMMON_HEADERS)
  },
}

function marked({ answer }: GeneratedAnswer): string {
  return markText(answer.segments, '', (source) => `[${source + 1}]`).text
}

function response(generated: GeneratedAnswer, content: string, finish: 'stop' | 'length'): Json {
  const { answer, request, ids } = generated
  const inputCount = tokensOf(request.prompt)
  const outputCount = tokensOf(content)
  return {
    id: ids.uuid(),
    model: generated.servedModel,
    created: unixSeconds(generated.at),
    usage: {
      prompt_tokens: inputCount,
      completion_tokens: outputCount,
      total_tokens: inputCount + outputCount,
      search_context_size: 'low',
      // Without a search, only this count differs.
      ...(answer.searches.length === 0 && { num_search_queries: 0 }),
      cost: {
        input_tokens_cost: usd(inputCount * USD_PER_TOKEN),
        output_tokens_cost: usd(outputCount * USD_PER_TOKEN),
        request_cost: USD_PER_REQUEST,
        total_cost: usd((inputCount + outputCount) * USD_PER_TOKEN + USD_PER_REQUEST),
      },
    },
    citations: answer.sources.map(({ url }) => url),
    search_results: answer.sources.map(({ title, url, publishedOn, snippet }) => ({
      title,
      url,
      ...(publishedOn && { date: publishedOn, last_updated: publishedOn }),
      snippet,
      source: 'web',
    })),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content },
        delta: { role: 'assistant', content: '' },
        finish_reason: finish,
      },
    ],
  }
}

function usd(amount: number): number {
  return Number(amount.toFixed(6))
}

/** The vendor's code, type and message. A 429 does not say how long to wait, neither in the body nor in a header. */
function vendorError(problem: Problem): [number, string, string] {
  switch (problem.problem) {
    case 'rate_limited':
      return [429, 'rate_limit_exceeded', 'Request rate limit exceeded.']
    case 'quota':
      return [401, 'insufficient_quota', 'The credits of this account are used up.']
    case 'bad_key':
    case 'missing_key':
      return [401, 'invalid_api_key', 'Invalid API key provided.']
    case 'server_error':
      return [500, 'internal_error', 'Internal server error.']
    case 'overloaded':
      return [503, 'service_unavailable', 'The service is temporarily unavailable.']
    case 'not_found':
      return [404, 'not_found', 'Not Found']
    case 'malformed':
      return [400, 'bad_request', 'The request body is not valid JSON.']
    case 'rejected':
      return [400, 'bad_request', problem.message ?? 'The request was rejected.']
  }
}

const COMMON_HEADERS: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Server', 'cloudflare'],
  ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains; preload'],
  ['Cf-Cache-Status', 'DYNAMIC'],
]

function headers({ ids }: GeneratedAnswer): [string, string][] {
  return [...COMMON_HEADERS, ['X-Ppl-Region', 'us-east-1'], ['Cf-Ray', `${ids.hex(16)}-IAD`]]
}

function reply(status: number, body: Json, sent: [string, string][]): Reply {
  return { status, headers: sent, body: JSON.stringify(body), framing: 'chunked' }
}
