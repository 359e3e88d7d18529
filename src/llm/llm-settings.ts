/** The settings of the language model. They are separate from the engines', so that an engine's key alone enables no LLM calls. */
import { z } from 'zod'
import { httpUrl, optional, required, type SettingValues, text } from '../core/settings.ts'
import type { EngineConfig } from '../engines/settings.ts'
import { apiNames, findApiVendor } from '../engines/vendors.ts'

const group = 'Language model'

export const llmSettings = {
  MODEL: optional(
    group,
    z.enum(apiNames),
    'Vendor whose key, base URL and model also serve as the language model; unset: no language model.',
  ),
  MODEL_BASE_URL: optional(
    group,
    httpUrl,
    'Instead of MODEL: base URL of any API with OpenAI-compatible chat completions.',
  ),
  MODEL_API_KEY: optional(group, text, 'API key for MODEL_BASE_URL; unset: requests carry no key.', 'secret'),
  MODEL_NAME: optional(group, text, 'Model requested at MODEL_BASE_URL.'),
  SENTIMENT: required(
    group,
    'rules',
    z.enum(['rules', 'model']),
    'How the sentiment of a mention is determined: by rules, or by the language model with one call per answer.',
  ),
}

export type LlmConfig = SettingValues<typeof llmSettings>

declare module '../core/config.ts' {
  interface Config extends LlmConfig {}
}

/** Returns what is wrong with a combination of valid settings, in one line, or null. */
export function findLlmConflict(config: LlmConfig & EngineConfig): string | null {
  const { MODEL, MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME, SENTIMENT } = config
  if (MODEL !== null && (MODEL_BASE_URL ?? MODEL_API_KEY ?? MODEL_NAME) !== null)
    return 'MODEL: set either MODEL or MODEL_BASE_URL, MODEL_API_KEY and MODEL_NAME, not both.'
  const missing = findApiVendor(MODEL ?? '')?.credentials.find((setting) => config[setting] === null)
  if (missing !== undefined) return `MODEL=${MODEL} needs ${missing}.`
  if (MODEL_BASE_URL !== null && MODEL_NAME === null) return 'MODEL_BASE_URL needs MODEL_NAME.'
  if (MODEL_BASE_URL === null && MODEL_NAME !== null) return 'MODEL_NAME needs MODEL_BASE_URL.'
  if (MODEL_BASE_URL === null && MODEL_API_KEY !== null) return 'MODEL_API_KEY needs MODEL_BASE_URL.'
  if (SENTIMENT === 'model' && MODEL === null && MODEL_BASE_URL === null)
    return 'SENTIMENT=model needs a language model: set MODEL, or MODEL_BASE_URL and MODEL_NAME.'
  return null
}
