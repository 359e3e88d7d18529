import { expect, test } from 'vitest'
import { basePaths } from '../../simulator/simulator.ts'
import { type Platform, platformLabels, platforms, simulatedPlatforms } from '../../vocabulary/platforms.ts'
import { readConfig } from '../config.ts'
import { answered, localVendor, queryOnce } from './apis/local-vendor.fixture.ts'
import { engineFor, getTypicalCost, resolvePlatforms, simulatorPath } from './registry.ts'
import { cloro } from './scrapers/cloro.ts'
import { choiceSetting } from './settings.ts'
import { vendors, vendorsServing } from './vendors.ts'

const backendsOfPlatforms = (env: Record<string, string>) =>
  Object.fromEntries(
    [...resolvePlatforms(readConfig(env))].map(([platform, { backend }]) => [platform, backend]),
  )

const one = (env: Record<string, string>, platform: Platform) =>
  resolvePlatforms(readConfig(env)).get(platform)

const simulated = { SIMULATOR_URL: 'built-in' }

const everyKey = {
  OPENAI_API_KEY: 'k',
  GEMINI_API_KEY: 'k',
  PERPLEXITY_API_KEY: 'k',
  ANTHROPIC_API_KEY: 'k',
  XAI_API_KEY: 'k',
  MISTRAL_API_KEY: 'k',
  OPENROUTER_API_KEY: 'k',
  COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1',
  COMPATIBLE_MODEL: 'qwen3.5:27b',
  CLORO_API_KEY: 'k',
  BRIGHTDATA_API_KEY: 'k',
  DATAFORSEO_LOGIN: 'k',
  DATAFORSEO_PASSWORD: 'k',
  SERPAPI_API_KEY: 'k',
}

test('without a key, no platform has an engine, unless SIMULATOR_URL simulates the default platforms', () => {
  const unset = [...resolvePlatforms(readConfig({})).values()]
  expect(unset.filter(({ configured }) => configured)).toEqual([])
  expect(one({}, 'chatgpt')).toMatchObject({ missing: expect.stringContaining('OPENAI_API_KEY') })
  const backends = [...resolvePlatforms(readConfig(simulated)).values()]
  expect(backends.map(({ platform }) => platform)).toEqual([...platforms])
  for (const { platform, backend, surface, configured } of backends) {
    const isSimulated = simulatedPlatforms.some((simulated) => simulated === platform)
    expect({ platform, isSimulated: backend === 'simulator', configured }).toEqual({
      platform,
      isSimulated,
      configured: isSimulated,
    })
    if (isSimulated) expect(surface).toBe('simulated')
  }
  expect(one({}, 'le_chat')).toMatchObject({ missing: 'MISTRAL_API_KEY' })
  expect(one({}, 'own_model')).toMatchObject({ missing: 'COMPATIBLE_BASE_URL and COMPATIBLE_MODEL' })
})

test('one key configures its own platform and leaves the others unconfigured', () => {
  const env = { OPENAI_API_KEY: 'k' }
  expect(one(env, 'chatgpt')).toEqual({
    platform: 'chatgpt',
    backend: 'openai',
    surface: 'api',
    configured: true,
    missing: '',
    key: 'environment',
    takesConversations: true,
  })
  expect(one(env, 'claude')).toMatchObject({
    configured: false,
    missing: 'ANTHROPIC_API_KEY or OPENROUTER_API_KEY',
  })
  expect(one(env, 'copilot')).toMatchObject({
    takesConversations: false,
    backend: 'cloro',
    configured: false,
    missing: 'CLORO_API_KEY or BRIGHTDATA_API_KEY',
  })
  expect(engineFor(readConfig(env), 'claude')).toBeNull()
})

test('a vendor’s own API takes precedence over OpenRouter, which serves the rest', () => {
  expect(backendsOfPlatforms({ OPENROUTER_API_KEY: 'k', XAI_API_KEY: 'k' })).toMatchObject({
    chatgpt: 'openrouter',
    gemini: 'openrouter',
    perplexity: 'openrouter',
    claude: 'openrouter',
    grok: 'xai',
  })
})

test('ENGINE_<PLATFORM> chooses among configured backends', () => {
  const keys = { OPENAI_API_KEY: 'k', OPENROUTER_API_KEY: 'k' }
  expect(one({ ...keys, ENGINE_CHATGPT: 'openrouter' }, 'chatgpt')).toMatchObject({
    backend: 'openrouter',
    configured: true,
  })
  expect(one({ ...keys, ENGINE_COPILOT: 'simulator' }, 'copilot')).toMatchObject({
    backend: 'simulator',
    surface: 'simulated',
  })
  expect(one({ ENGINE_CHATGPT: 'openai' }, 'chatgpt')).toMatchObject({
    configured: false,
    missing: 'OPENAI_API_KEY',
  })
})

