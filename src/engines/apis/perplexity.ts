/** Perplexity's Sonar models, which always search. The API measures its own price. */

import { malformedResponse, truncatedResponse } from '../client/failures.ts'
import { asArray, asFiniteNumber, asRecords, asString, valueAt } from '../client/json.ts'
import { dollarsToMicros } from '../client/pricing.ts'
import { createApiEngine, type EngineOptions, type ParseContext } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { findReferenceMarkers, outcomeOf, withoutThinking } from '../client/text-offsets.ts'
import type { Engine, EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'

export const perplexity = (options: EngineOptions): Engine =>
  createApiEngine(options, {
    name: 'perplexity',
    label: 'Perplexity',
    prefix: 'PERPLEXITY',
    path: '/chat/completions',
    requestOf,
    read: parsePerplexityResponse,
  })

function requestOf(question: Query, model: string) {
  return {
    model,
    messages: [{ role: 'user', content: question.prompt }],
    stream: false,
    ...(question.region && { web_search_options: { user_location: { country: question.region } } }),
  }
}

export function parsePerplexityResponse(
  body: unknown,
  { vendor }: ParseContext,
): EngineAnswer | EngineFailure {
  const choice = asRecords(valueAt(body, 'choices'))[0]
  if (choice === undefined) return malformedResponse(vendor, 'it has no choices')
  if (choice.finish_reason === 'length') return truncatedResponse(vendor)

  const { markdown } = withoutThinking(asString(valueAt(choice, 'message', 'content')) ?? '')
  const sources = sourcesOf(body)
  const citations = distinctCitations(
    findReferenceMarkers(markdown).flatMap(({ number, start, end }) => {
      const source = sources[number - 1]
      return source ? [{ ...source, start, end }] : []
    }),
  )
  const read = sources.filter((source) => source !== null)
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: asString(valueAt(body, 'model')),
    citations,
    retrieved: retrievedOnly(read, citations),
    searches: [],
    searched: read.length > 0 ? true : searchedByCount(body),
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'prompt_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'completion_tokens')),
    costMicros: dollarsToMicros(asFiniteNumber(valueAt(body, 'usage', 'cost', 'total_cost'))),
    shoppingCards: [],
    raw: body,
  }
}

/** In the order that marks count them, so a source without a usable address keeps its place. `citations` is the older list. */
function sourcesOf(body: unknown): (Source | null)[] {
  const results = asArray(valueAt(body, 'search_results'))
  if (results.length === 0) return asArray(valueAt(body, 'citations')).map((url) => parseSource(url, null))
  return results.map((result) => parseSource(valueAt(result, 'url'), valueAt(result, 'title')))
}

function searchedByCount(body: unknown): boolean | null {
  const count = asFiniteNumber(valueAt(body, 'usage', 'num_search_queries'))
  return count === null ? null : count > 0
}
