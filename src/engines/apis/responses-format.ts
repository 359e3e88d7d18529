/** The Responses format, which OpenAI and xAI share, and Perplexity in parts. */

import { message } from '../../languages/message.ts'
import {
  httpFailure,
  isPolicyRefusal,
  malformedResponse,
  truncatedResponse,
  unknownFormat,
  type VendorLabels,
} from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, asStrings, isRecord, valueAt } from '../client/json.ts'
import { type ApiOptions, bearer, type ParseContext, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { codePoints, getOutcome, noSpan, offsetsIn, spanBetween } from '../client/text-offsets.ts'
import { unknownTypes, unrecognizedValue } from '../client/unrecognized.ts'
import type { CompletionFields, CompletionFormat, CompletionRequest } from '../completion-api.ts'
import type { Cost, EngineAnswer, EngineCitation, EngineFailure, Source } from '../engine.ts'
import { namedSchema, systemAndUser, zeroTemperature } from './chat-format.ts'

export const responsesCompletion =
  (parse: CompletionFormat['parse']) => (options: ApiOptions, labels: VendorLabels) => ({
    labels,
    url: `${withoutTrailingSlash(options.baseUrl)}/responses`,
    headers: bearer(options),
    body: (request: CompletionRequest, fields: CompletionFields) => ({
      model: options.model,
      input: systemAndUser(request),
      stream: false as const,
      store: false,
      ...zeroTemperature(fields),
      ...(fields.schema && {
        text: { format: { type: 'json_schema' as const, strict: true, ...namedSchema(request) } },
      }),
    }),
    parse,
  })

const knownItems = new Set(['message', 'reasoning', 'web_search_call', 'x_search_call'])
const knownParts = new Set(['output_text', 'refusal'])

/** `costFor` returns the cost of the response for the model that served it. */
export function parseResponse(
  body: unknown,
  context: ParseContext,
  costFor: (served: string | null) => Cost,
): EngineAnswer | EngineFailure {
  const { labels } = context
  const model = asString(valueAt(body, 'model'))
  const failed = failureInside(body, context, () => costFor(model))
  if (failed) return failed
  if (!Array.isArray(valueAt(body, 'output')) && !isPolicyRefusal(body))
    return unknownFormat(labels, body, ['no output'])

  const items = asRecords(valueAt(body, 'output'))
  const messages = items.filter(({ type }) => type === 'message')
  const parts = messages.flatMap(({ content }) => asRecords(content))
  const unrecognized = [
    ...unknownTypes('output item', items, knownItems),
    ...unknownTypes('content part', parts, knownParts),
  ]
  const refused = isRefused(body, parts)
  if (unrecognized.length > 0 && !refused && !parts.some(({ type }) => type === 'output_text'))
    return { ...unknownFormat(labels, body, unrecognized), cost: costFor(model) }
  const refusal = parts.map((part) => asString(part.refusal)).find((text) => text !== null)
  const { markdown, citations } = parseParts(parts)
  const calls = items.filter(
    ({ type, status }) => (type === 'web_search_call' || type === 'x_search_call') && status !== 'failed',
  )
  return {
    outcome: getOutcome(markdown, refused),
    markdown: markdown || (refusal ?? ''),
    model,
    citations,
    retrieved: retrievedOnly(calls.flatMap(getPages), citations),
    searches: [...new Set(calls.flatMap(getQueries))],
    searched: calls.length > 0,
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'input_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'output_tokens')),
    shoppingCards: [],
    raw: body,
    unrecognized,
    // A prompt that is declined before it is processed is not charged.
    ...(isPolicyRefusal(body) && !isRecord(valueAt(body, 'usage')) ? noCost : costFor(model)),
  }
}

const noCost: Cost = { costMicros: 0, costEstimated: false }

const isRefused = (body: unknown, parts: Record<string, unknown>[]) =>
  parts.some(({ refusal }) => asString(refusal) !== null) ||
  valueAt(body, 'incomplete_details', 'reason') === 'content_filter' ||
  isPolicyRefusal(body)

/** The reasons of an incomplete response whose text is cut off. */
const truncations = new Set(['max_output_tokens', 'max_messages', 'steered'])

/**
 * Returns the failure inside a 200 that failed or is incomplete. A response that was declined by policy is a refusal, not
 * a failure.
 */
function failureInside(body: unknown, context: ParseContext, cost: () => Cost): EngineFailure | null {
  if (isRefused(body, [])) return null
  const error = valueAt(body, 'error')
  // A run that failed before it used tokens is not charged.
  const charged = isRecord(valueAt(body, 'usage')) ? { cost: cost() } : {}
  if (isRecord(error)) {
    const status = { rate_limit_exceeded: 429, server_error: 500 }[asString(error.code) ?? ''] ?? 400
    return { ...httpFailure(context, { status: 200, headers: new Headers(), body }, status), ...charged }
  }
  const status = valueAt(body, 'status')
  if (status === undefined || status === 'completed') return null
  if (status === 'failed' || status === 'cancelled')
    return { ...malformedResponse(context.labels, message('engines.general.itWasNotCompleted')), ...charged }
  if (status !== 'incomplete')
    return { ...unknownFormat(context.labels, body, [unrecognizedValue('status', status)]), ...charged }
  const reason = valueAt(body, 'incomplete_details', 'reason')
  return truncations.has(asString(reason) ?? 'max_output_tokens')
    ? { ...truncatedResponse(context.labels), cost: cost() }
    : {
        ...unknownFormat(context.labels, body, [unrecognizedValue('incomplete reason', reason)]),
        cost: cost(),
      }
}

/** Concatenates the parts of an answer. The annotations' offsets count code points from the start of their part. */
function parseParts(parts: Record<string, unknown>[]): { markdown: string; citations: EngineCitation[] } {
  let markdown = ''
  const citations: EngineCitation[] = []
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
): EngineCitation | null {
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

function getQueries(call: Record<string, unknown>): string[] {
  const many = asStrings(valueAt(call, 'action', 'queries'))
  const one = asString(valueAt(call, 'action', 'query'))
  return many.length > 0 || one === null ? many : [one]
}

/** Returns the results of a search and the page that was opened. Feeds such as `oai-weather` have no URL. */
function getPages(call: Record<string, unknown>): Source[] {
  const found = asRecords(valueAt(call, 'action', 'sources')).map(({ url, title }) => parseSource(url, title))
  const opened = parseSource(valueAt(call, 'action', 'url'), null)
  return [...found, opened].filter((source) => source !== null)
}
