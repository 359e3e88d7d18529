/** Anthropic: Claude with the web search tool. The API reports usage, not cost. */

import { message } from '../../languages/message.ts'
import { failure, malformedResponse, truncatedResponse, type VendorLabels } from '../client/failures.ts'
import { asRecords, asString, sumOrNull, valueAt } from '../client/json.ts'
import { costMicros, type Price } from '../client/pricing.ts'
import {
  type ApiOptions,
  type Call,
  type ParseContext,
  postJson,
  startCall,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { outcomeOf } from '../client/text-offsets.ts'
import { defineApi } from '../client/vendor.ts'
import type { CompletionApi } from '../completion-api.ts'
import type { Citation, EngineAnswer, EngineFailure, Query, QueryResult, Source } from '../engine.ts'
import { zeroTemperature } from './chat-format.ts'

const perCall = { search: 10, searchUnit: 'call' } as const
const prices: readonly Price[] = [
  {
    model: 'claude-haiku-4-5',
    from: '2025-10-15',
    input: 1,
    cachedInput: 0.1,
    cacheWrite: 1.25,
    output: 5,
    ...perCall,
  },
  {
    model: 'claude-sonnet-4-5',
    from: '2025-09-29',
    input: 3,
    cachedInput: 0.3,
    cacheWrite: 3.75,
    output: 15,
    ...perCall,
  },
  {
    model: 'claude-sonnet-5',
    from: '2026-08-01',
    input: 2,
    cachedInput: 0.2,
    cacheWrite: 2.5,
    output: 10,
    ...perCall,
  },
  {
    model: 'claude-sonnet-5-5',
    from: '2026-09-29',
    input: 2,
    cachedInput: 0.2,
    cacheWrite: 2.5,
    output: 10,
    ...perCall,
  },
  {
    model: 'claude-opus-5',
    from: '2026-08-01',
    input: 5,
    cachedInput: 0.5,
    cacheWrite: 6.25,
    output: 25,
    ...perCall,
  },
]

export const anthropic = defineApi({
  name: 'anthropic',
  label: 'Anthropic',
  settingPrefix: 'ANTHROPIC',
  serves: ['claude'],
  baseUrl: 'https://api.anthropic.com',
  model: 'claude-sonnet-5',
  prices,
  pricesSource: 'https://platform.claude.com/docs/en/about-claude/pricing',
  typicalCostMicros: 40_000,
  query: queryClaude,
  completion: claudeCompletion,
})

function queryClaude(options: ApiOptions, labels: VendorLabels) {
  return async (query: Query): Promise<QueryResult> => {
    const call = startCall(labels, options, query)
    const bodies = await requestUntilDone(call, options, query)
    return 'outcome' in bodies ? bodies : parseAnthropicResponse(bodies, call)
  }
}

/** Returns the URL and headers of the API. Anthropic's SDK appends the API version to its base URL. */
const endpointOf = ({ baseUrl, apiKey }: ApiOptions) => ({
  url: `${withoutTrailingSlash(baseUrl).replace(/\/v1$/, '')}/v1/messages`,
  headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
})

function claudeCompletion(options: ApiOptions, labels: VendorLabels): CompletionApi {
  return {
    labels,
    ...endpointOf(options),
    body: ({ system, user, schema }, fields) => ({
      model: options.model,
      max_tokens: maxTokens,
      system,
      messages: [{ role: 'user', content: user }],
      ...zeroTemperature(fields),
      ...(fields.schema && { output_config: { format: { type: 'json_schema', schema } } }),
    }),
    parse: (body, context) => parseAnthropicResponse([body], context),
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
): Promise<unknown[] | EngineFailure> {
  const endpoint = endpointOf(options)
  const bodies: unknown[] = []
  for (let pauses = 0; pauses <= maxPauses; pauses++) {
    const previous = bodies.flatMap(blocksOf)
    const reply = await postJson(call, { ...endpoint, body: buildRequest(query, options.model, previous) })
    if ('outcome' in reply) return reply
    bodies.push(reply.body)
    if (valueAt(reply.body, 'stop_reason') !== 'pause_turn') break
  }
  return bodies
}

/** The newest models return an error for a forced tool, so they decide themselves. */
const refusesForcedTools = /-5-\d$/

/**
 * Uses the 20250305 tool: later versions filter results by running code, which hides sources. A search is forced only
 * in the first request: an answer that paused has already searched.
 */
function buildRequest({ prompt, region }: Query, model: string, previous: unknown[]) {
  const location = region && { user_location: { type: 'approximate', country: region } }
  const force = previous.length === 0 && !refusesForcedTools.test(model)
  return {
    model,
    max_tokens: maxTokens,
    messages: [
      { role: 'user', content: prompt },
      ...(previous.length > 0 ? [{ role: 'assistant', content: previous }] : []),
    ],
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, ...location }],
    ...(force && { tool_choice: { type: 'tool', name: 'web_search' } }),
  }
}

