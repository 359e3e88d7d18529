/** OpenAI: ChatGPT's models with web search, through the Responses API. The API reports usage, not cost. */
import { asFiniteNumber, asRecords, valueAt } from '../client/json.ts'
import { listedModel, lookUpModel, toDay } from '../client/model-lookup.ts'
import { flexFactor, getCost, type TokenUsage } from '../client/pricing.ts'
import { type ApiOptions, type ParseContext, type Refusable, singleRequest } from '../client/request.ts'
import { defineApi, maxSearchesSetting, serviceTierSetting } from '../client/vendor.ts'
import type { EngineAnswer, EngineFailure, Query } from '../engine.ts'
import { toMessages } from './conversation.ts'
import { parseResponse, responsesCompletion } from './responses-format.ts'

export const openai = defineApi({
  name: 'openai',
  label: 'OpenAI',
  settingPrefix: 'OPENAI',
  serves: ['chatgpt'],
  baseUrl: 'https://api.openai.com/v1',
  model: 'gpt-6-luna',
  typicalUsage: { input: 8_600, output: 900, searches: 1 },
  settings: {
    OPENAI_SERVICE_TIER: serviceTierSetting('OpenAI'),
    OPENAI_MAX_SEARCHES: maxSearchesSetting('OpenAI', 4),
  },
  options: (config) => ({
    serviceTier: config.OPENAI_SERVICE_TIER,
    maxSearches: config.OPENAI_MAX_SEARCHES,
  }),
  query: singleRequest({ path: '/responses', buildRequest, parse: parseOpenaiResponse }),
  completion: responsesCompletion(parseOpenaiResponse),
  findModel: (options, labels) =>
    lookUpModel(options, labels, {
      path: `/models/${encodeURIComponent(options.model)}`,
      parse: (body) => ({ ...listedModel, shutdown: toDay(valueAt(body, 'shutdown_date')) }),
    }),
})

/**
 * Builds the body of a request. `tool_choice` is `required`, because otherwise the model answers many prompts from
 * memory, unlike ChatGPT. Without `user_location`, the search is done as from the United States.
 */
export function buildRequest(
  query: Query,
  { model, maxSearches, forceSearch, serviceTier }: ApiOptions & Refusable,
) {
  return {
    model,
    input: toMessages(query),
    stream: false as const,
    store: false,
    tools: [
      {
        type: 'web_search' as const,
        user_location: { type: 'approximate' as const, ...(query.region && { country: query.region }) },
      },
    ],
    ...(forceSearch && { tool_choice: 'required' as const }),
    ...(maxSearches && { max_tool_calls: maxSearches }),
    ...(serviceTier === 'flex' && { service_tier: 'flex' as const }),
    include: ['web_search_call.action.sources' as const],
  }
}

export function parseOpenaiResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  return parseResponse(body, context, (model) => getCost(context, model, getUsage(body)))
}

/** Returns the billed usage. OpenAI bills searches, not the pages that the model opens after them. */
function getUsage(body: unknown): TokenUsage {
  const searches = asRecords(valueAt(body, 'output')).filter(
    (item) => item.status !== 'failed' && valueAt(item, 'action', 'type') === 'search',
  ).length
  const input = asFiniteNumber(valueAt(body, 'usage', 'input_tokens'))
  const details = valueAt(body, 'usage', 'input_tokens_details')
  const cachedInput = asFiniteNumber(valueAt(details, 'cached_tokens')) ?? 0
  const cacheWrite = asFiniteNumber(valueAt(details, 'cache_write_tokens')) ?? 0
  return {
    input: input === null ? null : Math.max(0, input - cachedInput - cacheWrite),
    cachedInput,
    cacheWrite,
    output: asFiniteNumber(valueAt(body, 'usage', 'output_tokens')),
    searches,
    searchCalls: asFiniteNumber(valueAt(body, 'tool_usage', 'web_search', 'num_requests')) ?? searches,
    tokenFactor: valueAt(body, 'service_tier') === 'flex' ? flexFactor : 1,
  }
}
