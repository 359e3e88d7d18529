import { afterAll, expect, onTestFinished, test } from 'vitest'
import { requestCompletion } from '../src/engines/completion.ts'
import { currentPrices } from '../src/engines/prices.ts'
import { type ApiName, apiVendorNamed } from '../src/engines/vendors.ts'
import { ENGINES } from './client.fixture.ts'
import type { FaultKind } from './faults.ts'
import { MODELS } from './models.ts'
import { basePaths, startSimulator } from './simulator.ts'
import type { EngineName } from './wire/wire.ts'

const NOON = new Date('2026-11-24T12:00:00Z')
const simulator = await startSimulator({ seed: 7, now: () => NOON })
afterAll(() => simulator.close())

const optionsFor = (name: ApiName, model = MODELS[name][0].id) => ({
  apiKey: 'simulated',
  baseUrl: simulator.url + basePaths[name],
  model,
  surface: 'simulated' as const,
  now: () => NOON,
})

function queries(...prompts: string[]) {
  const { signal } = new AbortController()
  return prompts.map((prompt) => ({ prompt, region: 'DE', language: null, signal }))
}

const queryOnce = (name: ApiName, model?: string, extra = {}) => {
  const engine = apiVendorNamed(name).create({ ...optionsFor(name, model), ...extra })
  return Promise.all(queries('best e-bike').map((query) => engine.query(query))).then(([result]) => result)
}

test.each(ENGINES)(
  'a follow-up at %s gets the answer to the last question, with its sources',
  async (name) => {
    const other = await startSimulator({ seed: 7, now: () => NOON })
    onTestFinished(() => other.close())
    const ask = async (url: string, extra: object) => {
      const engine = apiVendorNamed(name).create({ ...optionsFor(name), baseUrl: url + basePaths[name] })
      const [result] = await Promise.all(
        queries(`best e-bike for a follow-up at ${name}`).map((query) =>
          engine.query({ ...query, ...extra }),
        ),
      )
      if (!result) throw new Error('The engine was not queried')
      if (result.outcome === 'failed') throw new Error(JSON.stringify(result.message))
      const { markdown, searches, citations, retrieved } = result
      return {
        markdown,
        searches,
        urls: [...citations, ...retrieved].map(({ url: each }) => new URL(each).pathname),
      }
    }
    const conversation = [
      { question: 'best crm', answer: 'Acme. See [a page](https://acme.example/crm).' },
      { question: 'Which is cheapest?', answer: 'Bolt.' },
    ]
    expect(await ask(simulator.url, { conversation })).toEqual(await ask(other.url, {}))
  },
)

const lookUp = (name: ApiName, model?: string) =>
  apiVendorNamed(name).findModel(optionsFor(name, model))(new AbortController().signal)

const PROMPTS = [
  'Welche Laufschuhe sind die besten?',
  'best e-bike',
  'best crm',
  'Quel outil d’emailing choisir ?',
]

const SEARCHING: [ApiName, string | undefined][] = [
  ['openai', undefined],
  ['gemini', undefined],
  ['perplexity', undefined],
  ['anthropic', undefined],
  ['xai', undefined],
  ['mistral', undefined],
  ['openrouter', 'simulated/google_ai_mode'],
]

test.each(SEARCHING)(
  'the %s adapter parses answers with citations, uncited pages, a cost and nothing unknown',
  async (name, model) => {
    const options = optionsFor(name, model)
    const engine = apiVendorNamed(name).create(options)
    const sent = queries(...PROMPTS, ...PROMPTS, ...PROMPTS)
    const results = await Promise.all(sent.map((query) => engine.query(query)))
    const answers = results.flatMap((result) => (result.outcome === 'answered' ? [result] : []))
    expect(answers.length).toBeGreaterThan(8)
    for (const answer of answers) {
      expect(answer.model?.startsWith(options.model.replace('-latest', ''))).toBe(true)
      expect(answer.costMicros).toBeGreaterThan(0)
      expect(answer.costEstimated).toBe(false)
      expect(answer.unrecognized).toEqual([])
      for (const { url, start, end } of answer.citations) {
        expect(url).toMatch(/^https:\/\/(?!127)/)
        expect(url).not.toContain('utm_source')
        expect(answer.markdown.slice(start ?? 0, end ?? 0)).not.toBe('')
      }
    }
    expect(answers.filter(({ citations }) => citations.length > 0).length).toBeGreaterThan(6)
    expect(answers.filter(({ retrieved }) => retrieved.length > 0).length).toBeGreaterThan(6)
    expect(answers.filter(({ searched }) => searched).length).toBeGreaterThan(6)
    // OpenRouter does not return the queries.
    const withQueries = answers.filter(({ searches }) => searches.length > 0).length
    expect(withQueries).toBeGreaterThan(name === 'openrouter' ? -1 : 6)
  },
)

