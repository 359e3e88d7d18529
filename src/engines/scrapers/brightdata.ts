/** Bright Data's scrapers of AI products: a collection of one prompt, whose single row is the answer. It signs nothing, so it is looked at. */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { getJson, type Line, postJson, type Reading, withoutTrailingSlash } from '../client/request.ts'
import type { Engine, EngineAnswer, EngineFailure, Question, Source } from '../engine.ts'
import { unreadable } from '../client/failures.ts'
import { at, isRecord, list, records, text } from '../client/json.ts'
import { unitMicros } from '../client/pricing.ts'
import { type ScraperOptions, scraperVendor } from './scraper.ts'
import { readCards } from './shopping-cards.ts'
import { distinctCitations, readSource, retrievedOnly } from '../client/sources.ts'
import { askByTask, ended, gone, pending, type Seen, type TaskApi, taskFailed } from './task.ts'
import { nowhere, outcomeOf } from '../client/text-offsets.ts'

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
    ask: (question) => askByTask(api, options, question),
  }
}

function brightdataApi(options: BrightdataOptions): TaskApi {
  const vendor = scraperVendor(options, 'Bright Data', 'BRIGHTDATA')
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
      const id = text(at(reply.body, 'snapshot_id'))
      return id === null ? unreadable(vendor, 'it names no snapshot') : { id, costMicros: null }
    },
    look: (line, { id }) => lookAt(line, { url, headers, id: encodeURIComponent(id) }, options),
  }
}

function inputOf({ platform, country }: BrightdataOptions, { prompt, region }: Question) {
  const { url } = collections[platform] ?? {}
  return { url, prompt, country: region ?? country, ...(platform === 'chatgpt' && { web_search: true }) }
}

async function lookAt(
  line: Line,
  { url, headers, id }: { url: string; headers: Record<string, string>; id: string },
  options: BrightdataOptions,
): Promise<Seen | EngineFailure> {
  const progress = await getJson(line, { url: `${url}/progress/${id}`, headers })
  if ('outcome' in progress) return progress.status === 404 ? gone : progress
  const status = text(at(progress.body, 'status'))
  if (status === 'failed' || status === 'canceled') return ended(taskFailed(line.vendor))
  if (status !== 'ready') return pending
  const snapshot = await getJson(line, { url: `${url}/snapshot/${id}?format=json`, headers })
  if ('outcome' in snapshot) return snapshot.status === 404 ? gone : snapshot
  // It may say that it is ready and still be writing the file.
  if (!Array.isArray(snapshot.body)) return pending
  return ended(readBrightdataRow(snapshot.body[0], line, options))
}

/** `row`: of one prompt; one that could not be collected carries an error in the place of the answer. */
export function readBrightdataRow(
  row: unknown,
  reading: Reading,
  { country, recordMicros }: Pick<BrightdataOptions, 'country' | 'recordMicros'>,
): EngineAnswer | EngineFailure {
  if (!isRecord(row)) return unreadable(reading.vendor, 'it has no row')
  const markdown = text(row.answer_text_markdown) ?? text(row.answer_text) ?? ''
  if (markdown === '' && (text(row.error) ?? text(row.error_code)) !== null) return taskFailed(reading.vendor)
  const listed = [...records(row.citations), ...records(row.sources)]
  const linked = listed.length === 0 ? records(row.links_attached) : []
  const cited = [...listed.filter((source) => source.cited !== false), ...linked]
  const citations = distinctCitations(sourcesOf(cited).map((source) => ({ ...source, ...nowhere })))
  const read = sourcesOf([...listed, ...records(row.search_sources)])
  const searches = searchesOf(row)
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: text(row.model),
    citations,
    retrieved: retrievedOnly(read, citations),
    searches,
    // What it says itself of ChatGPT (`web_search_triggered`) is often false beside searches and sources.
    searched: read.length > 0 || searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: recordMicros ?? unitMicros(reading, 'brightdata'),
    shoppingCards: readCards([...list(row.shopping), ...list(row.products)], country),
    raw: row,
  }
}

const sourcesOf = (rows: Record<string, unknown>[]): Source[] =>
  rows
    .map(({ url, title, text: label }) => readSource(url, text(title) ?? label))
    .filter((source) => source !== null)

function searchesOf(row: Record<string, unknown>): string[] {
  const told = [row.web_search_query, at(row, 'metadata', 'search_model_queries', 'queries')]
  const queries = told.flatMap((each) => (Array.isArray(each) ? list(each) : [each]))
  return [
    ...new Set(
      queries.map((query) => text(query) ?? text(at(query, 'query'))).filter((query) => query !== null),
    ),
  ]
}
