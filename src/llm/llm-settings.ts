/** The settings of the language model. They are separate from the engines', so that an engine's key alone enables no LLM calls. */
import { z } from 'zod'
import { optional, required, type SettingValues } from '../core/settings.ts'
import type { EngineConfig } from '../engines/settings.ts'
import { apiNames, findApiVendor } from '../engines/vendors.ts'

const group = 'Use a language model'

export const llmSettings = {
  MODEL: optional(
    group,
    z.enum(apiNames),
    'Vendor whose key, base URL and model also serve as the language model; unset: no language model.',
    'A model should write briefs and suggestions, or classify sentiment.',
  ),
  SENTIMENT: required(
    group,
    'rules',
    z.enum(['rules', 'model']),
    'How sentiment is classified in organizations that have not chosen: by rules, or by the language model.',
    'All organizations have agreed that the model reads their answers.',
  ),
}

export type LlmConfig = SettingValues<typeof llmSettings>

declare module '../core/config.ts' {
  interface Config extends LlmConfig {}
}

/** Returns what is wrong with a combination of valid settings, in one line, or null. */
export function findLlmConflict(config: LlmConfig & EngineConfig): string | null {
  const { MODEL, SENTIMENT } = config
  const missing = findApiVendor(MODEL ?? '')?.credentials.find((setting) => config[setting] === null)
  if (missing !== undefined) return `MODEL=${MODEL} needs ${missing}.`
  if (SENTIMENT === 'model' && MODEL === null) return 'SENTIMENT=model needs a language model: set MODEL.'
  return null
}
