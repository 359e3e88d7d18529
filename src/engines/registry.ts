/** Which backend serves which platform, as the settings say. */
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import { backendsOf, type Config } from '../core/config.ts'
import { anthropic } from './apis/anthropic.ts'
import { gemini } from './apis/gemini.ts'
import { openai } from './apis/openai.ts'
import { openrouter } from './apis/openrouter.ts'
import { perplexity } from './apis/perplexity.ts'
import { xai } from './apis/xai.ts'
import type { EngineOptions } from './client/request.ts'
import type { Engine, Surface } from './engine.ts'
import { brightdata } from './scrapers/brightdata.ts'
import { cloro } from './scrapers/cloro.ts'
import { dataforseo } from './scrapers/dataforseo.ts'
import type { ScraperOptions } from './scrapers/scraper.ts'
import { serpapi } from './scrapers/serpapi.ts'

const apis = { openai, gemini, perplexity, anthropic, xai, openrouter }

const scrapers = {
  cloro: (config: Config, platform: Platform) =>
    cloro({
      ...askedBy(config, platform),
      apiKey: config.SCRAPER_API_KEY ?? '',
      baseUrl: config.SCRAPER_BASE_URL,
      webhookUrl: config.SCRAPER_WEBHOOK_URL,
      creditMicros: config.SCRAPER_CREDIT_MICROS,
    }),
  brightdata: (config: Config, platform: Platform) =>
    brightdata({
      ...askedBy(config, platform),
      apiKey: config.BRIGHTDATA_API_KEY ?? '',
      baseUrl: config.BRIGHTDATA_BASE_URL,
      recordMicros: config.BRIGHTDATA_RECORD_MICROS,
    }),
  dataforseo: (config: Config, platform: Platform) =>
    dataforseo({
      ...askedBy(config, platform),
      login: config.DATAFORSEO_LOGIN ?? '',
      password: config.DATAFORSEO_PASSWORD ?? '',
      baseUrl: config.DATAFORSEO_BASE_URL,
    }),
  serpapi: (config: Config, platform: Platform) =>
    serpapi({
      ...askedBy(config, platform),
      apiKey: config.SERPAPI_API_KEY ?? '',
      baseUrl: config.SERPAPI_BASE_URL,
      searchMicros: config.SERPAPI_SEARCH_MICROS,
    }),
}

type Api = keyof typeof apis
type Scraper = keyof typeof scrapers
type Backend = Api | Scraper
export type BackendName = Backend | 'simulator'

export type PlatformBackend = {
  platform: Platform
  /** The backend that serves it, or would once `missing` is set. */
  backend: BackendName
  surface: Surface
  configured: boolean
  /** The setting that would configure it; empty when it is. */
  missing: string
}

const choiceSetting = {
  chatgpt: 'ENGINE_CHATGPT',
  gemini: 'ENGINE_GEMINI',
  perplexity: 'ENGINE_PERPLEXITY',
  claude: 'ENGINE_CLAUDE',
  grok: 'ENGINE_GROK',
  copilot: 'ENGINE_COPILOT',
  google_ai_overview: 'ENGINE_GOOGLE_AI_OVERVIEW',
  google_ai_mode: 'ENGINE_GOOGLE_AI_MODE',
} as const satisfies Record<Platform, keyof Config>

