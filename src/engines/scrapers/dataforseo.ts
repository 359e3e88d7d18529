/**
 * DataForSEO's scrapers of ChatGPT, Gemini and Google's AI answers, by its queue of the higher priority. HTTP says 200 of
 * nearly everything; the codes inside count. https://docs.dataforseo.com/v3/appendix/errors/
 */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { httpFailure, malformedResponse } from '../client/failures.ts'
import { asArray, asFiniteNumber, asRecords, asString, asStrings, isRecord, valueAt } from '../client/json.ts'
import { dollarsToMicros, unitCostMicros } from '../client/pricing.ts'
import { type Call, getJson, type ParseContext, postJson, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { noSpan, outcomeOf } from '../client/text-offsets.ts'
import type { Engine, EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { languageCode, locationCode } from './dataforseo-locations.ts'
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

export type DataforseoOptions = Omit<ScraperOptions, 'apiKey'> & { login: string; password: string }

const paths: Partial<Record<Platform, string>> = {
  chatgpt: '/v3/ai_optimization/chat_gpt/llm_scraper',
  gemini: '/v3/ai_optimization/gemini/llm_scraper',
  google_ai_mode: '/v3/serp/google/ai_mode',
  google_ai_overview: '/v3/serp/google/organic',
}

/** Of two: the queue that takes minutes rather than up to three quarters of an hour, at twice the price. */
const highPriority = 2

export function dataforseo(options: DataforseoOptions): Engine {
  const api = dataforseoApi(options)
  return {
    name: 'dataforseo',
    surface: 'consumer_ui',
    byTasks: 'looked_at',
    query: (question) => queryByTask(api, options, question),
  }
}

function dataforseoApi(options: DataforseoOptions): TaskApi {
  const vendor = {
    ...scraperLabels(options, 'DataForSEO', 'DATAFORSEO'),
    keySetting: 'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD',
  }
  const url = `${withoutTrailingSlash(options.baseUrl)}${paths[options.platform]}`
  const login = Buffer.from(`${options.login}:${options.password}`).toString('base64')
  const headers = { authorization: `Basic ${login}` }
  return {
    vendor,
    order: async (line, question, reference) => {
      const body = [orderOf(options, question, reference)]
      const reply = await postJson(line, { url: `${url}/task_post`, headers, body })
      return 'outcome' in reply ? reply : orderedIn(line, reply.body)
    },
    look: async (line, task) => {
      const path = `${url}/task_get/advanced/${encodeURIComponent(task.id)}`
      const reply = await getJson(line, { url: path, headers })
      return 'outcome' in reply ? reply : parseDataforseoTask(reply.body, line, options, task)
    },
  }
}

function orderOf({ platform, country }: DataforseoOptions, question: Query, reference: string) {
  return {
    keyword: question.prompt,
    location_code: locationCode(question.region ?? country) ?? locationCode(country),
    language_code: languageCode(question.language ?? `und-${question.region ?? country}`),
    priority: highPriority,
    tag: reference,
    ...(platform === 'google_ai_overview' && { load_async_ai_overview: true }),
  }
}

const created = 20_100
const done = 20_000
const nothingFound = 40_102
const waitingCodes = [40_601, 40_602]
const goneCodes = [40_400, 40_401, 40_403]
/** The engine behind it did not answer, or the work on the task broke. */
const failedCodes = [40_101, 40_103]

/** As HTTP would have said it. */
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

/** The code of the envelope, or where that is fine of its one task. */
function codeIn(body: unknown): { code: number | null; task: Record<string, unknown> | undefined } {
  const whole = asFiniteNumber(valueAt(body, 'status_code'))
  const task = asRecords(valueAt(body, 'tasks'))[0]
  return { code: whole === done && task ? asFiniteNumber(task.status_code) : whole, task }
}

function refusal(line: Call, code: number | null, body: unknown): EngineFailure {
  if (code === null) return malformedResponse(line.vendor, 'it has no status code')
  const status = statuses[code] ?? (code >= 50_000 ? 500 : 400)
  return httpFailure(line, { status: 200, headers: new Headers(), body }, status)
}

function orderedIn(line: Call, body: unknown): CreatedTask | EngineFailure {
  const { code, task } = codeIn(body)
  if (code !== created) return refusal(line, code, body)
  const id = asString(task?.id)
  const costMicros = dollarsToMicros(asFiniteNumber(task?.cost))
  return id === null ? malformedResponse(line.vendor, 'it names no task') : { id, costMicros }
}

export function parseDataforseoTask(
  body: unknown,
  line: Call,
  { platform, country }: Pick<DataforseoOptions, 'platform' | 'country'>,
  { costMicros }: Pick<CreatedTask, 'costMicros'>,
): TaskState | EngineFailure {
  const { code, task } = codeIn(body)
  if (code !== null && waitingCodes.includes(code)) return pending
  if (code !== null && goneCodes.includes(code)) return gone
  if (code !== null && failedCodes.includes(code)) return ended(taskFailed(line.vendor))
  if (code !== done && code !== nothingFound) return refusal(line, code, body)
  const result = asArray(task?.result)[0]
  if (code === done && !isRecord(result)) return ended(malformedResponse(line.vendor, 'it has no result'))
  const told = platform.startsWith('google_') ? overviewIn(result) : answerIn(result)
  return ended(answerOf(told, { line, body, country, costMicros }))
}

type Told = {
  markdown: string
  cited: unknown[]
  read: unknown[]
  searches: string[]
  model: string | null
  products: unknown[]
}

/** ChatGPT's and Gemini's: the text as a whole, and its parts beside it. */
function answerIn(result: unknown): Told {
  const items = asRecords(valueAt(result, 'items'))
  const parts = items.map(({ markdown }) => asString(markdown)).filter((part) => part !== null)
  return {
    markdown: asString(valueAt(result, 'markdown')) ?? parts.join('\n\n'),
    cited: [...asArray(valueAt(result, 'sources')), ...items.flatMap(({ sources }) => asArray(sources))],
    read: asArray(valueAt(result, 'search_results')),
    searches: asStrings(valueAt(result, 'fan_out_queries')),
    model: asString(valueAt(result, 'model')),
    products: productsIn(items),
  }
}

/** Google's: one item of the page, if the page has one. */
function overviewIn(result: unknown): Told {
  const overview = asRecords(valueAt(result, 'items')).find(({ type }) => type === 'ai_overview')
  const items = asRecords(overview?.items)
  const parts = items
    .map((item) => asString(item.markdown) ?? asString(item.text))
    .filter((part) => part !== null)
  return {
    markdown: asString(overview?.markdown) ?? parts.join('\n\n'),
    cited: [...asArray(overview?.references), ...items.flatMap(({ references }) => asArray(references))],
    read: [],
    searches: asStrings(valueAt(result, 'fan_out_queries')),
    model: null,
    products: productsIn(items),
  }
}

/** A part that shows products has them below it, or is one. */
function productsIn(items: Record<string, unknown>[]): unknown[] {
  return items
    .filter(({ type }) => /product|shopping/.test(asString(type) ?? ''))
    .flatMap((item) => (Array.isArray(item.items) ? asArray(item.items) : [item]))
}

function answerOf(
  { markdown, cited, read, searches, model, products }: Told,
  {
    line,
    body,
    country,
    costMicros,
  }: { line: ParseContext; body: unknown; country: string; costMicros: number | null },
): EngineAnswer {
  const distinct = new Map(sourcesOf(cited).map((source) => [source.url, source]))
  const citations = distinctCitations([...distinct.values()].map((source) => ({ ...source, ...noSpan })))
  const retrieved = retrievedOnly(sourcesOf(read), citations)
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model,
    citations,
    retrieved,
    searches,
    searched: citations.length + retrieved.length + searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: costMicros ?? unitCostMicros(line, 'dataforseo'),
    shoppingCards: parseShoppingCards(products, country),
    raw: body,
  }
}

const sourcesOf = (sources: unknown[]): Source[] =>
  sources
    .map((source) => parseSource(valueAt(source, 'url'), valueAt(source, 'title')))
    .filter((source) => source !== null)
