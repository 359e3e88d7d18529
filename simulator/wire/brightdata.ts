import { answerText, citedSources, sourceAt } from '../answer.ts'
import type { ProfileName } from '../platform-profiles.ts'
import { isJson, textAt } from './request.ts'
import type { Scraper, Task } from './scraper.ts'
import {
  type ErrorTable,
  getBearer,
  getError,
  getHost,
  type Json,
  jsonReply,
  markText,
  type Reply,
} from './wire.ts'

const DATASETS: Readonly<Record<string, ProfileName>> = {
  gd_m7aof0k82r803d5bjm: 'chatgpt',
  gd_mbz66arm2mf9cu856y: 'gemini',
  gd_m7dhdot1vw9a7gc1n: 'perplexity',
  gd_m8ve0u141icu75ae74: 'grok',
  gd_m7di5jy6s9geokz8w: 'copilot',
  gd_mcswdt6z2elth3zqr2: 'google_ai_mode',
}

/**
 * Bright Data's collections: triggered with a list of prompts, polled through the progress of a snapshot, fetched as
 * rows.
 */
export const brightdata: Scraper = {
  getKey: ({ headers }) => getBearer(headers),
  read: ({ method, path, query, body }) => {
    const [, snapshot] = /^\/datasets\/v3\/(?:progress|snapshot)\/s_([\w-]+)$/.exec(path) ?? []
    if (method === 'GET' && snapshot) return { poll: snapshot }
    if (method !== 'POST' || path !== '/datasets/v3/trigger') return { problem: 'not_found' }
    const profile = DATASETS[query.get('dataset_id') ?? '']
    const [input] = Array.isArray(body) ? body : []
    const prompt = textAt(input, 'prompt')
    if (!isJson(input) || prompt === null || !textAt(input, 'url')) return { problem: 'malformed' }
    if (!profile) return { problem: 'rejected', message: 'Collector not found' }
    return {
      order: { prompt, profile, location: textAt(input, 'country'), reference: null, webhookUrl: null },
    }
  },
  accepted: ({ id }) => reply(200, { snapshot_id: `s_${id}` }),
  status: (task, { path }) => (path.includes('/progress/') ? getProgress(task) : getSnapshot(task)),
  problem: (problem) => {
    const { status, message } = getError(problem, ERRORS)
    return reply(status, { error: message })
  },
}

function getProgress({ id, state }: Task): Reply {
  const status = { queued: 'starting', running: 'running', done: 'ready', failed: 'ready' }[state()]
  return reply(200, { snapshot_id: `s_${id}`, dataset_id: 'gd', status })
}

/** One row per prompt; a failed prompt has an error instead. */
function getSnapshot(task: Task): Reply {
  const state = task.state()
  if (state === 'queued' || state === 'running')
    return reply(202, { status: 'running', message: 'Snapshot is not ready yet, try again in 30s' })
  if (state === 'failed')
    return reply(200, [
      { input: { prompt: task.order.prompt }, error: 'Crawler error', error_code: 'crawl_failed' },
    ])
  return reply(200, [buildRow(task)])
}

function buildRow({ order, generated: { answer, cards, servedModel, at } }: Task): Json {
  const cited = citedSources(answer)
  const { text: markdown } = markText(answer.segments, ' ', (source) => {
    const { url } = sourceAt(answer, source)
    return `[${getHost(url)}](${url})`
  })
  const citations = cited.map((source, index) => {
    const { url, title } = sourceAt(answer, source)
    return { url, title, position: index + 1, cited: true }
  })
  const read = answer.sources.map(({ url, title, snippet }) => ({ url, title, snippet }))
  return {
    url: 'https://example.com/',
    prompt: order.prompt,
    answer_text: answerText(answer),
    answer_text_markdown: markdown,
    citations,
    search_sources: read,
    links_attached: [],
    recommendations: [],
    references: [],
    shopping_visible: cards.length > 0,
    ...(cards.length > 0 && { shopping: cards.map(toProduct) }),
    country: order.location,
    prompt_sent_at: at.toISOString(),
    index: 1,
    ...(order.profile === 'chatgpt' && {
      model: servedModel,
      web_search_triggered: false,
      web_search_query: answer.searches,
    }),
    ...(order.profile === 'perplexity' && {
      metadata: {
        search_model_queries: { queries: answer.searches.map((query) => ({ query, engine: 'web' })) },
      },
    }),
  }
}

const toProduct = (card: Task['generated']['cards'][number], index: number): Json => ({
  title: card.title,
  price: `${card.currency.symbol}${card.amount.toFixed(2)}`,
  merchant: card.merchant,
  url: card.url,
  image: card.imageUrl,
  rating: card.rating,
  reviews_count: card.reviews,
  position: index + 1,
})

const ERRORS: Partial<ErrorTable> = {
  rate_limited: ['', 429, 'Too many parallel jobs'],
  quota: ['', 402, 'Account is suspended: not enough balance'],
  bad_key: ['', 401, 'Invalid token'],
  missing_key: ['', 401, 'Invalid token'],
  not_found: ['', 404, 'Snapshot does not exist'],
}

const reply = (status: number, body: object) =>
  jsonReply(status, body, [['Content-Type', 'application/json; charset=utf-8']], 'counted')
