import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { type LocalReply, type LocalRequest, localVendor } from '../engines/apis/local-vendor.fixture.ts'
import { valueAt } from '../engines/client/json.ts'
import { inEnglish } from '../languages/message.ts'
import { createLlm, type Llm } from './llm.ts'

const Color = z.strictObject({ color: z.enum(['red', 'blue']), share: z.number().min(0).max(1) })
const validReply = '{"color":"red","share":0.5}'

const chatReply = (content: string, more: object = {}): LocalReply => ({
  body: {
    model: 'served-model',
    choices: [{ message: { content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10, ...more },
  },
})

function modelAt(env: Record<string, string>): Llm {
  const model = createLlm(readConfig(env))
  if (!model) throw new Error('The settings name no model.')
  return model
}

const compatibleAt = (url: string, env: Record<string, string> = {}) =>
  modelAt({
    MODEL: 'compatible',
    COMPATIBLE_BASE_URL: url,
    COMPATIBLE_MODEL: 'test-model',
    COMPATIBLE_API_KEY: 'secret',
    ...env,
  })

const complete = (model: Llm, signal = new AbortController().signal) =>
  model.completeJson({ system: 'Say the color.', user: 'Of blood.', schema: Color, name: 'color', signal })

/** Sends the replies in order, repeating the last one. */
async function serverWith(...replies: LocalReply[]) {
  let next = 0
  return localVendor(() => replies[Math.min(next++, replies.length - 1)] ?? null)
}

type Case = {
  api: string
  path: string
  key: [string, string]
  reply: object
  /** Paths of the schema and the temperature in the request; null when the API takes no temperature. */
  schema: string[]
  temperature: string[] | null
  cost: number
}

const responsesReply = {
  model: 'gpt-5.2-2025-12-11',
  status: 'completed',
  output: [{ type: 'message', content: [{ type: 'output_text', text: validReply }] }],
  usage: { input_tokens: 100, output_tokens: 10, cost_in_usd_ticks: 420_000 },
}
const cases: Case[] = [
  {
    api: 'openai',
    path: '/responses',
    key: ['authorization', 'Bearer secret'],
    reply: responsesReply,
    schema: ['text', 'format', 'schema'],
    temperature: ['temperature'],
    // 100 tokens in at $1.75 and 10 out at $14 a million.
    cost: 315,
  },
  {
    api: 'xai',
    path: '/responses',
    key: ['authorization', 'Bearer secret'],
    reply: responsesReply,
    schema: ['text', 'format', 'schema'],
    temperature: ['temperature'],
    cost: 42,
  },
  {
    api: 'perplexity',
    path: '/v1/agent',
    key: ['authorization', 'Bearer secret'],
    reply: {
      ...responsesReply,
      model: 'perplexity/sonar',
      usage: { input_tokens: 100, output_tokens: 10, cost: { total_cost: 0.0005 } },
    },
    schema: ['response_format', 'json_schema', 'schema'],
    temperature: ['temperature'],
    cost: 500,
  },
  {
    api: 'openrouter',
    path: '/chat/completions',
    key: ['authorization', 'Bearer secret'],
    reply: Object(chatReply(validReply, { cost: 0.0007 }).body),
    schema: ['response_format', 'json_schema', 'schema'],
    temperature: ['temperature'],
    cost: 700,
  },
  {
    api: 'mistral',
    path: '/chat/completions',
    key: ['authorization', 'Bearer secret'],
    reply: { ...Object(chatReply(validReply).body), model: 'mistral-medium-latest' },
    schema: ['response_format', 'json_schema', 'schema'],
    temperature: ['temperature'],
    // $1.50 and $7.50 a million.
    cost: 225,
  },
  {
    api: 'anthropic',
    path: '/v1/messages',
    key: ['x-api-key', 'secret'],
    reply: {
      model: 'claude-haiku-4-5-20251001',
      content: [{ type: 'text', text: validReply }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 100, output_tokens: 10 },
    },
    schema: ['output_config', 'format', 'schema'],
    temperature: null,
    // $1 and $5 a million.
    cost: 150,
  },
  {
    api: 'gemini',
    path: '/v1beta/models/gemini-3.8-flash:generateContent',
    key: ['x-goog-api-key', 'secret'],
    reply: {
      modelVersion: 'gemini-2.5-flash',
      candidates: [{ content: { parts: [{ text: validReply }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10 },
    },
    schema: ['generationConfig', 'responseJsonSchema'],
    temperature: ['generationConfig', 'temperature'],
    // $0.30 and $2.50 a million.
    cost: 55,
  },
]

test.each(cases)(
  '$api receives one request without search, with the schema and, where it takes one, temperature 0',
  async (each) => {
    const vendor = await serverWith({ body: each.reply })
    const prefix = each.api.toUpperCase()
    const model = modelAt({
      MODEL: each.api,
      [`${prefix}_API_KEY`]: 'secret',
      [`${prefix}_BASE_URL`]: vendor.url,
    })
    expect(await complete(model)).toMatchObject({
      outcome: 'answered',
      value: { color: 'red', share: 0.5 },
      costMicros: each.cost,
    })
    const [request, ...more] = vendor.requests
    expect(more).toEqual([])
    expect(request?.path).toBe(each.path)
    expect(request?.headers[each.key[0]]).toBe(each.key[1])
    if (each.temperature === null) expect(JSON.stringify(request?.body)).not.toContain('temperature')
    else expect(valueAt(request?.body, ...each.temperature)).toBe(0)
    expect(JSON.stringify(request?.body)).toMatch(/Say the color\..*Of blood\.|Of blood\..*Say the color\./)
    expect(valueAt(request?.body, 'tools')).toBeUndefined()
    // Bounds are removed: some APIs reject them.
    expect(valueAt(request?.body, ...each.schema)).toEqual({
      type: 'object',
      properties: { color: { type: 'string', enum: ['red', 'blue'] }, share: { type: 'number' } },
      required: ['color', 'share'],
      additionalProperties: false,
    })
  },
)

test('a compatible server receives a key only if one is set', async () => {
  const vendor = await serverWith(chatReply(validReply))
  const keyless = { COMPATIBLE_BASE_URL: `${vendor.url}/v1`, COMPATIBLE_MODEL: 'local' }
  expect(await complete(modelAt({ MODEL: 'compatible', ...keyless }))).toEqual({
    outcome: 'answered',
    value: { color: 'red', share: 0.5 },
    model: 'served-model',
    // A server of the operator charges nothing.
    costMicros: 0,
    costEstimated: false,
  })
  await complete(compatibleAt(vendor.url))
  expect(vendor.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/chat/completions', undefined],
    ['/chat/completions', 'Bearer secret'],
  ])
})

test('without MODEL there is no language model, whatever engine keys are set', () => {
  expect(createLlm(readConfig({ OPENAI_API_KEY: 'secret', ANTHROPIC_API_KEY: 'secret' }))).toBeNull()
})

test('a rejected temperature or schema is omitted, also in later requests', async () => {
  const rejectingFields = (fields: string[]) =>
    localVendor(({ body }: LocalRequest) =>
      fields.some((field) => valueAt(body, field) !== undefined)
        ? { status: 400, body: { error: { message: `Unsupported: ${fields[0]}` } } }
        : chatReply(validReply),
    )
  const newer = await rejectingFields(['temperature'])
  const model = compatibleAt(newer.url)
  expect(await complete(model)).toMatchObject({ outcome: 'answered' })
  expect(await complete(model)).toMatchObject({ outcome: 'answered' })
  expect(newer.requests).toHaveLength(3)
  expect(newer.requests.map(({ body }) => valueAt(body, 'response_format') !== undefined)).toEqual([
    true,
    true,
    true,
  ])

  const older = await rejectingFields(['response_format'])
  expect(await complete(compatibleAt(older.url))).toMatchObject({ outcome: 'answered' })
  const last = older.requests.at(-1)?.body
  expect(valueAt(last, 'temperature')).toBe(0)
  // Without API support, the system prompt contains the schema.
  expect(JSON.stringify(last)).toContain('additionalProperties')
})

test.each([
  ['in a code fence', `Here it is:\n\`\`\`json\n${validReply}\n\`\`\``],
  ['after a thinking block', `<think>{"color":"blue"}</think>${validReply}`],
])('JSON %s is parsed', async (_, content) => {
  const vendor = await serverWith(chatReply(content))
  expect(await complete(compatibleAt(vendor.url))).toMatchObject({ value: { color: 'red', share: 0.5 } })
  expect(vendor.requests).toHaveLength(1)
})

test.each([
  ['no JSON', 'red'],
  ['truncated JSON', validReply.slice(0, -4)],
  ['another label', '{"color":"green","share":0.5}'],
  ['a number out of bounds', '{"color":"red","share":50}'],
  ['a field too many', '{"color":"red","share":0.5,"note":""}'],
  ['no text', ''],
])('a reply with %s is requested once more, and both costs are counted', async (_, content) => {
  const cost = { cost: 0.0001 }
  const openrouterAt = (url: string) =>
    modelAt({ MODEL: 'openrouter', OPENROUTER_API_KEY: 'secret', OPENROUTER_BASE_URL: url })
  const corrected = await serverWith(chatReply(content, cost), chatReply(validReply, cost))
  expect(await complete(openrouterAt(corrected.url))).toMatchObject({
    outcome: 'answered',
    costMicros: 200,
  })
  expect(JSON.stringify(corrected.requests[1]?.body)).toContain('was not the JSON object')

  const broken = await serverWith(chatReply(content, cost))
  expect(await complete(openrouterAt(broken.url))).toMatchObject({
    outcome: 'failed',
    kind: 'malformed',
    cost: { costMicros: 200, costEstimated: false },
  })
  expect(broken.requests).toHaveLength(2)
})

test.each([
  ['rate_limited', { status: 429, headers: { 'retry-after': '7' }, body: {} }, 1],
  ['unavailable', { status: 500, body: {} }, 1],
  ['bad_key', { status: 401, body: {} }, 1],
  ['quota', { status: 402, body: {} }, 1],
  ['network', { cut: true, body: validReply }, 1],
  ['rejected', { status: 404, body: {} }, 1],
  ['malformed', { body: `"${'x'.repeat(16 * 1024 * 1024)}"` }, 2],
  ['malformed', { body: '<html>' }, 2],
] as const)('a failure is a value: %s', async (kind, reply, requests) => {
  const vendor = await serverWith(reply)
  const result = await complete(compatibleAt(vendor.url))
  expect(result).toMatchObject({ outcome: 'failed', kind })
  expect(vendor.requests).toHaveLength(requests)
  expect(JSON.stringify(result)).not.toMatch(/secret|Of blood/)
  if (kind === 'rate_limited') expect(result).toMatchObject({ retryAfterMs: 7000, retryable: true })
})

test('the message of a rejected request names the model’s setting and not web search', async () => {
  const vendor = await serverWith({ status: 400, body: {} })
  const result = await complete(compatibleAt(vendor.url))
  expect(result).toMatchObject({ kind: 'rejected' })
  expect('message' in result && inEnglish(result.message)).toBe(
    'OpenAI-compatible server rejected the request (status 400); check COMPATIBLE_MODEL ("test-model").',
  )
})

test('a missing response ends with the timeout, an aborted request at once', async () => {
  const silent = await localVendor(() => null)
  const model = compatibleAt(silent.url, { TRACKING_TIMEOUT_SECONDS: '1' })
  expect(await complete(model)).toMatchObject({ outcome: 'failed', kind: 'timeout' })
  expect(await complete(model, AbortSignal.abort())).toMatchObject({ outcome: 'failed', kind: 'aborted' })
  expect(silent.requests).toHaveLength(1)
})
