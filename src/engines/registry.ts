/** Which backend serves which platform, as the settings say. */
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import { anthropic } from './anthropic.ts'
import type { EngineOptions } from './call.ts'
import type { Engine, Surface } from './engine.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import { perplexity } from './perplexity.ts'
import { xai } from './xai.ts'

const adapters = { openai, gemini, perplexity, anthropic, xai, openrouter }

type Api = keyof typeof adapters
export type BackendName = Api | 'simulator'

export type PlatformBackend = {
  platform: Platform
  /** The backend that serves it, or would once `missing` is set; null when no backend is there for it. */
  backend: BackendName | null
  surface: Surface
  configured: boolean
  /** The setting that would configure it; empty when it is. */
  missing: string
}

/** APIs in the order of preference. The empty ones have no API: a scraper or the simulator serves them. */
const apisOf: Record<Platform, readonly Api[]> = {
  chatgpt: ['openai', 'openrouter'],
  gemini: ['gemini', 'openrouter'],
  perplexity: ['perplexity', 'openrouter'],
  claude: ['anthropic', 'openrouter'],
  grok: ['xai', 'openrouter'],
  copilot: [],
  google_ai_overview: [],
  google_ai_mode: [],
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

const keySetting = {
  openai: 'OPENAI_API_KEY',
  gemini: 'GEMINI_API_KEY',
  perplexity: 'PERPLEXITY_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  xai: 'XAI_API_KEY',
  openrouter: 'OPENROUTER_API_KEY',
} as const satisfies Record<Api, keyof Config>

/** What OpenRouter is asked for when OPENROUTER_MODEL is unset. */
const openrouterModels: Partial<Record<Platform, string>> = {
  chatgpt: 'openai/gpt-5.2',
  gemini: 'google/gemini-3.5-flash',
  perplexity: 'perplexity/sonar',
  claude: 'anthropic/claude-sonnet-5',
  grok: 'x-ai/grok-4.3',
}

/** Every platform, in the order of `platforms`. */
export function platformBackends(config: Config): Map<Platform, PlatformBackend> {
  return new Map(platforms.map((platform) => [platform, platformBackend(config, platform)]))
}

/** Null when the platform is not configured, or is simulated and SIMULATOR_URL says no address yet. */
export function engineFor(config: Config, platform: Platform): Engine | null {
  const { backend, configured } = platformBackend(config, platform)
  if (!configured || backend === null) return null
  if (backend === 'simulator') return simulated(config, platform)
  return adapters[backend](optionsOf(config, backend, platform))
}

function platformBackend(config: Config, platform: Platform): PlatformBackend {
  const apis = apisOf[platform]
  const choice = config[choiceSetting[platform]]
  const anyKey = Object.values(keySetting).some((setting) => config[setting] !== null)
  if (choice === 'simulator' || (choice === null && !anyKey)) {
    return { platform, backend: 'simulator', surface: 'simulated', configured: true, missing: '' }
  }
  const surface = apis.length > 0 ? 'api' : 'consumer_ui'
  const candidates = apis.filter((api) => choice === null || api === choice)
  const backend = candidates.find((api) => config[keySetting[api]] !== null)
  if (backend) return { platform, backend, surface, configured: true, missing: '' }
  const missing = candidates.map((api) => keySetting[api]).join(' or ') || choiceSetting[platform]
  return { platform, backend: candidates[0] ?? null, surface, configured: false, missing }
}

/** `platform` decides what OpenRouter is asked for. */
export function optionsOf(config: Config, api: Api, platform: Platform): EngineOptions {
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
function simulated(config: Config, platform: Platform): Engine | null {
  if (config.SIMULATOR_URL === null) return null
  const api = apisOf[platform][0] ?? 'openrouter'
  const options = optionsOf(config, api, platform)
  const engine = adapters[api]({
    ...options,
    apiKey: 'simulated',
    baseUrl: `${config.SIMULATOR_URL}${simulatorPaths[api]}`,
    model: apisOf[platform].length > 0 ? options.model : `simulated/${platform}`,
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
