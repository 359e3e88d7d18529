/**
 * Google Gemini grounded with Google Search, through generateContent. The API reports usage, not cost. Google's terms
 * for grounding forbid collecting its links by automated means; whether to set GEMINI_API_KEY is the operator's
 * decision.
 */

import { message } from '../../languages/message.ts'
import { abortedQuery, malformedResponse, truncatedResponse, type VendorLabels } from '../client/failures.ts'
import {
  asArray,
  asFiniteNumber,
  asRecords,
  asString,
  asStrings,
  sumOrNull,
  valueAt,
} from '../client/json.ts'
import { costMicros, type Price } from '../client/pricing.ts'
import {
  type ApiOptions,
  type ParseContext,
  postJson,
  startCall,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { noSpan, offsetsIn, outcomeOf, type Span, spanBetween, utf8Bytes } from '../client/text-offsets.ts'
import { defineApi } from '../client/vendor.ts'
import type { CompletionApi } from '../completion-api.ts'
import type { Citation, EngineAnswer, EngineFailure, Query, QueryResult, Source } from '../engine.ts'
import { zeroTemperature } from './chat-format.ts'
import { resolveRedirects } from './grounding-redirects.ts'

const perAnswer = { search: 35, searchUnit: 'answer' } as const
const perQuery = { search: 14, searchUnit: 'query' } as const
/** Tokens of search results are not charged. */
const prices: readonly Price[] = [
  { model: 'gemini-2.5-flash', from: '2025-06-17', input: 0.3, cachedInput: 0.03, output: 2.5, ...perAnswer },
  { model: 'gemini-2.5-pro', from: '2025-06-17', input: 1.25, cachedInput: 0.125, output: 10, ...perAnswer },
  { model: 'gemini-3.5-flash', from: '2026-05-19', input: 1.5, cachedInput: 0.15, output: 9, ...perQuery },
  {
    model: 'gemini-3.8-flash',
    from: '2026-09-20',
    input: 0.75,
    cachedInput: 0.075,
    output: 3.75,
    ...perQuery,
  },
  { model: 'gemini-3.8-flash', from: '2027-01-01', input: 1.5, cachedInput: 0.15, output: 7.5, ...perQuery },
]

export const gemini = defineApi({
  name: 'gemini',
  label: 'Google Gemini',
  settingPrefix: 'GEMINI',
  serves: ['gemini'],
  baseUrl: 'https://generativelanguage.googleapis.com',
  model: 'gemini-3.5-flash',
  prices,
  pricesSource: 'https://ai.google.dev/gemini-api/docs/pricing',
  typicalCostMicros: 36_000,
  query: queryGemini,
  completion: geminiCompletion,
})

function queryGemini(options: ApiOptions, labels: VendorLabels) {
  const { base, url, headers } = endpointOf(options)
  return async (query: Query): Promise<QueryResult> => {
    const call = startCall(labels, options, query)
    const reply = await postJson(call, { url, headers, body: buildRequest(query) })
    if ('outcome' in reply) return reply
    const answer = parseGeminiResponse(reply.body, call)
    if (answer.outcome === 'failed') return answer
    const resolved = await withResolvedUrls(answer, new URL(base).origin, call.signal)
    return query.signal.aborted ? abortedQuery(labels) : resolved
  }
}

/** Returns the URL and headers of the API. Google's SDK appends the API version to its base URL. */
function endpointOf({ baseUrl, model, apiKey }: ApiOptions) {
  const base = withoutTrailingSlash(baseUrl).replace(/\/v1beta$/, '')
  const url = `${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`
  return { base, url, headers: { 'x-goog-api-key': apiKey } }
}

function geminiCompletion(options: ApiOptions, labels: VendorLabels): CompletionApi {
  const { url, headers } = endpointOf(options)
  return {
    labels,
    url,
    headers,
    body: ({ system, user, schema }, fields) => ({
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

/** Builds the body of a request. The API takes no country, so a system instruction states it. */
function buildRequest({ prompt, region }: Query) {
  const code = /^[a-z]{2}$/i.exec(region ?? '')?.[0]
  const country = code && new Intl.DisplayNames('en', { type: 'region' }).of(code)
  return {
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    tools: [{ google_search: {} }],
    ...(country && { systemInstruction: { parts: [{ text: `The person asking is in ${country}.` }] } }),
  }
}

/** Parses a response. The returned URLs are still Google's redirects; `queryGemini` resolves them. */
export function parseGeminiResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const candidate = asRecords(valueAt(body, 'candidates'))[0]
  const usage = valueAt(body, 'usageMetadata')
  // A blocked prompt has no candidate, only feedback or usage.
  if ((candidate ?? usage ?? valueAt(body, 'promptFeedback')) === undefined) {
    return malformedResponse(context.labels, message('it has no candidates'))
  }
  const finish = asString(candidate?.finishReason)
  if (finish === 'MAX_TOKENS') return truncatedResponse(context.labels)

  const parts = asRecords(valueAt(candidate, 'content', 'parts')).filter((part) => part.thought !== true)
  const markdown = parts.map((part) => asString(part.text) ?? '').join('')
  const grounding = valueAt(candidate, 'groundingMetadata')
  // An uploaded file has no URL but keeps its position in the numbering.
  const chunks = asArray(valueAt(grounding, 'groundingChunks')).map((chunk) =>
    parseSource(valueAt(chunk, 'web', 'uri'), valueAt(chunk, 'web', 'title')),
  )
  const citations = parseSupports(grounding, chunks, markdown)
  const searches = asStrings(valueAt(grounding, 'webSearchQueries'))
  const searched = searches.length > 0 || chunks.some((chunk) => chunk !== null)
  const model = asString(valueAt(body, 'modelVersion'))
  const refused =
    asString(valueAt(body, 'promptFeedback', 'blockReason')) !== null || refusalReasons.has(finish ?? '')
  const outputTokens = sumOrNull(valueAt(usage, 'candidatesTokenCount'), valueAt(usage, 'thoughtsTokenCount'))
  return {
    outcome: outcomeOf(markdown, refused),
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
    costMicros: costMicros(prices, context, model, {
      ...inputOf(usage),
      cacheWrite: null,
      output: outputTokens,
      searchCalls: searched ? 1 : 0,
      searchQueries: searches.length,
    }),
    shoppingCards: [],
    raw: body,
  }
}

/** The values of `finishReason` with which Google withholds an answer. */
const refusalReasons = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'])

function parseSupports(grounding: unknown, chunks: (Source | null)[], markdown: string): Citation[] {
  const offsetOf = offsetsIn(markdown, utf8Bytes)
  const supports = asRecords(valueAt(grounding, 'groundingSupports'))
  return distinctCitations(
    supports.flatMap(({ segment, groundingChunkIndices }) => {
      const span = spanOf(segment, markdown, offsetOf) ?? noSpan
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
function spanOf(segment: unknown, markdown: string, offsetOf: (bytes: number) => number): Span | null {
  const quote = asString(valueAt(segment, 'text'))
  const first = asFiniteNumber(valueAt(segment, 'startIndex')) ?? 0
  const span = spanBetween(offsetOf, first, asFiniteNumber(valueAt(segment, 'endIndex')))
  if (span && (quote === null || markdown.slice(span.start, span.end) === quote)) return span
  const found = quote === null ? -1 : markdown.indexOf(quote)
  return quote === null || found === -1 ? null : { start: found, end: found + quote.length }
}

function inputOf(usage: unknown) {
  const prompt = asFiniteNumber(valueAt(usage, 'promptTokenCount'))
  const cachedInput = asFiniteNumber(valueAt(usage, 'cachedContentTokenCount')) ?? 0
  return { input: prompt === null ? null : prompt - cachedInput, cachedInput }
}

async function withResolvedUrls(
  answer: EngineAnswer,
  ownOrigin: string,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  const urlOf = await resolveRedirects([...answer.citations, ...answer.retrieved], ownOrigin, signal)
  const resolved = <T extends Source>(source: T): T => ({ ...source, url: urlOf(source) })
  const citations = distinctCitations(answer.citations.map(resolved))
  return { ...answer, citations, retrieved: retrievedOnly(answer.retrieved.map(resolved), citations) }
}
