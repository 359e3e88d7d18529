import { type Answer, answerText } from '../answer.ts'
import { at, lastUserText, listAt, streamRefused, textIn } from './request.ts'
import {
  type GeneratedAnswer,
  hostOf,
  inputTokens,
  type Json,
  type Problem,
  type Reply,
  tokensOf,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/**
 * Gemini's generateContent with Google Search: pretty-printed JSON, supports as UTF-8 byte ranges of the text, and sources as
 * redirect links of the simulator, titled with their domain.
 */
export const gemini: Vendor = {
  path: /^\/v1beta\/models\/([^/:]+):generateContent$/,
  keyOf: (headers, url) => {
    const key = headers['x-goog-api-key'] ?? url.searchParams.get('key')
    return typeof key === 'string' && key !== '' ? key : null
  },
  read: ({ body, pathModel }) => {
    const prompt =
      lastUserText(listAt(body, 'contents')) || textIn(at(listAt(body, 'contents').at(-1), 'parts'))
    if (!prompt)
      return { problem: 'rejected', message: '* GenerateContentRequest.contents: contents is not specified' }
    const instructions = textIn(at(body, 'systemInstruction', 'parts'))
    return (
      streamRefused(body) ?? {
        prompt,
        model: pathModel,
        location: instructions || null,
        search: listAt(body, 'tools').some((tool) => at(tool, 'google_search') ?? at(tool, 'googleSearch')),
        listPages: true,
      }
    )
  },
  profileOf: () => 'gemini',
  // Google's own suffixes vary (`-001`, `-preview-09-2025`). A date suffix lets the service find the model's prices.
  servedModel: (requested, release) =>
    /\d{4}-\d{2}-\d{2}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '-')}`,
  answer: (generated) => reply(200, response(generated, candidate(generated)), headers(generated)),
  errorIn200: (generated) => {
    const text = answerText(generated.answer)
    const content = { parts: [{ text: text.slice(0, Math.ceil(text.length / 3)) }], role: 'model' }
    return reply(
      200,
      response(generated, { content, finishReason: 'MAX_TOKENS', index: 0 }),
      headers(generated),
    )
  },
  problem: (problem, { model }) => {
    const [status, name, message, details] = vendorError(problem, model)
    const error = { code: status, message, status: name, ...(details && { details }) }
    return reply(status, { error }, COMMON_HEADERS)
  },
}

function response(generated: GeneratedAnswer, candidate: Json | null): Json {
  const { answer, ids } = generated
  const inputCount = inputTokens(generated)
  const outputCount = tokensOf(answerText(answer))
  const thoughts = 400
  return {
    ...(candidate ? { candidates: [candidate] } : { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
    usageMetadata: {
      promptTokenCount: inputCount,
      ...(candidate && { candidatesTokenCount: outputCount }),
      totalTokenCount: inputCount + (candidate ? outputCount + thoughts : 0),
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputCount }],
      ...(candidate && { thoughtsTokenCount: thoughts }),
      serviceTier: 'standard',
    },
    modelVersion: generated.servedModel,
    responseId: ids.token(23),
  }
}

/** Returns null when the prompt was blocked, because there is no candidate then. */
function candidate(generated: GeneratedAnswer): Json | null {
  const { answer, ids } = generated
  if (answer.outcome === 'refused') return null
  const parts = [{ text: answerText(answer), thoughtSignature: `${ids.token(342)}==` }]
  return {
    content: { ...(answer.outcome === 'answered' && { parts }), role: 'model' },
    finishReason: 'STOP',
    index: 0,
    ...(answer.searches.length > 0 && { groundingMetadata: grounding(generated) }),
  }
}

function grounding({ answer, redirectTo }: GeneratedAnswer): Json {
  return {
    searchEntryPoint: { renderedContent: suggestions(answer.searches) },
    groundingChunks: answer.sources.map(({ url }) => ({ web: { uri: redirectTo(url), title: hostOf(url) } })),
    groundingSupports: supports(answer),
    webSearchQueries: answer.searches,
  }
}

function supports(answer: Answer): Json[] {
  let bytes = 0
  return answer.segments.flatMap(({ text, cites }) => {
    const startIndex = bytes
    bytes += Buffer.byteLength(text)
    if (cites.length === 0) return []
    // Google omits zeros, so a support at the start of the answer has no startIndex.
    const segment = { ...(startIndex > 0 && { startIndex }), endIndex: bytes, text }
    return [{ segment, groundingChunkIndices: cites }]
  })
}

function suggestions(searches: readonly string[]): string {
  const chips = searches.map((query) => {
    const href = `https://www.google.com/search?q=${encodeURIComponent(query).replaceAll('%20', '+')}`
    return `<a class="chip" href="${href}&client=app-vertex-grounding">${query.replaceAll('&', '&amp;')}</a>\n`
  })
  return `<style>\n.container {\n  display: flex;\n}\n</style>\n<div class="container">\n  <div class="carousel">\n${chips.join('')}  </div>\n</div>`
}

