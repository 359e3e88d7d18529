import { afterAll, expect, test } from 'vitest'
import { createCall, ENGINES, sendPrompt } from './client.fixture.ts'
import type { TrackedMarket } from './market.ts'
import { MODEL_CYCLE_DAYS, modelRelease } from './release-calendar.ts'
import { startSimulator } from './simulator.ts'
import type { SimulatorOptions } from './state.ts'
import type { EngineName } from './wire/wire.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const simulators: { close(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(simulators.map((simulator) => simulator.close()))
})

async function simulate(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({ seed: 7, now: () => NOON, ...options })
  simulators.push(simulator)
  return simulator
}

/** Returns the response bodies without the port, which does not depend on the seed. */
async function bodies(url: string, prompt = 'best crm for a bakery') {
  const replies = await Promise.all(ENGINES.map((engine) => sendPrompt(url, engine, prompt)))
  return replies.map(({ body }) => body.replaceAll(url, 'http://simulator'))
}

async function text(url: string, prompt: string): Promise<string> {
  const { body } = await sendPrompt(url, 'openrouter', prompt)
  return JSON.parse(body).choices[0].message.content
}

const MARKET: TrackedMarket = {
  language: 'en',
  region: 'US',
  topicWords: ['garden robots'],
  entities: [
    { name: 'Mowbotix', aliases: ['Mowbotix GmbH'], domain: 'mowbotix.example', strength: 0.5 },
    { name: 'Lawnmark', aliases: [], domain: 'lawnmark.example', strength: 0.8 },
    { name: 'Turfelo', aliases: [], domain: null, strength: 0.3 },
  ],
}
const PROMPT = 'Which one would you recommend for a small garden?'

test('the same seed, prompt, day and repetition give the same bytes in another process at another time', async () => {
  const one = await simulate()
  const other = await simulate({ now: () => new Date('2026-11-20T23:00:00Z') })
  const first = await bodies(one.url)
  expect(await bodies(other.url)).toEqual(first)
  const second = await bodies(one.url)
  expect(second).not.toEqual(first)
  expect(await bodies(other.url)).toEqual(second)
})

test('another seed, day or location gives other answers', async () => {
  const [first] = await bodies((await simulate()).url)
  const [otherSeed] = await bodies((await simulate({ seed: 8 })).url)
  const [otherDay] = await bodies((await simulate({ now: () => new Date('2026-11-21T12:00:00Z') })).url)
  expect(new Set([first, otherSeed, otherDay]).size).toBe(3)

  const { url } = await simulate()
  const { path, headers } = createCall('openai', PROMPT)
  const from = async (country: string) => {
    const tools = [{ type: 'web_search', user_location: { type: 'approximate', country } }]
    const body = JSON.stringify({ model: 'gpt-6-luna', input: PROMPT, tools })
    return (await fetch(url + path, { method: 'POST', headers, body })).text()
  }
  expect(await from('DE')).not.toBe(await from('FR'))
})

test('a tracked brand is named in some answers, at rates that differ by engine and day', async () => {
  let now = NOON
  const { url } = await simulate({ market: async () => MARKET, now: () => now })
  const rate = async (engine: 'openai' | 'perplexity', day: string) => {
    now = new Date(`${day}T12:00:00Z`)
    const answers = await Promise.all(Array.from({ length: 300 }, () => sendPrompt(url, engine, PROMPT)))
    return answers.filter(({ body }) => body.includes('Mowbotix')).length / 300
  }
  const days = ['2026-09-01', '2026-10-21']
  const rates: number[] = []
  for (const day of days) rates.push(await rate('openai', day))
  const elsewhere = await rate('perplexity', '2026-09-01')
  for (const one of [...rates, elsewhere]) {
    expect(one).toBeGreaterThan(0.02)
    expect(one).toBeLessThan(0.98)
  }
  // Three standard errors of the difference of two rates of 300 draws are at most 0.12.
  expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(0.12)
  expect(Math.abs((rates[0] ?? 0) - elsewhere)).toBeGreaterThan(0.12)
})

test('untracked competitors appear consistently in every answer of the market', async () => {
  const { url } = await simulate({ market: async () => MARKET })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => text(url, `${PROMPT} ${index}`)))
  const names = new Set(answers.join('\n').match(/\b\p{Lu}\p{Ll}+(?=\.example)/giu) ?? [])
  const unlisted = [...names].filter(
    (name) => !/^(mowbotix|lawnmark|shortlistreview|theplainledger)$/i.test(name),
  )
  expect(unlisted.length).toBeGreaterThanOrEqual(2)
  expect(unlisted.length).toBeLessThanOrEqual(3)
})

