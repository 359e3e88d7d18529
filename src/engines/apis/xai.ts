/** xAI: Grok with web search, through the Responses API. The API reports the cost of each answer. */
import { asFiniteNumber, asRecords, valueAt } from '../client/json.ts'
import { listedModel, listedPrice, lookUpModel } from '../client/model-lookup.ts'
import { getCost } from '../client/pricing.ts'
import { type ApiOptions, type ParseContext, type Refusable, singleRequest } from '../client/request.ts'
import { defineApi } from '../client/vendor.ts'
import type { Cost, EngineAnswer, EngineCitation, EngineFailure, Query } from '../engine.ts'
import { toMessages } from './conversation.ts'
import { personIn } from './person-in.ts'
import { parseResponse, responsesCompletion } from './responses-format.ts'

export const xai = defineApi({
  name: 'xai',
  label: 'xAI',
  settingPrefix: 'XAI',
  serves: ['grok'],
  baseUrl: 'https://api.x.ai/v1',
  model: 'grok-4.7',
  reportsCost: true,
  typicalUsage: { input: 5_800, output: 400, searches: 2 },
  query: singleRequest({ path: '/responses', buildRequest, parse: parseXaiResponse }),
  completion: responsesCompletion(parseXaiResponse),
  findModel: (options, labels) =>
    lookUpModel(options, labels, {
      path: `/language-models/${encodeURIComponent(options.model)}`,
      parse: (body) => ({
        ...listedModel,
        // The unit is a ten-thousandth of a dollar per million tokens.
        price: listedPrice(
          valueAt(body, 'prompt_text_token_price'),
          valueAt(body, 'completion_text_token_price'),
          1 / 10_000,
        ),
      }),
    }),
})

/**
 * Builds the body of a request. xAI returns the sources of a search by default. Its search tool has no location, so a
 * system message states the country.
 */
export function buildRequest(query: Query, { model, forceSearch }: ApiOptions & Refusable) {
  const person = personIn(query.region)
  return {
    model,
    input: [...(person === null ? [] : [{ role: 'system' as const, content: person }]), ...toMessages(query)],
    stream: false as const,
    store: false,
    tools: [{ type: 'web_search' as const }],
    ...(forceSearch && { tool_choice: 'required' as const }),
  }
}

/**
 * One dollar is 10^10 ticks. Derived from a recorded answer: its tokens and two searches, at that day's list prices
 * ($1.25, $0.20 cached and $2.50 per million tokens, $5 per thousand searches), equal its ticks exactly.
 */
const ticksPerMicro = 10_000

export function parseXaiResponse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure {
  const answer = parseResponse(body, context, (served) => costOfResponse(body, context, served))
  return answer.outcome === 'failed'
    ? answer
    : { ...answer, citations: answer.citations.map(withoutNumberTitle) }
}

function costOfResponse(body: unknown, context: ParseContext, served: string | null): Cost {
  const usage = valueAt(body, 'usage')
  const ticks = asFiniteNumber(valueAt(usage, 'cost_in_usd_ticks'))
  if (ticks !== null) return { costMicros: Math.round(ticks / ticksPerMicro), costEstimated: false }
  const searches = asRecords(valueAt(body, 'output')).filter(({ type }) => type === 'web_search_call').length
  return getCost(context, served, {
    input: asFiniteNumber(valueAt(usage, 'input_tokens')),
    output: asFiniteNumber(valueAt(usage, 'output_tokens')),
    searches,
  })
}

/** Removes the title of a citation if it is a number: xAI sends the number of a source as its title. */
function withoutNumberTitle(citation: EngineCitation): EngineCitation {
  return /^\d+$/.test(citation.title ?? '') ? { ...citation, title: null } : citation
}
