/**
 * Gemini grounded with Google Search, by generateContent. Its price is computed: the API tells only usage.
 * Google's terms for grounding speak against collecting its links by machine; whoever sets GEMINI_API_KEY
 * decides that for themselves.
 */
import {
  type EngineOptions,
  openLine,
  postJson,
  type Reading,
  vendorOf,
  withoutTrailingSlash,
} from '../client/request.ts'
import type { Citation, Engine, EngineAnswer, EngineFailure, Question, Source } from '../engine.ts'
import { cancelled, cutShort, unreadable } from '../client/failures.ts'
import { resolveRedirects } from './grounding-redirects.ts'
import { at, finite, list, records, sum, text, texts } from '../client/json.ts'
import { costMicros } from '../client/pricing.ts'
import { distinctCitations, readSource, retrievedOnly } from '../client/sources.ts'
import { nowhere, offsetsIn, outcomeOf, type Span, spanBetween, utf8Bytes } from '../client/text-offsets.ts'

export function gemini(options: EngineOptions): Engine {
  const vendor = vendorOf(options, 'Google Gemini', 'GEMINI')
  // The vendor's SDK adds the version to its base address.
  const base = withoutTrailingSlash(options.baseUrl).replace(/\/v1beta$/, '')
  const url = `${base}/v1beta/models/${encodeURIComponent(options.model)}:generateContent`
  return {
    name: 'gemini',
    surface: options.surface ?? 'api',
    async ask(question) {
      const line = openLine(vendor, options, question)
      const headers = { 'x-goog-api-key': options.apiKey }
      const reply = await postJson(line, { url, headers, body: requestOf(question) })
      if ('outcome' in reply) return reply
      const answer = readGeminiResponse(reply.body, line)
      if (answer.outcome === 'failed') return answer
      const resolved = await withPages(answer, new URL(base).origin, line.signal)
      return question.signal.aborted ? cancelled(vendor) : resolved
    },
  }
}

/** The API has no place for the asker's country, so a sentence beside the prompt says it. */
function requestOf(question: Question) {
  const region = /^[a-z]{2}$/i.exec(question.region ?? '')?.[0]
  const country = region && new Intl.DisplayNames('en', { type: 'region' }).of(region)
  return {
    contents: [{ role: 'user', parts: [{ text: question.prompt }] }],
    tools: [{ google_search: {} }],
    ...(country && { systemInstruction: { parts: [{ text: `The person asking is in ${country}.` }] } }),
  }
}

/** Grounding links are still Google's redirects here; `ask` follows them. */
export function readGeminiResponse(body: unknown, reading: Reading): EngineAnswer | EngineFailure {
  const candidate = records(at(body, 'candidates'))[0]
  const usage = at(body, 'usageMetadata')
  // A blocked prompt has no candidate, only the feedback or the bill.
  if ((candidate ?? usage ?? at(body, 'promptFeedback')) === undefined) {
    return unreadable(reading.vendor, 'it has no candidates')
  }
  const finish = text(candidate?.finishReason)
  if (finish === 'MAX_TOKENS') return cutShort(reading.vendor)

  const parts = records(at(candidate, 'content', 'parts')).filter((part) => part.thought !== true)
  const markdown = parts.map((part) => text(part.text) ?? '').join('')
  const grounding = at(candidate, 'groundingMetadata')
  // A file the operator uploaded is no page, yet keeps its place in the numbering.
  const chunks = list(at(grounding, 'groundingChunks')).map((chunk) =>
    readSource(at(chunk, 'web', 'uri'), at(chunk, 'web', 'title')),
  )
  const citations = readSupports(grounding, chunks, markdown)
  const searches = texts(at(grounding, 'webSearchQueries'))
  const searched = searches.length > 0 || chunks.some((chunk) => chunk !== null)
  const model = text(at(body, 'modelVersion'))
  const refused = text(at(body, 'promptFeedback', 'blockReason')) !== null || declined.has(finish ?? '')
  const outputTokens = sum(at(usage, 'candidatesTokenCount'), at(usage, 'thoughtsTokenCount'))
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
    inputTokens: sum(at(usage, 'promptTokenCount'), at(usage, 'toolUsePromptTokenCount')),
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
  const supports = records(at(grounding, 'groundingSupports'))
  return distinctCitations(
    supports.flatMap(({ segment, groundingChunkIndices }) => {
      const place = placeOf(segment, markdown, offsetOf) ?? nowhere
      return list(groundingChunkIndices).flatMap((index) => {
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
  const quote = text(at(segment, 'text'))
  const first = finite(at(segment, 'startIndex')) ?? 0
  const span = spanBetween(offsetOf, first, finite(at(segment, 'endIndex')))
  if (span && (quote === null || markdown.slice(span.start, span.end) === quote)) return span
  const found = quote === null ? -1 : markdown.indexOf(quote)
  return quote === null || found === -1 ? null : { start: found, end: found + quote.length }
}

function inputOf(usage: unknown) {
  const prompt = finite(at(usage, 'promptTokenCount'))
  const cachedInput = finite(at(usage, 'cachedContentTokenCount')) ?? 0
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
