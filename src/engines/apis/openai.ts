/** OpenAI: ChatGPT's models with web search, through the Responses API. The API reports usage, not cost. */
import { asFiniteNumber, asRecords, valueAt } from '../client/json.ts'
import { costMicros, type Price } from '../client/pricing.ts'
import { type ParseContext, singleRequest } from '../client/request.ts'
import { defineApi } from '../client/vendor.ts'
import type { EngineAnswer, EngineFailure, Query } from '../engine.ts'
import { parseResponse, responsesCompletion } from './responses-format.ts'

const perCall = { search: 10, searchUnit: 'call' } as const
const prices: readonly Price[] = [
  { model: 'gpt-4.1', from: '2025-04-14', input: 2, cachedInput: 0.5, output: 8, ...perCall },
  { model: 'gpt-5', from: '2025-08-07', input: 1.25, cachedInput: 0.125, output: 10, ...perCall },
  { model: 'gpt-5-mini', from: '2025-08-07', input: 0.25, cachedInput: 0.025, output: 2, ...perCall },
  { model: 'gpt-5.1', from: '2025-11-13', input: 1.25, cachedInput: 0.125, output: 10, ...perCall },
  { model: 'gpt-5.2', from: '2025-12-11', input: 1.75, cachedInput: 0.175, output: 14, ...perCall },
  { model: 'gpt-5.4', from: '2026-03-31', input: 2.5, cachedInput: 0.25, output: 15, ...perCall },
  { model: 'gpt-5.4-mini', from: '2026-03-31', input: 0.75, cachedInput: 0.075, output: 4.5, ...perCall },
]

export const openai = defineApi({
  name: 'openai',
  label: 'OpenAI',
  settingPrefix: 'OPENAI',
  serves: ['chatgpt'],
  baseUrl: 'https://api.openai.com/v1',
  model: 'gpt-5.2',
  prices,
  pricesSource: 'https://developers.openai.com/api/docs/pricing',
  typicalCostMicros: 30_000,
  query: singleRequest({ path: '/responses', buildRequest, parse: parseOpenaiResponse }),
  completion: responsesCompletion(parseOpenaiResponse),
})

/**
 * Builds the body of a request. `tool_choice` is `required`, because otherwise the model answers many prompts from
 * memory, unlike ChatGPT.
 */
function buildRequest({ prompt, region }: Query, model: string) {
  const location = region && { user_location: { type: 'approximate', country: region } }
  return {
    model,
    input: [{ role: 'user', content: prompt }],
    stream: false,
    store: false,
    tools: [{ type: 'web_search', ...location }],
    tool_choice: 'required',
    include: ['web_search_call.action.sources'],
  }
}

export function parseOpenaiResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const answer = parseResponse(body, context)
  if (answer.outcome === 'failed') return answer
  return { ...answer, costMicros: costMicros(prices, context, answer.model, usageOf(body)) }
}

/** Returns the billed usage. OpenAI bills searches, not the pages that the model opens after them. */
function usageOf(body: unknown) {
  const searches = asRecords(valueAt(body, 'output')).filter(
    (item) => valueAt(item, 'action', 'type') === 'search',
  ).length
  const input = asFiniteNumber(valueAt(body, 'usage', 'input_tokens'))
  const cachedInput = asFiniteNumber(valueAt(body, 'usage', 'input_tokens_details', 'cached_tokens')) ?? 0
  return {
    input: input === null ? null : input - cachedInput,
    cachedInput,
    cacheWrite: null,
    output: asFiniteNumber(valueAt(body, 'usage', 'output_tokens')),
    searchCalls: asFiniteNumber(valueAt(body, 'tool_usage', 'web_search', 'num_requests')) ?? searches,
    searchQueries: searches,
  }
}
