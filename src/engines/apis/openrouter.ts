/**
 * Any vendor's model with web search, by OpenRouter's chat completions; it measures the price. An answer that
 * came this way is the named model's, not the vendor's own product's.
 */

import { httpFailure, malformedResponse, truncatedResponse } from '../client/failures.ts'
import { asFiniteNumber, asRecords, asString, isRecord, sumOrNull, valueAt } from '../client/json.ts'
import { dollarsToMicros } from '../client/pricing.ts'
import { createApiEngine, type EngineOptions, type ParseContext } from '../client/request.ts'
import { distinctCitations, retrievedOnly } from '../client/sources.ts'
import {
  codePoints,
  findReferenceMarkers,
  offsetsIn,
  outcomeOf,
  withoutThinking,
} from '../client/text-offsets.ts'
import type { Citation, Engine, EngineAnswer, EngineFailure, Query } from '../engine.ts'
import { parseUrlCitation } from './responses-format.ts'

export const openrouter = (options: EngineOptions): Engine =>
  createApiEngine(options, {
    name: 'openrouter',
    label: 'OpenRouter',
    prefix: 'OPENROUTER',
    path: '/chat/completions',
    requestOf,
    read: parseOpenrouterResponse,
  })

/** Perplexity's models search by themselves and take no tools. */
function requestOf(question: Query, model: string) {
  const place = question.region && {
    parameters: { user_location: { type: 'approximate', country: question.region } },
  }
  return {
    model,
    messages: [{ role: 'user', content: question.prompt }],
    stream: false,
    ...(!model.startsWith('perplexity/') && { tools: [{ type: 'openrouter:web_search', ...place }] }),
  }
}

export function parseOpenrouterResponse(body: unknown, reading: ParseContext): EngineAnswer | EngineFailure {
  const choice = asRecords(valueAt(body, 'choices'))[0]
  const error = valueAt(body, 'error') ?? choice?.error
  if (isRecord(error)) {
    const reply = { status: 200, headers: new Headers(), body: { error } }
    return httpFailure(reading, reply, asFiniteNumber(error.code) ?? 502)
  }
  if (choice === undefined) return malformedResponse(reading.vendor, 'it has no choices')
  if (choice.finish_reason === 'length') return truncatedResponse(reading.vendor)

  const message = choice.message
  const refusal = asString(valueAt(message, 'refusal'))
  const refused = refusal !== null || choice.finish_reason === 'content_filter'
  const { markdown, citations, hits } = readMessage(message)
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
    searched: citations.length + hits.length > 0 ? true : searchedByCount(body),
    inputTokens: asFiniteNumber(valueAt(body, 'usage', 'prompt_tokens')),
    outputTokens: asFiniteNumber(valueAt(body, 'usage', 'completion_tokens')),
    costMicros: dollarsToMicros(costUsd(body)),
    shoppingCards: [],
    raw: body,
  }
}

function readMessage(message: unknown): { markdown: string; citations: Citation[]; hits: Citation[] } {
  const raw = asString(valueAt(message, 'content')) ?? ''
  const { markdown, removed } = withoutThinking(raw)
  const offsetOf = offsetsIn(raw, codePoints)
  const read = asRecords(valueAt(message, 'annotations')).flatMap((annotation) => {
    const said = isRecord(annotation.url_citation) ? annotation.url_citation : annotation
    const citation = parseUrlCitation({ ...said, type: annotation.type }, offsetOf, -removed)
    return citation ? [{ citation, isHit: said.start_index === 0 && said.end_index === 0 }] : []
  })
  const hits = read.filter(({ isHit }) => isHit).map(({ citation }) => citation)
  const pointed = read.filter(({ isHit }) => !isHit).map(({ citation }) => citation)
  return { markdown, citations: distinctCitations([...pointed, ...citedHits(markdown, hits)]), hits }
}

/**
 * Where the vendor has no search of its own, OpenRouter lists every hit of Exa with the empty place 0–0,
 * whether the answer uses it or not. Such a hit is cited where the text carries its address or its mark `[n]`.
 */
function citedHits(markdown: string, hits: Citation[]): Citation[] {
  const marked = findReferenceMarkers(markdown).flatMap(({ number, start, end }) => {
    const hit = hits[number - 1]
    return hit ? [{ ...hit, start, end }] : []
  })
  const linked = hits.flatMap((hit) =>
    placesOf(hit.url, markdown).map((start) => ({ ...hit, start, end: start + hit.url.length })),
  )
  return [...marked, ...linked].sort((a, b) => a.start - b.start)
}

/** Where the text carries this very address, not a longer one that begins with it. */
function placesOf(url: string, markdown: string): number[] {
  const places = []
  for (let start = markdown.indexOf(url); start !== -1; start = markdown.indexOf(url, start + 1)) {
    const goesOn = /^(\/?[\w%#?&=~-]|[.,;:]\w)/.test(
      markdown.slice(start + url.length, start + url.length + 2),
    )
    if (!goesOn) places.push(start)
  }
  return places
}

function searchedByCount(body: unknown): boolean | null {
  const count = asFiniteNumber(valueAt(body, 'usage', 'server_tool_use_details', 'web_search_requests'))
  return count === null ? null : count > 0
}

/** With a vendor key of one's own at OpenRouter, `cost` is OpenRouter's fee alone. */
function costUsd(body: unknown): number | null {
  const usage = valueAt(body, 'usage')
  const upstream =
    valueAt(usage, 'is_byok') === true ? valueAt(usage, 'cost_details', 'upstream_inference_cost') : null
  return valueAt(usage, 'cost') === undefined ? null : sumOrNull(valueAt(usage, 'cost'), upstream)
}
