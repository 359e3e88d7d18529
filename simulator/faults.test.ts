import { afterAll, expect, test } from 'vitest'
import { ENGINES, sendPrompt } from './client.fixture.ts'
import { startSimulator } from './simulator.ts'
import type { EngineName } from './wire/wire.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const delays: number[] = []
const sleep = async (ms: number) => void delays.push(ms)
const simulator = await startSimulator({ seed: 3, now: () => NOON, sleep })
afterAll(() => simulator.close())
const { url } = simulator
const PROMPT = 'best password manager'

/** Mistral's errors have `detail` or `message` instead. */
const ERROR_KEY = /error|detail|message/

const fail = (engine: EngineName, fault: string) =>
  sendPrompt(url, engine, PROMPT, { prefix: `/fault/${fault}` })

test.each<[EngineName, number, string | RegExp]>([
  ['openai', 429, '"code": "rate_limit_exceeded"'],
  ['gemini', 429, '"retryDelay": "7s"'],
  ['perplexity', 429, '"type":"request_rate_limit_exceeded"'],
  ['anthropic', 429, '"type":"rate_limit_error"'],
  ['xai', 429, '"code":"resource-exhausted"'],
  ['mistral', 429, '"type":"rate_limited"'],
  ['openrouter', 429, '"message":"Provider returned error"'],
])('%s rejects requests over the rate limit with status %i and %s', async (engine, status, text) => {
  const reply = await fail(engine, '429:7')
  expect(reply.status).toBe(status)
  expect(reply.body).toContain(text)
  expect(reply.headers.get('retry-after')).toBe(engine === 'anthropic' ? '7' : null)
  expect(reply.headers.get('x-ratelimit-reset-requests')).toBe(engine === 'openai' ? '7s' : null)
  if (engine === 'openai') expect(reply.body).toContain('Please try again in 7s.')
})

test.each<[EngineName, number, string]>([
  ['openai', 429, 'insufficient_quota'],
  ['gemini', 429, 'spending limit'],
  ['perplexity', 401, 'insufficient_quota'],
  ['anthropic', 400, 'credit balance'],
  ['xai', 429, 'all available credits'],
  ['mistral', 402, 'insufficient credits'],
  ['openrouter', 402, 'Insufficient credits'],
])('%s rejects requests without credit with status %i and %s', async (engine, status, text) => {
  const reply = await fail(engine, 'quota')
  expect(reply.status).toBe(status)
  expect(reply.body).toContain(text)
})

test.each(ENGINES)(
  '%s reports invalid keys, server errors and overload in its own format',
  async (engine) => {
    const statuses = []
    for (const kind of ['bad_key', '500', '503', '529']) {
      const reply = await fail(engine, kind)
      expect(Object.keys(JSON.parse(reply.body)).join()).toMatch(ERROR_KEY)
      statuses.push(reply.status)
    }
    const badKey = engine === 'gemini' || engine === 'xai' ? 400 : 401
    expect(statuses).toEqual([badKey, 500, 503, engine === 'anthropic' ? 529 : 503])
  },
)

test('a slow engine answers correctly after the delay', async () => {
  const { status, body } = await fail('openai', 'slow:30')
  expect(delays).toEqual([30_000])
  expect(status).toBe(200)
  expect(JSON.parse(body).status).toBe('completed')
})

test('a hanging engine sends nothing until the client gives up', async () => {
  const signal = AbortSignal.timeout(50)
  await expect(sendPrompt(url, 'openai', PROMPT, { prefix: '/fault/hang', signal })).rejects.toThrow(
    'timeout',
  )
})

test.each(ENGINES)(
  'a connection that %s closes in the middle of the body is a network error',
  async (engine) => {
    await expect(fail(engine, 'cut')).rejects.toThrow('terminated')
  },
)

test.each(ENGINES)('%s behind a broken proxy returns status 200 without JSON', async (engine) => {
  const { status, body } = await fail(engine, 'garbage')
  expect(status).toBe(200)
  expect(() => JSON.parse(body)).toThrow(SyntaxError)
})

