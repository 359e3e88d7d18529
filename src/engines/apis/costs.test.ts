/** What each vendor's usage costs, answers and failures alike. Prices: `prices.json`. */
import { expect, test } from 'vitest'
import { answered, type EngineName, failed, queryWithReply } from './local-vendor.fixture.ts'

const searchCall = (status: string, action: object) => ({ type: 'web_search_call', status, action })
const responses = (usage: object, more: object = {}) => ({
  status: 'completed',
  model: 'gpt-6-luna',
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] }],
  usage: { output_tokens: 0, ...usage },
  ...more,
})
const gemini = (modelVersion: string, queries: string[], more: object = {}) => ({
  candidates: [
    {
      finishReason: 'STOP',
      content: { parts: [{ text: 'Acme.' }] },
      groundingMetadata: { webSearchQueries: queries },
      ...more,
    },
  ],
  modelVersion,
  usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 100, thoughtsTokenCount: 20 },
})
const claude = (model: string, usage: object) => ({
  model,
  stop_reason: 'end_turn',
  content: [{ type: 'text', text: 'Acme.' }],
  usage: { output_tokens: 0, ...usage },
})

test.each<[EngineName, string, object, number]>([
  [
    'openai',
    'cached and written tokens are part of the input and have their own prices',
    responses({
      input_tokens: 10_000,
      input_tokens_details: { cached_tokens: 2_000, cache_write_tokens: 4_000 },
      output_tokens: 1_000,
    }),
    // 4,000 × 0.1 + 2,000 × 0.01 + 4,000 × 0.125 + 1,000 × 0.5.
    1_420,
  ],
  [
    'openai',
    'above 272,000 input tokens the whole request has the higher price',
    responses({ input_tokens: 300_000, output_tokens: 1_000 }),
    // 300,000 × 0.2 + 1,000 × 0.75.
    60_750,
  ],
  [
    'openai',
    'the vendor’s count of billed searches wins over the calls',
    responses(
      { input_tokens: 0 },
      {
        tool_usage: { web_search: { num_requests: 1 } },
        output: [
          searchCall('completed', { type: 'search', query: 'a' }),
          searchCall('completed', { type: 'search', query: 'b' }),
          searchCall('completed', { type: 'open_page', url: 'https://a.example/' }),
        ],
      },
    ),
    10_000,
  ],
  [
    'gemini',
    'every query is charged, and thoughts are output',
    gemini('gemini-3.8-flash', ['a', 'b']),
    // 1,000 × 0.75 + 120 × 3.75 + two queries.
    29_200,
  ],
  [
    'gemini',
    'a request that Google answers with another model has the price of that model',
    gemini('gemini-3.5-flash-lite', ['a']),
    // 1,000 × 0.3 + 120 × 2.5 + one query.
    14_600,
  ],
  [
    'gemini',
    'before Gemini 3, the fee is per answer',
    gemini('gemini-2.5-flash', ['a', 'b', 'c']),
    // 1,000 × 0.3 + 120 × 2.5 + one answer.
    35_600,
  ],
  [
    'anthropic',
    'cache reads, cache writes and searches have their own prices',
    claude('claude-sonnet-5-5', {
      input_tokens: 1_000,
      cache_read_input_tokens: 2_000,
      cache_creation_input_tokens: 400,
      output_tokens: 100,
      server_tool_use: { web_search_requests: 2 },
    }),
    // 1,000 × 2 + 2,000 × 0.1 + 400 × 2.5 + 100 × 10 + two searches.
    24_200,
  ],
  [
    'anthropic',
    'Haiku costs five times as much above 100,000 prompt tokens, with cache reads and writes counted',
    claude('claude-haiku-5-5', {
      input_tokens: 40_000,
      cache_read_input_tokens: 40_000,
      cache_creation_input_tokens: 40_000,
      output_tokens: 1_000,
    }),
    // 40,000 × (0.5 + 0.05 + 0.625) + 1,000 × 2.5.
    49_500,
  ],
  [
    'xai',
    'without ticks, the price list applies',
    { ...responses({ input_tokens: 1_000, output_tokens: 100 }), model: 'grok-4.7' },
    // 1,000 × 2 + 100 × 6.
    2_600,
  ],
  [
    'openrouter',
    'without a reported cost, the price of the vendor’s model applies',
    {
      model: 'anthropic/claude-sonnet-5.5',
      choices: [{ finish_reason: 'stop', message: { content: 'Acme.' } }],
      usage: {
        prompt_tokens: 1_000,
        completion_tokens: 100,
        server_tool_use_details: { web_search_requests: 1, tool_calls_requested: 1 },
      },
    },
    // 1,000 × 2 + 100 × 10 + one search.
    13_000,
  ],
  [
    'mistral',
    'tokens of the connector are input, and each search has a fee',
    {
      outputs: [{ type: 'message.output', model: 'mistral-medium-latest', content: 'Acme.' }],
      usage: {
        prompt_tokens: 180,
        completion_tokens: 60,
        connector_tokens: 2_000,
        connectors: { web_search: 2 },
      },
    },
    // 2,180 × 1.5 + 60 × 7.5 + two searches.
    63_720,
  ],
  [
    'compatible',
    'a server of the operator charges nothing',
    {
      model: 'qwen3.5:27b',
      choices: [{ finish_reason: 'stop', message: { content: 'Acme.' } }],
      usage: { prompt_tokens: 31, completion_tokens: 210 },
    },
    0,
  ],
])('%s: %s', async (name, _, body, costMicros) => {
  const answer = answered(await queryWithReply(name, { body }, { now: () => new Date('2026-11-23') }))
  expect({ costMicros: answer.costMicros, costEstimated: answer.costEstimated }).toEqual({
    costMicros,
    costEstimated: false,
  })
})

