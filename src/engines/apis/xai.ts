/** Grok with web search, by xAI's Responses API. The API measures its own price. */

import { asFiniteNumber, valueAt } from '../client/json.ts'
import { createApiEngine, type EngineOptions, type ParseContext } from '../client/request.ts'
import type { Citation, Engine, EngineAnswer, EngineFailure, Query } from '../engine.ts'
import { parseResponse } from './responses-format.ts'

export const xai = (options: EngineOptions): Engine =>
  createApiEngine(options, {
    name: 'xai',
    label: 'xAI',
    prefix: 'XAI',
    path: '/responses',
    requestOf,
    read: parseXaiResponse,
  })

/** xAI lists the sources of a search without being asked, and does not document forcing one. */
function requestOf(question: Query, model: string) {
  const place = question.region && { user_location: { type: 'approximate', country: question.region } }
  return {
    model,
    input: [{ role: 'user', content: question.prompt }],
    stream: false,
    store: false,
    tools: [{ type: 'web_search', ...place }],
  }
}

/**
 * Ten thousand million ticks are a dollar: a recorded answer's tokens and two searches, at the price list of
 * its day ($1.25, $0.20 cached and $2.50 per million tokens, $5 per thousand searches), make its ticks exactly.
 */
const ticksPerMicro = 10_000

export function parseXaiResponse(body: unknown, reading: ParseContext): EngineAnswer | EngineFailure {
  const answer = parseResponse(body, reading)
  if (answer.outcome === 'failed') return answer
  const ticks = asFiniteNumber(valueAt(body, 'usage', 'cost_in_usd_ticks'))
  return {
    ...answer,
    citations: answer.citations.map(withoutNumberTitle),
    costMicros: ticks === null ? null : Math.round(ticks / ticksPerMicro),
  }
}

/** xAI numbers its sources in place of a title. */
function withoutNumberTitle(citation: Citation): Citation {
  return /^\d+$/.test(citation.title ?? '') ? { ...citation, title: null } : citation
}
