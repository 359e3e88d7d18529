/** Perplexity: its own Sonar model with web search, through the Agent API. The API reports the cost of each answer. */

import { required, wholeNumber } from '../../core/settings.ts'
import { message } from '../../languages/message.ts'
import {
  httpFailure,
  malformedResponse,
  truncatedResponse,
  unknownFormat,
  type VendorLabels,
} from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, asStrings, isRecord, valueAt } from '../client/json.ts'
import { findListed, listedModel, listedPrice, lookUpModel } from '../client/model-lookup.ts'
import { dollarsToMicros, getCost } from '../client/pricing.ts'
import {
  type ApiOptions,
  bearer,
  type ParseContext,
  type Refusable,
  singleRequest,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { findReferenceMarkers, getOccurrences, getOutcome } from '../client/text-offsets.ts'
import { unknownTypes, unrecognizedValue } from '../client/unrecognized.ts'
import { defineApi } from '../client/vendor.ts'
import type { CompletionFields, CompletionRequest } from '../completion-api.ts'
import type { Cost, EngineAnswer, EngineCitation, EngineFailure, Query, Source } from '../engine.ts'
import { namedSchema, zeroTemperature } from './chat-format.ts'
import { toMessages } from './conversation.ts'

export const perplexity = defineApi({
  name: 'perplexity',
  label: 'Perplexity',
  settingPrefix: 'PERPLEXITY',
  serves: ['perplexity'],
  baseUrl: 'https://api.perplexity.ai',
  model: 'perplexity/sonar',
  reportsCost: true,
  typicalUsage: { input: 2_100, output: 240, searches: 1 },
  settings: {
    PERPLEXITY_REQUESTS_PER_MINUTE: required(
      'Control the pace of queries',
      '50',
      wholeNumber(0, 1_000_000),
      'Maximum number of queries started per minute at Perplexity, by all processes together; 0 turns the limit off. The lowest usage tier allows one per second.',
      'Your usage tier allows more.',
    ),
  },
  options: (config) => ({ requestsPerMinute: config.PERPLEXITY_REQUESTS_PER_MINUTE }),
  query: singleRequest({ path: '/v1/agent', buildRequest, parse: parsePerplexityResponse }),
  completion: perplexityCompletion,
  findModel: (options, labels) =>
    lookUpModel(options, labels, {
      path: '/v1/models',
      parse: (body) => {
        const found = findListed(body, options.model)
        const { input, output } = isRecord(found?.pricing) ? found.pricing : {}
        return found ? { ...listedModel, price: listedPrice(input, output, 1) } : null
      },
    }),
})

/** Builds the body of a request. Without `tool_choice`, the model answers many prompts from memory. */
export function buildRequest(query: Query, { model, forceSearch }: ApiOptions & Refusable) {
  const languageCode = /^[a-z]{2}(?![a-z])/.exec(query.language ?? '')?.[0]
  return {
    model,
    input: query.conversation
      ? toMessages(query).map((message) => ({ type: 'message' as const, ...message }))
      : query.prompt,
    stream: false as const,
    store: false,
    ...(languageCode && { language_preference: languageCode }),
    tools: [
      { type: 'web_search' as const, ...(query.region && { user_location: { country: query.region } }) },
    ],
    ...(forceSearch && { tool_choice: { type: 'web_search' as const } }),
  }
}

export function perplexityCompletion(options: ApiOptions, labels: VendorLabels) {
  return {
    labels,
    url: `${withoutTrailingSlash(options.baseUrl)}/v1/agent`,
    headers: bearer(options),
    // Without tools, the Agent API does not search.
    body: (request: CompletionRequest, fields: CompletionFields) => ({
      model: options.model,
      instructions: request.system,
      input: request.user,
      stream: false as const,
      store: false,
      ...zeroTemperature(fields),
      ...(fields.schema && {
        response_format: {
          type: 'json_schema' as const,
          json_schema: { strict: true, ...namedSchema(request) },
        },
      }),
    }),
    parse: parsePerplexityResponse,
  }
}

const knownItems = new Set(['message', 'search_results', 'fetch_url_results'])

export function parsePerplexityResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const { labels } = context
  const failed = failureInside(body, context)
  if (failed) return failed
  if (!Array.isArray(valueAt(body, 'output'))) return unknownFormat(labels, body, ['no output'])
  const items = asRecords(valueAt(body, 'output'))
  const unrecognized = unknownTypes('output item', items, knownItems)
  const messages = items.filter(({ type }) => type === 'message')
  if (messages.length === 0 && unrecognized.length > 0)
    return { ...unknownFormat(labels, body, unrecognized), cost: costOfResponse(body, context) }

  const parts = messages.flatMap(({ content }) => asRecords(content))
  const searchItems = items.filter(({ type }) => type === 'search_results')
  const pages = [...searchItems.flatMap(({ results }) => asRecords(results)), ...fetchedPages(items)]
  const retrieved = pages.map(({ url, title }) => parseSource(url, title)).filter((source) => source !== null)
  const { markdown, citations } = parseParts(parts, sourcesById(searchItems), retrieved)
  return {
    outcome: getOutcome(markdown, false),
    markdown,
    model: asString(valueAt(body, 'model')),
    citations,
    retrieved: retrievedOnly(retrieved, citations),
    searches: [...new Set(searchItems.flatMap(({ queries }) => asStrings(queries)))],
    searched: searchItems.length > 0 || countSearches(body) > 0,
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'input_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'output_tokens')),
    shoppingCards: [],
    raw: body,
    unrecognized,
    ...costOfResponse(body, context),
  }
}

