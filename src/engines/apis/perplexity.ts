/** Perplexity's Sonar models, which always search. The API measures its own price. */
import { type EngineOptions, engineOf, type Reading } from '../client/request.ts'
import type { Engine, EngineAnswer, EngineFailure, Question, Source } from '../engine.ts'
import { cutShort, unreadable } from '../client/failures.ts'
import { at, finite, list, records, text } from '../client/json.ts'
import { microsOf } from '../client/pricing.ts'
import { distinctCitations, readSource, retrievedOnly } from '../client/sources.ts'
import { outcomeOf, referenceMarks, withoutThinking } from '../client/text-offsets.ts'

export const perplexity = (options: EngineOptions): Engine =>
  engineOf(options, {
    name: 'perplexity',
    label: 'Perplexity',
    prefix: 'PERPLEXITY',
    path: '/chat/completions',
    requestOf,
    read: readPerplexityResponse,
  })

function requestOf(question: Question, model: string) {
  return {
    model,
    messages: [{ role: 'user', content: question.prompt }],
    stream: false,
    ...(question.region && { web_search_options: { user_location: { country: question.region } } }),
  }
}

export function readPerplexityResponse(body: unknown, { vendor }: Reading): EngineAnswer | EngineFailure {
  const choice = records(at(body, 'choices'))[0]
  if (choice === undefined) return unreadable(vendor, 'it has no choices')
  if (choice.finish_reason === 'length') return cutShort(vendor)

  const { markdown } = withoutThinking(text(at(choice, 'message', 'content')) ?? '')
  const sources = sourcesOf(body)
  const citations = distinctCitations(
    referenceMarks(markdown).flatMap(({ number, start, end }) => {
      const source = sources[number - 1]
      return source ? [{ ...source, start, end }] : []
    }),
  )
  const read = sources.filter((source) => source !== null)
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: text(at(body, 'model')),
    citations,
    retrieved: retrievedOnly(read, citations),
    searches: [],
    searched: read.length > 0 ? true : searchedByCount(body),
    inputTokens: finite(at(body, 'usage', 'prompt_tokens')),
    outputTokens: finite(at(body, 'usage', 'completion_tokens')),
    costMicros: microsOf(finite(at(body, 'usage', 'cost', 'total_cost'))),
    shoppingCards: [],
    raw: body,
  }
}

/** In the order that marks count them, so a source without a usable address keeps its place. `citations` is the older list. */
function sourcesOf(body: unknown): (Source | null)[] {
  const results = list(at(body, 'search_results'))
  if (results.length === 0) return list(at(body, 'citations')).map((url) => readSource(url, null))
  return results.map((result) => readSource(at(result, 'url'), at(result, 'title')))
}

function searchedByCount(body: unknown): boolean | null {
  const count = finite(at(body, 'usage', 'num_search_queries'))
  return count === null ? null : count > 0
}
