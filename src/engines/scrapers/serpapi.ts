/** SerpApi: Google's AI answers from its results pages, returned within the request. */
import { httpUrl, nonEmptyText, unlisted, unlistedOptional } from '../../core/settings.ts'
import { message } from '../../languages/message.ts'
import { httpFailure, malformedResponse } from '../client/failures.ts'
import { asArray, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { unitCostMicros } from '../client/pricing.ts'
import { type Call, getJson, type ParseContext, startCall, withoutTrailingSlash } from '../client/request.ts'
import { distinctCitations, parseSource, retrievedOnly } from '../client/sources.ts'
import { getOutcome, noSpan } from '../client/text-offsets.ts'
import { defineScraper, type ScraperOptions } from '../client/vendor.ts'
import type { EngineAnswer, EngineFailure, Query, Source } from '../engine.ts'
import { blocksToMarkdown } from './serpapi-blocks.ts'
import { parseShoppingCards } from './shopping-cards.ts'

type SerpapiOptions = ScraperOptions & {
  apiKey: string
}

const baseUrl = 'https://serpapi.com'

export const serpapi = defineScraper({
  name: 'serpapi',
  label: 'SerpApi',
  settingPrefix: 'SERPAPI',
  serves: ['google_ai_overview', 'google_ai_mode'],
  credentials: ['SERPAPI_API_KEY'],
  limitSetting: 'TRACKING_PER_ENGINE',
  baseUrl,
  typicalUnits: () => 1,
  settings: {
    SERPAPI_API_KEY: unlistedOptional(nonEmptyText, 'secret'),
    SERPAPI_BASE_URL: unlisted(baseUrl, httpUrl),
  },
  options: (config) => ({
    apiKey: config.SERPAPI_API_KEY ?? '',
    baseUrl: config.SERPAPI_BASE_URL,
  }),
  create: (options: SerpapiOptions, labels) => {
    const run = options.platform === 'google_ai_mode' ? queryAiMode : queryAiOverview
    return { query: (query) => run(startCall(labels, options, query), query, options) }
  },
})

type Pages = { pages: unknown[] }

async function queryAiMode(call: Call, query: Query, options: SerpapiOptions) {
  const page = await search(call, options, { engine: 'google_ai_mode', ...searchParameters(query, options) })
  return 'outcome' in page ? page : parseAnswer(page.body, { pages: [page.body] }, call, options)
}

/**
 * Queries the results page, which contains the overview, a token to fetch it with (valid for one minute), or neither.
 */
async function queryAiOverview(call: Call, query: Query, options: SerpapiOptions) {
  const page = await search(call, options, { engine: 'google', ...searchParameters(query, options) })
  if ('outcome' in page) return page
  const token = asString(valueAt(page.body, 'ai_overview', 'page_token'))
  if (token === null)
    return parseAnswer(valueAt(page.body, 'ai_overview'), { pages: [page.body] }, call, options)
  const more = await search(call, options, { engine: 'google_ai_overview', page_token: token })
  if ('outcome' in more) return more
  return parseAnswer(valueAt(more.body, 'ai_overview'), { pages: [page.body, more.body] }, call, options)
}

/**
 * Returns the parameters of a search. `no_cache` is set because repeated queries must not return the same cached
 * answer.
 */
const searchParameters = ({ prompt, region, language }: Query, { country }: SerpapiOptions) => ({
  q: prompt,
  gl: (region ?? country).toLowerCase(),
  ...(language !== null && { hl: language.split('-')[0] ?? language }),
  no_cache: 'true',
})

async function search(
  call: Call,
  { baseUrl, apiKey }: SerpapiOptions,
  parameters: Record<string, string>,
): Promise<{ body: unknown } | EngineFailure> {
  const query = new URLSearchParams({ ...parameters, api_key: apiKey })
  const reply = await getJson(call, {
    url: `${withoutTrailingSlash(baseUrl)}/search.json?${query}`,
    headers: {},
  })
  if ('outcome' in reply) return reply
  const { body } = reply
  // A failed search has HTTP status 200 and is not charged. A search without results is not a failure.
  const isFailed = valueAt(body, 'search_metadata', 'status') === 'Error'
  return isFailed ? httpFailure(call, { status: 200, headers: new Headers(), body }, 503) : reply
}

/** Parses `answer`, the overview or the AI Mode page; undefined when Google showed no answer. */
function parseAnswer(
  answer: unknown,
  { pages }: Pages,
  context: ParseContext,
  options: SerpapiOptions,
): EngineAnswer | EngineFailure {
  if (!pages.every(isRecord))
    return malformedResponse(context.labels, message('engines.serpapi.itIsNotAnObject'))
  const { markdown: built, markers } = blocksToMarkdown(asArray(valueAt(answer, 'text_blocks')))
  const markdown = built !== '' ? built : (asString(valueAt(answer, 'reconstructed_markdown')) ?? '')
  const references = asRecords(valueAt(answer, 'references')).map(({ link, title, index }, position) => ({
    source: parseSource(link, title),
    index: typeof index === 'number' ? index : position,
  }))
  const byIndex = new Map(references.map(({ index, source }) => [index, source]))
  const located = markers.flatMap(({ index, start, end }) => {
    const source = byIndex.get(index)
    return source ? [{ ...source, start, end }] : []
  })
  const all = references.map(({ source }) => source).filter((source): source is Source => source !== null)
  // An answer without located references cites everything it lists.
  const citations = distinctCitations(
    located.length > 0 ? located : all.map((source) => ({ ...source, ...noSpan })),
  )
  const micros = unitCostMicros('serpapi', context, options)
  return {
    outcome: getOutcome(markdown, false),
    markdown,
    model: null,
    citations,
    retrieved: retrievedOnly(all, citations),
    searches: [],
    searched: all.length > 0 ? true : null,
    inputTokens: null,
    outputTokens: null,
    costMicros: Math.round(micros * pages.length),
    costEstimated: false,
    shoppingCards: parseShoppingCards(
      [...asArray(valueAt(answer, 'shopping_results')), ...asArray(valueAt(answer, 'immersive_products'))],
      options.country,
    ),
    raw: pages.length === 1 ? pages[0] : pages,
    unrecognized: [],
  }
}
