/** The platforms that are simulated when no engine is configured. */
export const simulatedPlatforms = [
  'chatgpt',
  'gemini',
  'perplexity',
  'claude',
  'grok',
  'copilot',
  'google_ai_overview',
  'google_ai_mode',
] as const

/** The answer platforms that a brand can be tracked on, by the names used in URLs, rows and settings. */
export const platforms = [...simulatedPlatforms, 'le_chat', 'own_model'] as const

export type Platform = (typeof platforms)[number]

/** Their answers come from a model without web search and cite nothing, so citation rates leave them out. */
export const platformsWithoutSearch: readonly Platform[] = ['own_model']

/** They are a search box instead of a chat, so runs do not send them the prompts of a persona. */
export const platformsWithoutPersona: readonly Platform[] = ['google_ai_overview']

/** Display names. */
export const platformLabels: Record<Platform, string> = {
  chatgpt: 'ChatGPT',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
  claude: 'Claude',
  grok: 'Grok',
  copilot: 'Copilot',
  google_ai_overview: 'Google AI Overviews',
  google_ai_mode: 'Google AI Mode',
  le_chat: 'Le Chat',
  own_model: 'Own model',
}
