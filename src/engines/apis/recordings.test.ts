/**
 * Parses recorded responses of the six APIs, served by a local server. Google's redirect links are rewritten to that
 * server, so no test uses the network. The recordings are not part of this project; without their folder the tests are
 * skipped.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asFiniteNumber, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { cleanUrl } from '../client/sources.ts'
import {
  answered,
  type EngineName,
  engineAt,
  failed,
  type LocalReply,
  localVendor,
  queryOnce,
  queryWithReply,
} from './local-vendor.fixture.ts'

const folder = new URL('../../../../shared/answers/wire/', import.meta.url)
const absent = !existsSync(folder)
if (absent) console.warn('Recorded answers are absent (../shared/answers/wire): their tests are skipped.')

const engineByFolder: Record<string, EngineName> = {
  chatgpt: 'openai',
  claude: 'anthropic',
  gemini: 'gemini',
  grok: 'xai',
  openrouter: 'openrouter',
  perplexity: 'perplexity',
}

type Recording = { file: string; engine: EngineName; reply: LocalReply & { body: string }; payload: unknown }

const recordings = absent ? [] : Object.keys(engineByFolder).flatMap(readRecordings)
const errors = recordings.filter(({ reply }) => reply.status !== 200)
const replies = recordings.filter(
  ({ reply, payload }) => reply.status === 200 && valueAt(payload, 'stop_reason') !== 'pause_turn',
)
/** Perplexity's recordings are of the Sonar API, which ended on 2026-09-27. */
const ended = replies.filter(({ engine }) => engine === 'perplexity')
const answers = replies.filter(({ engine }) => engine !== 'perplexity')

test.skipIf(absent)('all recordings are present', () => {
  expect({ answers: answers.length, ended: ended.length, errors: errors.length }).toEqual({
    answers: 50,
    ended: 13,
    errors: 25,
  })
})

test.skipIf(absent).each(ended)('$file is in an ended format, not an answer', async (recording) => {
  const failure = failed(await queryRecorded(recording))
  expect(failure).toMatchObject({ kind: 'unknown_format', raw: recording.payload })
})

test.skipIf(absent).each(answers)('$file is parsed completely', async (recording) => {
  const { engine, payload } = recording
  const answer = answered(await queryRecorded(recording))
  if (engine !== 'gemini') expect(answer.raw).toEqual(payload)
  expect(answer.markdown).toBe(getText(engine, payload))
  expect(answer.model).toBe(valueAt(payload, engine === 'gemini' ? 'modelVersion' : 'model'))
  expect(answer.inputTokens).toBeGreaterThan(0)
  expect(answer.outputTokens).toBeGreaterThan(0)

  const cited = answer.citations.map(({ url }) => url)
  const known = [...cited, ...answer.retrieved.map(({ url }) => url)]
  for (const url of sourcesIn(payload)) expect(known).toContain(cleanUrl(url))
  if (engine === 'gemini') expect(known.filter((url) => url.includes('grounding-api-redirect'))).toEqual([])
  for (const { url } of answer.retrieved) expect(cited).not.toContain(url)
  expect(new Set(answer.retrieved.map(({ url }) => url)).size).toBe(answer.retrieved.length)
  for (const url of known) expect(url).not.toContain('utm_source=openai')
})

test.skipIf(absent).each(answers)('the spans of $file cover the cited text', async (recording) => {
  const { engine, payload } = recording
  const answer = answered(await queryRecorded(recording))
  const spans = answer.citations.flatMap(({ url, start, end }) =>
    start === null || end === null ? [] : [{ url, cut: answer.markdown.slice(start, end) }],
  )
  for (const { url, cut } of spans) {
    if (engine === 'openai' || engine === 'xai' || engine === 'openrouter') expect(cut).toContain(url)
    if (engine === 'gemini') expect(segmentsIn(payload)).toContain(cut)
    if (engine === 'anthropic') expect(citedBlocksIn(payload)).toContain(cut)
  }
  if (engine === 'gemini')
    expect(new Set(spans.map(({ cut }) => cut))).toEqual(new Set(webSegmentsIn(payload)))
  if (engine === 'anthropic')
    expect(spans.map(({ cut }) => cut).length).toBeGreaterThanOrEqual(citedBlocksIn(payload).length)
})

test.skipIf(absent).each(errors)(
  '$file is a failure without the vendor’s text',
  async ({ file, engine, reply, payload }) => {
    const failure = failed(await queryWithReply(engine, reply))
    expect({ kind: failure.kind, status: failure.status }).toEqual({
      kind: getKind(file),
      status: reply.status,
    })
    const vendorMessage =
      asString(valueAt(payload, 'error', 'message')) ?? asString(valueAt(payload, 'error')) ?? ''
    expect(vendorMessage).not.toBe('')
    expect(failure.message).not.toContain(vendorMessage)
    expect(failure.message).toMatch(/[A-Z]+_(API_KEY|MODEL)|TRACKING_PER_ENGINE/)
  },
)

