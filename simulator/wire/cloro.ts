import { createHmac } from 'node:crypto'
import { answerText, citedSources, sourceAt } from '../answer.ts'
import type { ProfileName } from '../platform-profiles.ts'
import type { ShoppingCard } from '../shopping-cards.ts'
import { isJson, textAt } from './request.ts'
import type { Scraper, Task } from './scraper.ts'
import {
  type ErrorTable,
  getBearer,
  getError,
  getHost,
  type Header,
  type Json,
  jsonReply,
  markText,
  type Reply,
} from './wire.ts'

const PATH = '/v1/async/task'

const PROFILE_OF_TASK_TYPE: Readonly<Record<string, ProfileName>> = {
  CHATGPT: 'chatgpt',
  GEMINI: 'gemini',
  PERPLEXITY: 'perplexity',
  GROK: 'grok',
  COPILOT: 'copilot',
  AIMODE: 'google_ai_mode',
  GOOGLE: 'google_ai_overview',
}

const CREDITS: Readonly<Record<string, number>> = { CHATGPT: 7, COPILOT: 5, GOOGLE: 5 }
const USUAL_CREDITS = 4

/** cloro's asynchronous tasks: compact JSON, with the response next to the task. */
export const cloro: Scraper = {
  getKey: ({ headers }) => getBearer(headers),
  read: ({ method, path, body }) => {
    if (method === 'GET' && path.startsWith(`${PATH}/`))
      return { poll: decodeURIComponent(path.slice(PATH.length + 1)) }
    if (method !== 'POST' || path !== PATH) return { problem: 'not_found' }
    if (!isJson(body)) return { problem: 'malformed' }
    const taskType = textAt(body, 'taskType') ?? ''
    const profile = PROFILE_OF_TASK_TYPE[taskType]
    if (!profile) return { problem: 'rejected', param: 'taskType', message: 'Invalid option' }
    const prompt = textAt(body, 'payload', taskType === 'GOOGLE' ? 'query' : 'prompt')
    if (prompt === null)
      return { problem: 'rejected', param: 'payload.prompt', message: 'Prompt cannot be empty' }
    const location = textAt(body, 'payload', 'country')
    if (location === null || !/^[A-Z]{2}$/.test(location))
      return { problem: 'rejected', param: 'payload.country', message: 'Invalid input: expected a country' }
    return {
      order: {
        prompt,
        profile,
        location,
        reference: textAt(body, 'idempotencyKey'),
        webhookUrl: textAt(body, 'webhook', 'url'),
      },
    }
  },
  accepted: (task) =>
    reply(200, { success: true, task: summary(task, 'QUEUED'), credits: credits(task, null) }),
  known: (reference) =>
    failed(409, 'RESOURCE_ALREADY_EXISTS', 'Task already exists', {
      field: 'idempotencyKey',
      value: reference,
    }),
  status: (task) => reply(200, toJson(task)),
  delivery: (task, secret) => {
    const body = JSON.stringify(toJson(task))
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-cloro-timestamp': String(timestamp),
        'x-cloro-signature': `v1=${signature}`,
        'x-cloro-webhook-id': `${task.id}-1`,
      },
    }
  },
  problem: (problem) => {
    const { status, code, message } = getError(problem, ERRORS)
    return failed(status, code, message, problem.param && [{ field: problem.param, message }])
  },
}

function toJson(task: Task): Json {
  const state = task.state()
  if (state === 'queued') return { task: summary(task, 'QUEUED'), credits: credits(task, null) }
  if (state === 'running') return { task: summary(task, 'PROCESSING'), credits: credits(task, null) }
  if (state === 'failed') {
    const error = { code: 'INTERNAL_SERVER_ERROR', message: 'Maximum retries exceeded' }
    return { task: summary(task, 'FAILED'), credits: credits(task, 0), response: { error } }
  }
  const response = task.order.profile === 'google_ai_overview' ? resultsPage(task) : getAnswer(task)
  return { task: summary(task, 'COMPLETED'), credits: credits(task, getCredits(task)), response }
}

function summary({ id, order, generated: { at: created } }: Task, status: string): Json {
  return {
    id,
    taskType: getWireType(order.profile),
    status,
    priority: 1,
    createdAt: created.toISOString(),
    idempotencyKey: order.reference,
    latencyMs: status === 'COMPLETED' || status === 'FAILED' ? 41_000 : null,
  }
}

const getWireType = (profile: ProfileName) =>
  Object.keys(PROFILE_OF_TASK_TYPE).find((type) => PROFILE_OF_TASK_TYPE[type] === profile) ?? ''
const getCredits = ({ order }: Task) => CREDITS[getWireType(order.profile)] ?? USUAL_CREDITS
const credits = (task: Task, charged: number | null): Json => ({
  creditsToCharge: getCredits(task),
  creditsCharged: charged,
})

function getAnswer({ order: { profile }, generated: { answer, cards, servedModel } }: Task): Json {
  const isPerplexity = profile === 'perplexity'
  const getUrl = (source: number) => sourceAt(answer, source).url
  const { text: markdown } = markText(answer.segments, ' ', (source) =>
    isPerplexity ? `[${source + 1}]` : `[${getHost(getUrl(source))}](${getUrl(source)})`,
  )
  const pills = citedSources(answer).map((source, index) => getPill(answer, source, index + 1))
  return {
    text: answerText(answer),
    markdown,
    sources: answer.sources.map((_, source) => getSource(answer, source)),
    ...(pills.length > 0 && { citationPills: pills }),
    ...(profile === 'chatgpt' && { model: servedModel }),
    ...(isPerplexity
      ? { search_model_queries: answer.searches }
      : (profile === 'chatgpt' || profile === 'copilot') && { searchQueries: answer.searches }),
    ...(cards.length > 0 && cardsIn(profile, cards)),
  }
}

