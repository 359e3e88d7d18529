/** SerpApi: Google's AI answers out of its results pages, at once. It signs nothing and has no tasks that would be worth waiting for. */

import { httpFailure, malformedResponse } from '../client/failures.ts'
import { asArray, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { unitCostMicros } from '../client/pricing.ts'
import { type Call, getJson, type ParseContext, startCall, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { noSpan, outcomeOf } from '../client/text-offsets.ts'
import type { Engine, EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { type ScraperOptions, scraperLabels } from './scraper.ts'
import { blocksToMarkdown } from './serpapi-blocks.ts'
import { parseShoppingCards } from './shopping-cards.ts'

export type SerpapiOptions = Omit<ScraperOptions, 'taskTimeoutMs'> & {
  /** What a search costs, in micro-dollars; null: the rate of `rates.json`. */
  searchMicros: number | null
}

export function serpapi(options: SerpapiOptions): Engine {
  const vendor = { ...scraperLabels(options, 'SerpApi', 'SERPAPI'), limitSetting: 'TRACKING_PER_ENGINE' }
  const ask = options.platform === 'google_ai_mode' ? askMode : askOverview
  return {
    name: 'serpapi',
    surface: 'consumer_ui',
    query: (question) => ask(startCall(vendor, options, question), question, options),
  }
}

type Pages = { pages: unknown[] }

async function askMode(line: Call, question: Query, options: SerpapiOptions) {
  const page = await search(line, options, { engine: 'google_ai_mode', ...asked(question, options) })
  return 'outcome' in page ? page : readAnswer(page.body, { pages: [page.body] }, line, options)
}

/** The results page has the overview, says where to get it, or has none; who gets it elsewhere has a minute for it. */
async function askOverview(line: Call, question: Query, options: SerpapiOptions) {
  const page = await search(line, options, { engine: 'google', ...asked(question, options) })
  if ('outcome' in page) return page
  const token = asString(valueAt(page.body, 'ai_overview', 'page_token'))
  if (token === null)
    return readAnswer(valueAt(page.body, 'ai_overview'), { pages: [page.body] }, line, options)
  const more = await search(line, options, { engine: 'google_ai_overview', page_token: token })
  if ('outcome' in more) return more
  return readAnswer(valueAt(more.body, 'ai_overview'), { pages: [page.body, more.body] }, line, options)
}

/** An answer of its cache would be the same one again, however often it is asked for. */
const asked = ({ prompt, region, language }: Query, { country }: SerpapiOptions) => ({
  q: prompt,
  gl: (region ?? country).toLowerCase(),
  ...(language !== null && { hl: language.split('-')[0] ?? language }),
  no_cache: 'true',
})

async function search(
  line: Call,
  { baseUrl, apiKey }: SerpapiOptions,
  parameters: Record<string, string>,
): Promise<{ body: unknown } | EngineFailure> {
  const query = new URLSearchParams({ ...parameters, api_key: apiKey })
  const reply = await getJson(line, {
    url: `${withoutTrailingSlash(baseUrl)}/search.json?${query}`,
    headers: {},
  })
  if ('outcome' in reply) return reply
  const { body } = reply
  // A search that broke is told with status 200, and is not charged; one without results is none that broke.
  const isBroken = valueAt(body, 'search_metadata', 'status') === 'Error'
  return isBroken ? httpFailure(line, { status: 200, headers: new Headers(), body }, 503) : reply
}

/** `told`: the overview, or the page of AI Mode; undefined where Google showed no answer. */
function readAnswer(
  told: unknown,
  { pages }: Pages,
  reading: ParseContext,
  { country, searchMicros }: SerpapiOptions,
): EngineAnswer | EngineFailure {
  if (!pages.every(isRecord)) return malformedResponse(reading.vendor, 'it is no object')
  const { markdown: built, marks } = blocksToMarkdown(asArray(valueAt(told, 'text_blocks')))
  const markdown = built !== '' ? built : (asString(valueAt(told, 'reconstructed_markdown')) ?? '')
  const references = asRecords(valueAt(told, 'references')).map(({ link, title, index }, place) => ({
    source: parseSource(link, title),
    index: typeof index === 'number' ? index : place,
  }))
  const byIndex = new Map(references.map(({ index, source }) => [index, source]))
  const pointed = marks.flatMap(({ index, start, end }) => {
    const source = byIndex.get(index)
    return source ? [{ ...source, start, end }] : []
  })
  const all = references.map(({ source }) => source).filter((source): source is Source => source !== null)
  // An answer that says of no part what it rests on rests on all that it lists.
  const citations = distinctCitations(
    pointed.length > 0 ? pointed : all.map((source) => ({ ...source, ...noSpan })),
  )
  const micros = searchMicros ?? unitCostMicros(reading, 'serpapi')
  return {
    outcome: outcomeOf(markdown, false),
    markdown,
    model: null,
    citations,
    retrieved: retrievedOnly(all, citations),
    searches: [],
    searched: all.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: micros === null ? null : Math.round(micros * pages.length),
    shoppingCards: parseShoppingCards(
      [...asArray(valueAt(told, 'shopping_results')), ...asArray(valueAt(told, 'immersive_products'))],
      country,
    ),
    raw: pages.length === 1 ? pages[0] : pages,
  }
}
