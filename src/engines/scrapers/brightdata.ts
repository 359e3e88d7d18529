/**
 * Bright Data: a scraper that collects the answer to one prompt as a single row. It signs no deliveries, so results are
 * polled.
 */
import type { Platform } from '../../../vocabulary/platforms.ts'
import { httpUrl, nonEmptyText, unlisted, unlistedOptional } from '../../core/settings.ts'
import { message } from '../../languages/message.ts'
import { malformedResponse, type VendorLabels } from '../client/failures.ts'
import { asArray, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { unitCostMicros } from '../client/pricing.ts'
import {
  bearer,
  type Call,
  getJson,
  type ParseContext,
  postToEngine,
  withoutTrailingSlash,
} from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { getOutcome, noSpan } from '../client/text-offsets.ts'
import { defineScraper, type ScraperOptions } from '../client/vendor.ts'
import type { EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { parseShoppingCards } from './shopping-cards.ts'
import { ended, gone, pending, queryByTask, type TaskApi, type TaskState, taskFailed } from './task.ts'

type BrightdataOptions = ScraperOptions & {
  apiKey: string
}

const baseUrl = 'https://api.brightdata.com'

export const brightdata = defineScraper({
  name: 'brightdata',
  label: 'Bright Data',
  settingPrefix: 'BRIGHTDATA',
  serves: ['chatgpt', 'gemini', 'perplexity', 'grok', 'copilot', 'google_ai_mode'],
  // "Currently unavailable" in October 2026.
  unavailable: ['grok'],
  credentials: ['BRIGHTDATA_API_KEY'],
  limitSetting: 'TRACKING_TASKS_PER_SCRAPER',
  baseUrl,
  typicalUnits: () => 1,
  settings: {
    BRIGHTDATA_API_KEY: unlistedOptional(nonEmptyText, 'secret'),
    BRIGHTDATA_BASE_URL: unlisted(baseUrl, httpUrl),
  },
  options: (config) => ({
    apiKey: config.BRIGHTDATA_API_KEY ?? '',
    baseUrl: config.BRIGHTDATA_BASE_URL,
  }),
  create: (options: BrightdataOptions, labels) => {
    const api = brightdataApi(options, labels)
    return { tasks: 'polled', query: (query) => queryByTask(api, options, query) }
  },
})

/** Their collections have the parameter `web_search`. */
const searching: readonly Platform[] = ['chatgpt', 'grok']

/** The collections of each platform (https://docs.brightdata.com/datasets/scrapers) and the page that they open. */
const collections: Partial<Record<Platform, { dataset: string; url: string }>> = {
  chatgpt: { dataset: 'gd_m7aof0k82r803d5bjm', url: 'https://chatgpt.com/' },
  gemini: { dataset: 'gd_mbz66arm2mf9cu856y', url: 'https://gemini.google.com/' },
  perplexity: { dataset: 'gd_m7dhdot1vw9a7gc1n', url: 'https://www.perplexity.ai/' },
  grok: { dataset: 'gd_m8ve0u141icu75ae74', url: 'https://grok.com/' },
  copilot: { dataset: 'gd_m7di5jy6s9geokz8w', url: 'https://copilot.microsoft.com/chats' },
  google_ai_mode: { dataset: 'gd_mcswdt6z2elth3zqr2', url: 'https://google.com/aimode' },
}

function brightdataApi(options: BrightdataOptions, labels: VendorLabels): TaskApi {
  const url = `${withoutTrailingSlash(options.baseUrl)}/datasets/v3`
  const headers = bearer(options)
  const { dataset = '' } = collections[options.platform] ?? {}
  return {
    labels,
    create: async (call, query) => {
      const parameters = new URLSearchParams({ dataset_id: dataset, format: 'json', include_errors: 'true' })
      const body = [buildInput(options, query)]
      const reply = await postToEngine(call, { url: `${url}/trigger?${parameters}`, headers, body })
      if ('outcome' in reply) return reply
      const id = asString(valueAt(reply.body, 'snapshot_id'))
      return id === null
        ? malformedResponse(labels, message('engines.brightdata.itHasNoSnapshotID'))
        : { id, costMicros: null }
    },
    poll: (call, { id }) => pollSnapshot(call, { url, headers, id: encodeURIComponent(id) }, options),
  }
}

function buildInput({ platform, country }: BrightdataOptions, { prompt, region }: Query) {
  const { url } = collections[platform] ?? {}
  return {
    url,
    prompt,
    country: region ?? country,
    ...(searching.includes(platform) && { web_search: true }),
  }
}

async function pollSnapshot(
  call: Call,
  { url, headers, id }: { url: string; headers: Record<string, string>; id: string },
  options: BrightdataOptions,
): Promise<TaskState | EngineFailure> {
  const progress = await getJson(call, { url: `${url}/progress/${id}`, headers })
  if ('outcome' in progress) return progress.status === 404 ? gone : progress
  const status = asString(valueAt(progress.body, 'status'))
  if (status === 'failed' || status === 'canceled') return ended(taskFailed(call.labels))
  if (status !== 'ready') return pending
  const snapshot = await getJson(call, { url: `${url}/snapshot/${id}?format=json`, headers })
  if ('outcome' in snapshot) return snapshot.status === 404 ? gone : snapshot
  // A snapshot can be `ready` while its file is still being written.
  if (!Array.isArray(snapshot.body)) return pending
  return ended(parseBrightdataRow(snapshot.body[0], call, options))
}

/** Parses the row of one prompt. A prompt that could not be collected has an error instead of an answer. */
export function parseBrightdataRow(
  row: unknown,
  context: ParseContext,
  options: Pick<BrightdataOptions, 'country' | 'priceOverrides'>,
): EngineAnswer | EngineFailure {
  if (!isRecord(row)) return malformedResponse(context.labels, message('engines.brightdata.itHasNoRow'))
  const markdown = asString(row.answer_text_markdown) ?? asString(row.answer_text) ?? ''
  if (markdown === '' && (asString(row.error) ?? asString(row.error_code)) !== null)
    return taskFailed(context.labels)
  const listed = [...asRecords(row.citations), ...asRecords(row.sources)]
  const linked = listed.length === 0 ? asRecords(row.links_attached) : []
  const cited = [...listed.filter((source) => source.cited !== false), ...linked]
  const citations = distinctCitations(getSources(cited).map((source) => ({ ...source, ...noSpan })))
  const retrieved = getSources([...listed, ...asRecords(row.search_sources)])
  const searches = getSearches(row)
  return {
    outcome: getOutcome(markdown, false),
    markdown,
    model: asString(row.model),
    citations,
    retrieved: retrievedOnly(retrieved, citations),
    searches,
    // `web_search_triggered` is unreliable: often false for ChatGPT answers with searches and sources.
    searched: retrieved.length > 0 || searches.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: unitCostMicros('brightdata', context, options),
    costEstimated: false,
    shoppingCards: parseShoppingCards([...asArray(row.shopping), ...asArray(row.products)], options.country),
    raw: row,
    unrecognized: [],
  }
}

const getSources = (rows: Record<string, unknown>[]): Source[] =>
  rows
    .map(({ url, title, text: label }) => parseSource(url, asString(title) ?? label))
    .filter((source) => source !== null)

function getSearches(row: Record<string, unknown>): string[] {
  const fields = [row.web_search_query, valueAt(row, 'metadata', 'search_model_queries', 'queries')]
  const queries = fields.flatMap((each) => (Array.isArray(each) ? asArray(each) : [each]))
  return [
    ...new Set(
      queries
        .map((query) => asString(query) ?? asString(valueAt(query, 'query')))
        .filter((query) => query !== null),
    ),
  ]
}
