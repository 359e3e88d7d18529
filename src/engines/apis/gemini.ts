/**
 * Gemini grounded with Google Search, by generateContent. Its price is computed: the API tells only usage.
 * Google's terms for grounding speak against collecting its links by machine; whoever sets GEMINI_API_KEY
 * decides that for themselves.
 */

import { abortedQuery, malformedResponse, truncatedResponse } from '../client/failures.ts'
import {
  asArray,
  asFiniteNumber,
  asRecords,
  asString,
  asStrings,
  sumOrNull,
  valueAt,
} from '../client/json.ts'
import { costMicros } from '../client/pricing.ts'
import {
  type EngineOptions,
  type ParseContext,
  postJson,
  startCall,
  vendorLabels,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { noSpan, offsetsIn, outcomeOf, type Span, spanBetween, utf8Bytes } from '../client/text-offsets.ts'
import type { Citation, Engine, EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { resolveRedirects } from './grounding-redirects.ts'

export function gemini(options: EngineOptions): Engine {
  const vendor = vendorLabels(options, 'Google Gemini', 'GEMINI')
  // The vendor's SDK adds the version to its base address.
  const base = withoutTrailingSlash(options.baseUrl).replace(/\/v1beta$/, '')
  const url = `${base}/v1beta/models/${encodeURIComponent(options.model)}:generateContent`
  return {
    name: 'gemini',
    surface: options.surface ?? 'api',
    async query(question) {
      const line = startCall(vendor, options, question)
      const headers = { 'x-goog-api-key': options.apiKey }
      const reply = await postJson(line, { url, headers, body: requestOf(question) })
      if ('outcome' in reply) return reply
      const answer = parseGeminiResponse(reply.body, line)
      if (answer.outcome === 'failed') return answer
      const resolved = await withPages(answer, new URL(base).origin, line.signal)
      return question.signal.aborted ? abortedQuery(vendor) : resolved
    },
  }
}

/** The API has no place for the asker's country, so a sentence beside the prompt says it. */
function requestOf(question: Query) {
  const region = /^[a-z]{2}$/i.exec(question.region ?? '')?.[0]
  const country = region && new Intl.DisplayNames('en', { type: 'region' }).of(region)
  return {
    contents: [{ role: 'user', parts: [{ text: question.prompt }] }],
    tools: [{ google_search: {} }],
    ...(country && { systemInstruction: { parts: [{ text: `The person asking is in ${country}.` }] } }),
  }
}

/** Grounding links are still Google's redirects here; `ask` follows them. */
export function parseGeminiResponse(body: unknown, reading: ParseContext): EngineAnswer | EngineFailure {
  const candidate = asRecords(valueAt(body, 'candidates'))[0]
  const usage = valueAt(body, 'usageMetadata')
  // A blocked prompt has no candidate, only the feedback or the bill.
  if ((candidate ?? usage ?? valueAt(body, 'promptFeedback')) === undefined) {
    return malformedResponse(reading.vendor, 'it has no candidates')
  }
  const finish = asString(candidate?.finishReason)
  if (finish === 'MAX_TOKENS') return truncatedResponse(reading.vendor)

  const parts = asRecords(valueAt(candidate, 'content', 'parts')).filter((part) => part.thought !== true)
  const markdown = parts.map((part) => asString(part.text) ?? '').join('')
  const grounding = valueAt(candidate, 'groundingMetadata')
  // A file the operator uploaded is no page, yet keeps its place in the numbering.
  const chunks = asArray(valueAt(grounding, 'groundingChunks')).map((chunk) =>
    parseSource(valueAt(chunk, 'web', 'uri'), valueAt(chunk, 'web', 'title')),
  )
  const citations = readSupports(grounding, chunks, markdown)
  const searches = asStrings(valueAt(grounding, 'webSearchQueries'))
  const searched = searches.length > 0 || chunks.some((chunk) => chunk !== null)
  const model = asString(valueAt(body, 'modelVersion'))
  const refused =
    asString(valueAt(body, 'promptFeedback', 'blockReason')) !== null || declined.has(finish ?? '')
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
    costMicros: costMicros(reading, 'gemini', model, {
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

/** `finishReason`s by which Google holds an answer back. */
const declined = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'])

function readSupports(grounding: unknown, chunks: (Source | null)[], markdown: string): Citation[] {
  const offsetOf = offsetsIn(markdown, utf8Bytes)
  const supports = asRecords(valueAt(grounding, 'groundingSupports'))
  return distinctCitations(
    supports.flatMap(({ segment, groundingChunkIndices }) => {
      const place = placeOf(segment, markdown, offsetOf) ?? noSpan
      return asArray(groundingChunkIndices).flatMap((index) => {
        const chunk = typeof index === 'number' ? chunks[index] : null
        return chunk ? [{ ...chunk, ...place }] : []
      })
    }),
  )
}

/**
 * A segment's offsets count UTF-8 bytes; an absent start is 0. They are documented to count within the part
 * that `partIndex` names, yet recorded answers with tool parts before the text leave it out and count in the
 * text alone. The segment also quotes its text: where the two disagree, the quote decides.
 */
function placeOf(segment: unknown, markdown: string, offsetOf: (bytes: number) => number): Span | null {
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

async function withPages(
  answer: EngineAnswer,
  ownOrigin: string,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  const pageOf = await resolveRedirects([...answer.citations, ...answer.retrieved], ownOrigin, signal)
  const resolved = <T extends Source>(source: T): T => ({ ...source, url: pageOf(source) })
  const citations = distinctCitations(answer.citations.map(resolved))
  return { ...answer, citations, retrieved: retrievedOnly(answer.retrieved.map(resolved), citations) }
}