const TYPE = 'type.googleapis.com/google.rpc.'

/**
 * The vendor's status, name, message and details of an error. An invalid key is a 400; only the body contains the
 * waiting time.
 */
function vendorError(problem: Problem, model: string): [number, string, string, Json[]?] {
  switch (problem.problem) {
    case 'rate_limited': {
      const retry = { '@type': `${TYPE}RetryInfo`, retryDelay: `${problem.waitSeconds ?? 0}s` }
      return [
        429,
        'RESOURCE_EXHAUSTED',
        'Too many requests; slow down.',
        [quotaFailure('PerMinute', model), retry],
      ]
    }
    case 'quota':
      return [
        429,
        'RESOURCE_EXHAUSTED',
        'The quota of the day is used up; check plan and billing.',
        [quotaFailure('PerDay', model)],
      ]
    case 'bad_key':
    case 'missing_key': {
      const message = 'API key not valid. Please pass a valid API key.'
      const reason = {
        '@type': `${TYPE}ErrorInfo`,
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      }
      return [
        400,
        'INVALID_ARGUMENT',
        message,
        [reason, { '@type': `${TYPE}LocalizedMessage`, locale: 'en-US', message }],
      ]
    }
    case 'server_error':
      return [500, 'INTERNAL', 'An internal error has occurred.']
    case 'overloaded':
      return [503, 'UNAVAILABLE', 'The model is overloaded. Try again later.']
    case 'not_found':
      return [404, 'NOT_FOUND', 'The requested URL was not found.']
    case 'malformed':
      return [400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.']
    case 'rejected':
      return [400, 'INVALID_ARGUMENT', problem.message ?? 'The request was rejected.']
  }
}

function quotaFailure(period: 'PerMinute' | 'PerDay', model: string): Json {
  return {
    '@type': `${TYPE}QuotaFailure`,
    violations: [
      {
        quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests',
        quotaId: `GenerateRequests${period}PerProjectPerModel`,
        quotaDimensions: { location: 'global', model },
        quotaValue: '60',
      },
    ],
  }
}

const COMMON_HEADERS: [string, string][] = [
  ['Content-Type', 'application/json; charset=UTF-8'],
  ['Vary', 'Origin, X-Origin, Referer'],
  ['Server', 'scaffolding on HTTPServer2'],
  ['X-Xss-Protection', '0'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Content-Type-Options', 'nosniff'],
]

function headers({ ids }: GeneratedAnswer): [string, string][] {
  return [
    ['X-Gemini-Service-Tier', 'standard'],
    ...COMMON_HEADERS,
    ['Server-Timing', `gfet4t7; dur=${ids.between(1800, 9000)}`],
  ]
}

/** Google escapes angle brackets in strings and ends a body with a line feed. */
function reply(status: number, body: Json, sent: [string, string][]): Reply {
  const escaped = JSON.stringify(body, null, 2).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
  return { status, headers: sent, body: `${escaped}\n`, framing: 'chunked' }
}
