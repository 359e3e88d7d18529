import { type Answer, sourceAt } from '../answer.ts'
import type { Scraper, ScraperCall, Task } from './scraper.ts'
import { type ErrorTable, getError, getHost, type Json, type Reply } from './wire.ts'

/**
 * SerpApi's synchronous search. An overview is in the page, available under a token, or missing with or without a
 * notice.
 */
export const serpapi: Scraper = {
  getKey: ({ query }) => query.get('api_key'),
  read: ({ method, path, query }) => {
    if (method !== 'GET' || path !== '/search.json') return { problem: 'not_found' }
    const token = query.get('page_token')
    if (query.get('engine') === 'google_ai_overview')
      return token === null
        ? { problem: 'rejected', message: 'Missing `page_token` parameter.' }
        : { poll: token }
    const profile = query.get('engine') === 'google_ai_mode' ? 'google_ai_mode' : 'google_ai_overview'
    const prompt = query.get('q')
    if (prompt === null) return { problem: 'rejected', message: 'Missing query `q` parameter.' }
    const location = query.get('gl')?.toUpperCase() ?? null
    return {
      order: { prompt, profile, location, reference: null, webhookUrl: null },
      isSynchronous: true,
    }
  },
  accepted: (task) => page(task, {}),
  status: (task, call) => page(task, toContent(task, call)),
  problem: (problem) => {
    const { status, message: error } = getError(problem, ERRORS)
    return reply(status, { error })
  },
}

function toContent(task: Task, { query }: ScraperCall): Json {
  if (query.get('engine') === 'google_ai_overview') return { ai_overview: getBlocks(task) }
  if (task.order.profile === 'google_ai_mode') return { ...getBlocks(task), ...getCards(task) }
  const overview = getOverview(task)
  return { organic_results: organic(task.generated.answer), ...(overview && { ai_overview: overview }) }
}

/** Chooses the form of the overview by the first digit of the task's id, with the frequencies of the real API. */
function getOverview(task: Task): Json | null {
  if (task.generated.answer.outcome !== 'answered') return null
  const digit = Number.parseInt(task.id.charAt(0), 16)
  if (digit < 7) return getBlocks(task)
  if (digit < 13)
    return { page_token: task.id, serpapi_link: `https://serpapi.com/search.json?page_token=${task.id}` }
  if (digit < 14) return { error: 'An AI Overview is not available for this search' }
  return null
}

function getBlocks({ generated: { answer } }: Task): Json {
  const text_blocks = answer.segments.flatMap(({ text, cites }) => {
    const snippet = text.trim()
    if (snippet === '') return []
    return [{ type: 'paragraph', snippet, ...(cites.length > 0 && { reference_indexes: cites }) }]
  })
  const references = answer.sources.map((_, index) => {
    const { url, title, snippet } = sourceAt(answer, index)
    return { index, title, link: url, snippet, source: getHost(url) }
  })
  return { text_blocks, references }
}

const getCards = ({ generated: { cards } }: Task): Json =>
  cards.length === 0
    ? {}
    : {
        shopping_results: cards.map((card, index) => ({
          position: index + 1,
          title: card.title,
          product_link: card.url,
          source: card.merchant,
          price: `${card.currency.symbol}${card.amount.toFixed(2)}`,
          extracted_price: card.amount,
          rating: card.rating,
          reviews: card.reviews,
          thumbnail: card.imageUrl,
        })),
      }

const organic = (answer: Answer): Json[] =>
  answer.sources.map(({ url, title, snippet }, index) => ({ position: index + 1, title, link: url, snippet }))

/** A failed search has status 200 and an error message. */
function page(task: Task, found: Json): Reply {
  const isBroken = task.state() === 'failed'
  return reply(200, {
    search_metadata: { id: task.id.replaceAll('-', '').slice(0, 24), status: isBroken ? 'Error' : 'Success' },
    search_parameters: { q: task.order.prompt },
    ...(isBroken
      ? { error: 'We couldn’t get valid results for this search. Please try again later.' }
      : found),
  })
}

const UNAUTHORIZED = [
  '',
  401,
  'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key',
] as const

const ERRORS: Partial<ErrorTable> = {
  rate_limited: ['', 429, 'You have exceeded your hourly throughput.'],
  quota: ['', 429, 'Your account has run out of searches.'],
  bad_key: UNAUTHORIZED,
  missing_key: UNAUTHORIZED,
}

const reply = (status: number, body: Json): Reply => ({
  status,
  headers: [['Content-Type', 'application/json; charset=utf-8']],
  body: JSON.stringify(body, null, 2),
  framing: 'counted',
})
