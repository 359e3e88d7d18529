import data from './phrases.json' with { type: 'json' }

export type Words = (typeof data.languages)['en']

const byLanguage: Record<string, Words> = data.languages

export const languages: readonly Words[] = Object.values(byLanguage)

/** English where we have no words of the language. */
export function wordsFor(language: string | null): Words {
  return byLanguage[(language ?? 'en').split('-')[0] ?? 'en'] ?? data.languages.en
}
