/** Bright Data's scrapers of AI products: a collection of one prompt, whose single row is the answer. It signs nothing, so it is looked at. */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { malformedResponse } from '../client/failures.ts'
import { asArray, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { unitCostMicros } from '../client/pricing.ts'
import { type Call, getJson, type ParseContext, postJson, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { noSpan, outcomeOf } from '../client/text-offsets.ts'
import type { Engine, EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { type ScraperOptions, scraperLabels } from './scraper.ts'
import { parseShoppingCards } from './shopping-cards.ts'
import { ended, gone, pending, queryByTask, type TaskApi, type TaskState, taskFailed } from './task.ts'

export type BrightdataOptions = ScraperOptions & {
  /** What a record costs, in micro-dollars; null: the rate of `rates.json`. */
  recordMicros: number | null
}

/** Its collections (https://docs.brightdata.com/datasets/scrapers), and the page each opens. */
const collections: Partial<Record<Platform, { dataset: string; url: string }>> = {
  chatgpt: { dataset: 'gd_m7aof0k82r803d5bjm', url: 'https://chatgpt.com/' },
  gemini: { dataset: 'gd_mbz66arm2mf9cu856y', url: 'https://gemini.google.com/' },
  perplexity: { dataset: 'gd_m7dhdot1vw9a7gc1n', url: 'https://www.perplexity.ai/' },
  grok: { dataset: 'gd_m8ve0u141icu75ae74', url: 'https://grok.com/' },
  copilot: { dataset: 'gd_m7di5jy6s9geokz8w', url: 'https://copilot.microsoft.com/chats' },
  google_ai_mode: { dataset: 'gd_mcswdt6z2elth3zqr2', url: 'https://google.com/aimode' },
}

export function brightdata(options: BrightdataOptions): Engine {
  const api = brightdataApi(options)
  return {
    name: 'brightdata',
    surface: 'consumer_ui',
    byTasks: 'looked_at',
    query: (question) => queryByTask(api, options, question),
  }
}

function brightdataApi(options: BrightdataOptions): TaskApi {
  const vendor = scraperLabels(options, 'Bright Data', 'BRIGHTDATA')
  const url = `${withoutTrailingSlash(options.baseUrl)}/datasets/v3`
  const headers = { authorization: `Bearer ${options.apiKey}` }
  const { dataset = '' } = collections[options.platform] ?? {}
  return {
    vendor,
    order: async (line, question) => {
      const query = new URLSearchParams({ dataset_id: dataset, format: 'json', include_errors: 'true' })
      const body = [inputOf(options, question)]
      const reply = await postJson(line, { url: `${url}/trigger?${query}`, headers, body })
      if ('outcome' in reply) return reply
      const id = asString(valueAt(reply.body, 'snapshot_id'))
      return id === null ? malformedResponse(vendor, 'it names no snapshot') : { id, costMicros: null }
    },
    look: (line, { id }) => lookAt(line, { url, headers, id: encodeURIComponent(id) }, options),
  }
}

function inputOf({ platform, country }: BrightdataOptions, { prompt, region }: Query) {
  const { url } = collections[platform] ?? {}
  return { url, prompt, country: region ?? country, ...(platform === 'chatgpt' && { web_search: true }) }
}

async function lookAt(
  line: Call,
  { url, headers, id }: { url: string; headers: Record<string, string>; id: string },
  options: BrightdataOptions,
): Promise<TaskState | EngineFailure> {
  const progress = await getJson(line, { url: `${url}/progress/${id}`, headers })
  if ('outcome' in progress) return progress.status === 404 ? gone : progress
  const status = asString(valueAt(progress.body, 'status'))
  if (status === 'failed' || status === 'canceled') return ended(taskFailed(line.vendor))
  if (status !== 'ready') return pending
  const snapshot = await getJson(line, { url: `${url}/snapshot/${id}?format=json`, headers })
  if ('outcome' in snapshot) return snapshot.status === 404 ? gone : snapshot
  // It may say that it is ready and still be writing the file.
  if (!Array.isArray(snapshot.body)) return pending
  return ended(parseBrightdataRow(snapshot.body[0], line, options))
}

/** `row`: of one prompt; one that could not be collected carries an error in the place of the answer. */
export function parseBrightdataRow(
  row: unknown,
  reading: ParseContext,
  { country, recordMicros }: Pick<BrightdataOptions, 'country' | 'recordMicros'>,
): EngineAnswer | EngineFailure {
  if (!isRecord(row)) return malformedResponse(reading.vendor, 'it has no row')
  const markdown = asString(row.answer_text_markdown) ?? asString(row.answer_text) ?? ''
  if (markdown === '' && (asString(row.error) ?? asString(row.error_code)) !== null)
    return taskFailed(reading.vendor)
  const listed = [...asRecords(row.citations), ...asRecords(row.sources)]
  const linked = listed.length === 0 ? asRecords(row.links_attached) : []
  const cited = [...listed.filter((source) => source.cited !== false), ...linked]
  const citations = distinctCitations(sourcesOf(cited).map((source) => ({ ...source, ...noSpan })))
  const read = sourcesOf([...listed, ...asRecords(row.search_sources)])
  const searches = searchesOf(row)
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: asString(row.model),
    citations,
    retrieved: retrievedOnly(read, citations),
    searches,
    // What it says itself of ChatGPT (`web_search_triggered`) is often false beside searches and sources.
    searched: read.length > 0 || searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: recordMicros ?? unitCostMicros(reading, 'brightdata'),
    shoppingCards: parseShoppingCards([...asArray(row.shopping), ...asArray(row.products)], country),
    raw: row,
  }
}

const sourcesOf = (rows: Record<string, unknown>[]): Source[] =>
  rows
    .map(({ url, title, text: label }) => parseSource(url, asString(title) ?? label))
    .filter((source) => source !== null)

function searchesOf(row: Record<string, unknown>): string[] {
  const told = [row.web_search_query, valueAt(row, 'metadata', 'search_model_queries', 'queries')]
  const queries = told.flatMap((each) => (Array.isArray(each) ? asArray(each) : [each]))
  return [
    ...new Set(
      queries
        .map((query) => asString(query) ?? asString(valueAt(query, 'query')))
        .filter((query) => query !== null),
    ),
  ]
}
