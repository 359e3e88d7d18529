/** Claude with its web search tool. Its price is computed: the API tells only usage. */

import { failure, malformedResponse, truncatedResponse, type Vendor } from '../client/failures.ts'
import { asRecords, asString, sumOrNull, valueAt } from '../client/json.ts'
import { costMicros } from '../client/pricing.ts'
import {
  type Call,
  type EngineOptions,
  type ParseContext,
  postJson,
  startCall,
  vendorLabels,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { outcomeOf } from '../client/text-offsets.ts'
import type { Citation, Engine, EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'

export function anthropic(options: EngineOptions): Engine {
  const vendor = vendorLabels(options, 'Anthropic', 'ANTHROPIC')
  return {
    name: 'anthropic',
    surface: options.surface ?? 'api',
    async query(question) {
      const line = startCall(vendor, options, question)
      const bodies = await converse(line, options, question)
      return 'outcome' in bodies ? bodies : parseAnthropicResponse(bodies, line)
    },
  }
}

/** Every search counts as a turn of Claude's own loop; recorded answers of 15 searches paused once. */
const mostPauses = 5

/**
 * A long answer pauses (`pause_turn`) and goes on when it is sent back as it is. It has searched by then, so
 * it is no longer made to.
 */
async function converse(
  line: Call,
  options: EngineOptions,
  question: Query,
): Promise<unknown[] | EngineFailure> {
  // The vendor's SDK adds the version to its base address.
  const url = `${withoutTrailingSlash(options.baseUrl).replace(/\/v1$/, '')}/v1/messages`
  const headers = { 'x-api-key': options.apiKey, 'anthropic-version': '2023-06-01' }
  const bodies: unknown[] = []
  for (let pauses = 0; pauses <= mostPauses; pauses++) {
    const said = bodies.flatMap(blocksOf)
    const reply = await postJson(line, { url, headers, body: requestOf(question, options.model, said) })
    if ('outcome' in reply) return reply
    bodies.push(reply.body)
    if (valueAt(reply.body, 'stop_reason') !== 'pause_turn') break
  }
  return bodies
}

/** The newest models answer a forced tool with an error; they are left to decide. */
const refusesForcedTools = /-5-\d$/

/** The 20250305 tool searches plainly; later ones filter by running code, which hides sources. */
function requestOf(question: Query, model: string, said: unknown[]) {
  const place = question.region && { user_location: { type: 'approximate', country: question.region } }
  const force = said.length === 0 && !refusesForcedTools.test(model)
  return {
    model,
    max_tokens: 16_000,
    messages: [
      { role: 'user', content: question.prompt },
      ...(said.length > 0 ? [{ role: 'assistant', content: said }] : []),
    ],
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, ...place }],
    ...(force && { tool_choice: { type: 'tool', name: 'web_search' } }),
  }
}

/** `bodies` are the messages of one answer, in order: more than one when it paused. */
export function parseAnthropicResponse(
  bodies: readonly unknown[],
  reading: ParseContext,
): EngineAnswer | EngineFailure {
  const { vendor } = reading
  const last = bodies.at(-1)
  const hasContent = bodies.every((body) => Array.isArray(valueAt(body, 'content')))
  if (!hasContent) return malformedResponse(vendor, 'it has no content')
  const blocks = bodies.flatMap(blocksOf)
  const results = blocks.filter(({ type }) => type === 'web_search_tool_result')
  const failed = searchFailure(results, vendor)
  if (failed) return failed
  const stop = valueAt(last, 'stop_reason')
  if (stop === 'max_tokens' || stop === 'pause_turn' || stop === 'model_context_window_exceeded') {
    return truncatedResponse(vendor)
  }

  const { markdown, citations } = readText(blocks)
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
    costMicros: costMicros(reading, 'anthropic', model, usage),
    shoppingCards: [],
    raw: bodies.length === 1 ? last : bodies,
  }
}

function blocksOf(body: unknown): Record<string, unknown>[] {
  return asRecords(valueAt(body, 'content'))
}

/**
 * The answer is all text blocks in a row; a citation's place is its block, for the API cuts the text there.
 * One block that quotes a page twice points at it once.
 */
function readText(blocks: Record<string, unknown>[]): { markdown: string; citations: Citation[] } {
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

/** A failed search is an error inside a 200. It spoils the answer only when no other search worked. */
function searchFailure(results: Record<string, unknown>[], { label }: Vendor): EngineFailure | null {
  if (results.length === 0 || results.some(({ content }) => Array.isArray(content))) return null
  const status = 200
  switch (valueAt(results.at(-1), 'content', 'error_code')) {
    case 'too_many_requests':
      return failure('rate_limited', `${label}'s web search asks for fewer requests.`, { status })
    case 'unavailable':
      return failure('unavailable', `${label}'s web search is not available at the moment.`, { status })
    default:
      return failure('rejected', `${label}'s web search did not accept the query that its model wrote.`, {
        status,
      })
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