/** A search result page with or without an overview. */
function resultsPage({ generated: { answer } }: Task): Json {
  const organicResults = answer.sources.map(({ url, title, snippet }, index) => ({
    position: index + 1,
    title,
    link: url,
    snippet,
    page: 1,
  }))
  if (answer.outcome !== 'answered') return { organicResults, aioverview: null }
  const cited = citedSources(answer)
  const { text: markdown } = markText(answer.segments, ' ', (source) => {
    const { url } = sourceAt(answer, source)
    return `[${getHost(url)}](${url})`
  })
  return {
    organicResults,
    aioverview: {
      text: answerText(answer),
      markdown,
      sources: cited.map((source, index) => ({ ...getSource(answer, source), position: index + 1 })),
      ...(cited.length > 0 && {
        citationPills: cited.map((source, index) => getPill(answer, source, index + 1)),
      }),
    },
  }
}

function getSource(answer: Task['generated']['answer'], source: number): Json {
  const { url, title, snippet, publishedOn } = sourceAt(answer, source)
  return {
    position: source + 1,
    url,
    label: title,
    description: snippet,
    ...(publishedOn !== null && { datePublished: publishedOn }),
  }
}

function getPill(answer: Task['generated']['answer'], source: number, citationPillId: number): Json {
  const { url, title } = sourceAt(answer, source)
  return { citationPillId, url, label: title, domain: new URL(url).hostname, position: source + 1 }
}

/** Returns the product cards in the format of the platform, which cloro does not unify. */
function cardsIn(profile: ProfileName, cards: readonly ShoppingCard[]): Json {
  switch (profile) {
    case 'chatgpt':
      return { shoppingCards: [{ tags: [], products: cards.map(chatgptProduct) }] }
    case 'copilot':
      return {
        shoppingCards: [
          { type: 'shoppingProducts', layout: 'Carousel', products: cards.map(copilotProduct) },
        ],
      }
    case 'perplexity':
      return { shopping_cards: [{ tags: [], products: cards.map(perplexityProduct) }] }
    default:
      return { shoppingCards: cards.map(googleProduct) }
  }
}

const getPrice = ({ amount, currency }: ShoppingCard) => `${currency.symbol}${amount.toFixed(2)}`

const chatgptProduct = (card: ShoppingCard, index: number): Json => ({
  id: `p${index + 1}`,
  title: card.title,
  url: `${card.url}?utm_source=chatgpt.com`,
  price: getPrice(card),
  position: index + 1,
  featured_tag: null,
  merchants: card.merchant,
  image_urls: [card.imageUrl],
  rating: card.rating,
  num_reviews: card.reviews,
  offers: [{ merchant_name: card.merchant, brand: card.brand, price: getPrice(card), available: true }],
})

const copilotProduct = (card: ShoppingCard, index: number): Json => ({
  position: index + 1,
  offerId: `o${index + 1}`,
  url: card.url,
  name: card.title,
  images: [{ title: card.title, url: card.imageUrl }],
  price: { amount: card.amount, currency: card.currency.code, currencySymbol: card.currency.symbol },
  seller: card.merchant,
  brandName: card.brand,
  rating: { value: card.rating, count: card.reviews },
  canTrackPrice: false,
})

const perplexityProduct = (card: ShoppingCard, index: number): Json => ({
  id: `x${index + 1}`,
  title: card.title,
  url: card.url,
  price: getPrice(card),
  rating: card.rating,
  numReviews: card.reviews,
  imageUrls: [card.imageUrl],
  merchant: card.merchant,
  available: true,
  position: index + 1,
  offers: [],
})

const googleProduct = (card: ShoppingCard, index: number): Json => ({
  title: card.title,
  price: { value: card.amount, currency: card.currency.symbol, raw: getPrice(card) },
  store: card.merchant,
  rating: card.rating,
  reviews: card.reviews < 1000 ? String(card.reviews) : `${(card.reviews / 1000).toFixed(1)}K`,
  thumbnail: card.imageUrl,
  productLink: card.url,
  position: index + 1,
})

const ERRORS: Partial<ErrorTable> = {
  rate_limited: ['QUEUE_LIMIT_EXCEEDED'],
  quota: ['INSUFFICIENT_CREDITS', 403, 'Insufficient credits'],
  bad_key: ['INVALID_OR_EXPIRED_API_KEY'],
  missing_key: ['MISSING_API_KEY'],
  server_error: ['INTERNAL_SERVER_ERROR'],
  overloaded: ['SERVICE_UNAVAILABLE'],
  not_found: ['RESOURCE_NOT_FOUND'],
  malformed: ['VALIDATION_ERROR'],
  rejected: ['VALIDATION_ERROR'],
}

function failed(status: number, code: string, message: string, details: unknown = undefined): Reply {
  const error = {
    code,
    message,
    ...(details !== undefined && { details }),
    timestamp: new Date(0).toISOString(),
  }
  return reply(status, { success: false, error })
}

const HEADERS: readonly Header[] = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['X-RateLimit-Limit', '1000'],
  ['X-RateLimit-Remaining', '999'],
]

const reply = (status: number, body: Json) => jsonReply(status, body, HEADERS, 'counted')