/** Returns the failure inside a 200: failed, cancelled and truncated runs have that status. */
function failureInside(body: unknown, context: ParseContext): EngineFailure | null {
  const { labels } = context
  const status = valueAt(body, 'status')
  const error = valueAt(body, 'error')
  const cost = isRecord(valueAt(body, 'usage')) ? { cost: costOfResponse(body, context) } : {}
  if (isRecord(error)) {
    const code = Number(error.code)
    const failure = httpFailure(
      context,
      { status: 200, headers: new Headers(), body },
      code >= 400 && code <= 599 ? code : status === 'cancelled' ? 503 : 500,
    )
    return { ...failure, ...cost }
  }
  if (status === undefined || status === 'completed') return null
  if (status === 'incomplete') return { ...truncatedResponse(labels), ...cost }
  if (status === 'failed' || status === 'cancelled')
    return { ...malformedResponse(labels, message('engines.general.itWasNotCompleted')), ...cost }
  return { ...unknownFormat(labels, body, [unrecognizedValue('status', status)]), ...cost }
}

/** Returns the sources by their ids, which are unique in a response, but not in the order of its lists of results. */
function sourcesById(searchItems: Record<string, unknown>[]): Map<number, Source> {
  const byId = new Map<number, Source>()
  for (const { id, url, title } of searchItems.flatMap(({ results }) => asRecords(results))) {
    const source = parseSource(url, title)
    if (typeof id === 'number' && source !== null && !byId.has(id)) byId.set(id, source)
  }
  return byId
}

/**
 * Concatenates the parts of an answer. A marker `[n]` or `[web:n]` cites a result, and a link any page that was read;
 * annotations are mostly empty.
 */
function parseParts(
  parts: Record<string, unknown>[],
  results: ReadonlyMap<number, Source>,
  pages: readonly Source[],
): { markdown: string; citations: EngineCitation[] } {
  const markdown = parts.map(({ text }) => asString(text) ?? '').join('')
  const marked = findReferenceMarkers(markdown).flatMap(({ number, start, end }) => {
    const source = results.get(number)
    return source ? [{ ...source, start, end }] : []
  })
  const linked = pages.flatMap((source) =>
    getOccurrences(source.url, markdown).map((start) => ({
      ...source,
      start,
      end: start + source.url.length,
    })),
  )
  const located = [...marked, ...linked].sort((a, b) => a.start - b.start)
  const annotated = parts
    .flatMap(({ annotations }) => asRecords(annotations))
    .flatMap(({ url, title }) => parseSource(url, title) ?? [])
    .filter(({ url }) => !located.some((citation) => citation.url === url))
    .map((source) => ({ ...source, start: null, end: null }))
  return { markdown, citations: distinctCitations([...located, ...annotated]) }
}

const fetchedPages = (items: Record<string, unknown>[]) =>
  items.filter(({ type }) => type === 'fetch_url_results').flatMap(({ contents }) => asRecords(contents))

/** The billing name of a search is `search_web`. */
const countSearches = (body: unknown): number =>
  asFiniteNumber(valueAt(body, 'usage', 'tool_calls_details', 'search_web', 'invocation')) ?? 0

function costOfResponse(body: unknown, context: ParseContext): Cost {
  const usage = valueAt(body, 'usage')
  const reported = asFiniteNumber(valueAt(usage, 'cost', 'total_cost'))
  if (reported !== null) return { costMicros: dollarsToMicros(reported), costEstimated: false }
  return getCost(context, asString(valueAt(body, 'model')), {
    input: asFiniteNumber(valueAt(usage, 'input_tokens')),
    output: asFiniteNumber(valueAt(usage, 'output_tokens')),
    searches: countSearches(body),
  })
}
