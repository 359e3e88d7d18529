import type {
  Candidate,
  GenerateContentResponse,
  GenerateContentResponseUsageMetadata,
  GroundingMetadata,
  Model,
} from '@google/genai'
import { type Answer, answerText } from '../answer.ts'
import type { OnWire } from './on-wire.ts'
import { at, lastUserText, listAt, streamRefused, textIn } from './request.ts'
import {
  countTokens,
  type ErrorTable,
  firstThird,
  type GeneratedAnswer,
  getError,
  getHost,
  type Header,
  inputTokens,
  type Json,
  jsonReply,
  type ProblemName,
  type Reply,
  UNKNOWN_FINISH,
  UNKNOWN_ITEM,
  unknownToSdk,
  type Vendor,
  yyyymmdd,
} from './wire.ts'

/**
 * Gemini's generateContent with Google Search: pretty-printed JSON, supports as UTF-8 byte ranges of the text, and sources as
 * redirect links of the simulator, titled with their domain.
 */
export const gemini: Vendor = {
  path: /^\/v1beta\/models\/([^/:]+):generateContent$/,
  getKey: (headers, url) => {
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
        flex: at(body, 'serviceTier') === 'flex',
      }
    )
  },
  getProfile: () => 'gemini',
  // Google's own suffixes vary (`-001`, `-preview-09-2025`). A date suffix lets the service find the model's prices.
  servedModel: (requested, release) =>
    /\d{4}-\d{2}-\d{2}$/.test(requested) ? requested : `${requested}-${yyyymmdd(release, '-')}`,
  answer: (generated) => reply(200, response(generated), headers(generated)),
  models: {
    path: /^\/v1beta\/models(?:\/([^/:]+))?$/,
    entry: ({ id }): GeminiModel => ({
      name: `models/${id}`,
      version: '001',
      displayName: id,
      inputTokenLimit: 1_048_576,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent'],
    }),
    list: (models) => ({ models }),
  },
  problem: (problem, { model }) => {
    const { status, code, message } = getError(problem, ERRORS, model)
    const details = toDetails(problem.problem, message, model, problem.waitSeconds)
    const error = { code: status, message, status: code, ...(details && { details }) }
    return reply(status, { error }, COMMON_HEADERS)
  },
}

/** A model as listed. The SDK renames the field of the methods. */
type GeminiModel = Pick<
  Model,
  'name' | 'version' | 'displayName' | 'inputTokenLimit' | 'outputTokenLimit'
> & { supportedGenerationMethods: Model['supportedActions'] }

type GeminiCandidate = OnWire<Candidate>

/** The response, without what the SDK adds to it. Recorded responses have the service tier in their usage. */
type GeminiResponse = OnWire<
  Pick<GenerateContentResponse, 'candidates' | 'promptFeedback' | 'modelVersion' | 'responseId'>
> & { usageMetadata?: OnWire<GenerateContentResponseUsageMetadata> & { serviceTier: string } }

function response(generated: GeneratedAnswer): GeminiResponse {
  const { answer, request, ids, ending } = generated
  const found = getCandidate(generated)
  const inputCount = inputTokens(generated)
  const outputCount = countTokens(answerText(answer))
  const thoughts = 400
  const version = { modelVersion: generated.servedModel, responseId: ids.token(23) }
  if (ending === 'failed') return version
  return {
    ...(found ? { candidates: [found] } : { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
    usageMetadata: {
      promptTokenCount: inputCount,
      ...(found && { candidatesTokenCount: outputCount }),
      totalTokenCount: inputCount + (found ? outputCount + thoughts : 0),
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputCount }],
      ...(found && { thoughtsTokenCount: thoughts }),
      serviceTier: request.flex ? 'flex' : 'standard',
    },
    ...version,
  }
}

/** Returns null when the prompt was blocked, because there is no candidate then. */
function getCandidate(generated: GeneratedAnswer): GeminiCandidate | null {
  const { answer, ids, ending } = generated
  if (answer.outcome === 'refused') return null
  const thoughtSignature = `${ids.token(342)}==`
  const text = answerText(answer)
  if (ending === 'truncated') {
    const content = { parts: [{ text: firstThird(text), thoughtSignature }], role: 'model' }
    return { content, finishReason: 'MAX_TOKENS', index: 0 }
  }
  const parts =
    ending === 'unknown_items' ? [unknownToSdk<object>({ [UNKNOWN_ITEM]: {} })] : [{ text, thoughtSignature }]
  return {
    content: { ...(answer.outcome === 'answered' && { parts }), role: 'model' },
    finishReason: ending === 'unknown_finish' ? unknownToSdk(UNKNOWN_FINISH.toUpperCase()) : 'STOP',
    index: 0,
    ...(answer.searches.length > 0 && { groundingMetadata: grounding(generated) }),
  }
}