const exact: { file: string; expected: object }[] = [
  {
    file: 'chatgpt/ruby_llm__chat_web_search_with_openai_gpt-5_2_searches_and_records_the_tool_call_items.0.json.json',
    expected: {
      outcome: 'answered',
      model: 'gpt-5.2-2025-12-11',
      citations: [
        {
          url: 'https://www.ruby-lang.org/en/downloads/',
          title: 'Download Ruby | Ruby',
          start: 62,
          end: 138,
        },
      ],
      retrieved: [],
      searches: ['latest stable Ruby version', 'Ruby releases stable version latest ruby-lang.org'],
      searched: true,
      inputTokens: 8614,
      outputTokens: 95,
      // 8614 × 1.75 + 95 × 14 + one search at 10,000.
      costMicros: 26_405,
    },
  },
  {
    file: 'grok/ruby_llm__chat_web_search_with_xai_grok-4_3_searches_cites_and_counts_the_sources_it_used.0.json.json',
    expected: {
      model: 'grok-4.3',
      citations: [{ url: 'https://www.ruby-lang.org/en/downloads/', title: null, start: 69, end: 115 }],
      searches: ['latest stable Ruby version', 'Ruby latest release site:ruby-lang.org'],
      searched: true,
      costMicros: 16_151,
    },
  },
  {
    file: 'openrouter/ruby_llm__chat_web_search_with_openrouter_openai_gpt-5_2_searches_transparently_returning_citations_and_usage_counters.0.json.json',
    expected: {
      model: 'openai/gpt-5.2',
      citations: [
        {
          url: 'https://www.ruby-lang.org/en/downloads/',
          title: 'Download Ruby | Ruby',
          start: 50,
          end: 108,
        },
      ],
      searched: true,
      costMicros: 66_407,
    },
  },
  {
    // The response lists five search hits; the answer consists of one URL.
    file: 'openrouter/pydantic-ai__test_openrouter_web_search_annotations.0.json.json',
    expected: {
      citations: [
        {
          url: 'https://github.com/pydantic/pydantic-ai',
          title: 'AI Agent Framework, the Pydantic way',
          start: 0,
          end: 39,
        },
      ],
      retrieved: expect.objectContaining({ length: 4 }),
      searched: true,
      costMicros: 7637,
    },
  },
  {
    file: 'claude/ellmer__anthropic-web-search.0.json.json',
    expected: {
      model: 'claude-sonnet-5',
      citations: [expect.objectContaining({ url: 'https://rpkg.net/package/ggplot2', start: 35, end: 76 })],
      searches: ['ggplot2 1.0.0 CRAN release date'],
      searched: true,
      inputTokens: 13_947,
      outputTokens: 155,
      // 4 × 2 + 2836 cached × 0.2 + 11107 written × 2.5 + 155 × 10 + one search at 10,000.
      costMicros: 39_893,
    },
  },
  {
    file: 'gemini/ruby_llm__chat_web_search_with_gemini_gemini-3_5-flash_grounds_the_answer_and_exposes_the_queries_it_ran.0.json.json',
    expected: {
      model: 'gemini-3.5-flash',
      searches: [
        'ruby lang downloads latest stable version',
        'latest stable ruby version',
        'ruby releases august 2026',
      ],
      searched: true,
      inputTokens: 568,
      outputTokens: 1332,
      // 351 × 1.5 + 217 cached × 0.15 + 1332 × 9 + three queries at 14,000.
      costMicros: 54_547,
    },
  },
]

test.skipIf(absent).each(exact)('$file has exactly these values', async ({ file, expected }) => {
  const recording = recordings.find((one) => one.file === file)
  if (recording === undefined) throw new Error('No such recording.')
  expect(answered(await queryRecorded(recording))).toMatchObject(expected)
})

test.skipIf(absent)('a recorded pause continues and is parsed as one answer', async () => {
  const parts = recordings.filter(({ file }) => file.includes('test_pause_turn_web_search_vcr'))
  expect(parts.map(({ payload }) => valueAt(payload, 'stop_reason'))).toEqual(['pause_turn', 'end_turn'])
  const replies = parts.map(({ reply }) => reply)
  const vendor = await localVendor(() => replies.shift() ?? null)
  const answer = answered(await queryOnce(engineAt('anthropic', vendor.url)))

  const [first, second] = parts.map(({ payload }) => payload)
  expect(valueAt(vendor.requests[1]?.body, 'messages')).toEqual([
    { role: 'user', content: 'Which kettle is best?' },
    { role: 'assistant', content: valueAt(first, 'content') },
  ])
  expect(answer.raw).toEqual([first, second])
  expect(answer.markdown).toBe(textIn.anthropic(first) + textIn.anthropic(second))
  expect(answer.searches.length).toBe(15)
  expect(answer.inputTokens).toBe(401_468 + 494_549)
})

/**
 * Queries a local server that replies with the recording. It also serves Google's redirects: each leads to a page named
 * after its token.
 */
async function queryRecorded({ engine, reply }: Recording) {
  const vendor = await localVendor(({ method, path }) =>
    method === 'GET'
      ? {
          status: 302,
          headers: { location: `https://page.example${path}`.replace('grounding-api-redirect', 'page') },
          body: '',
        }
      : { ...reply, body: reply.body.replaceAll('https://vertexaisearch.cloud.google.com', vendor.url) },
  )
  return queryOnce(engineAt(engine, vendor.url))
}