/** Parses an answer. `bodies` are its messages in order; more than one if it paused. */
export function parseAnthropicResponse(
  bodies: readonly unknown[],
  context: ParseContext,
): EngineAnswer | EngineFailure {
  const { labels } = context
  const last = bodies.at(-1)
  const hasContent = bodies.every((body) => Array.isArray(valueAt(body, 'content')))
  if (!hasContent) return malformedResponse(labels, message('it has no content'))
  const blocks = bodies.flatMap(blocksOf)
  const results = blocks.filter(({ type }) => type === 'web_search_tool_result')
  const failed = searchFailure(results, labels)
  if (failed) return failed
  const stop = valueAt(last, 'stop_reason')
  if (stop === 'max_tokens' || stop === 'pause_turn' || stop === 'model_context_window_exceeded') {
    return truncatedResponse(labels)
  }

  const { markdown, citations } = parseTextBlocks(blocks)
  const model = asString(valueAt(last, 'model'))
  const usage = usageOf(bodies)
  return {
    outcome: outcomeOf(markdown, stop === 'refusal'),
    markdown,
    model,
    citations,
    retrieved: retrievedOnly(results.flatMap(pagesOf), citations),
    searches: blocks.flatMap(queryOf),
    searched: usage.searchCalls > 0 || results.length > 0,
    inputTokens: sumOrNull(usage.input, usage.cachedInput, usage.cacheWrite),
    outputTokens: usage.output,
    costMicros: costMicros(prices, context, model, usage),
    shoppingCards: [],
    raw: bodies.length === 1 ? last : bodies,
  }
}

function blocksOf(body: unknown): Record<string, unknown>[] {
  return asRecords(valueAt(body, 'content'))
}

/**
 * Concatenates the text blocks. A citation spans its block, because the API splits the text at citations. A block that
 * quotes a page twice cites it once.
 */
function parseTextBlocks(blocks: Record<string, unknown>[]): { markdown: string; citations: Citation[] } {
  let markdown = ''
  const citations: Citation[] = []
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
      return failure('rate_limited', message("{label}'s web search limits the request rate.", { label }), {
        status,
      })
    case 'unavailable':
      return failure('unavailable', message("{label}'s web search is temporarily unavailable.", { label }), {
        status,
      })
    default:
      return failure(
        'rejected',
        message("{label}'s web search rejected the query that the model wrote.", { label }),
        { status },
      )
  }
}

function pagesOf(result: Record<string, unknown>): Source[] {
  return asRecords(result.content)
    .map(({ url, title }) => parseSource(url, title))
    .filter((source) => source !== null)
}

function queryOf(block: Record<string, unknown>): string[] {
  const query =
    block.type === 'server_tool_use' && block.name === 'web_search'
      ? asString(valueAt(block, 'input', 'query'))
      : null
  return query === null ? [] : [query]
}

function usageOf(bodies: readonly unknown[]) {
  const total = (...path: string[]) => sumOrNull(...bodies.map((body) => valueAt(body, 'usage', ...path)))
  const searchCalls = total('server_tool_use', 'web_search_requests') ?? 0
  return {
    input: total('input_tokens'),
    cachedInput: total('cache_read_input_tokens'),
    cacheWrite: total('cache_creation_input_tokens'),
    output: total('output_tokens'),
    searchCalls,
    searchQueries: searchCalls,
  }
}
