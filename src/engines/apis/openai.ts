/** ChatGPT's models with web search, by OpenAI's Responses API. Its price is computed: the API tells only usage. */
import { type EngineOptions, engineOf, type Reading } from '../client/request.ts'
import type { Engine, EngineAnswer, EngineFailure, Question } from '../engine.ts'
import { at, finite, records } from '../client/json.ts'
import { costMicros } from '../client/pricing.ts'
import { readResponse } from './responses-format.ts'

export const openai = (options: EngineOptions): Engine =>
  engineOf(options, {
    name: 'openai',
    label: 'OpenAI',
    prefix: 'OPENAI',
    path: '/responses',
    requestOf,
    read: readOpenaiResponse,
  })

/** `tool_choice: required`: left to itself the model answers many questions from memory, unlike ChatGPT. */
function requestOf(question: Question, model: string) {
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

export function readOpenaiResponse(body: unknown, reading: Reading): EngineAnswer | EngineFailure {
  const answer = readResponse(body, reading)
  if (answer.outcome === 'failed') return answer
  return { ...answer, costMicros: costMicros(reading, 'openai', answer.model, usageOf(body)) }
}

/** Only searches are billed, not the pages opened after them. */
function usageOf(body: unknown) {
  const searches = records(at(body, 'output')).filter(
    (item) => at(item, 'action', 'type') === 'search',
  ).length
  const input = finite(at(body, 'usage', 'input_tokens'))
  const cachedInput = finite(at(body, 'usage', 'input_tokens_details', 'cached_tokens')) ?? 0
  return {
    input: input === null ? null : input - cachedInput,
    cachedInput,
    cacheWrite: null,
    output: finite(at(body, 'usage', 'output_tokens')),
    searchCalls: finite(at(body, 'tool_usage', 'web_search', 'num_requests')) ?? searches,
    searchQueries: searches,
  }
}
