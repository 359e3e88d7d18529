import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FailureKind } from '../engine.ts'
import {
  type EngineName,
  engineAt,
  failed,
  getUrl,
  type LocalReply,
  localVendor,
  queryOnce,
  queryWithReply,
} from './local-vendor.fixture.ts'

const secret = 'sk-secret and the vendor’s own sentence'
const openaiError = (code: string, type = code) => ({ error: { message: secret, type, param: null, code } })
const googleError = (code: number, status: string, details: object[] = []) => ({
  error: { code, message: secret, status, details },
})
const html = '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>'

type Row = [EngineName, string, LocalReply, { kind: FailureKind; retryAfterMs?: number; message?: RegExp }]

const rows: Row[] = [
  [
    'openai',
    'a bad key',
    { status: 401, body: openaiError('invalid_api_key') },
    { kind: 'bad_key', message: /^OpenAI rejected the key in OPENAI_API_KEY; set a valid one\.$/ },
  ],
  [
    'gemini',
    'a bad key, sent as 400',
    {
      status: 400,
      body: googleError(400, 'INVALID_ARGUMENT', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      ]),
    },
    { kind: 'bad_key', message: /GEMINI_API_KEY/ },
  ],
  [
    'xai',
    'a bad key, sent as 400',
    { status: 400, body: { code: 'invalid-argument', error: 'Incorrect API key provided: sk-secret' } },
    { kind: 'bad_key', message: /XAI_API_KEY/ },
  ],
  [
    'anthropic',
    'a key without permission',
    { status: 403, body: { type: 'error', error: { type: 'permission_error', message: secret } } },
    { kind: 'bad_key', message: /ANTHROPIC_API_KEY/ },
  ],

  [
    'openai',
    'no quota, sent as 429',
    { status: 429, body: openaiError('insufficient_quota') },
    { kind: 'quota', message: /OPENAI_API_KEY/ },
  ],
  [
    'openai',
    'a rate limit',
    { status: 429, headers: { 'retry-after': '20' }, body: openaiError('rate_limit_exceeded', 'requests') },
    { kind: 'rate_limited', retryAfterMs: 20_000 },
  ],
  [
    'openai',
    'a rate limit whose delay is only in other headers',
    {
      status: 429,
      headers: {
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '6m0s',
        'x-ratelimit-remaining-requests': '9',
        'x-ratelimit-reset-requests': '12ms',
      },
      body: openaiError('rate_limit_exceeded', 'tokens'),
    },
    { kind: 'rate_limited', retryAfterMs: 360_000 },
  ],
  [
    'gemini',
    'a rate limit with RetryInfo',
    {
      status: 429,
      body: googleError(429, 'RESOURCE_EXHAUSTED', [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '48s' },
      ]),
    },
    { kind: 'rate_limited', retryAfterMs: 48_000 },
  ],
  [
    'gemini',
    'a daily quota',
    {
      status: 429,
      body: googleError(429, 'RESOURCE_EXHAUSTED', [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }],
        },
      ]),
    },
    { kind: 'daily_limit', message: /tomorrow/ },
  ],
  [
    'perplexity',
    'a rate limit without a delay',
    { status: 429, body: { error: { message: secret, type: 'rate_limit', code: 429 } } },
    { kind: 'rate_limited' },
  ],
  [
    'anthropic',
    'a rate limit until a date',
    {
      status: 429,
      headers: { 'retry-after': 'Thu, 20 Aug 2026 12:01:00 GMT' },
      body: { type: 'error', error: { type: 'rate_limit_error', message: secret } },
    },
    { kind: 'rate_limited', retryAfterMs: 60_000 },
  ],
  [
    'anthropic',
    'no credit, sent as 400',
    {
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'Your credit balance is too low' },
      },
    },
    { kind: 'quota' },
  ],
  [
    'openrouter',
    'no credit',
    { status: 402, body: { error: { code: 402, message: secret } } },
    { kind: 'quota', message: /OPENROUTER_API_KEY/ },
  ],
  [
    'xai',
    'no credit, sent as 429',
    {
      status: 429,
      body: {
        code: 'resource-exhausted',
        error: 'Your team has used all available credits or reached its monthly spending limit.',
      },
    },
    { kind: 'quota' },
  ],

  [
    'anthropic',
    'an overload',
    {
      status: 529,
      headers: { 'retry-after': '3' },
      body: { type: 'error', error: { type: 'overloaded_error', message: secret } },
    },
    { kind: 'unavailable', retryAfterMs: 3000 },
  ],
  ['gemini', 'an outage', { status: 503, body: googleError(503, 'UNAVAILABLE') }, { kind: 'unavailable' }],
  [
    'openai',
    'an HTML page of a gateway',
    { status: 502, headers: { 'content-type': 'text/html' }, body: html },
    { kind: 'unavailable' },
  ],
  [
    'perplexity',
    'an HTML page of a firewall',
    { status: 403, headers: { 'content-type': 'text/html' }, body: html },
    { kind: 'rejected', message: /HTML page and status 403; check PERPLEXITY_BASE_URL/ },
  ],

  [
    'openai',
    'an unknown model',
    { status: 404, body: openaiError('model_not_found') },
    {
      kind: 'model_gone',
      message:
        /^OpenAI has no model "test-model", or OPENAI_API_KEY has no access .*OPENAI_MODEL.*"gpt-6-luna"\.$/,
    },
  ],
  [
    'openai',
    'a model without search',
    { status: 400, body: openaiError('unknown_parameter') },
    { kind: 'rejected', message: /OPENAI_MODEL/ },
  ],
  [
    'perplexity',
    'a request that it cannot parse',
    { status: 422, body: { detail: [{ loc: ['body'], msg: secret, type: 'missing' }] } },
    { kind: 'rejected' },
  ],
  [
    'xai',
    'a retired API',
    { status: 410, body: { error: secret } },
    { kind: 'endpoint_gone', message: /update Ansight/ },
  ],
  [
    'perplexity',
    'the retired chat completions',
    {
      status: 403,
      body: { error: { message: secret, type: 'chat_completions_not_available', code: 403 } },
    },
    { kind: 'endpoint_gone', message: /^Perplexity no longer offers the API .*update Ansight\.$/ },
  ],
  [
    'gemini',
    'a shut-down model',
    { status: 404, body: googleError(404, 'NOT_FOUND: models/gemini-1 is not found') },
    { kind: 'model_gone', message: /GEMINI_MODEL.*"gemini-3\.8-flash"/ },
  ],
  [
    'anthropic',
    'a retired model',
    { status: 404, body: { type: 'error', error: { type: 'not_found_error', message: 'model: claude-1' } } },
    { kind: 'model_gone', message: /ANTHROPIC_MODEL/ },
  ],
  [
    'perplexity',
    'an unknown model',
    { status: 400, body: { error: { message: secret, type: 'invalid_model', code: 400 } } },
    { kind: 'model_gone', message: /PERPLEXITY_MODEL/ },
  ],
  [
    'openai',
    'a country that it does not serve',
    { status: 403, body: openaiError('unsupported_country_region_territory', 'request_forbidden') },
    { kind: 'region_refused', message: /OPENAI_BASE_URL/ },
  ],
  [
    'gemini',
    'a country that it does not serve',
    {
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'User location is not supported for the API use.',
          status: 'FAILED_PRECONDITION',
        },
      },
    },
    { kind: 'region_refused' },
  ],
  [
    'mistral',
    'a bad key',
    { status: 401, body: { detail: 'Invalid API Key' } },
    { kind: 'bad_key', message: /MISTRAL_API_KEY/ },
  ],
  [
    'compatible',
    'a model that is not pulled',
    { status: 404, body: { error: { message: "model 'test-model' not found", type: 'api_error' } } },
    { kind: 'model_gone', message: /COMPATIBLE_MODEL/ },
  ],
  [
    'anthropic',
    'web search disabled for the organization',
    {
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'web search is not enabled for this organization' },
      },
    },
    { kind: 'rejected', message: /Web search is disabled/ },
  ],
  [
    'openai',
    'a redirect',
    { status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' }, body: '' },
    { kind: 'rejected', message: /OPENAI_BASE_URL/ },
  ],

  [
    'openai',
    'a failed response inside a 200',
    { body: { status: 'failed', error: { code: 'server_error', message: secret }, output: [] } },
    { kind: 'unavailable' },
  ],
  [
    'openai',
    'a rate limit inside a 200',
    {
      body: {
        status: 'failed',
        error: { code: 'rate_limit_exceeded', message: `${secret} Please try again in 1.5s.` },
        output: [],
      },
    },
    { kind: 'rate_limited', retryAfterMs: 1500 },
  ],
  [
    'openai',
    'a truncated answer',
    {
      body: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'message', content: [{ text: 'Half an' }] }],
      },
    },
    { kind: 'truncated' },
  ],
  [
    'openrouter',
    'an error inside a 200',
    { body: { error: { code: 429, message: secret } } },
    { kind: 'rate_limited' },
  ],
  [
    'openrouter',
    'an error inside a choice',
    {
      body: {
        choices: [
          { error: { code: 503, message: secret }, finish_reason: 'error', message: { content: 'Half an' } },
        ],
      },
    },
    { kind: 'unavailable' },
  ],
  [
    'openrouter',
    'a truncated answer',
    { body: { choices: [{ finish_reason: 'length', message: { content: 'Half an' } }] } },
    { kind: 'truncated' },
  ],
  [
    'perplexity',
    'a truncated answer',
    {
      body: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [],
      },
    },
    { kind: 'truncated' },
  ],
  [
    'gemini',
    'a truncated answer',
    { body: { candidates: [{ finishReason: 'MAX_TOKENS', content: { parts: [{ text: 'Half an' }] } }] } },
    { kind: 'truncated' },
  ],
  [
    'anthropic',
    'a truncated answer',
    { body: { stop_reason: 'max_tokens', content: [{ type: 'text', text: 'Half an' }] } },
    { kind: 'truncated' },
  ],
  [
    'anthropic',
    'a rate-limited search inside a 200',
    { body: searchError('too_many_requests') },
    { kind: 'rate_limited' },
  ],
  [
    'anthropic',
    'an unavailable search inside a 200',
    { body: searchError('unavailable') },
    { kind: 'unavailable' },
  ],
  [
    'anthropic',
    'a rejected search inside a 200',
    { body: searchError('query_too_long') },
    { kind: 'rejected' },
  ],

  ['openai', 'truncated JSON', { body: '{"id":"resp_1","output":[{"type":"mess' }, { kind: 'malformed' }],
  ['openai', 'no body', { body: '' }, { kind: 'malformed' }],
  [
    'openai',
    'HTML instead of an answer',
    { headers: { 'content-type': 'text/html' }, body: html },
    { kind: 'malformed', message: /HTML page instead of JSON; check OPENAI_BASE_URL/ },
  ],
  [
    'openai',
    'a body beyond the size limit',
    { body: ' '.repeat(17 * 1024 * 1024) },
    { kind: 'malformed', message: /larger than/ },
  ],
  [
    'openai',
    'a small body that decompresses beyond the size limit',
    { headers: { 'content-encoding': 'gzip' }, body: gzipSync(' '.repeat(17 * 1024 * 1024)) },
    { kind: 'malformed', message: /larger than/ },
  ],
  ...(['openai', 'gemini', 'perplexity', 'anthropic', 'xai', 'openrouter'] as const).flatMap(
    (engine): Row[] =>
      ['null', '[]', '"answer"', '{}', '{"output":5,"choices":{},"content":"x","candidates":"y"}'].map(
        (body) => [
          engine,
          `the JSON ${body}`,
          { body },
          { kind: 'unknown_format', message: /update Ansight/ },
        ],
      ),
  ),
]

