/** The answer platforms a brand can be watched on, by the names that URLs, rows and settings use. */
export const platforms = [
  'chatgpt',
  'gemini',
  'perplexity',
  'claude',
  'grok',
  'copilot',
  'google_ai_overview',
  'google_ai_mode',
] as const

export type Platform = (typeof platforms)[number]

/** As people call them. */
export const platformLabels: Record<Platform, string> = {
  chatgpt: 'ChatGPT',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
  claude: 'Claude',
  grok: 'Grok',
  copilot: 'Copilot',
  google_ai_overview: 'Google AI Overviews',
  google_ai_mode: 'Google AI Mode',
}
