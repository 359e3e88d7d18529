import { type Answer, citedSources, sourceAt } from '../answer.ts'
import type { ProfileName } from '../platform-profiles.ts'
import type { ShoppingCard } from '../shopping-cards.ts'
import { at, isJson, textAt } from './request.ts'
import type { Scraper, Task } from './scraper.ts'
import { type ErrorTable, getError, getHost, type Json, jsonReply, markText, type Reply } from './wire.ts'

const PROFILE_OF_PATH: Readonly<Record<string, ProfileName>> = {
  '/v3/ai_optimization/chat_gpt/llm_scraper': 'chatgpt',
  '/v3/ai_optimization/gemini/llm_scraper': 'gemini',
  '/v3/serp/google/ai_mode': 'google_ai_mode',
  '/v3/serp/google/organic': 'google_ai_overview',
}

const PRICE = 0.0024

/** DataForSEO's queue: posted as a list of one, fetched by id. Every reply is an envelope with status 200. */
export const dataforseo: Scraper = {
  getKey: ({ headers }) => /^Basic +(\S+)/i.exec(headers.authorization ?? '')?.[1] ?? null,
  read: ({ method, path, body }) => {
    const [, base = '', id] = /^(.*)\/(?:task_post|task_get\/advanced\/([\w-]+))$/.exec(path) ?? []
    const profile = PROFILE_OF_PATH[base]
    if (!profile) return { problem: 'not_found' }
    if (method === 'GET' && id) return { poll: id }
    const [task] = Array.isArray(body) ? body : []
    if (method !== 'POST' || !isJson(task)) return { problem: 'malformed' }
    const prompt = textAt(task, 'keyword')
    if (prompt === null) return { problem: 'rejected', message: "Invalid Field: 'keyword'." }
    if (typeof at(task, 'location_code') !== 'number')
      return { problem: 'rejected', message: "Invalid Field: 'location_code'." }
    return { order: { prompt, profile, location: null, reference: null, webhookUrl: null } }
  },
  accepted: ({ id }) =>
    envelope(20_000, 'Ok.', { id, code: 20_100, message: 'Task Created.', cost: PRICE, result: null }),
  status: (task) => {
    const { id } = task
    const tell = (code: number, message: string, result: unknown = null) =>
      envelope(20_000, 'Ok.', { id, code, message, cost: 0, result })
    switch (task.state()) {
      case 'queued':
        return tell(40_602, 'Task In Queue.')
      case 'running':
        return tell(40_601, 'Task Handed.')
      case 'failed':
        return tell(40_103, 'Task execution failed.')
      case 'done':
        return tell(20_000, 'Ok.', [getResult(task)])
    }
  },
  problem: (problem) => {
    const { status, code, message } = getError(problem, ERRORS)
    return envelope(Number(code), message, null, status)
  },
}

function getResult(task: Task): Json {
  const { order, generated } = task
  const about = {
    keyword: order.prompt,
    location_code: 2840,
    language_code: 'en',
    check_url: 'https://example.com/',
    datetime: generated.at.toISOString(),
  }
  if (order.profile === 'chatgpt' || order.profile === 'gemini') return { ...about, ...scraped(task) }
  return {
    ...about,
    item_types: ['ai_overview', 'organic'],
    items: [...overview(task), ...organic(generated.answer)],
  }
}

function scraped({ order, generated: { answer, cards, servedModel } }: Task): Json {
  const prefix = order.profile === 'chatgpt' ? 'chat_gpt' : 'gemini'
  const markdown = toMarkdown(answer)
  return {
    model: order.profile === 'chatgpt' ? servedModel : null,
    markdown,
    search_results: answer.sources.map(({ url, title, snippet }) => ({
      type: 'search_result',
      url,
      title,
      snippet,
    })),
    sources: citedSources(answer).map((source) => getSource(answer, source)),
    fan_out_queries: answer.searches,
    brand_entities: null,
    item_types: [`${prefix}_text`],
    items: [
      { type: `${prefix}_text`, rank_group: 1, markdown, sources: null },
      ...(cards.length > 0
        ? [{ type: `${prefix}_products`, rank_group: 1, items: cards.map(getProduct) }]
        : []),
    ],
  }
}