function grounding({ answer, redirectTo }: GeneratedAnswer): OnWire<GroundingMetadata> {
  return {
    searchEntryPoint: { renderedContent: suggestions(answer.searches) },
    groundingChunks: answer.sources.map(({ url }) => ({
      web: { uri: redirectTo(url), title: getHost(url) },
    })),
    groundingSupports: supports(answer),
    webSearchQueries: [...answer.searches],
  }
}

function supports(answer: Answer): NonNullable<GroundingMetadata['groundingSupports']> {
  let bytes = 0
  return answer.segments.flatMap(({ text, cites }) => {
    const startIndex = bytes
    bytes += Buffer.byteLength(text)
    if (cites.length === 0) return []
    // Google omits zeros, so a support at the start of the answer has no startIndex.
    const segment = { ...(startIndex > 0 && { startIndex }), endIndex: bytes, text }
    return [{ segment, groundingChunkIndices: [...cites] }]
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

/** An invalid key is a 400; only the details of a 429 have the waiting time. */
const ERRORS: ErrorTable = {
  rate_limited: ['RESOURCE_EXHAUSTED'],
  daily_limit: ['RESOURCE_EXHAUSTED', 429, 'You exceeded your current quota; check plan and billing.'],
  flex_full: ['RESOURCE_EXHAUSTED'],
  quota: ['RESOURCE_EXHAUSTED', 429, 'Your project has reached its spending limit; check plan and billing.'],
  bad_key: ['INVALID_ARGUMENT', 400, 'API key not valid. Please pass a valid API key.'],
  missing_key: ['INVALID_ARGUMENT', 400, 'API key not valid. Please pass a valid API key.'],
  region: ['FAILED_PRECONDITION', 400, 'User location is not supported for the API use.'],
  server_error: ['INTERNAL'],
  overloaded: ['UNAVAILABLE', 503, 'The model is overloaded. Try again later.'],
  not_found: ['NOT_FOUND'],
  model_gone: ['NOT_FOUND', 404, 'models/{model} is not found for API version v1beta.'],
  endpoint_gone: ['NOT_FOUND'],
  malformed: ['INVALID_ARGUMENT', 400, 'Invalid JSON payload received.'],
  rejected: ['INVALID_ARGUMENT'],
}

function toDetails(problem: ProblemName, message: string, model: string, waitSeconds = 0): Json[] | null {
  switch (problem) {
    case 'rate_limited':
      return [
        quotaFailure('PerMinute', model),
        { '@type': `${TYPE}RetryInfo`, retryDelay: `${waitSeconds}s` },
      ]
    case 'daily_limit':
      return [quotaFailure('PerDay', model)]
    case 'bad_key':
    case 'missing_key':
      return [
        {
          '@type': `${TYPE}ErrorInfo`,
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
          metadata: { service: 'generativelanguage.googleapis.com' },
        },
        { '@type': `${TYPE}LocalizedMessage`, locale: 'en-US', message },
      ]
    default:
      return null
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

const COMMON_HEADERS: Header[] = [
  ['Content-Type', 'application/json; charset=UTF-8'],
  ['Vary', 'Origin, X-Origin, Referer'],
  ['Server', 'scaffolding on HTTPServer2'],
  ['X-Xss-Protection', '0'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Content-Type-Options', 'nosniff'],
]

function headers({ ids, request }: GeneratedAnswer): Header[] {
  return [
    ['X-Gemini-Service-Tier', request.flex ? 'flex' : 'standard'],
    ...COMMON_HEADERS,
    ['Server-Timing', `gfet4t7; dur=${ids.between(1800, 9000)}`],
  ]
}

/** Google escapes angle brackets in strings and ends a body with a line feed. */
function reply(status: number, body: object, sent: Header[]): Reply {
  const escaped = JSON.stringify(body, null, 2).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
  return { ...jsonReply(status, body, sent), body: `${escaped}\n` }
}
