/** The Responses format, which OpenAI and xAI share: one reader, two adapters. */
import type { Reading } from '../client/request.ts'
import type { Citation, EngineAnswer, EngineFailure, Source } from '../engine.ts'
import { cutShort, httpFailure, unreadable } from '../client/failures.ts'
import { at, finite, isRecord, records, text, texts } from '../client/json.ts'
import { distinctCitations, readSource, retrievedOnly } from '../client/sources.ts'
import { codePoints, nowhere, offsetsIn, outcomeOf, spanBetween } from '../client/text-offsets.ts'

/** Everything but the cost, which the two vendors tell in different ways. */
export function readResponse(
  body: unknown,
  reading: Reading,
): Omit<EngineAnswer, 'costMicros'> | EngineFailure {
  const failed = failureInside(body, reading)
  if (failed) return failed
  if (!Array.isArray(at(body, 'output'))) return unreadable(reading.vendor, 'it has no output')

  const items = records(at(body, 'output'))
  const parts = items.filter(({ type }) => type === 'message').flatMap(({ content }) => records(content))
  const refusal = parts.map((part) => text(part.refusal)).find((words) => words !== null) ?? null
  const { markdown, citations } = readParts(parts)
  const calls = items.filter(({ type }) => type === 'web_search_call' || type === 'x_search_call')
  const refused = refusal !== null || at(body, 'incomplete_details', 'reason') === 'content_filter'
  return {
    outcome: outcomeOf(markdown, refused),
    markdown: markdown || (refusal ?? ''),
    model: text(at(body, 'model')),
    citations,
    retrieved: retrievedOnly(calls.flatMap(pagesOf), citations),
    searches: [...new Set(calls.flatMap(queriesOf))],
    searched: calls.length > 0,
    inputTokens: finite(at(body, 'usage', 'input_tokens')),
    outputTokens: finite(at(body, 'usage', 'output_tokens')),
    shoppingCards: [],
    raw: body,
  }
}

/** A 200 whose response failed or stopped half-way. One that a content filter stopped is a refusal, not a failure. */
function failureInside(body: unknown, reading: Reading): EngineFailure | null {
  const error = at(body, 'error')
  if (isRecord(error)) {
    const status = { rate_limit_exceeded: 429, server_error: 500 }[text(error.code) ?? ''] ?? 400
    return httpFailure(reading, { status: 200, headers: new Headers(), body }, status)
  }
  const status = at(body, 'status')
  if (status === 'incomplete') {
    return at(body, 'incomplete_details', 'reason') === 'content_filter' ? null : cutShort(reading.vendor)
  }
  return status === undefined || status === 'completed'
    ? null
    : unreadable(reading.vendor, 'it was not completed')
}

/** Offsets of a part's annotations count from the start of that part, in code points. */
function readParts(parts: Record<string, unknown>[]): { markdown: string; citations: Citation[] } {
  let markdown = ''
  const citations: Citation[] = []
  for (const part of parts) {
    const words = text(part.text) ?? ''
    const offsetOf = offsetsIn(words, codePoints)
    for (const annotation of records(part.annotations)) {
      const citation = readCitation(annotation, offsetOf, markdown.length)
      if (citation) citations.push(citation)
    }
    markdown += words
  }
  return { markdown, citations: distinctCitations(citations) }
}

/**
 * A `url_citation`. `before` is how much of the answer precedes the text its offsets count in; it is negative
 * where the front of that text is not part of the answer.
 */
export function readCitation(
  annotation: Record<string, unknown>,
  offsetOf: (offset: number) => number,
  before: number,
): Citation | null {
  const source = readSource(annotation.url, annotation.title)
  if (annotation.type !== 'url_citation' || source === null) return null
  const span = spanBetween(offsetOf, finite(annotation.start_index), finite(annotation.end_index))
  const start = before + (span?.start ?? 0)
  return { ...source, ...(span === null || start < 0 ? nowhere : { start, end: before + span.end }) }
}

function queriesOf(call: Record<string, unknown>): string[] {
  const many = texts(at(call, 'action', 'queries'))
  const one = text(at(call, 'action', 'query'))
  return many.length > 0 || one === null ? many : [one]
}

/** What a search found and the page that was opened. Feeds (`oai-weather`) have no address. */
function pagesOf(call: Record<string, unknown>): Source[] {
  const found = records(at(call, 'action', 'sources')).map(({ url, title }) => readSource(url, title))
  const opened = readSource(at(call, 'action', 'url'), null)
  return [...found, opened].filter((source) => source !== null)
}