test.each<[string, string]>([
  ['ENGINE_CHATGPT', 'gemini'],
  ['ENGINE_CLAUDE', 'cloro'],
  ['ENGINE_COPILOT', 'openrouter'],
  ['ENGINE_GOOGLE_AI_MODE', 'gemini'],
])('%s=%s is invalid: the backend cannot serve that platform', (setting, backend) => {
  expect(() => readConfig({ [setting]: backend })).toThrow(
    new RegExp(`^${setting} \\(it is "${backend}"\\): must be one of .*simulator\\.$`),
  )
})

test('every combination of platform and backend that the settings accept has an engine', () => {
  for (const platform of platforms) {
    for (const { name } of vendorsServing(platform)) {
      const config = readConfig({ ...everyKey, [choiceSetting(platform)]: name })
      expect(engineFor(config, platform)).toMatchObject({ name })
    }
  }
})

test('a scraper serves the platforms for which no API is configured', () => {
  const env = { CLORO_API_KEY: 'k', OPENAI_API_KEY: 'k' }
  expect(backendsOfPlatforms(env)).toEqual({
    chatgpt: 'openai',
    gemini: 'cloro',
    perplexity: 'cloro',
    claude: 'anthropic',
    grok: 'cloro',
    copilot: 'cloro',
    google_ai_overview: 'cloro',
    google_ai_mode: 'cloro',
    le_chat: 'mistral',
    own_model: 'compatible',
  })
  expect(one(env, 'gemini')).toMatchObject({ surface: 'consumer_ui', configured: true })
  expect(one({ ...env, ENGINE_CHATGPT: 'cloro' }, 'chatgpt')).toMatchObject({ surface: 'consumer_ui' })
})

test('the DataForSEO login, which also serves prompt volumes, serves only platforms that name it', () => {
  const login = { DATAFORSEO_LOGIN: 'ada', DATAFORSEO_PASSWORD: 'k' }
  expect(one({ ...simulated, ...login }, 'google_ai_mode')).toMatchObject({ backend: 'simulator' })
  expect(one({ ...login, OPENAI_API_KEY: 'k' }, 'google_ai_mode')).toMatchObject({
    configured: false,
    missing: 'CLORO_API_KEY or BRIGHTDATA_API_KEY or SERPAPI_API_KEY',
  })
  const chosen = { ...login, ENGINE_GOOGLE_AI_MODE: 'dataforseo' }
  expect(one(chosen, 'google_ai_mode')).toMatchObject({ backend: 'dataforseo', configured: true })
  // Once one real vendor is in use, other platforms are no longer simulated.
  expect(one(chosen, 'claude')).toMatchObject({ configured: false })
  expect(one({ ENGINE_CHATGPT: 'dataforseo' }, 'chatgpt')).toMatchObject({
    configured: false,
    missing: 'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD',
  })
})

test('the estimate of a scraper has the price of the plan, or the list price', () => {
  const cost = (env: Record<string, string>) =>
    getTypicalCost(readConfig(env), cloro, new Date('2026-11-01'), 'gemini').costMicros
  // Four credits of $0.40 or $0.30 per thousand.
  expect(cost({})).toBe(1_600)
  expect(cost({ PRICE_OVERRIDES: '{"cloro/credit": {"perThousand": 0.3}}' })).toBe(1_200)
})

test('a simulated platform has no engine until SIMULATOR_URL is set', () => {
  expect(engineFor(readConfig({ ENGINE_CHATGPT: 'simulator' }), 'chatgpt')).toBeNull()
})

const chat = { choices: [{ message: { content: 'Acme.' } }] }
const responses = { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] }] }
const conversation = { outputs: [{ type: 'message.output', content: 'Acme.' }] }
const candidates = { candidates: [{ content: { parts: [{ text: 'Acme.' }] } }] }

