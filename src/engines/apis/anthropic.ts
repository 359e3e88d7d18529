/** Anthropic: Claude with the web search tool. The API reports usage, not cost. */

import { message } from '../../languages/message.ts'
import { failure, truncatedResponse, unknownFormat, type VendorLabels } from '../client/failures.ts'
import { asRecords, asString, sumOrNull, valueAt } from '../client/json.ts'
import { listedModel, lookUpModel, toDay } from '../client/model-lookup.ts'
import { getCost } from '../client/pricing.ts'
import {
  type ApiOptions,
  type Call,
  createSender,
  type ParseContext,
  postToEngine,
  type Refusable,
  startCall,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { getOutcome } from '../client/text-offsets.ts'
import { unknownTypes, unrecognizedValue } from '../client/unrecognized.ts'
import { defineApi, maxSearchesSetting } from '../client/vendor.ts'
import type { CompletionFields, CompletionRequest } from '../completion-api.ts'
import type { EngineAnswer, EngineCitation, EngineFailure, Query, QueryResult, Source } from '../engine.ts'
import { toMessages } from './conversation.ts'

export const anthropic = defineApi({
  name: 'anthropic',
  label: 'Anthropic',
  settingPrefix: 'ANTHROPIC',
  serves: ['claude'],
  baseUrl: 'https://api.anthropic.com',
  model: 'claude-sonnet-5-5',
  typicalUsage: { input: 11_600, output: 350, searches: 1 },
  settings: { ANTHROPIC_MAX_SEARCHES: maxSearchesSetting('Anthropic', 5) },
  options: (config) => ({ maxSearches: config.ANTHROPIC_MAX_SEARCHES }),
  query: queryClaude,
  completion: claudeCompletion,
  findModel: (options, labels) => {
    const { base, headers } = getEndpoint(options)
    return lookUpModel({ ...options, baseUrl: base }, labels, {
      path: `/v1/models/${encodeURIComponent(options.model)}`,
      headers,
      // `lifecycle` decides: a model can have a date and be active again.
      parse: (body) =>
        valueAt(body, 'lifecycle') === 'retired'
          ? null
          : { ...listedModel, shutdown: toDay(valueAt(body, 'retires_at')) },
    })
  },
})

function queryClaude(options: ApiOptions, labels: VendorLabels) {
  const send = createSender(options)
  return async (query: Query): Promise<QueryResult> => {
    const call = startCall(labels, options, query)
    const bodies = await requestUntilDone(call, options, query, send)
    return 'outcome' in bodies ? bodies : parseAnthropicResponse(bodies, call)
  }
}

/** Returns the URLs and headers of the API. Anthropic's SDK appends the API version to its base URL. */
function getEndpoint({ baseUrl, apiKey }: ApiOptions) {
  const base = withoutTrailingSlash(baseUrl).replace(/\/v1$/, '')
  return {
    base,
    url: `${base}/v1/messages`,
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
  }
}

export function claudeCompletion(options: ApiOptions, labels: VendorLabels) {
  const { url, headers } = getEndpoint(options)
  return {
    labels,
    url,
    headers,
    // Current models refuse a temperature, and the SDK no longer has one.
    body: ({ system, user, schema }: CompletionRequest, fields: Pick<CompletionFields, 'schema'>) => ({
      model: options.model,
      max_tokens: maxTokens,
      system,
      messages: [{ role: 'user' as const, content: user }],
      ...(fields.schema && { output_config: { format: { type: 'json_schema' as const, schema } } }),
    }),
    parse: (body: unknown, context: ParseContext) => parseAnthropicResponse([body], context),
  }
}

const maxTokens = 16_000

/** Recorded answers with 15 searches paused once. */
const maxPauses = 5

/**
 * Requests an answer until it is complete. A long answer pauses (`pause_turn`) and continues when its blocks are sent
 * back unchanged.
 */
async function requestUntilDone(
  call: Call,
  options: ApiOptions,
  query: Query,
  send: ReturnType<typeof createSender>,
): Promise<unknown[] | EngineFailure> {
  const { url, headers } = getEndpoint(options)
  const bodies: unknown[] = []
  for (let pauses = 0; pauses <= maxPauses; pauses++) {
    const previous = bodies.flatMap(getBlocks)
    const reply = await send((fields) =>
      postToEngine(call, { url, headers, body: buildRequest(query, { ...options, ...fields }, previous) }),
    )
    if ('outcome' in reply) return reply
    bodies.push(reply.body)
    if (valueAt(reply.body, 'stop_reason') !== 'pause_turn') break
  }
  return bodies
}

/**
 * Uses the 20250305 tool: later versions filter results by running code, which hides sources. A search is forced only
 * in the first request: an answer that paused has already searched, and its blocks are sent back unchanged.
 */
export function buildRequest<Block>(
  query: Query,
  { model, maxSearches = 5, forceSearch }: ApiOptions & Refusable,
  previous: Block[] = [],
) {
  const location = query.region && { user_location: { type: 'approximate' as const, country: query.region } }
  return {
    model,
    max_tokens: maxTokens,
    messages: [
      ...toMessages(query),
      ...(previous.length > 0 ? [{ role: 'assistant' as const, content: previous }] : []),
    ],
    tools: [
      {
        type: 'web_search_20250305' as const,
        name: 'web_search' as const,
        max_uses: maxSearches,
        ...location,
      },
    ],
    ...(forceSearch &&
      previous.length === 0 && { tool_choice: { type: 'tool' as const, name: 'web_search' } }),
  }
}

const knownBlocks = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
])
const truncations = new Set(['max_tokens', 'pause_turn', 'model_context_window_exceeded'])
const stopReasons = new Set(['end_turn', 'stop_sequence', 'refusal'])

