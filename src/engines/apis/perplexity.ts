/** Perplexity: the Sonar models, which always search. The API reports the cost of each answer. */

import { message } from '../../languages/message.ts'
import { malformedResponse, truncatedResponse } from '../client/failures.ts'
import { asArray, asFiniteNumber, asRecords, asString, valueAt } from '../client/json.ts'
import { dollarsToMicros } from '../client/pricing.ts'
import { type ParseContext, singleRequest } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { findReferenceMarkers, outcomeOf, withoutThinking } from '../client/text-offsets.ts'
import { defineApi } from '../client/vendor.ts'
import type { EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { chatCompletion } from './chat-format.ts'

export const perplexity = defineApi({
  name: 'perplexity',
  label: 'Perplexity',
  settingPrefix: 'PERPLEXITY',
  serves: ['perplexity'],
  baseUrl: 'https://api.perplexity.ai',
  model: 'sonar',
  requestsPerMinute: { limit: 50, reason: 'The lowest tier allows 50.' },
  prices: [],
  typicalCostMicros: 6_000,
  query: singleRequest({ path: '/chat/completions', buildRequest, parse: parsePerplexityResponse }),
  // Sonar searches before every completion by default.
  completion: chatCompletion(parsePerplexityResponse, { disable_search: true }),
})

function buildRequest({ prompt, region }: Query, model: string) {
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    stream: false,
    ...(region && { web_search_options: { user_location: { country: region } } }),
  }
}

export function parsePerplexityResponse(
  body: unknown,
  { labels }: ParseContext,
): EngineAnswer | EngineFailure {
  const choice = asRecords(valueAt(body, 'choices'))[0]
  if (choice === undefined) return malformedResponse(labels, message('it has no choices'))
  if (choice.finish_reason === 'length') return truncatedResponse(labels)

  const { markdown } = withoutThinking(asString(valueAt(choice, 'message', 'content')) ?? '')
  const sources = sourcesOf(body)
  const citations = distinctCitations(
    findReferenceMarkers(markdown).flatMap(({ number, start, end }) => {
      const source = sources[number - 1]
      return source ? [{ ...source, start, end }] : []
    }),
  )
  const retrieved = sources.filter((source) => source !== null)
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: asString(valueAt(body, 'model')),
    citations,
    retrieved: retrievedOnly(retrieved, citations),
    searches: [],
    searched: retrieved.length > 0 ? true : searchedByUsage(body),
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'prompt_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'completion_tokens')),
    costMicros: dollarsToMicros(asFiniteNumber(valueAt(body, 'usage', 'cost', 'total_cost'))),
    shoppingCards: [],
    raw: body,
  }
}

/**
 * Returns the sources in the order that the markers `[n]` count; null where a source has no usable URL. Older answers
 * have only `citations`.
 */
function sourcesOf(body: unknown): (Source | null)[] {
  const results = asArray(valueAt(body, 'search_results'))
  if (results.length === 0) return asArray(valueAt(body, 'citations')).map((url) => parseSource(url, null))
  return results.map((result) => parseSource(valueAt(result, 'url'), valueAt(result, 'title')))
}

function searchedByUsage(body: unknown): boolean | null {
  const count = asFiniteNumber(valueAt(body, 'usage', 'num_search_queries'))
  return count === null ? null : count > 0
}