test('the adapter of compatible servers parses answers without sources, cost and thoughts', async () => {
  const engine = apiVendorNamed('compatible').create(optionsFor('compatible'))
  const results = await Promise.all(
    queries(...PROMPTS, ...PROMPTS, ...PROMPTS).map((query) => engine.query(query)),
  )
  const answers = results.flatMap((result) => (result.outcome === 'answered' ? [result] : []))
  expect(answers.length).toBeGreaterThan(8)
  for (const answer of answers)
    expect(answer).toMatchObject({ citations: [], retrieved: [], searched: false, costMicros: 0 })
  expect(JSON.stringify(answers.map(({ raw }) => raw))).toContain('<think>')
  expect(answers.some(({ markdown }) => markdown.includes('think'))).toBe(false)
})

test.each(ENGINES)('%s answers the completions that its adapter sends', async (name) => {
  const api = apiVendorNamed(name).completion(optionsFor(name))
  const request = { system: 'Reply in JSON.', user: 'Name a shoe.', name: 'shoe', schema: { type: 'object' } }
  const options = { signal: new AbortController().signal, timeoutMs: 5_000 }
  const completion = await requestCompletion(api, request, { temperature: true, schema: true }, options)
  expect(completion).toMatchObject({ outcome: 'answered', markdown: expect.stringMatching(/\w/) })
  expect(JSON.stringify(completion)).not.toContain('https://')
})

test.each(ENGINES)("%s lists its models with the vendor's dates and prices", async (name) => {
  for (const { id, ends, input, output, replacement } of MODELS[name]) {
    const listsDates = ['openai', 'anthropic', 'mistral', 'openrouter'].includes(name)
    const listsPrices = ['perplexity', 'xai', 'openrouter'].includes(name)
    expect(await lookUp(name, id)).toEqual({
      shutdown: listsDates ? (ends ?? null) : null,
      replacement: name === 'mistral' ? (replacement ?? null) : null,
      price: listsPrices ? { input, output } : null,
    })
  }
  expect(await lookUp(name, 'no-such-model')).toBe('gone')
  simulator.fault({ engine: name, kind: 'model_gone', call: 'list', times: 1 })
  expect(await lookUp(name)).toBe('gone')
  simulator.fault({ engine: name, kind: 'bad_key', call: 'list', times: 1 })
  expect(await lookUp(name)).toMatchObject({ kind: 'bad_key' })
  simulator.fault({ engine: name, kind: 'html', call: 'list', times: 1 })
  expect(await lookUp(name)).toMatchObject({ kind: 'malformed' })
})

test("the simulator's models have the prices and dates of the price list", () => {
  let compared = 0
  for (const engine of ENGINES) {
    for (const { id, input, output, ends, replacement } of MODELS[engine]) {
      const price = currentPrices(engine, NOON).find(({ model }) => model === id)
      if (!price) continue
      expect({ id, input: price.input, output: price.output, ends: price.shutdown }).toEqual({
        id,
        input,
        output,
        ends,
      })
      if (replacement !== undefined) expect(price.replacement).toBe(replacement)
      compared++
    }
  }
  expect(compared).toBeGreaterThanOrEqual(14)
})

