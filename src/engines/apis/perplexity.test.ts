import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { requestCompletion, vendorCompletionApi } from '../completion.ts'
import { answered, engineAt, failed, localVendor, queryOnce, queryWithReply } from './local-vendor.fixture.ts'
import type { Responses } from './sdk-types.fixture.ts'

type Reply = Responses['perplexity']
type Item = Reply['output'][number]

const site = (id: number) => `https://site-${id}.example/`
const results = (queries: string[], ...ids: number[]): Item => ({
  type: 'search_results',
  queries,
  results: ids.map((id) => ({ id, url: site(id), title: `Site ${id}`, snippet: '…', source: 'web' })),
})
const text = (...parts: string[]): Item => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: parts.map((part) => ({ type: 'output_text', text: part, annotations: [] })),
})
const usage: Reply['usage'] = {
  input_tokens: 2100,
  output_tokens: 240,
  total_tokens: 2340,
  input_tokens_details: { cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
  tool_calls_details: { search_web: { invocation: 3 } },
  cost: {
    currency: 'USD',
    input_cost: 0.000525,
    output_cost: 0.0006,
    cache_read_cost: 0,
    tool_calls_cost: 0.0075,
    total_cost: 0.008625,
  },
}
const reply = (...output: Item[]): Reply => ({
  id: 'resp_9f',
  object: 'response',
  status: 'completed',
  model: 'perplexity/sonar',
  created_at: 1_795_420_800,
  output,
  usage,
})
const query = (body: object) => queryWithReply('perplexity', { body }, { model: 'perplexity/sonar' })

test('markers cite results by id, over several lists whose ids are not in order', async () => {
  const answerText = `🫖 Acme [11] and Bolt [web:21][2]. See [Site 3](${site(3)}), not [99] or \`[1]\`.`
  const body = reply(
    results(['best kettle', 'kettle test'], 11, 12),
    results(['kettle test', 'kettle price'], 21, 22),
    results(['tea'], 1, 2, 3),
    text(answerText),
  )
  const answer = answered(await query(body))
  expect(
    answer.citations.map(({ url, start, end }) => [url, answerText.slice(start ?? 0, end ?? 0)]),
  ).toEqual([
    [site(11), '[11]'],
    [site(21), '[web:21]'],
    [site(2), '[2]'],
    [site(3), site(3)],
  ])
  expect(answer).toMatchObject({
    outcome: 'answered',
    markdown: answerText,
    model: 'perplexity/sonar',
    retrieved: [12, 22, 1].map((id) => ({ url: site(id), title: `Site ${id}` })),
    searches: ['best kettle', 'kettle test', 'kettle price', 'tea'],
    searched: true,
    inputTokens: 2100,
    outputTokens: 240,
    costMicros: 8625,
    costEstimated: false,
    unrecognized: [],
    raw: body,
  })
})

test('a result without a usable URL keeps the other ids in place', async () => {
  const list: Item = {
    type: 'search_results',
    results: [
      { id: 1, url: 'not an address', title: 'Broken', snippet: '' },
      { id: 2, url: site(2), title: 'Site 2', snippet: '' },
    ],
  }
  const answer = answered(await query(reply(list, text('Acme [1][2]'))))
  expect(answer.citations).toEqual([{ url: site(2), title: 'Site 2', start: 8, end: 11 }])
  expect(answer.retrieved).toEqual([])
})

test('an annotation whose source the text does not mark is a citation without a span', async () => {
  const message: Item = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [
      {
        type: 'output_text',
        text: 'Acme [1].',
        annotations: [
          { type: 'url_citation', url: site(1), title: 'Site 1' },
          { type: 'url_citation', url: site(5), title: 'Site 5' },
        ],
      },
    ],
  }
  expect(answered(await query(reply(results([], 1), message))).citations).toEqual([
    { url: site(1), title: 'Site 1', start: 5, end: 8 },
    { url: site(5), title: 'Site 5', start: null, end: null },
  ])
})

test('a page that was fetched is retrieved, or cited where the text links to it', async () => {
  const fetched: Item = {
    type: 'fetch_url_results',
    contents: [
      { url: site(1), title: 'Site 1', snippet: '…' },
      { url: site(2), title: 'Site 2', snippet: '…' },
    ],
  }
  const answer = answered(await query(reply(fetched, text(`Acme, says [Site 2](${site(2)}).`))))
  expect(answer.retrieved).toEqual([{ url: site(1), title: 'Site 1' }])
  expect(answer.citations).toEqual([{ url: site(2), title: 'Site 2', start: 20, end: 43 }])
})

test('an answer without a search has searched = false', async () => {
  const { tool_calls_details: _, ...unsearched } = usage ?? {}
  const answer = answered(await query({ ...reply(text('Acme [1].')), usage: unsearched }))
  expect(answer).toMatchObject({ searched: false, citations: [], retrieved: [], searches: [] })
})