const keySettings = {
  openai: ['OPENAI_API_KEY'],
  gemini: ['GEMINI_API_KEY'],
  perplexity: ['PERPLEXITY_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  xai: ['XAI_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  cloro: ['SCRAPER_API_KEY'],
  brightdata: ['BRIGHTDATA_API_KEY'],
  dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  serpapi: ['SERPAPI_API_KEY'],
} as const satisfies Record<Backend, readonly (keyof Config)[]>

/** What OpenRouter is asked for when OPENROUTER_MODEL is unset. */
const openrouterModels: Partial<Record<Platform, string>> = {
  chatgpt: 'openai/gpt-5.2',
  gemini: 'google/gemini-3.5-flash',
  perplexity: 'perplexity/sonar',
  claude: 'anthropic/claude-sonnet-5',
  grok: 'x-ai/grok-4.3',
}

/** Every platform, in the order of `platforms`. */
export function resolvePlatforms(config: Config): Map<Platform, PlatformBackend> {
  return new Map(platforms.map((platform) => [platform, platformBackend(config, platform)]))
}

/** Null when the platform is not configured, or is simulated and SIMULATOR_URL says no address yet. */
export function engineFor(config: Config, platform: Platform): Engine | null {
  const { backend, configured } = platformBackend(config, platform)
  if (!configured) return null
  if (backend === 'simulator') return simulatedEngine(config, platform)
  if (isApi(backend)) return apis[backend](apiOptions(config, backend, platform))
  return scrapers[backend](config, platform)
}

function platformBackend(config: Config, platform: Platform): PlatformBackend {
  const choice = config[choiceSetting[platform]]
  if (choice === 'simulator' || (choice === null && !isAnyConfigured(config))) {
    return { platform, backend: 'simulator', surface: 'simulated', configured: true, missing: '' }
  }
  const candidates = choice === null ? backendsOf[platform].filter(isFoundByItself) : [choice]
  const found = candidates.find((each) => isConfigured(config, each))
  const backend = found ?? candidates[0] ?? backendsOf[platform][0]
  return {
    platform,
    backend,
    surface: isApi(backend) ? 'api' : 'consumer_ui',
    configured: found !== undefined,
    missing:
      found === undefined ? candidates.map((each) => keySettings[each].join(' and ')).join(' or ') : '',
  }
}

const isConfigured = (config: Config, backend: Backend) =>
  keySettings[backend].every((setting) => config[setting] !== null)

/** Its login is set for volumes too; what it scrapes is paid for by who names it. */
const isFoundByItself = (backend: Backend) => backend !== 'dataforseo'

/** As soon as one engine is real, none is simulated that nobody chose to be. */
function isAnyConfigured(config: Config): boolean {
  const chosen = Object.values(choiceSetting).some((setting) => config[setting] === 'dataforseo')
  return Object.keys(keySettings)
    .filter(isBackend)
    .some((each) => (isFoundByItself(each) || chosen) && isConfigured(config, each))
}

const isBackend = (name: string): name is Backend => Object.hasOwn(keySettings, name)

const isApi = (backend: Backend): backend is Api => Object.hasOwn(apis, backend)

/** What is the same for every scraper. */
const askedBy = (config: Config, platform: Platform): Omit<ScraperOptions, 'apiKey' | 'baseUrl'> => ({
  platform,
  country: config.SCRAPER_COUNTRY,
  timeoutMs: config.TRACKING_TIMEOUT_SECONDS * 1000,
  taskTimeoutMs: config.SCRAPER_TIMEOUT_SECONDS * 1000,
})

/** `platform` decides what OpenRouter is asked for. */
export function apiOptions(config: Config, api: Api, platform: Platform): EngineOptions {
  const of: Record<Api, { apiKey: string | null; baseUrl: string; model: string | undefined }> = {
    openai: { apiKey: config.OPENAI_API_KEY, baseUrl: config.OPENAI_BASE_URL, model: config.OPENAI_MODEL },
    gemini: { apiKey: config.GEMINI_API_KEY, baseUrl: config.GEMINI_BASE_URL, model: config.GEMINI_MODEL },
    perplexity: {
      apiKey: config.PERPLEXITY_API_KEY,
      baseUrl: config.PERPLEXITY_BASE_URL,
      model: config.PERPLEXITY_MODEL,
    },
    anthropic: {
      apiKey: config.ANTHROPIC_API_KEY,
      baseUrl: config.ANTHROPIC_BASE_URL,
      model: config.ANTHROPIC_MODEL,
    },
    xai: { apiKey: config.XAI_API_KEY, baseUrl: config.XAI_BASE_URL, model: config.XAI_MODEL },
    openrouter: {
      apiKey: config.OPENROUTER_API_KEY,
      baseUrl: config.OPENROUTER_BASE_URL,
      model: config.OPENROUTER_MODEL ?? openrouterModels[platform],
    },
  }
  const { apiKey, baseUrl, model } = of[api]
  return {
    apiKey: apiKey ?? '',
    baseUrl,
    model: model ?? '',
    timeoutMs: config.TRACKING_TIMEOUT_SECONDS * 1000,
  }
}

/** The simulator speaks each vendor's own format, so the adapters are the real ones at another address. */
function simulatedEngine(config: Config, platform: Platform): Engine | null {
  if (config.SIMULATOR_URL === null) return null
  // Where no API is, the simulator has a model of OpenRouter's instead.
  const api = backendsOf[platform].find(isApi) ?? null
  const spoken = api ?? 'openrouter'
  const options = apiOptions(config, spoken, platform)
  const engine = apis[spoken]({
    ...options,
    apiKey: 'simulated',
    baseUrl: `${config.SIMULATOR_URL}${simulatorPaths[spoken]}`,
    model: api !== null ? options.model : `simulated/${platform}`,
    surface: 'simulated',
  })
  return { ...engine, name: 'simulator' }
}

/** Where the simulator keeps each vendor's API, in that vendor's convention for a base URL. */
const simulatorPaths: Record<Api, string> = {
  openai: '/openai/v1',
  gemini: '/gemini',
  perplexity: '/perplexity',
  anthropic: '/anthropic',
  xai: '/xai/v1',
  openrouter: '/openrouter/api/v1',
}