test('fifty answers to one prompt all differ and have several layouts', async () => {
  const { url } = await simulate()
  const answers = await Promise.all(Array.from({ length: 50 }, () => text(url, 'best running shoes')))
  // About one in a hundred is empty, and empty answers are identical.
  const written = answers.filter((answer) => answer !== '')
  expect(written.length).toBeGreaterThan(45)
  expect(new Set(written).size).toBe(written.length)
  const layouts = [/^\|/m, /^## /m, /^1\. /m, /^- /m]
  for (const layout of layouts) expect(answers.some((answer) => layout.test(answer))).toBe(true)
  expect(written.some((answer) => !/^[|#\-\d]/m.test(answer))).toBe(true)
  expect(answers.some((answer) => /\p{Extended_Pictographic}/u.test(answer))).toBe(true)
  expect(new Set(answers.map((answer) => answer.split('\n')[0])).size).toBeGreaterThan(4)
})

test.each([
  ['What is the best travel insurance for families?', /\b(the|with|for)\b/],
  ['Welche Reiseversicherung ist für Familien die beste?', /\b(und|für|ist|die)\b/],
  ['Quelle est la meilleure assurance voyage pour une famille ?', /\b(une|pour|les|le)\b/],
  ['¿Cuál es el mejor seguro de viaje para familias?', /\b(para|una|los|por|el)\b/],
])('%s is answered in its language', async (prompt, words) => {
  const answer = await text((await simulate()).url, prompt)
  expect(answer).toMatch(words)
  expect(answer).not.toMatch(/[{}]|undefined|null/)
})

test('the style of an answer follows the intent of the prompt', async () => {
  const { url } = await simulate()
  const many = async (prompt: string) =>
    (await Promise.all(Array.from({ length: 20 }, () => text(url, prompt)))).join('\n')
  expect(await many('Velopace vs Stridora')).toContain('| Option |')
  expect(await many('How to choose running shoes')).toMatch(/^1\. \*\*Measure your feet/m)
  expect(await many('Is Stridora worth it?')).toMatch(/^### .*(Pros|What users like)/m)
})

test('the served model changes on a known day and keeps its name in between', async () => {
  let now = NOON
  const { url } = await simulate({ now: () => now })
  const served = async (day: number) => {
    now = new Date(NOON.getTime() + day * 86_400_000)
    return JSON.parse((await sendPrompt(url, 'openai', 'best crm')).body).model
  }
  const days = Array.from({ length: MODEL_CYCLE_DAYS + 1 }, (_, day) => day)
  const models: string[] = []
  for (const day of days) models.push(await served(day))
  expect(new Set(models).size).toBe(2)
  expect(models[0]).toBe(`gpt-6-luna-${modelRelease(7, 'chatgpt', '2026-11-20').toISOString().slice(0, 10)}`)
  expect(models.filter((model, index) => index > 0 && model !== models[index - 1])).toHaveLength(1)
})

test('sometimes an engine does not search, returns no text or refuses', async () => {
  const { url } = await simulate()
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => sendPrompt(url, 'anthropic', 'best e-bike')),
  )
  const messages = answers.map(({ body }) => JSON.parse(body))
  const share = (of: (message: (typeof messages)[number]) => boolean) => messages.filter(of).length / 400
  for (const rate of [
    share((message) => message.usage.server_tool_use.web_search_requests === 0),
    share((message) => message.stop_reason === 'refusal'),
    share((message) => message.content.every((block: { type: string }) => block.type !== 'text')),
  ]) {
    expect(rate).toBeGreaterThan(0)
    expect(rate).toBeLessThan(0.06)
  }
})

test('a request without a search tool is answered without a search', async () => {
  const { url } = await simulate()
  const { path, headers } = createCall('openai', PROMPT)
  const body = JSON.stringify({ model: 'gpt-6-luna', input: PROMPT })
  const response = await fetch(url + path, { method: 'POST', headers, body })
  const { output, tool_usage } = JSON.parse(await response.text())
  expect(output.map((item: { type: string }) => item.type)).toEqual(['message'])
  expect(tool_usage.web_search.num_requests).toBe(0)
})

test('redirect links lead to their page, and forged links get 404', async () => {
  const { url } = await simulate()
  const { body } = await sendPrompt(url, 'gemini', 'best crm')
  const chunks: { web: { uri: string; title: string } }[] =
    JSON.parse(body).candidates[0].groundingMetadata.groundingChunks
  for (const { web } of chunks) {
    expect(web.uri.startsWith(`${url}/grounding-api-redirect/AUZIYQ`)).toBe(true)
    const response = await fetch(web.uri, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(new URL(response.headers.get('location') ?? '').hostname.replace(/^www\./, '')).toBe(web.title)
  }
  const forged = `AUZIYQ${'A'.repeat(12)}${Buffer.from('https://elsewhere.example/').toString('base64url')}`
  const response = await fetch(`${url}/grounding-api-redirect/${forged}`, { redirect: 'manual' })
  expect(response.status).toBe(404)
})

test.each(ENGINES)('%s validates key, path, JSON and fields like its vendor', async (engine) => {
  const { url } = await simulate()
  const { path, headers, body } = createCall(engine, PROMPT)
  const keyless = { 'anthropic-version': '2023-06-01' }
  const status = async (sent: { path?: string; headers?: Record<string, string>; body?: string }) => {
    const to = url + (sent.path ?? path)
    const response = await fetch(to, { method: 'POST', headers, body: JSON.stringify(body), ...sent })
    // Mistral's errors have `detail` or `message` instead.
    const keys = Object.keys(JSON.parse(await response.text())).join()
    if (response.status !== 200) expect(keys).toMatch(/error|detail|message/)
    return response.status
  }
  const keylessStatus = engine === 'compatible' ? 200 : engine === 'gemini' || engine === 'xai' ? 400 : 401
  expect(await status({ headers: keyless })).toBe(keylessStatus)
  expect(await status({ path: `/${engine}/v9/elsewhere` })).toBe(404)
  expect(await status({ body: '{"model":' })).toBe(400)
  expect(await status({ body: '{}' })).toBe(engine === 'mistral' ? 422 : 400)
  const streamed = JSON.stringify({ ...body, stream: true })
  expect(await status({ body: streamed })).toBe(engine === 'mistral' ? 422 : 400)
})

test('Perplexity serves the Agent API at two paths, refuses the retired ones, and names an unknown field', async () => {
  const { url } = await simulate()
  const { headers, body } = createCall('perplexity', PROMPT)
  const send = async (path: string, sent: object) => {
    const request = { method: 'POST', headers, body: JSON.stringify(sent) }
    const response = await fetch(`${url}/perplexity${path}`, request)
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  for (const path of ['/v1/agent', '/v1/responses']) expect((await send(path, body)).status).toBe(200)
  const gone = { status: 403, body: { error: { type: 'chat_completions_not_available', code: 403 } } }
  for (const path of ['/chat/completions', '/v1/sonar'])
    expect(await send(path, { model: 'sonar', messages: [] })).toMatchObject(gone)
  expect(await send('/v1/agent', { ...body, disable_search: true })).toMatchObject({
    status: 400,
    body: {
      error: {
        message: 'invalid request body: json: unknown field "disable_search"',
        type: 'invalid_request',
        code: 400,
        param: 'disable_search',
      },
    },
  })
  const { body: unforced } = await send('/v1/agent', { ...body, tool_choice: undefined })
  expect(unforced.output.map((item: { type: string }) => item.type)).toEqual(['message'])
  expect(unforced.usage.cost).not.toHaveProperty('tool_calls_cost')
})

test('xAI refuses a search with a location, and Anthropic a forced search of the 5.5 models', async () => {
  const { url } = await simulate()
  const send = async (engine: EngineName, fields: object) => {
    const { path, headers, body } = createCall(engine, PROMPT)
    const request = { method: 'POST', headers, body: JSON.stringify({ ...body, ...fields }) }
    const response = await fetch(url + path, request)
    return [response.status, await response.text()]
  }
  const tools = [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }]
  expect((await send('xai', { tools }))[0]).toBe(422)
  expect((await send('xai', { tool_choice: 'required' }))[0]).toBe(200)
  const forced = { tool_choice: { type: 'tool', name: 'web_search' } }
  expect(await send('anthropic', forced)).toEqual([
    400,
    expect.stringContaining('are not supported for this model'),
  ])
  expect((await send('anthropic', { ...forced, model: 'claude-haiku-5-5' }))[0]).toBe(200)
})

test('OpenAI searches as from the United States without a location, and echoes tier and limit of searches', async () => {
  const { url } = await simulate()
  const { path, headers, body } = createCall('openai', PROMPT)
  const send = async (fields: object) => {
    const request = { method: 'POST', headers, body: JSON.stringify({ ...body, ...fields }) }
    return JSON.parse(await (await fetch(url + path, request)).text())
  }
  const country = ({ tools }: { tools: { user_location: unknown }[] }) => tools[0]?.user_location
  expect(country(await send({}))).toEqual({ type: 'approximate', country: 'US' })
  const tools = [{ type: 'web_search', user_location: { type: 'approximate' } }]
  expect(country(await send({ tools }))).toEqual({ type: 'approximate', country: null })
  expect(await send({ service_tier: 'flex', max_tool_calls: 2 })).toMatchObject({
    service_tier: 'flex',
    max_tool_calls: 2,
    usage: { input_tokens_details: { cache_write_tokens: 0 } },
  })
})

test('an answer is delayed by half to one and a half of the mean latency', async () => {
  const delays: number[] = []
  const sleep = async (ms: number) => void delays.push(ms)
  const { url } = await simulate({ latencyMs: 40_000, sleep })
  for (const engine of ENGINES) expect((await sendPrompt(url, engine, PROMPT)).status).toBe(200)
  expect(new Set(delays).size).toBe(ENGINES.length)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(20_000)
  expect(Math.max(...delays)).toBeLessThanOrEqual(60_000)
})

test('requests are recorded for tests, without keys', async () => {
  const simulator = await simulate()
  await sendPrompt(simulator.url, 'xai', PROMPT)
  expect(simulator.requests).toMatchObject([
    { engine: 'xai', model: 'grok-4.7', prompt: PROMPT, fault: null },
  ])
  expect(JSON.stringify(simulator.requests)).not.toContain('Bearer')
})
