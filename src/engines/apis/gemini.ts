/**
 * Google Gemini grounded with Google Search, through generateContent. The API reports usage, not cost. Google's terms
 * for grounding forbid collecting its links by automated means; whether to set GEMINI_API_KEY is the operator's
 * decision.
 */

import { abortedQuery, truncatedResponse, unknownFormat, type VendorLabels } from '../client/failures.ts'
import {
  asArray,
  asFiniteNumber,
  asRecords,
  asString,
  asStrings,
  isRecord,
  sumOrNull,
  valueAt,
} from '../client/json.ts'
import { listedModel, lookUpModel } from '../client/model-lookup.ts'
import { flexFactor, getCost } from '../client/pricing.ts'
import {
  type ApiOptions,
  createSender,
  type ParseContext,
  postToEngine,
  type Refusable,
  startCall,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { getOutcome, noSpan, offsetsIn, type Span, spanBetween, utf8Bytes } from '../client/text-offsets.ts'
import { unrecognizedValue } from '../client/unrecognized.ts'
import { defineApi, serviceTierSetting } from '../client/vendor.ts'
import type { CompletionFields, CompletionRequest } from '../completion-api.ts'
import type { EngineAnswer, EngineCitation, EngineFailure, Query, QueryResult, Source } from '../engine.ts'
import { zeroTemperature } from './chat-format.ts'
import { toMessages } from './conversation.ts'
import { resolveRedirects } from './grounding-redirects.ts'
import { personIn } from './person-in.ts'

/** Tokens of search results are not charged. */
export const gemini = defineApi({
  name: 'gemini',
  label: 'Google Gemini',
  settingPrefix: 'GEMINI',
  serves: ['gemini'],
  baseUrl: 'https://generativelanguage.googleapis.com',
  model: 'gemini-3.8-flash',
  typicalUsage: { input: 250, output: 900, searches: 2 },
  settings: { GEMINI_SERVICE_TIER: serviceTierSetting('Google Gemini') },
  options: (config) => ({ serviceTier: config.GEMINI_SERVICE_TIER }),
  query: queryGemini,
  completion: geminiCompletion,
  // The list has no dates; `prices.json` has them.
  findModel: (options, labels) => {
    const { base, headers } = getEndpoint(options)
    return lookUpModel({ ...options, baseUrl: base }, labels, {
      path: `/v1beta/models/${encodeURIComponent(options.model)}`,
      headers,
      parse: () => listedModel,
    })
  },
})

function queryGemini(options: ApiOptions, labels: VendorLabels) {
  const { base, url, headers } = getEndpoint(options)
  const send = createSender(options)
  return async (query: Query): Promise<QueryResult> => {
    const call = startCall(labels, options, query)
    const reply = await send((fields) =>
      postToEngine(call, { url, headers, body: buildRequest(query, fields) }),
    )
    if ('outcome' in reply) return reply
    const answer = parseGeminiResponse(reply.body, call)
    if (answer.outcome === 'failed') return answer
    const resolved = await withResolvedUrls(answer, new URL(base).origin, call.signal)
    return query.signal.aborted ? abortedQuery(labels) : resolved
  }
}

/** Returns the URL and headers of the API. Google's SDK appends the API version to its base URL. */
function getEndpoint({ baseUrl, model, apiKey }: ApiOptions) {
  const base = withoutTrailingSlash(baseUrl).replace(/\/v1beta$/, '')
  const url = `${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`
  return { base, url, headers: { 'x-goog-api-key': apiKey } }
}

export function geminiCompletion(options: ApiOptions, labels: VendorLabels) {
  const { url, headers } = getEndpoint(options)
  return {
    labels,
    url,
    headers,
    body: ({ system, user, schema }: CompletionRequest, fields: CompletionFields) => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: 'user', parts: [{ text: user }] }],
      generationConfig: {
        ...zeroTemperature(fields),
        ...(fields.schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
      },
    }),
    parse: parseGeminiResponse,
  }
}

/** Builds the body of a request. The API takes no country, so a system instruction states it. No search can be forced. */
export function buildRequest(query: Query, { serviceTier }: Pick<Refusable, 'serviceTier'>) {
  const person = personIn(query.region)
  return {
    contents: toMessages(query).map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : role,
      parts: [{ text: content }],
    })),
    tools: [{ google_search: {} }],
    ...(person !== null && { systemInstruction: { parts: [{ text: person }] } }),
    ...(serviceTier === 'flex' && { serviceTier: 'flex' as const }),
  }
}