test.each(rows)('%s: %s', async (engine, _, reply, expected) => {
  const failure = failed(await queryWithReply(engine, reply))
  expect(failure.kind).toBe(expected.kind)
  expect(failure.retryAfterMs).toBe(expected.retryAfterMs ?? null)
  expect(failure.retryable).toBe(['network', 'timeout', 'rate_limited', 'unavailable'].includes(failure.kind))
  expect(failure.status).toBe(reply.status ?? 200)
  expect(failure.message).toMatch(expected.message ?? /^\w.*\.$/)
  expect(failure.message).not.toMatch(/secret|own sentence|test-key/)
})

test('an engine that never responds is a timeout', async () => {
  const silent = await localVendor(() => null)
  const failure = failed(await queryOnce(engineAt('openai', silent.url, { timeoutMs: 50 })))
  expect(failure).toMatchObject({ kind: 'timeout', retryable: true, status: null })
  expect(failure.message).toContain('0.05 s')
})

test('a pause and its continuation share one timeout', async () => {
  const paused = { stop_reason: 'pause_turn', content: [{ type: 'text', text: 'One moment. ' }] }
  const vendor = await localVendor(() => (vendor.requests.length === 1 ? { body: paused } : null))
  expect(failed(await queryOnce(engineAt('anthropic', vendor.url, { timeoutMs: 200 }))).kind).toBe('timeout')
  expect(vendor.requests.length).toBe(2)
})

