/** The simulated scrapers, queried through the product's adapters. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import type { Engine, EngineAnswer } from '../src/engines/engine.ts'
import { brightdata } from '../src/engines/scrapers/brightdata.ts'
import { cloro } from '../src/engines/scrapers/cloro.ts'
import { dataforseo } from '../src/engines/scrapers/dataforseo.ts'
import { serpapi } from '../src/engines/scrapers/serpapi.ts'
import { inEnglish } from '../src/languages/message.ts'
import type { Platform } from '../vocabulary/platforms.ts'
import { startSimulator } from './simulator.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const simulator = await startSimulator({ seed: 7, now: () => NOON })
afterAll(() => simulator.close())

const common = (name: string, platform: Platform) => ({
  platform,
  apiKey: 'simulated',
  baseUrl: `${simulator.url}/${name}`,
  country: 'DE',
  taskTimeoutMs: 10_000,
  firstPollMs: 1,
  now: () => NOON,
})

const engines: Record<string, (platform: Platform) => Engine> = {
  cloro: (platform) => cloro.create({ ...common('cloro', platform), webhookUrl: null }),
  brightdata: (platform) => brightdata.create(common('brightdata', platform)),
  dataforseo: (platform) =>
    dataforseo.create({ ...common('dataforseo', platform), login: 'a', password: 'b' }),
  serpapi: (platform) => serpapi.create(common('serpapi', platform)),
}

const getEngine = (name: string, platform: Platform): Engine => {
  const make = engines[name]
  if (!make) throw new Error(`No scraper ${name}`)
  return make(platform)
}

const PROMPTS = ['best running shoes', 'which e-bike should I buy?', 'best coffee machine', 'best headphones']

async function queryAll(engine: Engine, prompts: readonly string[] = PROMPTS): Promise<EngineAnswer[]> {
  const { signal } = new AbortController()
  const results = await Promise.all(
    prompts.map((prompt) => engine.query({ prompt, region: null, language: 'en', signal })),
  )
  return results.map((result) => {
    if (result.outcome === 'failed') throw new Error(inEnglish(result.message))
    return result
  })
}

test.each<[string, Platform, { searches: boolean; cards: boolean }]>([
  ['cloro', 'chatgpt', { searches: true, cards: true }],
  ['cloro', 'perplexity', { searches: true, cards: true }],
  ['cloro', 'copilot', { searches: true, cards: true }],
  ['cloro', 'google_ai_mode', { searches: false, cards: true }],
  ['cloro', 'google_ai_overview', { searches: false, cards: false }],
  ['cloro', 'gemini', { searches: false, cards: false }],
  ['brightdata', 'chatgpt', { searches: true, cards: true }],
  ['brightdata', 'perplexity', { searches: true, cards: true }],
  ['brightdata', 'copilot', { searches: false, cards: true }],
  ['brightdata', 'grok', { searches: false, cards: false }],
  ['dataforseo', 'chatgpt', { searches: true, cards: true }],
  ['dataforseo', 'gemini', { searches: true, cards: false }],
  ['dataforseo', 'google_ai_mode', { searches: false, cards: true }],
  ['dataforseo', 'google_ai_overview', { searches: false, cards: false }],
  ['serpapi', 'google_ai_mode', { searches: false, cards: true }],
  ['serpapi', 'google_ai_overview', { searches: false, cards: false }],
])('%s shows %s with %o', async (name, platform, shows) => {
  const answers = await queryAll(getEngine(name, platform), [...PROMPTS, ...PROMPTS])
  const answered = answers.filter(({ outcome }) => outcome === 'answered')
  expect(answered.length).toBeGreaterThan(4)
  expect(answered.filter(({ citations }) => citations.length > 0).length).toBeGreaterThan(3)
  for (const { markdown, costMicros, citations } of answered) {
    expect(markdown.length).toBeGreaterThan(20)
    expect(costMicros).toBeGreaterThan(0)
    for (const { url } of citations) expect(url).toMatch(/^https:/)
  }
  expect(answered.some(({ searches }) => searches.length > 0)).toBe(shows.searches)
  const cards = answered.flatMap(({ shoppingCards }) => shoppingCards)
  expect(cards.length > 0).toBe(shows.cards)
  for (const card of cards)
    expect(card).toMatchObject({ price_amount: expect.any(Number), merchant: expect.any(String) })
})

test('an AI overview arrives in every form that SerpApi documents', async () => {
  const prompts = Array.from({ length: 24 }, (_, index) => `best running shoes, take ${index}`)
  const answers = await queryAll(getEngine('serpapi', 'google_ai_overview'), prompts)
  const costs = new Set(answers.map(({ outcome, costMicros }) => `${outcome} ${costMicros}`))
  expect([...costs].sort()).toEqual(['answered 15000', 'answered 30000', 'empty 15000'])
})

test.each(Object.keys(engines))('%s reports errors in its own format', async (name) => {
  const scraper = name === 'cloro' || name === 'brightdata' || name === 'dataforseo' ? name : 'serpapi'
  const kinds = []
  for (const kind of ['429', 'quota', 'bad_key', '500', 'garbage', 'error_in_200'] as const) {
    simulator.fault({ engine: scraper, kind, times: 1 })
    const { signal } = new AbortController()
    const result = await getEngine(name, 'google_ai_mode').query({
      prompt: 'q',
      region: null,
      language: null,
      signal,
    })
    kinds.push(result.outcome === 'failed' ? result.kind : result.outcome)
  }
  expect(kinds).toEqual(['rate_limited', 'quota', 'bad_key', 'unavailable', 'malformed', 'unavailable'])
})

test('a task whose acceptance was lost is found by its reference, and an expired task is submitted again', async () => {
  simulator.fault({ engine: 'cloro', kind: 'expired', times: 1, promptIncludes: 'expired' })
  const [answer] = await queryAll(getEngine('cloro', 'copilot'), ['expired: best running shoes'])
  expect(answer?.outcome).toBe('answered')
  const order = { taskType: 'COPILOT', idempotencyKey: 'one', payload: { prompt: 'q', country: 'US' } }
  const send = async () => {
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
    const body = JSON.stringify(order)
    return (await fetch(`${simulator.url}/cloro/v1/async/task`, { method: 'POST', headers, body })).status
  }
  expect([await send(), await send()]).toEqual([200, 409])
})

test('a result is delivered once, signed, to the URL of the order', async () => {
  const delivered: { signature: unknown; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    delivered.push({ signature: request.headers['x-cloro-signature'], body: await text(request) })
    response.end()
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const address = receiver.address()
  const port = typeof address === 'object' ? address?.port : null
  const webhookUrl = `http://127.0.0.1:${port}/`
  await queryAll(cloro.create({ ...common('cloro', 'copilot'), webhookUrl }), ['best headphones'])
  await expect.poll(() => delivered.length).toBe(1)
  expect(delivered[0]?.signature).toMatch(/^v1=[0-9a-f]{64}$/)
  expect(JSON.parse(delivered[0]?.body ?? '')).toMatchObject({ task: { status: 'COMPLETED' }, response: {} })
  receiver.close()
})
