/** ChatGPT's models with web search, by OpenAI's Responses API. Its price is computed: the API tells only usage. */

import { asFiniteNumber, asRecords, valueAt } from '../client/json.ts'
import { costMicros } from '../client/pricing.ts'
import { createApiEngine, type EngineOptions, type ParseContext } from '../client/request.ts'
import type { Engine, EngineAnswer, EngineFailure, Query } from '../engine.ts'
import { parseResponse } from './responses-format.ts'

export const openai = (options: EngineOptions): Engine =>
  createApiEngine(options, {
    name: 'openai',
    label: 'OpenAI',
    prefix: 'OPENAI',
    path: '/responses',
    requestOf,
    read: parseOpenaiResponse,
  })

/** `tool_choice: required`: left to itself the model answers many questions from memory, unlike ChatGPT. */
function requestOf(question: Query, model: string) {
  const place = question.region && { user_location: { type: 'approximate', country: question.region } }
  return {
    model,
    input: [{ role: 'user', content: question.prompt }],
    stream: false,
    store: false,
    tools: [{ type: 'web_search', ...place }],
    tool_choice: 'required',
    include: ['web_search_call.action.sources'],
  }
}

export function parseOpenaiResponse(body: unknown, reading: ParseContext): EngineAnswer | EngineFailure {
  const answer = parseResponse(body, reading)
  if (answer.outcome === 'failed') return answer
  return { ...answer, costMicros: costMicros(reading, 'openai', answer.model, usageOf(body)) }
}

/** Only searches are billed, not the pages opened after them. */
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