/** Empty if the page has no overview. */
function overview({ generated: { answer, cards } }: Task): Json[] {
  if (answer.outcome !== 'answered') return []
  const markdown = toMarkdown(answer)
  const references = citedSources(answer).map((source) => getSource(answer, source))
  return [
    {
      type: 'ai_overview',
      rank_group: 1,
      asynchronous_ai_overview: false,
      markdown,
      references,
      items: [
        { type: 'ai_overview_element', text: markdown, markdown, references: null },
        ...cards.map((card) => ({ ...getShopping(card), type: 'ai_overview_shopping' })),
      ],
    },
  ]
}

const organic = (answer: Answer): Json[] =>
  answer.sources.map(({ url, title }) => ({ type: 'organic', url, title, domain: getHost(url) }))

function toMarkdown(answer: Answer): string {
  return markText(answer.segments, ' ', (source) => {
    const { url } = sourceAt(answer, source)
    return `[[${source + 1}]](${url})`
  }).text
}

function getSource(answer: Answer, source: number): Json {
  const { url, title, snippet } = sourceAt(answer, source)
  return { type: 'link_element', url, title, snippet, domain: getHost(url), source_name: getHost(url) }
}

const getProduct = (card: ShoppingCard, index: number): Json => ({
  type: 'chat_gpt_product',
  product_id: `p${index + 1}`,
  title: card.title,
  price: card.amount,
  currency: card.currency.code,
  merchants: card.merchant,
  url: card.url,
  domain: getHost(card.url),
  images: [card.imageUrl],
  rating: { rating_type: 'Max5', value: card.rating, votes_count: card.reviews, rating_max: 5 },
})

const getShopping = (card: ShoppingCard): Json => ({
  title: card.title,
  url: card.url,
  seller: card.merchant,
  image_url: card.imageUrl,
  price: {
    current: card.amount,
    currency: card.currency.code,
    displayed_price: `${card.currency.symbol}${card.amount.toFixed(2)}`,
  },
  rating: { value: card.rating, votes_count: card.reviews },
})

const UNAUTHORIZED = ['40100', 401, 'You are not Authorized to Access this Resource.'] as const

const ERRORS: Partial<ErrorTable> = {
  rate_limited: ['40202', 200, 'Rate limit exceeded.'],
  quota: ['40200', 200, 'Payment Required.'],
  bad_key: UNAUTHORIZED,
  missing_key: UNAUTHORIZED,
  server_error: ['50000', 200, 'Internal Error.'],
  overloaded: ['50301', 200, '3rd Party API Service Unavailable.'],
  not_found: ['40400', 404, 'Not Found.'],
  malformed: ['40501', 200, 'Invalid Field.'],
  rejected: ['40501', 200, 'Invalid Field.'],
}

type TaskFields = { id: string; code: number; message: string; cost: number; result: unknown }

export function envelope(code: number, message: string, task: TaskFields | null, status = 200): Reply {
  const body = {
    version: '0.1.20261001',
    status_code: code,
    status_message: message,
    time: '0.1 sec.',
    cost: task?.cost ?? 0,
    tasks_count: task === null ? 0 : 1,
    tasks_error: 0,
    tasks: task === null ? [] : [toTask(task)],
  }
  return jsonReply(status, body, undefined, 'counted')
}

const toTask = ({ id, code, message, cost, result }: TaskFields): Json => ({
  id,
  status_code: code,
  status_message: message,
  time: '0.1 sec.',
  cost,
  result_count: Array.isArray(result) ? result.length : 0,
  path: [],
  data: {},
  result,
})