/** Parses a response. The returned URLs are still Google's redirects; `queryGemini` resolves them. */
export function parseGeminiResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const candidate = asRecords(valueAt(body, 'candidates'))[0]
  const usage = valueAt(body, 'usageMetadata')
  // A blocked prompt has no candidate, only feedback or usage.
  if ((candidate ?? usage ?? valueAt(body, 'promptFeedback')) === undefined) {
    return unknownFormat(context.labels, body, ['no candidates'])
  }
  const model = asString(valueAt(body, 'modelVersion'))
  const grounding = valueAt(candidate, 'groundingMetadata')
  // An uploaded file has no URL but keeps its position in the numbering.
  const chunks = asArray(valueAt(grounding, 'groundingChunks')).map((chunk) =>
    parseSource(valueAt(chunk, 'web', 'uri'), valueAt(chunk, 'web', 'title')),
  )
  const searches = asStrings(valueAt(grounding, 'webSearchQueries'))
  const searched = searches.length > 0 || chunks.some((chunk) => chunk !== null)
  const outputTokens = sumOrNull(valueAt(usage, 'candidatesTokenCount'), valueAt(usage, 'thoughtsTokenCount'))
  const cost = getCost(context, model, {
    ...getInput(usage),
    // Google omits numbers that are 0, such as the output of a blocked prompt.
    output: outputTokens ?? (isRecord(usage) ? 0 : null),
    searches: searches.length,
    searchCalls: searched ? 1 : 0,
    tokenFactor: valueAt(usage, 'serviceTier') === 'flex' ? flexFactor : 1,
  })
  const finish = asString(candidate?.finishReason)
  const refused =
    asString(valueAt(body, 'promptFeedback', 'blockReason')) !== null || refusalReasons.has(finish ?? '')
  if (unusableReasons.has(finish ?? '')) return { ...truncatedResponse(context.labels), cost }
  if (finish !== null && finish !== 'STOP' && !refused)
    return {
      ...unknownFormat(context.labels, body, [unrecognizedValue('finish reason', finish)]),
      cost,
    }

  const parts = asRecords(valueAt(candidate, 'content', 'parts')).filter((part) => part.thought !== true)
  const markdown = parts.map((part) => asString(part.text) ?? '').join('')
  const unrecognized = [...new Set(parts.flatMap(unknownFields))].map((field) =>
    unrecognizedValue('part', field),
  )
  if (unrecognized.length > 0 && markdown === '' && !refused)
    return { ...unknownFormat(context.labels, body, unrecognized), cost }
  const citations = parseSupports(grounding, chunks, markdown)
  return {
    outcome: getOutcome(markdown, refused),
    markdown,
    model,
    citations,
    retrieved: retrievedOnly(
      chunks.filter((chunk) => chunk !== null),
      citations,
    ),
    searches,
    searched,
    inputTokens: sumOrNull(valueAt(usage, 'promptTokenCount'), valueAt(usage, 'toolUsePromptTokenCount')),
    outputTokens,
    shoppingCards: [],
    raw: body,
    unrecognized,
    ...cost,
  }
}

const unknownFields = (part: Record<string, unknown>) =>
  Object.keys(part).filter((field) => !knownFields.has(field))

/** The fields of a part: text, what describes it, and the tools that Google runs. */
const knownFields = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'partMetadata',
  'toolCall',
  'toolResponse',
  'executableCode',
  'codeExecutionResult',
  'functionCall',
  'functionResponse',
])

/** The values of `finishReason` with which Google withholds an answer. */
const refusalReasons = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'])

/** The values of `finishReason` of an answer whose text is cut off or unusable. */
const unusableReasons = new Set([
  'MAX_TOKENS',
  'LANGUAGE',
  'OTHER',
  'MALFORMED_RESPONSE',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'CONTINUATION',
  'FINISH_REASON_UNSPECIFIED',
  'NO_IMAGE',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'IMAGE_OTHER',
])

function parseSupports(grounding: unknown, chunks: (Source | null)[], markdown: string): EngineCitation[] {
  const offsetOf = offsetsIn(markdown, utf8Bytes)
  const supports = asRecords(valueAt(grounding, 'groundingSupports'))
  return distinctCitations(
    supports.flatMap(({ segment, groundingChunkIndices }) => {
      const span = getSpan(segment, markdown, offsetOf) ?? noSpan
      return asArray(groundingChunkIndices).flatMap((index) => {
        const chunk = typeof index === 'number' ? chunks[index] : null
        return chunk ? [{ ...chunk, ...span }] : []
      })
    }),
  )
}

/**
 * Converts a segment to a span. Its offsets count UTF-8 bytes; a missing start is 0. The documentation says they count
 * within the part named by `partIndex`, but recorded answers with tool parts before the text omit it and count in the
 * text alone. The segment also quotes its text; if offsets and quote disagree, the quote decides.
 */
function getSpan(segment: unknown, markdown: string, offsetOf: (bytes: number) => number): Span | null {
  const quote = asString(valueAt(segment, 'text'))
  const first = asFiniteNumber(valueAt(segment, 'startIndex')) ?? 0
  const span = spanBetween(offsetOf, first, asFiniteNumber(valueAt(segment, 'endIndex')))
  if (span && (quote === null || markdown.slice(span.start, span.end) === quote)) return span
  const found = quote === null ? -1 : markdown.indexOf(quote)
  return quote === null || found === -1 ? null : { start: found, end: found + quote.length }
}

function getInput(usage: unknown) {
  const prompt = asFiniteNumber(valueAt(usage, 'promptTokenCount'))
  const cachedInput = asFiniteNumber(valueAt(usage, 'cachedContentTokenCount')) ?? 0
  return { input: prompt === null ? null : prompt - cachedInput, cachedInput }
}

async function withResolvedUrls(
  answer: EngineAnswer,
  ownOrigin: string,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  const getUrl = await resolveRedirects([...answer.citations, ...answer.retrieved], ownOrigin, signal)
  const resolved = <T extends Source>(source: T): T => ({ ...source, url: getUrl(source) })
  const citations = distinctCitations(answer.citations.map(resolved))
  return { ...answer, citations, retrieved: retrievedOnly(answer.retrieved.map(resolved), citations) }
}
