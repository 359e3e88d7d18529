/** cloro: a scraper that works on tasks and delivers their results signed, where it is told an address. */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { malformedResponse, type Vendor } from '../client/failures.ts'
import { asArray, asFiniteNumber, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { unitCostMicros } from '../client/pricing.ts'
import { getJson, type ParseContext, postJson, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { noSpan, outcomeOf } from '../client/text-offsets.ts'
import type { Engine, EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { type ScraperOptions, scraperLabels } from './scraper.ts'
import { parseShoppingCards } from './shopping-cards.ts'
import {
  type CreatedTask,
  ended,
  gone,
  pending,
  queryByTask,
  type TaskApi,
  type TaskState,
  taskFailed,
} from './task.ts'

export type CloroOptions = ScraperOptions & {
  /** Where it delivers; null: it is looked at. */
  webhookUrl: string | null
  /** What a credit costs by the plan, in micro-dollars; null: the rate of `rates.json`. */
  creditMicros: number | null
}

/** What it calls the platforms it can show. */
const taskTypes: Partial<Record<Platform, string>> = {
  chatgpt: 'CHATGPT',
  gemini: 'GEMINI',
  perplexity: 'PERPLEXITY',
  grok: 'GROK',
  copilot: 'COPILOT',
  google_ai_mode: 'AIMODE',
  google_ai_overview: 'GOOGLE',
}

export function cloro(options: CloroOptions): Engine {
  const api = cloroApi(options)
  return {
    name: 'cloro',
    surface: 'consumer_ui',
    byTasks: options.webhookUrl === null ? 'looked_at' : 'delivered',
    query: (question) => queryByTask(api, options, question),
  }
}

function cloroApi(options: CloroOptions): TaskApi {
  const vendor = scraperLabels(options, 'cloro', 'SCRAPER')
  const url = `${withoutTrailingSlash(options.baseUrl)}/v1/async/task`
  const headers = { authorization: `Bearer ${options.apiKey}` }
  return {
    vendor,
    order: async (line, question, reference) => {
      const reply = await postJson(line, { url, headers, body: orderOf(options, question, reference) })
      // Nothing but a reference it has seen is a conflict to it.
      if ('outcome' in reply) return reply.status === 409 ? 'known' : reply
      return orderedIn(reply.body, vendor)
    },
    look: async (line, { id }) => {
      const reply = await getJson(line, { url: `${url}/${encodeURIComponent(id)}`, headers })
      if ('outcome' in reply) return reply.status === 404 ? gone : reply
      return parseCloroTask(reply.body, line, options)
    },
    readDelivery: (body, reading) => parseCloroTask(body, reading, options),
  }
}

/** It refuses fields that it does not know, and knows others for each platform. */
function orderOf({ platform, country, webhookUrl }: CloroOptions, question: Query, reference: string) {
  const place = { country: question.region ?? country }
  const include = {
    ...(platform === 'google_ai_overview' ? { aioverview: { markdown: true } } : { markdown: true }),
    ...(platform === 'chatgpt' && { searchQueries: true, shopping: true }),
  }
  return {
    taskType: taskTypes[platform],
    idempotencyKey: reference,
    ...(webhookUrl !== null && { webhook: { url: webhookUrl } }),
    payload:
      platform === 'google_ai_overview'
        ? { query: question.prompt, ...place, include }
        : { prompt: question.prompt, ...place, include },
  }
}

function orderedIn(body: unknown, vendor: Vendor): CreatedTask | EngineFailure {
  const id = asString(valueAt(body, 'task', 'id'))
  return id === null ? malformedResponse(vendor, 'it names no task') : { id, costMicros: null }
}

/** A task as it is told to who looks, and as it is delivered. A state it may have that we do not know is no end. */
export function parseCloroTask(
  body: unknown,
  reading: ParseContext,
  options: Pick<CloroOptions, 'platform' | 'country' | 'creditMicros'>,
): TaskState {
  const status = asString(valueAt(body, 'task', 'status'))
  if (status === 'FAILED') return ended(taskFailed(reading.vendor))
  if (status !== 'COMPLETED') return pending
  return ended(readAnswer(body, reading, options))
}

function readAnswer(
  body: unknown,
  reading: ParseContext,
  { platform, country, creditMicros }: Pick<CloroOptions, 'platform' | 'country' | 'creditMicros'>,
): EngineAnswer | EngineFailure {
  const page = valueAt(body, 'response', 'result') ?? valueAt(body, 'response')
  if (!isRecord(page)) return malformedResponse(reading.vendor, 'it has no response')
  // A results page without an overview says so by null: there was nothing to read.
  const told = platform === 'google_ai_overview' ? page.aioverview : page
  const markdown = asString(valueAt(told, 'markdown')) ?? asString(valueAt(told, 'text')) ?? ''
  const sources = asRecords(valueAt(told, 'sources'))
  const cited = citedSources(told, sources)
  const citations = distinctCitations(cited.map((source) => ({ ...source, ...noSpan })))
  const searches = searchesOf(told)
  const credits =
    asFiniteNumber(valueAt(body, 'credits', 'creditsCharged')) ??
    asFiniteNumber(valueAt(body, 'task', 'creditsCharged'))
  const micros = creditMicros ?? unitCostMicros(reading, 'cloro')
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: asString(page.model),
    citations,
    retrieved: retrievedOnly(sources.map(sourceOf).filter(isSource), citations),
    searches,
    searched: sources.length > 0 || searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: credits === null || micros === null ? null : Math.round(credits * micros),
    shoppingCards: parseShoppingCards(productsOf(page), country),
    raw: body,
  }
}

/**
 * What the answer points at are its pills. An answer without any is listed with its sources; of those ChatGPT keeps apart
 * what it read and did not use (`footnote`).
 */
function citedSources(told: unknown, sources: Record<string, unknown>[]): Source[] {
  const pills = asRecords(valueAt(told, 'citationPills'))
  const pointed = pills.length > 0 ? pills : sources.filter(({ footnote }) => footnote !== true)
  return pointed.map(sourceOf).filter(isSource)
}

const sourceOf = ({ url, label }: Record<string, unknown>) => parseSource(url, label)
const isSource = (source: Source | null) => source !== null

/** Strings, or as Perplexity's were told until July 2026, objects around them. */
function searchesOf(told: unknown): string[] {
  const queries = [
    ...asArray(valueAt(told, 'searchQueries')),
    ...asArray(valueAt(told, 'search_model_queries')),
  ]
  const texts = queries.map((query) => asString(query) ?? asString(valueAt(query, 'query')))
  return [...new Set(texts.filter((query) => query !== null))]
}

/** Products stand in groups (ChatGPT, Perplexity, Copilot) or by themselves (Google), and ChatGPT's also in the text. */
function productsOf(page: Record<string, unknown>): unknown[] {
  const groups = [...asArray(page.shoppingCards), ...asArray(page.shopping_cards)]
  const shown = groups.flatMap((card) =>
    Array.isArray(valueAt(card, 'products')) ? asArray(valueAt(card, 'products')) : [card],
  )
  const titles = new Set(shown.map((product) => valueAt(product, 'title')))
  return [
    ...shown,
    ...asArray(page.inlineProducts).filter((product) => !titles.has(valueAt(product, 'title'))),
  ]
}