const KINDS: [FaultKind, string, Partial<Record<EngineName, string | null>>][] = [
  ['429', 'rate_limited', {}],
  // Where a vendor has no such limit, the reply is the one of a rate limit.
  ['daily_limit', 'rate_limited', { gemini: 'daily_limit' }],
  ['quota', 'quota', {}],
  ['bad_key', 'bad_key', {}],
  ['region', 'region_refused', {}],
  ['model_gone', 'model_gone', {}],
  ['endpoint_gone', 'endpoint_gone', {}],
  ['500', 'unavailable', {}],
  ['503', 'unavailable', {}],
  ['html', 'malformed', {}],
  ['garbage', 'malformed', {}],
  ['cut', 'network', {}],
  ['truncated', 'truncated', { mistral: null }],
  ['unknown_items', 'unknown_format', {}],
  // A conversation has no finish reason.
  ['unknown_finish', 'unknown_format', { mistral: null }],
  [
    'error_in_200',
    'unavailable',
    { gemini: 'unknown_format', mistral: 'unknown_format', compatible: 'unavailable' },
  ],
  [
    'cancelled',
    'malformed',
    {
      perplexity: 'unavailable',
      gemini: null,
      anthropic: null,
      mistral: null,
      openrouter: null,
      compatible: null,
    },
  ],
]

test.each(
  KINDS.flatMap(([fault, kind, own]) =>
    ENGINES.map((name) => [fault, name, name in own ? own[name] : kind] as const),
  ),
)('the fault %s of %s is the failure %s', async (kind, name, expected) => {
  simulator.fault({ engine: name, kind, times: 1 })
  const result = await queryOnce(name)
  if (expected === null) expect(result?.outcome).not.toBe('failed')
  else expect(result).toMatchObject({ outcome: 'failed', kind: expected })
})

test.each(ENGINES)('%s can be answered by another model, or by one without a price', async (name) => {
  for (const kind of ['rerouted', 'unpriced'] as const) {
    simulator.fault({ engine: name, kind, times: 1 })
    const result = await queryOnce(name)
    const other = kind === 'unpriced' ? 'unlisted-model-1' : MODELS[name][1]?.id
    if (result?.outcome !== 'failed') expect(result?.model).toBe(other)
    const estimates = ['openai', 'gemini', 'anthropic'].includes(name) && kind === 'unpriced'
    expect(result).toMatchObject({ outcome: 'answered', costEstimated: estimates })
  }
})

test.each<[ApiName]>([['openai'], ['gemini']])(
  '%s without flex capacity answers at the standard tier, and otherwise echoes the flex tier',
  async (name) => {
    const getTier = (result: unknown) => /"service_?tier":"(\w+)"/i.exec(JSON.stringify(result))?.[1]
    expect(getTier(await queryOnce(name, undefined, { serviceTier: 'flex' }))).toBe('flex')
    simulator.fault({ engine: name, kind: 'flex_full', times: 2 })
    const result = await queryOnce(name, undefined, { serviceTier: 'flex' })
    expect(result?.outcome).toBe('answered')
    expect(getTier(result)).toBe(name === 'openai' ? 'default' : 'standard')
  },
)

test('Anthropic refuses a forced search of the 5.5 models, and the adapter repeats the query without it', async () => {
  const before = simulator.requests.length
  expect(await queryOnce('anthropic')).toMatchObject({ outcome: 'answered', searched: true })
  const sent = simulator.requests.slice(before)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).not.toHaveProperty('tool_choice')
  await queryOnce('anthropic', 'claude-haiku-5-5')
  expect(simulator.requests.at(-1)?.body).toHaveProperty('tool_choice')
})

test('Anthropic pauses a long answer, which continues when its blocks are sent back', async () => {
  simulator.fault({ engine: 'anthropic', kind: 'paused', times: 1 })
  const result = await queryOnce('anthropic')
  expect(result).toMatchObject({
    outcome: 'answered',
    raw: [{ stop_reason: 'pause_turn' }, { stop_reason: 'end_turn' }],
  })
})

test('a limit of searches is respected', async () => {
  for (const name of ['openai', 'anthropic'] as const) {
    for (let round = 0; round < 8; round++) {
      const result = await queryOnce(name, undefined, { maxSearches: 1 })
      if (result?.outcome !== 'failed') expect(result?.searches.length).toBeLessThanOrEqual(1)
    }
  }
})
