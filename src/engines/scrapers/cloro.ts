/** cloro: a scraper that works on tasks and delivers their results signed, where it is told an address. */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { getJson, postJson, type Reading, withoutTrailingSlash } from '../client/request.ts'
import type { Engine, EngineAnswer, EngineFailure, Question, Source } from '../engine.ts'
import { unreadable, type Vendor } from '../client/failures.ts'
import { at, finite, isRecord, list, records, text } from '../client/json.ts'
import { unitMicros } from '../client/pricing.ts'
import { type ScraperOptions, scraperVendor } from './scraper.ts'
import { readCards } from './shopping-cards.ts'
import { distinctCitations, readSource, retrievedOnly } from '../client/sources.ts'
import {
  askByTask,
  ended,
  gone,
  type Ordered,
  pending,
  type Seen,
  type TaskApi,
  taskFailed,
} from './task.ts'
import { nowhere, outcomeOf } from '../client/text-offsets.ts'

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
    ask: (question) => askByTask(api, options, question),
  }
}

function cloroApi(options: CloroOptions): TaskApi {
  const vendor = scraperVendor(options, 'cloro', 'SCRAPER')
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
      return readCloroTask(reply.body, line, options)
    },
    readDelivery: (body, reading) => readCloroTask(body, reading, options),
  }
}

/** It refuses fields that it does not know, and knows others for each platform. */
function orderOf({ platform, country, webhookUrl }: CloroOptions, question: Question, reference: string) {
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

function orderedIn(body: unknown, vendor: Vendor): Ordered | EngineFailure {
  const id = text(at(body, 'task', 'id'))
  return id === null ? unreadable(vendor, 'it names no task') : { id, costMicros: null }
}

/** A task as it is told to who looks, and as it is delivered. A state it may have that we do not know is no end. */
export function readCloroTask(
  body: unknown,
  reading: Reading,
  options: Pick<CloroOptions, 'platform' | 'country' | 'creditMicros'>,
): Seen {
  const status = text(at(body, 'task', 'status'))
  if (status === 'FAILED') return ended(taskFailed(reading.vendor))
  if (status !== 'COMPLETED') return pending
  return ended(readAnswer(body, reading, options))
}

function readAnswer(
  body: unknown,
  reading: Reading,
  { platform, country, creditMicros }: Pick<CloroOptions, 'platform' | 'country' | 'creditMicros'>,
): EngineAnswer | EngineFailure {
  const page = at(body, 'response', 'result') ?? at(body, 'response')
  if (!isRecord(page)) return unreadable(reading.vendor, 'it has no response')
  // A results page without an overview says so by null: there was nothing to read.
  const told = platform === 'google_ai_overview' ? page.aioverview : page
  const markdown = text(at(told, 'markdown')) ?? text(at(told, 'text')) ?? ''
  const sources = records(at(told, 'sources'))
  const cited = citedSources(told, sources)
  const citations = distinctCitations(cited.map((source) => ({ ...source, ...nowhere })))
  const searches = searchesOf(told)
  const credits = finite(at(body, 'credits', 'creditsCharged')) ?? finite(at(body, 'task', 'creditsCharged'))
  const micros = creditMicros ?? unitMicros(reading, 'cloro')
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: text(page.model),
    citations,
    retrieved: retrievedOnly(sources.map(sourceOf).filter(isSource), citations),
    searches,
    searched: sources.length > 0 || searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: credits === null || micros === null ? null : Math.round(credits * micros),
    shoppingCards: readCards(productsOf(page), country),
    raw: body,
  }
}

/**
 * What the answer points at are its pills. An answer without any is listed with its sources; of those ChatGPT keeps apart
 * what it read and did not use (`footnote`).
 */
function citedSources(told: unknown, sources: Record<string, unknown>[]): Source[] {
  const pills = records(at(told, 'citationPills'))
  const pointed = pills.length > 0 ? pills : sources.filter(({ footnote }) => footnote !== true)
  return pointed.map(sourceOf).filter(isSource)
}

const sourceOf = ({ url, label }: Record<string, unknown>) => readSource(url, label)
const isSource = (source: Source | null) => source !== null

/** Strings, or as Perplexity's were told until July 2026, objects around them. */
function searchesOf(told: unknown): string[] {
  const queries = [...list(at(told, 'searchQueries')), ...list(at(told, 'search_model_queries'))]
  const texts = queries.map((query) => text(query) ?? text(at(query, 'query')))
  return [...new Set(texts.filter((query) => query !== null))]
}

/** Products stand in groups (ChatGPT, Perplexity, Copilot) or by themselves (Google), and ChatGPT's also in the text. */
function productsOf(page: Record<string, unknown>): unknown[] {
  const groups = [...list(page.shoppingCards), ...list(page.shopping_cards)]
  const shown = groups.flatMap((card) =>
    Array.isArray(at(card, 'products')) ? list(at(card, 'products')) : [card],
  )
  const titles = new Set(shown.map((product) => at(product, 'title')))
  return [...shown, ...list(page.inlineProducts).filter((product) => !titles.has(at(product, 'title')))]
}
