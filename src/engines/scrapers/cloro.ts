/** cloro: a scraper that works on tasks and can deliver their results to a signed webhook. */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { httpUrl, nonEmptyText, optional, unlisted, unlistedOptional } from '../../core/settings.ts'
import { message } from '../../languages/message.ts'
import { malformedResponse, type VendorLabels } from '../client/failures.ts'
import { asArray, asFiniteNumber, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { unitCostMicros } from '../client/pricing.ts'
import { bearer, getJson, type ParseContext, postToEngine, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { getOutcome, noSpan } from '../client/text-offsets.ts'
import { defineScraper, type ScraperOptions } from '../client/vendor.ts'
import type { EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
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

type CloroOptions = ScraperOptions & {
  apiKey: string
  /** Where cloro delivers results; null: the service polls. */
  webhookUrl: string | null
}

const baseUrl = 'https://api.cloro.dev'

/** Searches and products cost more than the answer alone. */
const typicalCredits = (platform: Platform): number =>
  platform === 'chatgpt' ? 7 : platform === 'copilot' || platform === 'google_ai_overview' ? 5 : 4

export const cloro = defineScraper({
  name: 'cloro',
  label: 'cloro',
  settingPrefix: 'CLORO',
  serves: ['chatgpt', 'gemini', 'perplexity', 'grok', 'copilot', 'google_ai_overview', 'google_ai_mode'],
  credentials: ['CLORO_API_KEY'],
  limitSetting: 'TRACKING_TASKS_PER_SCRAPER',
  baseUrl,
  typicalUnits: typicalCredits,
  settings: {
    CLORO_API_KEY: unlistedOptional(nonEmptyText, 'secret'),
    CLORO_BASE_URL: unlisted(baseUrl, httpUrl),
    SCRAPER_WEBHOOK_URL: optional(
      'Query engines',
      httpUrl,
      'Public URL of /scraper/callback on this service, to which cloro delivers results; unset: results are polled.',
      'cloro can reach the service, and you want fewer requests.',
    ),
    SCRAPER_WEBHOOK_SECRET: optional(
      'Query engines',
      nonEmptyText,
      "Signing secret of deliveries, from cloro's dashboard; unset: /scraper/callback is disabled.",
      'You set SCRAPER_WEBHOOK_URL.',
      'secret',
    ),
  },
  options: (config) => ({
    apiKey: config.CLORO_API_KEY ?? '',
    baseUrl: config.CLORO_BASE_URL,
    webhookUrl: config.SCRAPER_WEBHOOK_URL,
  }),
  create: (options: CloroOptions, labels) => {
    const api = cloroApi(options, labels)
    return {
      tasks: options.webhookUrl === null ? 'polled' : 'delivered',
      query: (query) => queryByTask(api, options, query),
    }
  },
})

/** cloro's names of the platforms. */
const taskTypes: Partial<Record<Platform, string>> = {
  chatgpt: 'CHATGPT',
  gemini: 'GEMINI',
  perplexity: 'PERPLEXITY',
  grok: 'GROK',
  copilot: 'COPILOT',
  google_ai_mode: 'AIMODE',
  google_ai_overview: 'GOOGLE',
}

function cloroApi(options: CloroOptions, labels: VendorLabels): TaskApi {
  const url = `${withoutTrailingSlash(options.baseUrl)}/v1/async/task`
  const headers = bearer(options)
  return {
    labels,
    create: async (call, query, reference) => {
      const reply = await postToEngine(call, { url, headers, body: buildTask(options, query, reference) })
      // cloro returns 409 only for a reference that it has seen before.
      if ('outcome' in reply) return reply.status === 409 ? 'known' : reply
      return parseCreatedTask(reply.body, labels)
    },
    poll: async (call, { id }) => {
      const reply = await getJson(call, { url: `${url}/${encodeURIComponent(id)}`, headers })
      if ('outcome' in reply) return reply.status === 404 ? gone : reply
      return parseCloroTask(reply.body, call, options)
    },
    parseDelivery: (body, context) => parseCloroTask(body, context, options),
  }
}

/** Builds the body of a task. cloro rejects unknown fields, and the known ones differ by platform. */
function buildTask({ platform, country, webhookUrl }: CloroOptions, query: Query, reference: string) {
  const location = { country: query.region ?? country }
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
        ? { query: query.prompt, ...location, include }
        : { prompt: query.prompt, ...location, include },
  }
}

function parseCreatedTask(body: unknown, labels: VendorLabels): CreatedTask | EngineFailure {
  const id = asString(valueAt(body, 'task', 'id'))
  return id === null
    ? malformedResponse(labels, message('engines.general.itHasNoTaskID'))
    : { id, costMicros: null }
}

/** Parses a polled or delivered task. An unknown status counts as pending. */
export function parseCloroTask(
  body: unknown,
  context: ParseContext,
  options: Pick<CloroOptions, 'platform' | 'country' | 'priceOverrides'>,
): TaskState {
  const status = asString(valueAt(body, 'task', 'status'))
  if (status === 'FAILED') return ended(taskFailed(context.labels))
  if (status !== 'COMPLETED') return pending
  return ended(parseAnswer(body, context, options))
}

function parseAnswer(
  body: unknown,
  context: ParseContext,
  options: Pick<CloroOptions, 'platform' | 'country' | 'priceOverrides'>,
): EngineAnswer | EngineFailure {
  const { platform, country } = options
  const page = valueAt(body, 'response', 'result') ?? valueAt(body, 'response')
  if (!isRecord(page)) return malformedResponse(context.labels, message('engines.cloro.itHasNoResponse'))
  // On a results page without an overview, the field is null.
  const answer = platform === 'google_ai_overview' ? page.aioverview : page
  const markdown = asString(valueAt(answer, 'markdown')) ?? asString(valueAt(answer, 'text')) ?? ''
  const sources = asRecords(valueAt(answer, 'sources'))
  const cited = citedSources(answer, sources)
  const citations = distinctCitations(cited.map((source) => ({ ...source, ...noSpan })))
  const searches = getSearches(answer)
  const credits =
    asFiniteNumber(valueAt(body, 'credits', 'creditsCharged')) ??
    asFiniteNumber(valueAt(body, 'task', 'creditsCharged'))
  const micros = unitCostMicros('cloro', context, options)
  return {
    outcome: getOutcome(markdown, false),
    markdown,
    model: asString(page.model),
    citations,
    retrieved: retrievedOnly(sources.map(getSource).filter(isSource), citations),
    searches,
    searched: sources.length > 0 || searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: Math.round((credits ?? typicalCredits(platform)) * micros),
    costEstimated: credits === null,
    shoppingCards: parseShoppingCards(getProducts(page), country),
    raw: body,
    unrecognized: [],
  }
}

/**
 * Returns the sources of the answer's citation pills. An answer without pills cites all its sources, except those that
 * ChatGPT marks as read but not used (`footnote`).
 */
function citedSources(answer: unknown, sources: Record<string, unknown>[]): Source[] {
  const pills = asRecords(valueAt(answer, 'citationPills'))
  const cited = pills.length > 0 ? pills : sources.filter(({ footnote }) => footnote !== true)
  return cited.map(getSource).filter(isSource)
}

const getSource = ({ url, label }: Record<string, unknown>) => parseSource(url, label)
const isSource = (source: Source | null) => source !== null

/** Returns the search queries, which are strings; Perplexity's were objects until July 2026. */
function getSearches(answer: unknown): string[] {
  const queries = [
    ...asArray(valueAt(answer, 'searchQueries')),
    ...asArray(valueAt(answer, 'search_model_queries')),
  ]
  const texts = queries.map((query) => asString(query) ?? asString(valueAt(query, 'query')))
  return [...new Set(texts.filter((query) => query !== null))]
}

/**
 * Returns the products, which come in groups (ChatGPT, Perplexity, Copilot) or singly (Google). ChatGPT also shows some
 * within the text.
 */
function getProducts(page: Record<string, unknown>): unknown[] {
  const groups = [page.shoppingCards, page.shopping_cards, page.productResults].flatMap(asArray)
  const shown = groups.flatMap((card) =>
    Array.isArray(valueAt(card, 'products')) ? asArray(valueAt(card, 'products')) : [card],
  )
  const titles = new Set(shown.map((product) => valueAt(product, 'title')))
  return [
    ...shown,
    ...asArray(page.inlineProducts).filter((product) => !titles.has(valueAt(product, 'title'))),
  ]
}
