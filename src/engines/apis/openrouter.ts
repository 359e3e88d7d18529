/**
 * OpenRouter: models of many vendors with web search, through chat completions. The API reports the cost of each
 * answer. Such an answer comes from the named model, not from the vendor's own product.
 */

import { asFiniteNumber, asRecords, asString, isRecord, sumOrNull, valueAt } from '../client/json.ts'
import { findListed, listedPrice, lookUpModel, toDay } from '../client/model-lookup.ts'
import { dollarsToMicros, getCost } from '../client/pricing.ts'
import { type ApiOptions, type ParseContext, type Refusable, singleRequest } from '../client/request.ts'
import { distinctCitations, retrievedOnly } from '../client/sources.ts'
import {
  codePoints,
  findReferenceMarkers,
  getOccurrences,
  getOutcome,
  offsetsIn,
  withoutThinking,
} from '../client/text-offsets.ts'
import { unknownTypes } from '../client/unrecognized.ts'
import { defineApi, maxSearchesSetting } from '../client/vendor.ts'
import type { Cost, EngineAnswer, EngineCitation, EngineFailure, Query } from '../engine.ts'
import { chatCompletion, findChoice, getContent } from './chat-format.ts'
import { toMessages } from './conversation.ts'
import { parseUrlCitation } from './responses-format.ts'

export const openrouter = defineApi({
  name: 'openrouter',
  label: 'OpenRouter',
  settingPrefix: 'OPENROUTER',
  serves: ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok'],
  baseUrl: 'https://openrouter.ai/api/v1',
  model: {
    chatgpt: 'openai/gpt-6-luna',
    gemini: 'google/gemini-3.8-flash',
    perplexity: 'perplexity/sonar',
    claude: 'anthropic/claude-sonnet-5.5',
    grok: 'x-ai/grok-4.7',
  },
  reportsCost: true,
  typicalUsage: { input: 8_600, output: 900, searches: 1 },
  pricedBy: ['openai', 'gemini', 'anthropic', 'xai', 'perplexity'],
  settings: { OPENROUTER_MAX_SEARCHES: maxSearchesSetting('OpenRouter', 5) },
  options: (config) => ({ maxSearches: config.OPENROUTER_MAX_SEARCHES }),
  query: singleRequest({ path: '/chat/completions', buildRequest, parse: parseOpenrouterResponse }),
  completion: (options, labels) => ({
    ...chatCompletion(options, labels),
    parse: parseOpenrouterResponse,
  }),
  findModel: (options, labels) =>
    lookUpModel(options, labels, {
      path: '/models',
      parse: (body) => {
        const found = findListed(body, options.model)
        if (!found) return null
        return {
          shutdown: toDay(found.expiration_date),
          replacement: null,
          price: listedPrice(
            valueAt(found, 'pricing', 'prompt'),
            valueAt(found, 'pricing', 'completion'),
            1_000_000,
          ),
        }
      },
    }),
})

/**
 * Builds the body of a request. The vendor's own search is used, because OpenRouter otherwise searches another index for
 * some vendors. Perplexity's models always search and accept no tools.
 */
export function buildRequest(query: Query, { model, maxSearches, forceSearch }: ApiOptions & Refusable) {
  const request = { model, messages: toMessages(query), stream: false as const }
  if (model.startsWith('perplexity/')) return request
  return {
    ...request,
    tools: [
      {
        type: 'openrouter:web_search' as const,
        parameters: {
          engine: 'native' as const,
          ...(maxSearches && { max_uses: maxSearches }),
          ...(query.region && {
            user_location: { type: 'approximate' as const, country: query.region },
          }),
        },
      },
    ],
    ...(forceSearch && { tool_choice: { type: 'openrouter:web_search' as const } }),
  }
}

export function parseOpenrouterResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const found = findChoice(body, context, () => costOfResponse(body, context))
  if ('outcome' in found) return found
  const { choice } = found
  const reply = choice.message
  const refusal = asString(valueAt(reply, 'refusal'))
  const refused = refusal !== null || choice.finish_reason === 'content_filter'
  const { markdown, citations, hits } = parseMessage(reply)
  return {
    outcome: getOutcome(markdown, refused),
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
    shoppingCards: [],
    raw: body,
    unrecognized: unknownTypes('annotation', asRecords(valueAt(reply, 'annotations')), knownAnnotations),
    ...costOfResponse(body, context),
  }
}

const knownAnnotations = new Set(['url_citation', 'file'])

function parseMessage(message: unknown): {
  markdown: string
  citations: EngineCitation[]
  hits: EngineCitation[]
} {
  const raw = getContent(message)
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
function citedHits(markdown: string, hits: EngineCitation[]): EngineCitation[] {
  const marked = findReferenceMarkers(markdown).flatMap(({ number, start, end }) => {
    const hit = hits[number - 1]
    return hit ? [{ ...hit, start, end }] : []
  })
  const linked = hits.flatMap((hit) =>
    getOccurrences(hit.url, markdown).map((start) => ({ ...hit, start, end: start + hit.url.length })),
  )
  return [...marked, ...linked].sort((a, b) => a.start - b.start)
}

function searchedByUsage(body: unknown): boolean | null {
  const count = asFiniteNumber(valueAt(body, 'usage', 'server_tool_use_details', 'web_search_requests'))
  return count === null ? null : count > 0
}

/**
 * Returns the reported cost. When the account uses its own vendor key at OpenRouter (BYOK), `cost` is only OpenRouter's
 * fee.
 */
function costOfResponse(body: unknown, { pricing, labels }: ParseContext): Cost {
  const usage = valueAt(body, 'usage')
  const upstream =
    valueAt(usage, 'is_byok') === true ? valueAt(usage, 'cost_details', 'upstream_inference_cost') : null
  const reported = valueAt(usage, 'cost') === undefined ? null : sumOrNull(valueAt(usage, 'cost'), upstream)
  if (reported !== null) return { costMicros: dollarsToMicros(reported), costEstimated: false }
  const searches = asFiniteNumber(valueAt(usage, 'server_tool_use_details', 'web_search_requests')) ?? 0
  const served = asString(valueAt(body, 'model'))
  return getCost({ pricing, labels: { model: listedName(labels.model) } }, served && listedName(served), {
    input: asFiniteNumber(valueAt(usage, 'prompt_tokens')),
    output: asFiniteNumber(valueAt(usage, 'completion_tokens')),
    searches,
  })
}

/** Returns a model's name in the vendor's price list: `anthropic/claude-sonnet-5.5` → `claude-sonnet-5-5`. */
export function listedName(slug: string): string {
  const [vendor, name = slug] = slug.split('/')
  if (vendor === 'perplexity') return slug
  return vendor === 'anthropic' ? name.replaceAll('.', '-') : name
}
