/** xAI: Grok with web search, through the Responses API. The API reports the cost of each answer. */
import { asFiniteNumber, valueAt } from '../client/json.ts'
import { type ParseContext, singleRequest } from '../client/request.ts'
import { defineApi } from '../client/vendor.ts'
import type { Citation, EngineAnswer, EngineFailure, Query } from '../engine.ts'
import { parseResponse, responsesCompletion } from './responses-format.ts'

export const xai = defineApi({
  name: 'xai',
  label: 'xAI',
  settingPrefix: 'XAI',
  serves: ['grok'],
  baseUrl: 'https://api.x.ai/v1',
  model: 'grok-4.3',
  prices: [],
  typicalCostMicros: 17_000,
  query: singleRequest({ path: '/responses', buildRequest, parse: parseXaiResponse }),
  completion: responsesCompletion(parseXaiResponse),
})

/**
 * Builds the body of a request. xAI returns the sources of a search by default and documents no way to force a search.
 */
function buildRequest({ prompt, region }: Query, model: string) {
  const location = region && { user_location: { type: 'approximate', country: region } }
  return {
    model,
    input: [{ role: 'user', content: prompt }],
    stream: false,
    store: false,
    tools: [{ type: 'web_search', ...location }],
  }
}

/**
 * One dollar is 10^10 ticks. Derived from a recorded answer: its tokens and two searches, at that day's list prices
 * ($1.25, $0.20 cached and $2.50 per million tokens, $5 per thousand searches), equal its ticks exactly.
 */
const ticksPerMicro = 10_000

export function parseXaiResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const answer = parseResponse(body, context)
  if (answer.outcome === 'failed') return answer
  const ticks = asFiniteNumber(valueAt(body, 'usage', 'cost_in_usd_ticks'))
  return {
    ...answer,
    citations: answer.citations.map(withoutNumberTitle),
    costMicros: ticks === null ? null : Math.round(ticks / ticksPerMicro),
  }
}

/** Removes the title of a citation if it is a number: xAI sends the number of a source as its title. */
function withoutNumberTitle(citation: Citation): Citation {
  return /^\d+$/.test(citation.title ?? '') ? { ...citation, title: null } : citation
}
