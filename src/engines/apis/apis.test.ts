/** The details of each vendor's format, in handwritten payloads. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  answered,
  type EngineName,
  engineAt,
  engineNames,
  failed,
  localVendor,
  queryOnce,
  queryWithReply,
} from './local-vendor.fixture.ts'

const page = 'https://kettles.example/best'
const other = 'https://tea.example/guide'

function responsesBody(text: string, marker: string, url: string, extra: object = {}) {
  const start_index = [...text.slice(0, text.indexOf(marker))].length
  const annotation = {
    type: 'url_citation',
    start_index,
    end_index: start_index + [...marker].length,
    title: 'Kettles',
    url,
  }
  return {
    status: 'completed',
    model: 'gpt-5.2-2025-12-11',
    output: [
      {
        type: 'web_search_call',
        action: {
          type: 'search',
          query: 'kettles',
          queries: ['best kettle', 'kettle test'],
          sources: [
            { type: 'url', url: page },
            { type: 'url', url: other },
            { type: 'api', name: 'oai-weather' },
          ],
        },
      },
      { type: 'web_search_call', action: { type: 'open_page', url: other } },
      { type: 'message', content: [{ type: 'output_text', text, annotations: [annotation] }] },
    ],
    usage: { input_tokens: 1000, input_tokens_details: { cached_tokens: 400 }, output_tokens: 100 },
    ...extra,
  }
}

test('OpenAI: emoji before a citation do not shift its offsets', async () => {
  const marker = `([kettles.example](${page}?utm_source=openai))`
  const body = responsesBody(`🫖🔥 Acme 🏆 is best. ${marker}`, marker, `${page}?utm_source=openai`)
  const answer = answered(await queryWithReply('openai', { body }))
  expect(answer.citations).toEqual([{ url: page, title: 'Kettles', start: 22, end: 22 + marker.length }])
  expect(answer.markdown.slice(answer.citations[0]?.start ?? 0)).toBe(marker)
  expect(answer).toMatchObject({
    outcome: 'answered',
    retrieved: [{ url: other, title: null }],
    searches: ['best kettle', 'kettle test'],
    searched: true,
    // 600 × 1.75 + 400 × 0.175 + 100 × 14 + one search; the opened page is free.
    costMicros: 12_520,
    raw: body,
  })
})

test('OpenAI: the offsets of a second part count from its own start', async () => {
  const body = responsesBody('Acme.', 'Acme', page)
  const part = {
    type: 'output_text',
    text: '🫖 Also Bolt.',
    annotations: [{ type: 'url_citation', start_index: 7, end_index: 11, url: other, title: null }],
  }
  const answer = answered(
    await queryWithReply('openai', {
      body: { ...body, output: [...body.output, { type: 'message', content: [part] }] },
    }),
  )
  expect(answer.citations.map(({ start, end }) => answer.markdown.slice(start ?? 0, end ?? 0))).toEqual([
    'Acme',
    'Bolt',
  ])
})

test.each([
  [-4, 4],
  [0, -1],
  [3, 3],
  [90, 99],
  [null, 4],
])('OpenAI: a citation from %s to %s has no span', async (start_index, end_index) => {
  const annotations = [{ type: 'url_citation', start_index, end_index, url: page, title: 'T' }]
  const body = {
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.', annotations }] }],
  }
  const { citations } = answered(await queryWithReply('openai', { body }))
  expect(citations).toEqual([{ url: page, title: 'T', start: null, end: null }])
})

test('OpenAI: an answer without a search call has searched = false', async () => {
  const body = {
    status: 'completed',
    model: 'm',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] }],
  }
  expect(answered(await queryWithReply('openai', { body }))).toMatchObject({
    outcome: 'answered',
    searched: false,
    citations: [],
  })
})

test('xAI: numeric titles are dropped and ticks are converted to micro-dollars', async () => {
  const marker = `[[1]](${page})`
  const body = responsesBody(`Acme.${marker}`, marker, page, {
    usage: { input_tokens: 1, output_tokens: 1, cost_in_usd_ticks: 161_508_500 },
  })
  const message = body.output.at(-1)
  Object.assign(message?.content?.[0]?.annotations[0] ?? {}, { title: '1' })
  expect(answered(await queryWithReply('xai', { body }))).toMatchObject({
    citations: [{ url: page, title: null }],
    costMicros: 16_151,
  })
})

const grounded = (text: string, groundingMetadata: object, parts: object[] = [{ text }]) => ({
  candidates: [{ content: { parts }, finishReason: 'STOP', groundingMetadata }],
  usageMetadata: {
    promptTokenCount: 10,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 30,
    toolUsePromptTokenCount: 5,
  },
  modelVersion: 'gemini-3.5-flash',
})
const chunk = (uri: string, title: string) => ({ web: { uri, title } })

test('Gemini: offsets count bytes, a missing start is 0, and thoughts are not part of the answer', async () => {
  const text = 'Kaffeekännchen — Äcme 🏆 wins. Bölt follows.'
  const bytesTo = (end: string) => Buffer.byteLength(text.slice(0, text.indexOf(end) + end.length))
  const body = grounded(
    text,
    {
      groundingChunks: [
        chunk(page, 'kettles.example'),
        chunk(other, 'tea.example'),
        chunk('https://unused.example/', 'unused.example'),
      ],
      groundingSupports: [
        {
          segment: { endIndex: bytesTo('wins.'), text: text.slice(0, text.indexOf('wins.') + 5) },
          groundingChunkIndices: [0, 1],
        },
        {
          segment: { startIndex: bytesTo('wins. '), endIndex: bytesTo('follows.') },
          groundingChunkIndices: [0, 9],
        },
      ],
      webSearchQueries: ['best kettle', 'kettle test'],
    },
    [{ text: 'The user wants a kettle.', thought: true }, { toolCall: {} }, { text }],
  )
  const answer = answered(await queryWithReply('gemini', { body }))
  expect(answer.markdown).toBe(text)
  expect(answer.citations.map(({ url, start, end }) => [url, text.slice(start ?? 0, end ?? 0)])).toEqual([
    [page, 'Kaffeekännchen — Äcme 🏆 wins.'],
    [other, 'Kaffeekännchen — Äcme 🏆 wins.'],
    [page, 'Bölt follows.'],
  ])
  expect(answer).toMatchObject({
    retrieved: [{ url: 'https://unused.example/', title: 'unused.example' }],
    searched: true,
    inputTokens: 15,
    outputTokens: 50,
    // 10 × 1.5 + 50 × 9 + two queries.
    costMicros: 28_465,
  })
})

test('Gemini: if offsets and quote disagree, the quote decides; without either there is no span', async () => {
  const supports = [
    { segment: { startIndex: 3, endIndex: 7, text: 'Bolt' }, groundingChunkIndices: [0] },
    { segment: { startIndex: 0, endIndex: 4, text: 'Nowhere in it' }, groundingChunkIndices: [1] },
  ]
  const body = grounded('Acme and Bolt.', {
    groundingChunks: [chunk(page, 'a'), chunk(other, 'b')],
    groundingSupports: supports,
  })
  expect(answered(await queryWithReply('gemini', { body })).citations).toEqual([
    { url: page, title: 'a', start: 9, end: 13 },
    { url: other, title: 'b', start: null, end: null },
  ])
})

test('Gemini: redirects are resolved to their targets, and only Google’s or the API’s own host is requested', async () => {
  const stranger = await localVendor(() => ({ status: 302, headers: { location: page }, body: '' }))
  const vendor = await localVendor(({ path }) => {
    if (path.endsWith('/good'))
      return { status: 302, headers: { location: `${page}#:~:text=Acme` }, body: '' }
    if (path.endsWith('/twin')) return { status: 302, headers: { location: page }, body: '' }
    if (path.includes('/grounding-api-redirect/')) return { status: 404, body: '' }
    const link = (token: string) => `${vendor.url}/grounding-api-redirect/${token}`
    const chunks = [
      chunk(link('good'), 'kettles.example'),
      chunk(link('twin'), 'kettles.example'),
      chunk(link('expired'), 'tea.example'),
      chunk(link('untitled'), 'Weather in Berlin'),
      chunk(`${stranger.url}/grounding-api-redirect/x`, 'inner.example'),
    ]
    const supports = [{ segment: { endIndex: 5 }, groundingChunkIndices: [0, 1, 2, 3, 4] }]
    return { body: grounded('Acme.', { groundingChunks: chunks, groundingSupports: supports }) }
  })
  const answer = answered(await queryOnce(engineAt('gemini', vendor.url)))
  expect(answer.citations.map(({ url }) => url)).toEqual([
    page,
    'https://tea.example/',
    `${vendor.url}/grounding-api-redirect/untitled`,
    `${stranger.url}/grounding-api-redirect/x`,
  ])
  expect(stranger.requests).toEqual([])
  expect(
    vendor.requests.every(
      ({ method, headers }) => method === 'POST' || headers['x-goog-api-key'] === undefined,
    ),
  ).toBe(true)
})

test('Gemini: aborting while redirects are resolved aborts the query', async () => {
  const stop = new AbortController()
  const vendor = await localVendor(({ method }) => {
    if (method === 'POST') {
      const groundingChunks = [chunk(`${vendor.url}/grounding-api-redirect/slow`, 'tea.example')]
      return { body: grounded('Acme.', { groundingChunks }) }
    }
    stop.abort()
    return null
  })
  expect(failed(await queryOnce(engineAt('gemini', vendor.url), stop.signal)).kind).toBe('aborted')
})

const cited = (url: string) => ({
  type: 'web_search_result_location',
  url,
  title: 'Kettles',
  cited_text: 'Acme',
})
const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'kettles' } }
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 's',
  content: [
    { type: 'web_search_result', url: page, title: 'Kettles' },
    { type: 'web_search_result', url: other, title: 'Tea' },
  ],
}
const usage = { input_tokens: 100, output_tokens: 10, server_tool_use: { web_search_requests: 1 } }

test('Anthropic: text blocks form one answer, and a block that quotes a page twice cites it once', async () => {
  const body = {
    model: 'claude-sonnet-5',
    stop_reason: 'end_turn',
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      search,
      found,
      { type: 'text', text: '🫖 ' },
      { type: 'text', text: 'Acme is best', citations: [cited(page), cited(page)] },
      { type: 'text', text: '; ' },
      { type: 'text', text: 'Acme again', citations: [cited(page)] },
    ],
    usage,
  }
  expect(answered(await queryWithReply('anthropic', { body }))).toMatchObject({
    markdown: '🫖 Acme is best; Acme again',
    citations: [
      { url: page, title: 'Kettles', start: 3, end: 15 },
      { url: page, title: 'Kettles', start: 17, end: 27 },
    ],
    retrieved: [{ url: other, title: 'Tea' }],
    searches: ['kettles'],
    searched: true,
    // 100 × 2 + 10 × 10 + one search.
    costMicros: 10_300,
    raw: body,
  })
})

test('Anthropic: a paused answer continues with its blocks, and the search is forced only once', async () => {
  const first = {
    model: 'claude-sonnet-5',
    stop_reason: 'pause_turn',
    content: [{ type: 'text', text: 'Let me look. ' }, search],
    usage,
  }
  const second = {
    model: 'claude-sonnet-5',
    stop_reason: 'end_turn',
    content: [found, { type: 'text', text: 'Acme', citations: [cited(page)] }],
    usage,
  }
  const vendor = await localVendor(() => ({ body: vendor.requests.length === 1 ? first : second }))
  const answer = answered(await queryOnce(engineAt('anthropic', vendor.url)))
  expect(answer).toMatchObject({
    markdown: 'Let me look. Acme',
    citations: [{ url: page, start: 13, end: 17 }],
    inputTokens: 200,
    outputTokens: 20,
    costMicros: 20_600,
    raw: [first, second],
  })
  expect(vendor.requests).toMatchObject([
    { body: { tool_choice: { type: 'tool', name: 'web_search' }, messages: [{ role: 'user' }] } },
    { body: { messages: [{ role: 'user' }, { role: 'assistant', content: first.content }] } },
  ])
  expect(vendor.requests[1]?.body).not.toHaveProperty('tool_choice')
})

test('Anthropic: an answer that keeps pausing is a failure', async () => {
  const vendor = await localVendor(() => ({
    body: { stop_reason: 'pause_turn', content: [{ type: 'text', text: 'Wait. ' }] },
  }))
  expect(failed(await queryOnce(engineAt('anthropic', vendor.url))).kind).toBe('truncated')
  expect(vendor.requests.length).toBe(6)
})

test('Anthropic: an answer with one failed and one successful search is not a failure', async () => {
  const broken = {
    type: 'web_search_tool_result',
    tool_use_id: 't',
    content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
  }
  const body = {
    stop_reason: 'end_turn',
    content: [search, found, broken, { type: 'text', text: 'Acme' }],
    usage,
  }
  expect(answered(await queryWithReply('anthropic', { body }))).toMatchObject({
    outcome: 'answered',
    searched: true,
  })
})

test('OpenRouter: white space before the answer is removed', async () => {
  const body = {
    model: 'openai/gpt-5.2',
    choices: [{ message: { content: 'Acme.' } }],
    usage: {
      prompt_tokens: 1,
      completion_tokens: 2,
      cost: 0.0013,
      is_byok: true,
      cost_details: { upstream_inference_cost: 0.02 },
    },
  }
  const answer = answered(
    await queryWithReply('openrouter', { body: `\n         \n\n         \n${JSON.stringify(body)}` }),
  )
  expect(answer).toMatchObject({ markdown: 'Acme.', searched: null, costMicros: 21_300 })
})

test('OpenRouter: a search hit counts as cited only where the text refers to it', async () => {
  const hit = (url: string) => ({
    type: 'url_citation',
    url_citation: { url, title: 'T', content: '…', start_index: 0, end_index: 0 },
  })
  const real = {
    type: 'url_citation',
    url_citation: { url: 'https://cup.example/', title: 'Cup', start_index: 37, end_index: 40 },
  }
  const content = `<think>hm</think>🫖 Acme [2] ${page}/more and (${page}/more/) cup`
  const message = { content, annotations: [hit(page), hit(other), hit(`${page}/more`), { ...real }] }
  const answer = answered(await queryWithReply('openrouter', { body: { choices: [{ message }] } }))
  expect(
    answer.citations.map(({ url, start, end }) => [url, answer.markdown.slice(start ?? 0, end ?? 0)]),
  ).toEqual([
    ['https://cup.example/', expect.any(String)],
    [other, '[2]'],
    [`${page}/more`, `${page}/more`],
    [`${page}/more`, `${page}/more`],
  ])
  expect(answer.retrieved.map(({ url }) => url)).toEqual([page])
})

test('OpenRouter: emoji and removed thoughts before a citation do not shift its offsets', async () => {
  const content = '<think>🫖🫖</think>\n🏆 Acme wins'
  const start_index = [...content.slice(0, content.indexOf('Acme'))].length
  const annotations = [
    {
      type: 'url_citation',
      url_citation: { url: page, title: 'T', start_index, end_index: start_index + 4 },
    },
  ]
  const answer = answered(
    await queryWithReply('openrouter', { body: { choices: [{ message: { content, annotations } }] } }),
  )
  expect(answer.citations).toEqual([{ url: page, title: 'T', start: 3, end: 7 }])
  expect(answer.markdown.slice(3, 7)).toBe('Acme')
})

const refusals: [EngineName, object][] = [
  [
    'openai',
    {
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'I cannot help.' }] }],
    },
  ],
  ['openai', { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] }],
  ...['invalid_prompt', 'bio_policy', 'misalignment_policy_violation'].map((code): [EngineName, object] => [
    'openai',
    { status: 'failed', error: { code, message: 'No.' }, output: [], usage: null },
  ]),
  ['compatible', { choices: [{ finish_reason: 'content_filter', message: { content: '' } }] }],
  ['gemini', { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: {} }],
  ['gemini', { candidates: [{ finishReason: 'SAFETY', index: 0 }] }],
  ['anthropic', { stop_reason: 'refusal', content: [] }],
  [
    'openrouter',
    { choices: [{ finish_reason: 'stop', message: { content: null, refusal: 'I cannot help.' } }] },
  ],
  ['openrouter', { choices: [{ finish_reason: 'content_filter', message: { content: '' } }] }],
]

test.each(refusals)('%s: a refusal is neither a failure nor an answer', async (engine, body) => {
  expect(answered(await queryWithReply(engine, { body })).outcome).toBe('refused')
})

test.each(['invalid_prompt', 'bio_policy', 'misalignment_policy_violation'])(
  'OpenAI: a prompt declined with %s before it is processed is a refusal that costs nothing',
  async (code) => {
    const error = { message: 'No.', type: 'invalid_request_error', param: null, code }
    const free = { outcome: 'refused', costMicros: 0, costEstimated: false }
    const options = { model: 'gpt-6-luna' }
    const early = await queryWithReply('openai', { status: 400, body: { error } }, options)
    expect(answered(early)).toMatchObject({ ...free, raw: { error } })
    const body = { status: 'failed', model: 'gpt-6-luna', error, output: [], usage: null }
    expect(answered(await queryWithReply('openai', { body }, options))).toMatchObject(free)
  },
)

test('Gemini: a blocked prompt costs its tokens, without an estimate', async () => {
  const body = {
    promptFeedback: { blockReason: 'JAILBREAK' },
    // Google omits numbers that are 0.
    usageMetadata: { promptTokenCount: 40, totalTokenCount: 40 },
    modelVersion: 'gemini-3.8-flash',
  }
  expect(answered(await queryWithReply('gemini', { body }))).toMatchObject({
    outcome: 'refused',
    costMicros: 30,
    costEstimated: false,
  })
})

const silences: [EngineName, object][] = [
  ['openai', { status: 'completed', output: [] }],
  [
    'xai',
    { status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: ' \n' }] }] },
  ],
  ['gemini', { candidates: [{ finishReason: 'STOP', content: {} }] }],
  ['gemini', { usageMetadata: { promptTokenCount: 3 }, modelVersion: 'gemini-3.5-flash' }],
  ['perplexity', { status: 'completed', output: [] }],
  ['mistral', { outputs: [{ type: 'message.output', content: '' }] }],
  ['compatible', { choices: [{ message: { content: '<think>only this' } }] }],
  ['anthropic', { stop_reason: 'end_turn', content: [] }],
  ['openrouter', { choices: [{ message: { content: null } }] }],
]

test.each(silences)('%s: an answer without text is empty', async (engine, body) => {
  expect(answered(await queryWithReply(engine, { body })).outcome).toBe('empty')
})

const location = { type: 'approximate', country: 'DE' }
const user = { role: 'user', content: 'Which kettle is best?' }

test.each<[EngineName, Record<string, string>, object]>([
  [
    'openai',
    { authorization: 'Bearer test-key' },
    {
      model: 'test-model',
      input: [user],
      stream: false,
      store: false,
      tools: [{ type: 'web_search', user_location: location }],
      tool_choice: 'required',
      include: ['web_search_call.action.sources'],
    },
  ],
  [
    'xai',
    { authorization: 'Bearer test-key' },
    {
      model: 'test-model',
      input: [{ role: 'system', content: 'The person asking is in Germany.' }, user],
      stream: false,
      store: false,
      tools: [{ type: 'web_search' }],
      tool_choice: 'required',
    },
  ],
  [
    'gemini',
    { 'x-goog-api-key': 'test-key' },
    {
      contents: [{ role: 'user', parts: [{ text: 'Which kettle is best?' }] }],
      tools: [{ google_search: {} }],
      systemInstruction: { parts: [{ text: 'The person asking is in Germany.' }] },
    },
  ],
  [
    'perplexity',
    { authorization: 'Bearer test-key' },
    {
      model: 'test-model',
      input: user.content,
      stream: false,
      store: false,
      language_preference: 'de',
      tools: [{ type: 'web_search', user_location: { country: 'DE' } }],
      tool_choice: { type: 'web_search' },
    },
  ],
  [
    'anthropic',
    { 'x-api-key': 'test-key', 'anthropic-version': '2023-06-01' },
    {
      model: 'test-model',
      max_tokens: 16_000,
      messages: [user],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, user_location: location }],
      tool_choice: { type: 'tool', name: 'web_search' },
    },
  ],
  [
    'openrouter',
    { authorization: 'Bearer test-key' },
    {
      model: 'test-model',
      messages: [user],
      stream: false,
      tools: [{ type: 'openrouter:web_search', parameters: { engine: 'native', user_location: location } }],
      tool_choice: { type: 'openrouter:web_search' },
    },
  ],
  [
    'mistral',
    { authorization: 'Bearer test-key' },
    {
      model: 'test-model',
      inputs: user.content,
      stream: false,
      store: false,
      tools: [{ type: 'web_search' }],
      instructions: 'The person asking is in Germany.',
      completion_args: { tool_choice: 'required' },
    },
  ],
  [
    'compatible',
    { authorization: 'Bearer test-key' },
    { model: 'test-model', messages: [user], stream: false },
  ],
])('%s receives one request, with the unchanged prompt and the country', async (engine, headers, body) => {
  const vendor = await localVendor(() => ({ status: 500, body: {} }))
  await queryOnce(engineAt(engine, vendor.url))
  expect(vendor.requests).toEqual([
    expect.objectContaining({ method: 'POST', headers: expect.objectContaining(headers), body }),
  ])
})

test('without a region, OpenAI is told no country, and no other vendor a location', async () => {
  const { signal } = new AbortController()
  const query = { prompt: 'Which?', region: null, language: null, signal }
  for (const name of engineNames) {
    const vendor = await localVendor(() => ({ status: 500, body: {} }))
    await engineAt(name, vendor.url).query(query)
    const sent = JSON.stringify(vendor.requests[0]?.body)
    // Without the field, OpenAI searches as from the United States.
    if (name === 'openai') expect(sent).toContain('"user_location":{"type":"approximate"}')
    else expect(sent, name).not.toMatch(/location|person asking/)
  }
})

test('the maximum number of searches is sent to the vendors that take one', async () => {
  const sent = async (name: EngineName) => {
    const vendor = await localVendor(() => ({ status: 500, body: {} }))
    await queryOnce(engineAt(name, vendor.url, { maxSearches: 2 }))
    return vendor.requests[0]?.body
  }
  expect(await sent('openai')).toMatchObject({ max_tool_calls: 2 })
  expect(await sent('anthropic')).toMatchObject({ tools: [{ max_uses: 2 }] })
  expect(await sent('openrouter')).toMatchObject({ tools: [{ parameters: { max_uses: 2 } }] })
})

test('OpenRouter: models of Perplexity always search and receive no tools', async () => {
  const vendor = await localVendor(() => ({ status: 500, body: {} }))
  await queryOnce(engineAt('openrouter', vendor.url, { model: 'perplexity/sonar' }))
  expect(vendor.requests[0]?.body).toEqual({ model: 'perplexity/sonar', messages: [user], stream: false })
})

test('Gemini: a region that is not a country code is omitted', async () => {
  const vendor = await localVendor(() => ({ status: 500, body: {} }))
  const signal = new AbortController().signal
  await engineAt('gemini', vendor.url).query({
    prompt: 'Which?',
    region: 'worldwide',
    language: null,
    signal,
  })
  expect(vendor.requests[0]?.body).not.toHaveProperty('systemInstruction')
})

test('an answer may use every content encoding of the accept-encoding header', async () => {
  const content = [{ type: 'output_text', text: 'Kettles boil water.', annotations: [] }]
  const body = { id: 'r', status: 'completed', model: 'm', output: [{ type: 'message', content }] }
  const packers = { br: brotliCompressSync, gzip: gzipSync, deflate: deflateSync }
  for (const [encoding, pack] of Object.entries(packers)) {
    const vendor = await localVendor(() => ({
      headers: { 'content-encoding': encoding },
      body: pack(JSON.stringify(body)),
    }))
    expect(answered(await queryOnce(engineAt('openai', vendor.url))).markdown).toBe('Kettles boil water.')
    expect(vendor.requests[0]?.headers['accept-encoding']).toContain(encoding)
  }
})