/** Parses an answer. `bodies` are its messages in order; more than one if it paused. */
export function parseAnthropicResponse(
  bodies: readonly unknown[],
  context: ParseContext,
): EngineAnswer | EngineFailure {
  const { labels } = context
  const last = bodies.at(-1)
  const hasContent = bodies.every((body) => Array.isArray(valueAt(body, 'content')))
  if (!hasContent) return unknownFormat(labels, bodies, ['no content'])
  const blocks = bodies.flatMap(getBlocks)
  const results = blocks.filter(({ type }) => type === 'web_search_tool_result')
  const model = asString(valueAt(last, 'model'))
  const usage = getUsage(bodies)
  const cost = getCost(context, model, usage)
  const failed = searchFailure(results, labels)
  if (failed) return { ...failed, cost }
  const stop = asString(valueAt(last, 'stop_reason'))
  if (truncations.has(stop ?? '')) return { ...truncatedResponse(labels), cost }
  const unrecognized = unknownTypes('content block', blocks, knownBlocks)
  if (stop !== null && !stopReasons.has(stop))
    return {
      ...unknownFormat(labels, bodies, [unrecognizedValue('stop reason', stop), ...unrecognized]),
      cost,
    }
  if (unrecognized.length > 0 && stop !== 'refusal' && !blocks.some(({ type }) => type === 'text'))
    return { ...unknownFormat(labels, bodies, unrecognized), cost }

  const { markdown, citations } = parseTextBlocks(blocks)
  return {
    outcome: getOutcome(markdown, stop === 'refusal'),
    markdown,
    model,
    citations,
    retrieved: retrievedOnly(results.flatMap(getPages), citations),
    searches: blocks.flatMap(getQuery),
    searched: usage.searches > 0 || results.length > 0,
    inputTokens: sumOrNull(usage.input, usage.cachedInput, usage.cacheWrite),
    outputTokens: usage.output,
    shoppingCards: [],
    raw: bodies.length === 1 ? last : bodies,
    unrecognized,
    ...cost,
  }
}

function getBlocks(body: unknown): Record<string, unknown>[] {
  return asRecords(valueAt(body, 'content'))
}

/**
 * Concatenates the text blocks. A citation spans its block, because the API splits the text at citations. A block that
 * quotes a page twice cites it once.
 */
function parseTextBlocks(blocks: Record<string, unknown>[]): {
  markdown: string
  citations: EngineCitation[]
} {
  let markdown = ''
  const citations: EngineCitation[] = []
  for (const block of blocks.filter(({ type }) => type === 'text')) {
    const start = markdown.length
    markdown += asString(block.text) ?? ''
    for (const { url, title } of asRecords(block.citations)) {
      const source = parseSource(url, title)
      if (source) citations.push({ ...source, start, end: markdown.length })
    }
  }
  return { markdown, citations: distinctCitations(citations) }
}

/**
 * Returns the failure of the searches, which is an error inside a 200. The answer is a failure only if no search
 * succeeded.
 */
function searchFailure(results: Record<string, unknown>[], { label }: VendorLabels): EngineFailure | null {
  if (results.length === 0 || results.some(({ content }) => Array.isArray(content))) return null
  const status = 200
  switch (valueAt(results.at(-1), 'content', 'error_code')) {
    case 'too_many_requests':
      return failure('rate_limited', message('engines.anthropic.labelSWebSearchLimitsThe', { label }), {
        status,
      })
    case 'unavailable':
      return failure('unavailable', message('engines.anthropic.labelSWebSearchIsTemporarily', { label }), {
        status,
      })
    default:
      return failure('rejected', message('engines.anthropic.labelSWebSearchRejectedThe', { label }), {
        status,
      })
  }
}

function getPages(result: Record<string, unknown>): Source[] {
  return asRecords(result.content)
    .map(({ url, title }) => parseSource(url, title))
    .filter((source) => source !== null)
}

function getQuery(block: Record<string, unknown>): string[] {
  const query =
    block.type === 'server_tool_use' && block.name === 'web_search'
      ? asString(valueAt(block, 'input', 'query'))
      : null
  return query === null ? [] : [query]
}

function getUsage(bodies: readonly unknown[]) {
  const total = (...path: string[]) => sumOrNull(...bodies.map((body) => valueAt(body, 'usage', ...path)))
  return {
    input: total('input_tokens'),
    cachedInput: total('cache_read_input_tokens'),
    cacheWrite: total('cache_creation_input_tokens'),
    output: total('output_tokens'),
    searches: total('server_tool_use', 'web_search_requests') ?? 0,
  }
}
