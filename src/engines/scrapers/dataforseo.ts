/**
 * DataForSEO's scrapers of ChatGPT, Gemini and Google's AI answers, by its queue of the higher priority. HTTP says 200 of
 * nearly everything; the codes inside count. https://docs.dataforseo.com/v3/appendix/errors/
 */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { getJson, type Line, postJson, type Reading, withoutTrailingSlash } from '../client/request.ts'
import { languageCode, locationCode } from './dataforseo-locations.ts'
import type { Engine, EngineAnswer, EngineFailure, Question, Source } from '../engine.ts'
import { httpFailure, unreadable } from '../client/failures.ts'
import { at, finite, isRecord, list, records, text, texts } from '../client/json.ts'
import { microsOf, unitMicros } from '../client/pricing.ts'
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
    ask: (question) => askByTask(api, options, question),
  }
}

function dataforseoApi(options: DataforseoOptions): TaskApi {
  const vendor = {
    ...scraperVendor(options, 'DataForSEO', 'DATAFORSEO'),
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
      return 'outcome' in reply ? reply : readDataforseoTask(reply.body, line, options, task)
    },
  }
}

function orderOf({ platform, country }: DataforseoOptions, question: Question, reference: string) {
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
  const whole = finite(at(body, 'status_code'))
  const task = records(at(body, 'tasks'))[0]
  return { code: whole === done && task ? finite(task.status_code) : whole, task }
}

function refusal(line: Line, code: number | null, body: unknown): EngineFailure {
  if (code === null) return unreadable(line.vendor, 'it has no status code')
  const status = statuses[code] ?? (code >= 50_000 ? 500 : 400)
  return httpFailure(line, { status: 200, headers: new Headers(), body }, status)
}

function orderedIn(line: Line, body: unknown): Ordered | EngineFailure {
  const { code, task } = codeIn(body)
  if (code !== created) return refusal(line, code, body)
  const id = text(task?.id)
  const costMicros = microsOf(finite(task?.cost))
  return id === null ? unreadable(line.vendor, 'it names no task') : { id, costMicros }
}

export function readDataforseoTask(
  body: unknown,
  line: Line,
  { platform, country }: Pick<DataforseoOptions, 'platform' | 'country'>,
  { costMicros }: Pick<Ordered, 'costMicros'>,
): Seen | EngineFailure {
  const { code, task } = codeIn(body)
  if (code !== null && waitingCodes.includes(code)) return pending
  if (code !== null && goneCodes.includes(code)) return gone
  if (code !== null && failedCodes.includes(code)) return ended(taskFailed(line.vendor))
  if (code !== done && code !== nothingFound) return refusal(line, code, body)
  const result = list(task?.result)[0]
  if (code === done && !isRecord(result)) return ended(unreadable(line.vendor, 'it has no result'))
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
  const items = records(at(result, 'items'))
  const parts = items.map(({ markdown }) => text(markdown)).filter((part) => part !== null)
  return {
    markdown: text(at(result, 'markdown')) ?? parts.join('\n\n'),
    cited: [...list(at(result, 'sources')), ...items.flatMap(({ sources }) => list(sources))],
    read: list(at(result, 'search_results')),
    searches: texts(at(result, 'fan_out_queries')),
    model: text(at(result, 'model')),
    products: productsIn(items),
  }
}

/** Google's: one item of the page, if the page has one. */
function overviewIn(result: unknown): Told {
  const overview = records(at(result, 'items')).find(({ type }) => type === 'ai_overview')
  const items = records(overview?.items)
  const parts = items.map((item) => text(item.markdown) ?? text(item.text)).filter((part) => part !== null)
  return {
    markdown: text(overview?.markdown) ?? parts.join('\n\n'),
    cited: [...list(overview?.references), ...items.flatMap(({ references }) => list(references))],
    read: [],
    searches: texts(at(result, 'fan_out_queries')),
    model: null,
    products: productsIn(items),
  }
}

/** A part that shows products has them below it, or is one. */
function productsIn(items: Record<string, unknown>[]): unknown[] {
  return items
    .filter(({ type }) => /product|shopping/.test(text(type) ?? ''))
    .flatMap((item) => (Array.isArray(item.items) ? list(item.items) : [item]))
}

function answerOf(
  { markdown, cited, read, searches, model, products }: Told,
  {
    line,
    body,
    country,
    costMicros,
  }: { line: Reading; body: unknown; country: string; costMicros: number | null },
): EngineAnswer {
  const distinct = new Map(sourcesOf(cited).map((source) => [source.url, source]))
  const citations = distinctCitations([...distinct.values()].map((source) => ({ ...source, ...nowhere })))
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
    costMicros: costMicros ?? unitMicros(line, 'dataforseo'),
    shoppingCards: readCards(products, country),
    raw: body,
  }
}

const sourcesOf = (sources: unknown[]): Source[] =>
  sources
    .map((source) => readSource(at(source, 'url'), at(source, 'title')))
    .filter((source) => source !== null)