test('a query can be aborted in flight', async () => {
  const stop = new AbortController()
  const vendor = await localVendor(() => {
    stop.abort()
    return null
  })
  expect(failed(await queryOnce(engineAt('openai', vendor.url), stop.signal))).toMatchObject({
    kind: 'aborted',
    retryable: false,
  })
})

test('a query aborted before it starts sends no request', async () => {
  const vendor = await localVendor(() => ({ body: {} }))
  expect(failed(await queryOnce(engineAt('openai', vendor.url), AbortSignal.abort())).kind).toBe('aborted')
  expect(vendor.requests).toEqual([])
})

test('a refused connection names the setting to check', async () => {
  const failure = failed(await queryOnce(engineAt('perplexity', await unusedUrl())))
  expect(failure).toMatchObject({ kind: 'network', retryable: true, status: null })
  expect(failure.message).toBe(
    'Perplexity could not be reached: the connection was refused; check PERPLEXITY_BASE_URL and the network.',
  )
})

test('a connection that breaks during a response is a network failure', async () => {
  const vendor = await localVendor(() => ({ body: '{"half":', cut: true }))
  expect(failed(await queryOnce(engineAt('openai', vendor.url))).kind).toBe('network')
})

test('a body that does not match its content encoding is a network failure', async () => {
  const vendor = await localVendor(() => ({ headers: { 'content-encoding': 'gzip' }, body: {} }))
  expect(failed(await queryOnce(engineAt('openai', vendor.url))).kind).toBe('network')
})

test('the simulator’s failures name SIMULATOR_URL', async () => {
  const engine = engineAt('openai', await unusedUrl(), { surface: 'simulated' })
  expect(failed(await queryOnce(engine)).message).toMatch(/^The simulated OpenAI .* SIMULATOR_URL/)
})

/** Returns a URL at which no server listens. */
async function unusedUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = getUrl(server)
  await new Promise((closed) => server.close(closed))
  return url
}

function searchError(error_code: string) {
  return {
    stop_reason: 'end_turn',
    content: [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'kettles' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 's',
        content: { type: 'web_search_tool_result_error', error_code },
      },
      { type: 'text', text: 'I could not search.' },
    ],
  }
}
