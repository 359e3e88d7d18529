/** Translated labels and questions of the generated files. */
import data from './phrases.json' with { type: 'json' }

export type Phrases = (typeof data.languages)['en']

const byLanguage: Record<string, Phrases> = data.languages

export const phraseLanguages: readonly Phrases[] = Object.values(byLanguage)

/** Falls back to English. */
export function phrasesFor(language: string | null): Phrases {
  return byLanguage[(language ?? 'en').split('-')[0] ?? 'en'] ?? data.languages.en
}
