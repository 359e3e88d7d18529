/**
 * OpenRouter: models of many vendors with web search, through chat completions. The API reports the cost of each
 * answer. Such an answer comes from the named model, not from the vendor's own product.
 */

import { message } from '../../languages/message.ts'
import { httpFailure, malformedResponse, truncatedResponse } from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, isRecord, sumOrNull, valueAt } from '../client/json.ts'
import { dollarsToMicros } from '../client/pricing.ts'
import { type ParseContext, singleRequest } from '../client/request.ts'
import { distinctCitations, retrievedOnly } from '../client/sources.ts'
import {
  codePoints,
  findReferenceMarkers,
  offsetsIn,
  outcomeOf,
  withoutThinking,
} from '../client/text-offsets.ts'
import { defineApi } from '../client/vendor.ts'
import type { Citation, EngineAnswer, EngineFailure, Query } from '../engine.ts'
import { chatCompletion } from './chat-format.ts'
import { parseUrlCitation } from './responses-format.ts'

export const openrouter = defineApi({
  name: 'openrouter',
  label: 'OpenRouter',
  settingPrefix: 'OPENROUTER',
  serves: ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok'],
  baseUrl: 'https://openrouter.ai/api/v1',
  model: {
    chatgpt: 'openai/gpt-5.2',
    gemini: 'google/gemini-3.5-flash',
    perplexity: 'perplexity/sonar',
    claude: 'anthropic/claude-sonnet-5',
    grok: 'x-ai/grok-4.3',
  },
  prices: [],
  typicalCostMicros: 30_000,
  query: singleRequest({ path: '/chat/completions', buildRequest, parse: parseOpenrouterResponse }),
  completion: chatCompletion(parseOpenrouterResponse),
})

/** Builds the body of a request. Perplexity's models always search and accept no tools. */
function buildRequest({ prompt, region }: Query, model: string) {
  const location = region && {
    parameters: { user_location: { type: 'approximate', country: region } },
  }
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    stream: false,
    ...(!model.startsWith('perplexity/') && { tools: [{ type: 'openrouter:web_search', ...location }] }),
  }
}

export function parseOpenrouterResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const choice = asRecords(valueAt(body, 'choices'))[0]
  const error = valueAt(body, 'error') ?? choice?.error
  if (isRecord(error)) {
    const reply = { status: 200, headers: new Headers(), body: { error } }
    return httpFailure(context, reply, asFiniteNumber(error.code) ?? 502)
  }
  if (choice === undefined) return malformedResponse(context.labels, message('it has no choices'))
  if (choice.finish_reason === 'length') return truncatedResponse(context.labels)

  const reply = choice.message
  const refusal = asString(valueAt(reply, 'refusal'))
  const refused = refusal !== null || choice.finish_reason === 'content_filter'
  const { markdown, citations, hits } = parseMessage(reply)
  return {
    outcome: outcomeOf(markdown, refused),
    markdown: markdown || (refusal ?? ''),
    model: asString(valueAt(body, 'model')),
    citations,
    retrieved: retrievedOnly(
      hits.map(({ url, title }) => ({ url, title })),
      citations,
    ),
    searches: [],
    searched: citations.length + hits.length > 0 ? true : searchedByUsage(body),
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'prompt_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'completion_tokens')),
    costMicros: dollarsToMicros(costUsd(body)),
    shoppingCards: [],
    raw: body,
  }
}

function parseMessage(message: unknown): { markdown: string; citations: Citation[]; hits: Citation[] } {
  const raw = asString(valueAt(message, 'content')) ?? ''
  const { markdown, removed } = withoutThinking(raw)
  const offsetOf = offsetsIn(raw, codePoints)
  const found = asRecords(valueAt(message, 'annotations')).flatMap((annotation) => {
    const source = isRecord(annotation.url_citation) ? annotation.url_citation : annotation
    const citation = parseUrlCitation({ ...source, type: annotation.type }, offsetOf, -removed)
    return citation ? [{ citation, isHit: source.start_index === 0 && source.end_index === 0 }] : []
  })
  const hits = found.filter(({ isHit }) => isHit).map(({ citation }) => citation)
  const located = found.filter(({ isHit }) => !isHit).map(({ citation }) => citation)
  return { markdown, citations: distinctCitations([...located, ...citedHits(markdown, hits)]), hits }
}

/**
 * Returns the search hits that the answer cites. For models without their own search, OpenRouter lists every hit with
 * the empty span 0–0, whether or not the answer uses it. A hit counts as cited where the text contains its URL or its
 * marker `[n]`.
 */
function citedHits(markdown: string, hits: Citation[]): Citation[] {
  const marked = findReferenceMarkers(markdown).flatMap(({ number, start, end }) => {
    const hit = hits[number - 1]
    return hit ? [{ ...hit, start, end }] : []
  })
  const linked = hits.flatMap((hit) =>
    occurrencesOf(hit.url, markdown).map((start) => ({ ...hit, start, end: start + hit.url.length })),
  )
  return [...marked, ...linked].sort((a, b) => a.start - b.start)
}

/** Returns the offsets of exactly this URL, not of longer URLs that start with it. */
function occurrencesOf(url: string, markdown: string): number[] {
  const offsets = []
  for (let start = markdown.indexOf(url); start !== -1; start = markdown.indexOf(url, start + 1)) {
    const isLonger = /^(\/?[\w%#?&=~-]|[.,;:]\w)/.test(
      markdown.slice(start + url.length, start + url.length + 2),
    )
    if (!isLonger) offsets.push(start)
  }
  return offsets
}

function searchedByUsage(body: unknown): boolean | null {
  const count = asFiniteNumber(valueAt(body, 'usage', 'server_tool_use_details', 'web_search_requests'))
  return count === null ? null : count > 0
}

/**
 * Returns the cost in dollars. When the account uses its own vendor key at OpenRouter (BYOK), `cost` is only
 * OpenRouter's fee.
 */
function costUsd(body: unknown): number | null {
  const usage = valueAt(body, 'usage')
  const upstream =
    valueAt(usage, 'is_byok') === true ? valueAt(usage, 'cost_details', 'upstream_inference_cost') : null
  return valueAt(usage, 'cost') === undefined ? null : sumOrNull(valueAt(usage, 'cost'), upstream)
}