const usage = { input_tokens: 1_000, output_tokens: 100 }

test.each<[EngineName, string, object, object]>([
  [
    'openai',
    'truncated',
    responses(usage, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
    { costMicros: 150, costEstimated: false },
  ],
  [
    'openai',
    'truncated',
    responses(usage, { status: 'incomplete', incomplete_details: { reason: 'max_messages' } }),
    { costMicros: 150, costEstimated: false },
  ],
  [
    'openai',
    'truncated',
    responses(usage, { status: 'incomplete', incomplete_details: { reason: 'steered' } }),
    { costMicros: 150, costEstimated: false },
  ],
  [
    'openai',
    'unknown_format',
    responses(usage, { status: 'incomplete', incomplete_details: { reason: 'out_of_ink' } }),
    { costMicros: 150, costEstimated: false },
  ],
  [
    'openai',
    'unknown_format',
    responses(usage, { output: [{ type: 'hologram' }] }),
    { costMicros: 150, costEstimated: false },
  ],
  [
    'openai',
    'unknown_format',
    responses(usage, { status: 'paused' }),
    { costMicros: 150, costEstimated: false },
  ],
  [
    'xai',
    'unknown_format',
    { ...responses(usage, { output: [{ type: 'hologram' }] }), model: 'grok-9' },
    // No price: the most expensive model of xAI.
    { costMicros: 2_600, costEstimated: true },
  ],
  ...[
    'MAX_TOKENS',
    'LANGUAGE',
    'OTHER',
    'MALFORMED_RESPONSE',
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'CONTINUATION',
  ].map((finishReason): [EngineName, string, object, object] => [
    'gemini',
    'truncated',
    gemini('gemini-3.8-flash', [], { finishReason }),
    { costMicros: 1_200, costEstimated: false },
  ]),
  [
    'gemini',
    'unknown_format',
    gemini('gemini-3.8-flash', [], { finishReason: 'OUT_OF_INK' }),
    { costMicros: 1_200, costEstimated: false },
  ],
  ...['max_tokens', 'model_context_window_exceeded'].map(
    (stop_reason): [EngineName, string, object, object] => [
      'anthropic',
      'truncated',
      { ...claude('claude-sonnet-5-5', usage), stop_reason },
      { costMicros: 3_000, costEstimated: false },
    ],
  ),
  [
    'anthropic',
    'unknown_format',
    { ...claude('claude-sonnet-5-5', usage), stop_reason: 'out_of_ink' },
    { costMicros: 3_000, costEstimated: false },
  ],
  [
    'anthropic',
    'unknown_format',
    { ...claude('claude-sonnet-5-5', usage), content: [{ type: 'hologram' }] },
    { costMicros: 3_000, costEstimated: false },
  ],
  [
    'openrouter',
    'truncated',
    {
      choices: [{ finish_reason: 'length', message: { content: 'Half an' } }],
      usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.0042 },
    },
    { costMicros: 4_200, costEstimated: false },
  ],
  [
    'openrouter',
    'unknown_format',
    {
      choices: [{ finish_reason: 'out_of_ink', message: { content: 'Half an' } }],
      usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.0042 },
    },
    { costMicros: 4_200, costEstimated: false },
  ],
  [
    'mistral',
    'unknown_format',
    {
      outputs: [{ type: 'plan.output' }],
      usage: { prompt_tokens: 1_000, completion_tokens: 100 },
    },
    // No served model: the most expensive of Mistral.
    { costMicros: 2_250, costEstimated: true },
  ],
  [
    'compatible',
    'truncated',
    {
      choices: [{ finish_reason: 'length', message: { content: 'Half an' } }],
      usage: { prompt_tokens: 1_000, completion_tokens: 100 },
    },
    { costMicros: 0, costEstimated: false },
  ],
])('%s: a failure of kind %s has the cost that the vendor charges (%#)', async (name, kind, body, cost) => {
  const failure = failed(await queryWithReply(name, { body }, { now: () => new Date('2026-11-23') }))
  expect(failure).toMatchObject({ kind, retryable: false, cost })
  if (kind === 'unknown_format') {
    expect(failure.raw).toEqual(name === 'anthropic' ? [body] : body)
    expect(failure.unrecognized).toHaveLength(1)
    expect(failure.message).toContain('update Ansight')
  }
})

test('a model without a price costs as much as the most expensive model of its vendor, and is marked', async () => {
  const body = responses({ input_tokens: 1_000, output_tokens: 100 }, { model: 'gpt-99' })
  expect(
    answered(await queryWithReply('openai', { body }, { now: () => new Date('2026-11-23') })),
  ).toMatchObject({
    // 1,000 × 10 + 100 × 50, the prices of gpt-6-astra.
    costMicros: 15_000,
    costEstimated: true,
  })
})

test('the operator’s price wins over the list', async () => {
  const body = responses({ input_tokens: 1_000, output_tokens: 100 }, { model: 'gpt-99' })
  const priceOverrides = { 'openai/gpt-99': { input: 1, output: 2 } }
  expect(answered(await queryWithReply('openai', { body }, { priceOverrides }))).toMatchObject({
    costMicros: 1_200,
    costEstimated: false,
  })
})

test('OpenAI: a failed search is neither a search nor charged', async () => {
  const body = responses(
    { input_tokens: 1_000, output_tokens: 100 },
    {
      output: [
        searchCall('failed', {
          type: 'search',
          query: 'kettles',
          sources: [{ type: 'url', url: 'https://a.example/' }],
        }),
        { type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] },
      ],
    },
  )
  expect(answered(await queryWithReply('openai', { body }))).toMatchObject({
    searched: false,
    searches: [],
    retrieved: [],
    costMicros: 150,
  })
})