test.each<[Platform, string, unknown, object]>([
  ['chatgpt', '/openai/v1/responses', 'gpt-6-luna', responses],
  ['gemini', '/gemini/v1beta/models/gemini-3.8-flash:generateContent', undefined, candidates],
  ['perplexity', '/perplexity/v1/agent', 'perplexity/sonar', responses],
  ['claude', '/anthropic/v1/messages', 'claude-sonnet-5-5', { content: [{ type: 'text', text: 'Acme.' }] }],
  ['grok', '/xai/v1/responses', 'grok-4.7', responses],
  ['copilot', '/openrouter/api/v1/chat/completions', 'simulated/copilot', chat],
  ['google_ai_overview', '/openrouter/api/v1/chat/completions', 'simulated/google_ai_overview', chat],
  ['google_ai_mode', '/openrouter/api/v1/chat/completions', 'simulated/google_ai_mode', chat],
  ['le_chat', '/mistral/v1/conversations', 'mistral-medium-latest', conversation],
  ['own_model', '/compatible/v1/chat/completions', 'simulated/own_model', chat],
])('the simulated %s is queried at %s', async (platform, path, model, body) => {
  const simulator = await localVendor(() => ({ body }))
  const env = { SIMULATOR_URL: simulator.url, [choiceSetting(platform)]: 'simulator' }
  const engine = engineFor(readConfig(env), platform)
  if (engine === null) throw new Error('No engine.')
  expect({ name: engine.name, surface: engine.surface }).toEqual({ name: 'simulator', surface: 'simulated' })
  expect(answered(await queryOnce(engine)).markdown).toBe('Acme.')
  expect(simulator.requests).toMatchObject([
    { method: 'POST', path, body: model === undefined ? {} : { model } },
  ])
})

test.each<[Platform, Record<string, string>, string, string]>([
  ['chatgpt', { OPENAI_API_KEY: 'k' }, 'OPENAI_BASE_URL', '/responses'],
  ['gemini', { GEMINI_API_KEY: 'k' }, 'GEMINI_BASE_URL', '/v1beta/models/gemini-3.8-flash:generateContent'],
  ['perplexity', { PERPLEXITY_API_KEY: 'k' }, 'PERPLEXITY_BASE_URL', '/v1/agent'],
  ['claude', { ANTHROPIC_API_KEY: 'k' }, 'ANTHROPIC_BASE_URL', '/v1/messages'],
  ['grok', { XAI_API_KEY: 'k' }, 'XAI_BASE_URL', '/responses'],
  ['le_chat', { MISTRAL_API_KEY: 'k' }, 'MISTRAL_BASE_URL', '/conversations'],
  ['own_model', { COMPATIBLE_MODEL: 'qwen3.5:27b' }, 'COMPATIBLE_BASE_URL', '/chat/completions'],
  ['chatgpt', { OPENROUTER_API_KEY: 'k' }, 'OPENROUTER_BASE_URL', '/chat/completions'],
])(
  '%s is queried below its base URL, with or without a trailing slash',
  async (platform, env, setting, path) => {
    const vendor = await localVendor(() => ({ status: 500, body: {} }))
    for (const slash of ['', '/']) {
      await engineFor(readConfig({ ...env, [setting]: `${vendor.url}/base${slash}` }), platform)?.query({
        prompt: 'Which?',
        region: null,
        language: null,
        signal: new AbortController().signal,
      })
    }
    expect(vendor.requests.map((request) => request.path)).toEqual([`/base${path}`, `/base${path}`])
  },
)

test('every platform has a label', () => {
  for (const platform of platforms) expect(platformLabels[platform]).toMatch(/^[A-Z]/)
})

test('the simulator serves each vendor at the path that its base URL implies', () => {
  const paths = Object.fromEntries(vendors.map((vendor) => [vendor.name, simulatorPath(vendor)]))
  expect(paths).toEqual(basePaths)
})

test('Bright Data serves Grok, which it announces without offering it, only by choice', () => {
  const key = { BRIGHTDATA_API_KEY: 'key' }
  expect(one(key, 'chatgpt')).toMatchObject({ backend: 'brightdata', configured: true })
  expect(one(key, 'grok')).toMatchObject({ configured: false })
  expect(one(key, 'grok')?.missing).not.toContain('BRIGHTDATA')
  expect(one({ ...key, ENGINE_GROK: 'brightdata' }, 'grok')).toMatchObject({
    backend: 'brightdata',
    configured: true,
  })
})

test('the vendors serve the platforms in this order of preference', () => {
  const names = platforms.map((platform) => [platform, vendorsServing(platform).map(({ name }) => name)])
  expect(Object.fromEntries(names)).toEqual({
    chatgpt: ['openai', 'openrouter', 'cloro', 'brightdata', 'dataforseo'],
    gemini: ['gemini', 'openrouter', 'cloro', 'brightdata', 'dataforseo'],
    perplexity: ['perplexity', 'openrouter', 'cloro', 'brightdata'],
    claude: ['anthropic', 'openrouter'],
    grok: ['xai', 'openrouter', 'cloro', 'brightdata'],
    copilot: ['cloro', 'brightdata'],
    google_ai_overview: ['cloro', 'dataforseo', 'serpapi'],
    google_ai_mode: ['cloro', 'brightdata', 'dataforseo', 'serpapi'],
    le_chat: ['mistral'],
    own_model: ['compatible'],
  })
})
