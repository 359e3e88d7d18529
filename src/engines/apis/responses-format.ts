/** The Responses format, which OpenAI and xAI share: one reader, two adapters. */

import { httpFailure, malformedResponse, truncatedResponse } from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, asStrings, isRecord, valueAt } from '../client/json.ts'
import type { ParseContext } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { codePoints, noSpan, offsetsIn, outcomeOf, spanBetween } from '../client/text-offsets.ts'
import type { Citation, EngineAnswer, EngineFailure, Source } from '../engine.ts'

/** Everything but the cost, which the two vendors tell in different ways. */
export function parseResponse(
  body: unknown,
  reading: ParseContext,
): Omit<EngineAnswer, 'costMicros'> | EngineFailure {
  const failed = failureInside(body, reading)
  if (failed) return failed
  if (!Array.isArray(valueAt(body, 'output'))) return malformedResponse(reading.vendor, 'it has no output')

  const items = asRecords(valueAt(body, 'output'))
  const parts = items.filter(({ type }) => type === 'message').flatMap(({ content }) => asRecords(content))
  const refusal = parts.map((part) => asString(part.refusal)).find((words) => words !== null) ?? null
  const { markdown, citations } = readParts(parts)
  const calls = items.filter(({ type }) => type === 'web_search_call' || type === 'x_search_call')
  const refused = refusal !== null || valueAt(body, 'incomplete_details', 'reason') === 'content_filter'
  return {
    outcome: outcomeOf(markdown, refused),
    markdown: markdown || (refusal ?? ''),
    model: asString(valueAt(body, 'model')),
    citations,
    retrieved: retrievedOnly(calls.flatMap(pagesOf), citations),
    searches: [...new Set(calls.flatMap(queriesOf))],
    searched: calls.length > 0,
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'input_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'output_tokens')),
    shoppingCards: [],
    raw: body,
  }
}

/** A 200 whose response failed or stopped half-way. One that a content filter stopped is a refusal, not a failure. */
function failureInside(body: unknown, reading: ParseContext): EngineFailure | null {
  const error = valueAt(body, 'error')
  if (isRecord(error)) {
    const status = { rate_limit_exceeded: 429, server_error: 500 }[asString(error.code) ?? ''] ?? 400
    return httpFailure(reading, { status: 200, headers: new Headers(), body }, status)
  }
  const status = valueAt(body, 'status')
  if (status === 'incomplete') {
    return valueAt(body, 'incomplete_details', 'reason') === 'content_filter'
      ? null
      : truncatedResponse(reading.vendor)
  }
  return status === undefined || status === 'completed'
    ? null
    : malformedResponse(reading.vendor, 'it was not completed')
}

/** Offsets of a part's annotations count from the start of that part, in code points. */
function readParts(parts: Record<string, unknown>[]): { markdown: string; citations: Citation[] } {
  let markdown = ''
  const citations: Citation[] = []
  for (const part of parts) {
    const words = asString(part.text) ?? ''
    const offsetOf = offsetsIn(words, codePoints)
    for (const annotation of asRecords(part.annotations)) {
      const citation = parseUrlCitation(annotation, offsetOf, markdown.length)
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
export function parseUrlCitation(
  annotation: Record<string, unknown>,
  offsetOf: (offset: number) => number,
  before: number,
): Citation | null {
  const source = parseSource(annotation.url, annotation.title)
  if (annotation.type !== 'url_citation' || source === null) return null
  const span = spanBetween(
    offsetOf,
    asFiniteNumber(annotation.start_index),
    asFiniteNumber(annotation.end_index),
  )
  const start = before + (span?.start ?? 0)
  return { ...source, ...(span === null || start < 0 ? noSpan : { start, end: before + span.end }) }
}

function queriesOf(call: Record<string, unknown>): string[] {
  const many = asStrings(valueAt(call, 'action', 'queries'))
  const one = asString(valueAt(call, 'action', 'query'))
  return many.length > 0 || one === null ? many : [one]
}

/** What a search found and the page that was opened. Feeds (`oai-weather`) have no address. */
function pagesOf(call: Record<string, unknown>): Source[] {
  const found = asRecords(valueAt(call, 'action', 'sources')).map(({ url, title }) => parseSource(url, title))
  const opened = parseSource(valueAt(call, 'action', 'url'), null)
  return [...found, opened].filter((source) => source !== null)
}