function readRecordings(directory: string): Recording[] {
  const engine = engineByFolder[directory]
  if (engine === undefined) return []
  const files = readdirSync(new URL(directory, folder)).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => {
    const file = `${directory}/${name}`
    const written = readFileSync(new URL(file, folder), 'utf8')
    const recorded: unknown = JSON.parse(written)
    // Some recordings contain only the body.
    const whole = valueAt(recorded, 'res_body') === undefined
    const body = whole ? written : asString(valueAt(recorded, 'res_body'))
    // Streams and OpenAI's older chat completions are formats that the adapters do not request.
    if (body === null || name.includes('.stream.') || isOtherApi(recorded)) return []
    const payload: unknown = JSON.parse(body)
    const status =
      asFiniteNumber(valueAt(recorded, 'status')) ?? asFiniteNumber(valueAt(payload, 'error', 'code')) ?? 200
    return [{ file, engine, reply: { status, headers: getHeaders(recorded), body }, payload }]
  })
}

function isOtherApi(recorded: unknown): boolean {
  const url = asString(valueAt(recorded, 'url')) ?? ''
  return url.endsWith('api.openai.com/v1/chat/completions') && valueAt(recorded, 'status') === 200
}

/** Returns the recorded headers without transport headers, which belong to the recorded connection. */
function getHeaders(recorded: unknown): Record<string, string[]> {
  const headers = Object.entries(Object(valueAt(recorded, 'res_headers')))
  return Object.fromEntries(
    headers
      .filter(
        ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|keep-alive|date)$/i.test(name),
      )
      .map(([name, value]) => [name.toLowerCase(), [value].flat().map(String)]),
  )
}

/** Returns every URL in the payload whose object is a source by its type or fields. */
function sourcesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sourcesIn)
  if (!isRecord(value)) return []
  const isSource = sourceTypes.has(String(value.type)) || 'start_index' in value || 'snippet' in value
  return [isSource ? asString(value.url) : null, ...Object.values(value).flatMap(sourcesIn)].filter(
    (url) => url !== null,
  )
}

const sourceTypes = new Set([
  'url',
  'url_citation',
  'open_page',
  'find_in_page',
  'web_search_result',
  'web_search_result_location',
])

type Parsed = Exclude<EngineName, 'perplexity' | 'mistral' | 'compatible'>

const textIn: Record<Parsed, (payload: unknown) => string> = {
  openai: messageTexts,
  xai: messageTexts,
  openrouter: (payload) =>
    asString(valueAt(asRecords(valueAt(payload, 'choices'))[0], 'message', 'content')) ?? '',
  anthropic: (payload) =>
    asRecords(valueAt(payload, 'content'))
      .map((block) => (block.type === 'text' ? asString(block.text) : ''))
      .join(''),
  gemini: (payload) =>
    asRecords(valueAt(asRecords(valueAt(payload, 'candidates'))[0], 'content', 'parts'))
      .map((part) => asString(part.text) ?? '')
      .join(''),
}

function messageTexts(payload: unknown): string {
  return asRecords(valueAt(payload, 'output'))
    .flatMap((item) => (item.type === 'message' ? asRecords(item.content) : []))
    .map((part) => asString(part.text))
    .join('')
}

function supportsIn(payload: unknown) {
  return asRecords(
    valueAt(asRecords(valueAt(payload, 'candidates'))[0], 'groundingMetadata', 'groundingSupports'),
  )
}

function segmentsIn(payload: unknown) {
  return supportsIn(payload).map((support) => valueAt(support, 'segment', 'text'))
}

/** Returns the segments that a web page supports; an uploaded file is not a web source. */
function webSegmentsIn(payload: unknown) {
  const chunks = asRecords(
    valueAt(asRecords(valueAt(payload, 'candidates'))[0], 'groundingMetadata', 'groundingChunks'),
  )
  return supportsIn(payload)
    .filter(({ groundingChunkIndices }) =>
      [groundingChunkIndices].flat().some((index) => chunks[Number(index)]?.web),
    )
    .map((support) => valueAt(support, 'segment', 'text'))
}

function citedBlocksIn(payload: unknown) {
  return asRecords(valueAt(payload, 'content'))
    .filter(({ citations }) => asRecords(citations).length > 0)
    .map((block) => asString(block.text))
}

/** Returns the kind of failure, which the file name describes. */
function getKind(file: string): string {
  if (/auth_error|context-specific_api_keys|on_lm_error|spans\.11|continue_mode/.test(file)) return 'bad_key'
  if (/model_name_suggestion|test_agents_and_tools/.test(file)) return 'model_gone'
  return /429|openrouter_errors_raised/.test(file) ? 'rate_limited' : 'rejected'
}

function getText(engine: EngineName, payload: unknown): string {
  if (engine === 'perplexity' || engine === 'mistral' || engine === 'compatible')
    throw new Error(`No recordings of ${engine} are parsed.`)
  return textIn[engine](payload)
}
