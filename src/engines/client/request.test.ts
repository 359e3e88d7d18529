/** Requests that are sent again without a field that the vendor refused. */
import { expect, test } from 'vitest'
import {
  answered,
  type EngineName,
  engineAt,
  failed,
  type LocalReply,
  localVendor,
  queryOnce,
} from '../apis/local-vendor.fixture.ts'
import { valueAt } from './json.ts'

const openaiAnswer = (more: object = {}) => ({
  status: 'completed',
  model: 'gpt-6-luna',
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] }],
  usage: { input_tokens: 1000, output_tokens: 100 },
  ...more,
})
const chatAnswer = { choices: [{ finish_reason: 'stop', message: { content: 'Acme.' } }] }

const refusals: [EngineName, object, object][] = [
  [
    'anthropic',
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'tool_choice: type "tool" and "any" are not supported for this model.',
      },
    },
    { stop_reason: 'end_turn', content: [{ type: 'text', text: 'Acme.' }] },
  ],
  [
    'openai',
    {
      error: {
        message: "Unsupported value: 'tool_choice' does not support 'required' with this model.",
        type: 'invalid_request_error',
        param: 'tool_choice',
        code: 'unsupported_value',
      },
    },
    openaiAnswer(),
  ],
  [
    'perplexity',
    {
      error: {
        message: 'invalid request body: json: unknown field "tool_choice"',
        type: 'invalid_request',
        code: 400,
        param: 'tool_choice',
      },
    },
    openaiAnswer(),
  ],
  ['xai', { code: 'invalid-argument', error: 'tool_choice required is not supported.' }, openaiAnswer()],
  ['openrouter', { error: { code: 400, message: 'No tool choice for this model.' } }, chatAnswer],
  [
    'mistral',
    { detail: 'completion_args.tool_choice is not supported with connectors' },
    { outputs: [{ type: 'message.output', content: 'Acme.' }] },
  ],
]

const forces = (body: unknown) =>
  valueAt(body, 'tool_choice') !== undefined || valueAt(body, 'completion_args') !== undefined

test.each(refusals)(
  '%s: a model that takes no forced search is queried once more without, and from then on without',
  async (name, refusal, answer) => {
    const vendor = await localVendor(({ body }) =>
      forces(body) ? { status: 400, body: refusal } : { body: answer },
    )
    const engine = engineAt(name, vendor.url)
    expect(answered(await queryOnce(engine)).markdown).toBe('Acme.')
    expect(vendor.requests.map(({ body }) => forces(body))).toEqual([true, false])
    expect(answered(await queryOnce(engine)).markdown).toBe('Acme.')
    expect(vendor.requests.map(({ body }) => forces(body))).toEqual([true, false, false])
  },
)

test('the repeated request differs only in the forced search', async () => {
  const [, refusal] = refusals[0] ?? []
  const vendor = await localVendor(({ body }) =>
    forces(body) ? { status: 400, body: refusal ?? {} } : { body: { stop_reason: 'end_turn', content: [] } },
  )
  await queryOnce(engineAt('anthropic', vendor.url))
  const [first, second] = vendor.requests.map(({ body }) => Object(body))
  expect(first).toEqual({ ...second, tool_choice: { type: 'tool', name: 'web_search' } })
})

test('a vendor that still refuses without a forced search is asked twice, not for ever', async () => {
  const [, refusal] = refusals[0] ?? []
  const vendor = await localVendor(() => ({ status: 400, body: refusal ?? {} }))
  expect(failed(await queryOnce(engineAt('anthropic', vendor.url))).retryable).toBe(false)
  expect(vendor.requests).toHaveLength(2)
})

test('another 400 is not repeated', async () => {
  const error = { type: 'invalid_request_error', message: 'max_tokens: too large' }
  const vendor = await localVendor(() => ({ status: 400, body: { type: 'error', error } }))
  expect(failed(await queryOnce(engineAt('anthropic', vendor.url))).kind).toBe('rejected')
  expect(vendor.requests).toHaveLength(1)
})

const getTier = (name: EngineName, body: unknown) =>
  valueAt(body, name === 'openai' ? 'service_tier' : 'serviceTier')

const flexCases: [EngineName, (tier: string) => object, number][] = [
  // 1000 × 0.1 + 100 × 0.5.
  ['openai', (service_tier) => openaiAnswer({ service_tier }), 150],
  [
    'gemini',
    (serviceTier) => ({
      candidates: [{ finishReason: 'STOP', content: { parts: [{ text: 'Acme.' }] } }],
      modelVersion: 'gemini-3.8-flash',
      usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 100, serviceTier },
    }),
    // 1000 × 0.75 + 100 × 3.75.
    1125,
  ],
]

test.each(flexCases)(
  '%s: flex halves the price of tokens only when the reply names it',
  async (name, body, cost) => {
    for (const [served, expected] of [
      ['flex', Math.round(cost / 2)],
      ['default', cost],
    ] as const) {
      const vendor = await localVendor(() => ({ body: body(served) }))
      const answer = answered(await queryOnce(engineAt(name, vendor.url, { serviceTier: 'flex' })))
      expect(getTier(name, vendor.requests[0]?.body)).toBe('flex')
      expect({ cost: answer.costMicros, estimated: answer.costEstimated }).toEqual({
        cost: expected,
        estimated: false,
      })
    }
  },
)

test.each(flexCases)(
  '%s: without capacity at the flex tier, the query is sent at the standard tier',
  async (name, body, cost) => {
    const busy: LocalReply = {
      status: 429,
      body: {
        error: { code: 'resource_unavailable', message: 'No capacity.', status: 'RESOURCE_EXHAUSTED' },
      },
    }
    const vendor = await localVendor((request) =>
      getTier(name, request.body) === 'flex' ? busy : { body: body('default') },
    )
    const engine = engineAt(name, vendor.url, { serviceTier: 'flex' })
    expect(answered(await queryOnce(engine)).costMicros).toBe(cost)
    expect(vendor.requests.map((request) => getTier(name, request.body))).toEqual(['flex', undefined])
    // Capacity changes, so the next query asks for it again.
    await queryOnce(engine)
    expect(vendor.requests.map((request) => getTier(name, request.body))).toEqual([
      'flex',
      undefined,
      'flex',
      undefined,
    ])
  },
)

test('a rate limit at the standard tier is a failure', async () => {
  const vendor = await localVendor(() => ({ status: 429, body: {} }))
  expect(failed(await queryOnce(engineAt('openai', vendor.url))).kind).toBe('rate_limited')
  expect(vendor.requests).toHaveLength(1)
  const both = await queryOnce(engineAt('openai', vendor.url, { serviceTier: 'flex' }))
  expect(failed(both).kind).toBe('rate_limited')
  expect(vendor.requests).toHaveLength(3)
})

test('a request without flex names no tier', async () => {
  const vendor = await localVendor(() => ({ status: 500, body: {} }))
  await queryOnce(engineAt('openai', vendor.url, { serviceTier: 'standard' }))
  expect(vendor.requests[0]?.body).not.toHaveProperty('service_tier')
})
