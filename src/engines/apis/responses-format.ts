/** The Responses format, which OpenAI and xAI share. */

import { message } from '../../languages/message.ts'
import { httpFailure, malformedResponse, truncatedResponse, type VendorLabels } from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, asStrings, isRecord, valueAt } from '../client/json.ts'
import { type ApiOptions, bearer, type ParseContext, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { codePoints, noSpan, offsetsIn, outcomeOf, spanBetween } from '../client/text-offsets.ts'
import type { CompletionApi } from '../completion-api.ts'
import type { Citation, EngineAnswer, EngineFailure, Source } from '../engine.ts'
import { namedSchema, systemAndUser, zeroTemperature } from './chat-format.ts'

export const responsesCompletion =
  (parse: CompletionApi['parse']) =>
  (options: ApiOptions, labels: VendorLabels): CompletionApi => ({
    labels,
    url: `${withoutTrailingSlash(options.baseUrl)}/responses`,
    headers: bearer(options),
    body: (request, fields) => ({
      model: options.model,
      input: systemAndUser(request),
      stream: false,
      store: false,
      ...zeroTemperature(fields),
      ...(fields.schema && {
        text: { format: { type: 'json_schema', strict: true, ...namedSchema(request) } },
      }),
    }),
    parse,
  })

/** Returns everything except the cost, which the two vendors report in different ways. */
export function parseResponse(
  body: unknown,
  context: ParseContext,
): Omit<EngineAnswer, 'costMicros'> | EngineFailure {
  const failed = failureInside(body, context)
  if (failed) return failed
  if (!Array.isArray(valueAt(body, 'output')))
    return malformedResponse(context.labels, message('it has no output'))

  const items = asRecords(valueAt(body, 'output'))
  const parts = items.filter(({ type }) => type === 'message').flatMap(({ content }) => asRecords(content))
  const refusal = parts.map((part) => asString(part.refusal)).find((text) => text !== null) ?? null
  const { markdown, citations } = parseParts(parts)
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

/**
 * Returns the failure inside a 200 that failed or is incomplete. A response stopped by a content filter is a refusal,
 * not a failure.
 */
function failureInside(body: unknown, context: ParseContext): EngineFailure | null {
  const error = valueAt(body, 'error')
  if (isRecord(error)) {
    const status = { rate_limit_exceeded: 429, server_error: 500 }[asString(error.code) ?? ''] ?? 400
    return httpFailure(context, { status: 200, headers: new Headers(), body }, status)
  }
  const status = valueAt(body, 'status')
  if (status === 'incomplete') {
    return valueAt(body, 'incomplete_details', 'reason') === 'content_filter'
      ? null
      : truncatedResponse(context.labels)
  }
  return status === undefined || status === 'completed'
    ? null
    : malformedResponse(context.labels, message('it was not completed'))
}

/** Concatenates the parts of an answer. The annotations' offsets count code points from the start of their part. */
function parseParts(parts: Record<string, unknown>[]): { markdown: string; citations: Citation[] } {
  let markdown = ''
  const citations: Citation[] = []
  for (const part of parts) {
    const text = asString(part.text) ?? ''
    const offsetOf = offsetsIn(text, codePoints)
    for (const annotation of asRecords(part.annotations)) {
      const citation = parseUrlCitation(annotation, offsetOf, markdown.length)
      if (citation) citations.push(citation)
    }
    markdown += text
  }
  return { markdown, citations: distinctCitations(citations) }
}

/**
 * Parses a `url_citation`. `before` is the length of the answer that precedes the text its offsets refer to; it is
 * negative when the start of that text is not part of the answer.
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

/** Returns the results of a search and the page that was opened. Feeds such as `oai-weather` have no URL. */
function pagesOf(call: Record<string, unknown>): Source[] {
  const found = asRecords(valueAt(call, 'action', 'sources')).map(({ url, title }) => parseSource(url, title))
  const opened = parseSource(valueAt(call, 'action', 'url'), null)
  return [...found, opened].filter((source) => source !== null)
}
