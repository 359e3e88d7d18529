/**
 * DataForSEO: a scraper of ChatGPT, Gemini and Google's AI answers, through its high-priority queue. Nearly every HTTP
 * status is 200; the status codes in the body count. https://docs.dataforseo.com/v3/appendix/errors/
 */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { httpUrl, nonEmptyText, unlisted, unlistedOptional } from '../../core/settings.ts'
import { message } from '../../languages/message.ts'
import { failure, httpFailure, malformedResponse, type VendorLabels } from '../client/failures.ts'
import { asArray, asFiniteNumber, asRecords, asString, asStrings, isRecord, valueAt } from '../client/json.ts'
import { dollarsToMicros, unitCostMicros } from '../client/pricing.ts'
import { type Call, getJson, postToEngine, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { getOutcome, noSpan } from '../client/text-offsets.ts'
import { defineScraper, type ScraperOptions } from '../client/vendor.ts'
import { languageCode, locationCode } from '../dataforseo-locations.ts'
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

type DataforseoOptions = ScraperOptions & { login: string; password: string }

function servesRegion(region: string): boolean {
  return locationCode(region) !== null
}

const baseUrl = 'https://api.dataforseo.com'

export const dataforseo = defineScraper({
  name: 'dataforseo',
  label: 'DataForSEO',
  settingPrefix: 'DATAFORSEO',
  serves: ['chatgpt', 'gemini', 'google_ai_overview', 'google_ai_mode'],
  servesRegion,
  credentials: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  // The login is also set for prompt volumes and must not start paid scraping by itself.
  selectedByDefault: false,
  limitSetting: 'TRACKING_TASKS_PER_SCRAPER',
  baseUrl,
  typicalUnits: () => 1,
  settings: {
    DATAFORSEO_LOGIN: unlistedOptional(nonEmptyText),
    DATAFORSEO_PASSWORD: unlistedOptional(nonEmptyText, 'secret'),
    DATAFORSEO_BASE_URL: unlisted(baseUrl, httpUrl),
  },
  options: (config) => ({
    login: config.DATAFORSEO_LOGIN ?? '',
    password: config.DATAFORSEO_PASSWORD ?? '',
    baseUrl: config.DATAFORSEO_BASE_URL,
  }),
  create: (options: DataforseoOptions, labels) => {
    const api = dataforseoApi(options, labels)
    return {
      tasks: 'polled',
      query: async (query) =>
        query.region !== null && !servesRegion(query.region)
          ? failure('rejected', message('engines.dataforseo.doesNotServeRegion', { region: query.region }))
          : queryByTask(api, options, query),
    }
  },
})

const paths: Partial<Record<Platform, string>> = {
  chatgpt: '/v3/ai_optimization/chat_gpt/llm_scraper',
  gemini: '/v3/ai_optimization/gemini/llm_scraper',
  google_ai_mode: '/v3/serp/google/ai_mode',
  google_ai_overview: '/v3/serp/google/organic',
}

/** The queue that takes minutes instead of up to 45, at twice the price. */
const highPriority = 2

function dataforseoApi(options: DataforseoOptions, labels: VendorLabels): TaskApi {
  const url = `${withoutTrailingSlash(options.baseUrl)}${paths[options.platform]}`
  const login = Buffer.from(`${options.login}:${options.password}`).toString('base64')
  const headers = { authorization: `Basic ${login}` }
  return {
    labels,
    create: async (call, query, reference) => {
      const body = [buildTask(options, query, reference)]
      const reply = await postToEngine(call, { url: `${url}/task_post`, headers, body })
      return 'outcome' in reply ? reply : parseCreatedTask(call, reply.body)
    },
    poll: async (call, task) => {
      const path = `${url}/task_get/advanced/${encodeURIComponent(task.id)}`
      const reply = await getJson(call, { url: path, headers })
      return 'outcome' in reply ? reply : parseDataforseoTask(reply.body, call, options, task)
    },
  }
}

function buildTask({ platform, country }: DataforseoOptions, query: Query, reference: string) {
  return {
    keyword: query.prompt,
    location_code: locationCode(query.region ?? country),
    language_code: languageCode(query.language ?? `und-${query.region ?? country}`),
    priority: highPriority,
    tag: reference,
    // Without it, ChatGPT answers many prompts from memory. Gemini has no such parameter.
    ...(platform === 'chatgpt' && { force_web_search: true }),
    ...(platform === 'google_ai_overview' && { load_async_ai_overview: true }),
  }
}

const created = 20_100
const done = 20_000
const noResults = 40_102
const waitingCodes = [40_601, 40_602]
const goneCodes = [40_400, 40_401, 40_403]
/** The platform did not respond, or the task failed. */
const failedCodes = [40_101, 40_103]

/** DataForSEO's status codes → the equivalent HTTP statuses. */
const statuses: Readonly<Record<number, number>> = {
  40100: 401,
  40104: 401,
  40204: 401,
  40207: 401,
  40200: 402,
  40203: 402,
  40210: 402,
  40202: 429,
  40209: 429,
}

/** Returns the status code of the envelope or, if that is a success, of its only task. */
function getStatusCode(body: unknown): { code: number | null; task: Record<string, unknown> | undefined } {
  const envelope = asFiniteNumber(valueAt(body, 'status_code'))
  const task = asRecords(valueAt(body, 'tasks'))[0]
  return { code: envelope === done && task ? asFiniteNumber(task.status_code) : envelope, task }
}

function errorFailure(call: Call, code: number | null, body: unknown): EngineFailure {
  if (code === null) return malformedResponse(call.labels, message('engines.dataforseo.itHasNoStatusCode'))
  const status = statuses[code] ?? (code >= 50_000 ? 500 : 400)
  return httpFailure(call, { status: 200, headers: new Headers(), body }, status)
}

function parseCreatedTask(call: Call, body: unknown): CreatedTask | EngineFailure {
  const { code, task } = getStatusCode(body)
  if (code !== created) return errorFailure(call, code, body)
  const id = asString(task?.id)
  const cost = asFiniteNumber(task?.cost)
  const costMicros = cost === null ? null : dollarsToMicros(cost)
  return id === null
    ? malformedResponse(call.labels, message('engines.general.itHasNoTaskID'))
    : { id, costMicros }
}

export function parseDataforseoTask(
  body: unknown,
  call: Call,
  options: Pick<DataforseoOptions, 'platform' | 'country' | 'priceOverrides'>,
  { costMicros }: Pick<CreatedTask, 'costMicros'>,
): TaskState | EngineFailure {
  const { code, task } = getStatusCode(body)
  if (code !== null && waitingCodes.includes(code)) return pending
  if (code !== null && goneCodes.includes(code)) return gone
  if (code !== null && failedCodes.includes(code)) return ended(taskFailed(call.labels))
  if (code !== done && code !== noResults) return errorFailure(call, code, body)
  const result = asArray(task?.result)[0]
  if (code === done && !isRecord(result))
    return ended(malformedResponse(call.labels, message('engines.dataforseo.itHasNoResult')))
  const content = options.platform.startsWith('google_') ? parseOverview(result) : parseChat(result)
  return ended(
    getAnswer(content, {
      body,
      country: options.country,
      costMicros: costMicros ?? unitCostMicros('dataforseo', call, options),
    }),
  )
}

type Content = {
  markdown: string
  cited: unknown[]
  retrieved: unknown[]
  searches: string[]
  model: string | null
  products: unknown[]
}

/** Parses an answer of ChatGPT or Gemini: the whole text and, separately, its parts. */
function parseChat(result: unknown): Content {
  const items = asRecords(valueAt(result, 'items'))
  const parts = items.map(({ markdown }) => asString(markdown)).filter((part) => part !== null)
  return {
    markdown: asString(valueAt(result, 'markdown')) ?? parts.join('\n\n'),
    cited: [...asArray(valueAt(result, 'sources')), ...items.flatMap(({ sources }) => asArray(sources))],
    retrieved: asArray(valueAt(result, 'search_results')),
    searches: asStrings(valueAt(result, 'fan_out_queries')),
    model: asString(valueAt(result, 'model')),
    products: productsIn(items),
  }
}

/** Parses Google's answer: one item of the results page, if the page has one. */
function parseOverview(result: unknown): Content {
  const overview = asRecords(valueAt(result, 'items')).find(({ type }) => type === 'ai_overview')
  const items = asRecords(overview?.items)
  const parts = items
    .map((item) => asString(item.markdown) ?? asString(item.text))
    .filter((part) => part !== null)
  return {
    markdown: asString(overview?.markdown) ?? parts.join('\n\n'),
    cited: [...asArray(overview?.references), ...items.flatMap(({ references }) => asArray(references))],
    retrieved: [],
    searches: asStrings(valueAt(result, 'fan_out_queries')),
    model: null,
    products: productsIn(items),
  }
}

/** Returns the products of all parts. A part that shows products contains them, or is a product itself. */
function productsIn(items: Record<string, unknown>[]): unknown[] {
  return items
    .filter(({ type }) => /product|shopping/.test(asString(type) ?? ''))
    .flatMap((item) => (Array.isArray(item.items) ? asArray(item.items) : [item]))
}

function getAnswer(
  { markdown, cited, retrieved: listed, searches, model, products }: Content,
  { body, country, costMicros }: { body: unknown; country: string; costMicros: number },
): EngineAnswer {
  const distinct = new Map(getSources(cited).map((source) => [source.url, source]))
  const citations = distinctCitations([...distinct.values()].map((source) => ({ ...source, ...noSpan })))
  const retrieved = retrievedOnly(getSources(listed), citations)
  return {
    outcome: getOutcome(markdown, false),
    markdown,
    model,
    citations,
    retrieved,
    searches,
    searched: citations.length + retrieved.length + searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros,
    costEstimated: false,
    shoppingCards: parseShoppingCards(products, country),
    raw: body,
    unrecognized: [],
  }
}

const getSources = (sources: unknown[]): Source[] =>
  sources
    .map((source) => parseSource(valueAt(source, 'url'), valueAt(source, 'title')))
    .filter((source) => source !== null)