test('unknown items beside a message are named and kept, and are a failure without one', async () => {
  const unknown = [
    { type: 'mcp_call', id: 'mcp_1' },
    { type: 'unknown', item_name: 'plan', payload: {} },
    { type: 'mcp_call', id: 'mcp_2' },
  ]
  const beside = { ...reply(), output: [...unknown, text('Acme.')] }
  expect(answered(await query(beside))).toMatchObject({
    markdown: 'Acme.',
    raw: beside,
    unrecognized: ['output item "mcp_call"', 'output item "unknown"'],
  })
  const alone = { ...reply(), output: unknown }
  const failure = failed(await query(alone))
  expect(failure).toMatchObject({
    kind: 'unknown_format',
    retryable: false,
    raw: alone,
    unrecognized: ['output item "mcp_call"', 'output item "unknown"'],
    cost: { costMicros: 8625, costEstimated: false },
  })
  expect(failure.message).toBe(
    'Perplexity returns a format that this version does not know (output item "mcp_call", output item "unknown"); update Ansight.',
  )
})

test.each([
  [
    'a failed run',
    { status: 'failed', error: { code: 'internal_error', message: 'secret', type: 'server_error' } },
    { kind: 'unavailable', retryable: true },
  ],
  [
    'a rate limit in a failed run',
    { status: 'failed', error: { code: '429', message: 'secret', type: 'request_rate_limit_exceeded' } },
    { kind: 'rate_limited', retryable: true },
  ],
  [
    'a cancelled run',
    {
      status: 'cancelled',
      error: { code: 'cancelled', message: 'cancelled', type: 'cancelled' },
      usage: null,
    },
    { kind: 'unavailable', retryable: true },
  ],
  ['a failed run without an error', { status: 'failed', error: null }, { kind: 'malformed' }],
  [
    'an incomplete answer without output',
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
    { kind: 'truncated', cost: { costMicros: 8625, costEstimated: false } },
  ],
  [
    'a truncated answer',
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    { kind: 'truncated', cost: { costMicros: 8625, costEstimated: false } },
  ],
  [
    'a run that is not finished',
    { status: 'requires_action' },
    { kind: 'unknown_format', unrecognized: ['status "requires_action"'] },
  ],
])('%s in a 200 is a failure', async (_, changes, expected) => {
  const failure = failed(await query({ ...reply(text('Half an')), ...changes }))
  expect(failure).toMatchObject({ ...expected, status: 200 })
  expect(failure.message).not.toContain('secret')
})

test('a cancelled run, which has no usage, is charged nothing', async () => {
  const error = { code: 'cancelled', message: 'cancelled', type: 'cancelled' }
  const body = { ...reply(), status: 'cancelled', error, usage: null }
  expect(failed(await query(body)).cost).toBeUndefined()
})

test('without a reported cost, the price list applies', async () => {
  const { cost: _, ...uncosted } = usage ?? {}
  expect(answered(await query({ ...reply(text('Acme.')), usage: uncosted }))).toMatchObject({
    // 2100 × 0.25 + 240 × 2.5 + three searches at 2,500.
    costMicros: 8625,
    costEstimated: false,
  })
})

test('the ended Sonar format is not an answer', async () => {
  const body = {
    model: 'sonar',
    search_results: [{ url: site(1), title: 'Site 1' }],
    choices: [{ finish_reason: 'stop', message: { content: 'Acme [1].' } }],
  }
  expect(failed(await query(body)).kind).toBe('unknown_format')
})

test('a completion has no tools, so that it does not search', async () => {
  const vendor = await localVendor(() => ({ body: reply(text('{}')) }))
  const config = readConfig({ PERPLEXITY_API_KEY: 'key', PERPLEXITY_BASE_URL: vendor.url })
  const request = { system: 'Say the color.', user: 'Of blood.', name: 'color', schema: { type: 'object' } }
  const { signal } = new AbortController()
  const fields = { temperature: true, schema: true }
  const completion = await requestCompletion(vendorCompletionApi(config, 'perplexity'), request, fields, {
    signal,
    timeoutMs: 5_000,
  })
  expect(completion).toMatchObject({ outcome: 'answered', markdown: '{}', costMicros: 8625 })
  expect(vendor.requests).toMatchObject([{ path: '/v1/agent' }])
  expect(vendor.requests[0]?.body).toEqual({
    model: 'perplexity/sonar',
    instructions: 'Say the color.',
    input: 'Of blood.',
    stream: false,
    store: false,
    temperature: 0,
    response_format: {
      type: 'json_schema',
      json_schema: { strict: true, name: 'color', schema: { type: 'object' } },
    },
  })
})

test.each([
  ['fr', 'fr'],
  ['pt-BR', 'pt'],
  ['gsw', undefined],
])('a prompt in %s asks for an answer in %s', async (language, expected) => {
  const vendor = await localVendor(() => ({ body: reply(text('Acme.')) }))
  const { signal } = new AbortController()
  await engineAt('perplexity', vendor.url).query({ prompt: 'Which?', region: null, language, signal })
  expect(vendor.requests[0]?.body).toEqual({
    model: 'test-model',
    input: 'Which?',
    stream: false,
    store: false,
    ...(expected && { language_preference: expected }),
    tools: [{ type: 'web_search' }],
    tool_choice: { type: 'web_search' },
  })
})

test('a rate limit before the run is free and has the vendor’s wait', async () => {
  const error = { message: 'secret', type: 'request_rate_limit_exceeded', code: 429 }
  const vendor = await localVendor(() => ({ status: 429, headers: { 'retry-after': '2' }, body: { error } }))
  const failure = failed(await queryOnce(engineAt('perplexity', vendor.url)))
  expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2000 })
  expect(failure.cost).toBeUndefined()
})