test.each<[EngineName, (body: string) => unknown, unknown]>([
  ['openai', (body) => JSON.parse(body).status, 'failed'],
  ['gemini', (body) => JSON.parse(body).candidates, undefined],
  ['perplexity', (body) => JSON.parse(body).status, 'failed'],
  ['anthropic', (body) => JSON.parse(body).content[1].content.type, 'web_search_tool_result_error'],
  ['xai', (body) => JSON.parse(body).status, 'failed'],
  ['mistral', (body) => JSON.parse(body).type, 'internal_error'],
  ['openrouter', (body) => JSON.parse(body).error.code, 502],
  ['compatible', (body) => JSON.parse(body).error.type, 'server_error'],
])('%s can report an error with status 200', async (engine, read, expected) => {
  const { status, body } = await fail(engine, 'error_in_200')
  expect(status).toBe(200)
  expect(read(body)).toBe(expected)
})

test.each<[EngineName, (body: string) => unknown, unknown]>([
  [
    'openai',
    (body) => JSON.parse(body).output.map((item: { type: string }) => item.type),
    ['web_search_call'],
  ],
  ['gemini', (body) => JSON.parse(body).candidates[0].content, { role: 'model' }],
  [
    'perplexity',
    (body) => JSON.parse(body).output.filter((item: { type: string }) => item.type === 'message'),
    [],
  ],
  [
    'anthropic',
    (body) => JSON.parse(body).content.filter((block: { type: string }) => block.type === 'text'),
    [],
  ],
  ['xai', (body) => JSON.parse(body).output.filter((item: { type: string }) => item.type === 'message'), []],
  [
    'mistral',
    (body) => JSON.parse(body).outputs.filter((item: { type: string }) => item.type === 'message.output'),
    [],
  ],
  ['openrouter', (body) => JSON.parse(body).choices[0].message.content, ''],
  ['compatible', (body) => JSON.parse(body).choices[0].message.content, ''],
])('%s can return an empty answer', async (engine, read, expected) => {
  expect(read((await fail(engine, 'empty')).body)).toEqual(expected)
})

test.each<[EngineName, (body: string) => unknown, unknown]>([
  ['openai', (body) => JSON.parse(body).output.at(-1).content[0].type, 'refusal'],
  ['gemini', (body) => JSON.parse(body).promptFeedback.blockReason, 'PROHIBITED_CONTENT'],
  ['perplexity', (body) => /sorry|can’t/.test(JSON.parse(body).output.at(-1).content[0].text), true],
  ['anthropic', (body) => JSON.parse(body).stop_reason, 'refusal'],
  ['xai', (body) => JSON.parse(body).output.at(-1).content[0].type, 'refusal'],
  ['openrouter', (body) => typeof JSON.parse(body).choices[0].message.refusal, 'string'],
])('%s can refuse to answer', async (engine, read, expected) => {
  expect(read((await fail(engine, 'refused')).body)).toBe(expected)
})

test.each(ENGINES)('%s can answer without a search or sources', async (engine) => {
  const { status, body } = await fail(engine, 'no_search')
  expect(status).toBe(200)
  expect(body).not.toContain('https://')
})

test('a fault injected in process affects the given engine, prompt and number of requests', async () => {
  simulator.fault({ kind: '500', engine: 'xai', times: 2, promptIncludes: 'lamp' })
  const requests: [EngineName, string][] = [
    ['xai', 'best chair'],
    ['openai', 'best lamp'],
    ['xai', 'best lamp'],
    ['xai', 'cheap lamp'],
    ['xai', 'best lamp'],
  ]
  const statuses = []
  for (const [engine, prompt] of requests) statuses.push((await sendPrompt(url, engine, prompt)).status)
  expect(statuses).toEqual([200, 200, 500, 500, 200])
})

test('a fault in the path affects requests at its rate, reproducibly', async () => {
  const sendHundred = async () => {
    const one = await startSimulator({ seed: 3, now: () => NOON })
    const statuses: number[] = []
    for (let count = 0; count < 100; count++) {
      statuses.push((await sendPrompt(one.url, 'perplexity', PROMPT, { prefix: '/fault/429,0.3' })).status)
    }
    await one.close()
    return statuses
  }
  const statuses = await sendHundred()
  const rate = statuses.filter((status) => status === 429).length / 100
  expect(rate).toBeGreaterThan(0.15)
  expect(rate).toBeLessThan(0.45)
  expect(await sendHundred()).toEqual(statuses)
})

test('an unknown fault in the path gets 404', async () => {
  expect((await fail('openai', 'flood')).status).toBe(404)
})
