import de from './templates/de.json' with { type: 'json' }
import en from './templates/en.json' with { type: 'json' }
import es from './templates/es.json' with { type: 'json' }
import fr from './templates/fr.json' with { type: 'json' }

/** The phrases of one language. Every language has the same shape. */
export type Phrases = typeof en
export type Language = 'en' | 'de' | 'fr' | 'es'
export type Intent = 'best' | 'alternative' | 'comparison' | 'how_to' | 'review'

export const LANGUAGES: readonly Language[] = ['en', 'de', 'fr', 'es']
const PHRASES: Readonly<Record<Language, Phrases>> = { en, de, fr, es }

/** Most specific first: "alternatives to X: which is worth it" has the intent `alternative`. */
const INTENTS = ['alternative', 'comparison', 'how_to', 'review'] as const

export function getPhrases(language: Language): Phrases {
  return PHRASES[language]
}

/** Returns the language of the BCP 47 tag, otherwise the one whose common words the prompt contains most, otherwise English. */
export function detectLanguage(prompt: string, tag: string | null): Language {
  if (tag) return LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_]/)[0]) ?? 'en'
  const words = splitWords(prompt.toLowerCase())
  const uses = (language: Language) =>
    words.filter((word) => PHRASES[language].commonWords.includes(word)).length
  return LANGUAGES.reduce((best, language) => (uses(language) > uses(best) ? language : best))
}

export function detectIntent(prompt: string, language: Language): Intent {
  const text_ = ` ${prompt.toLowerCase()} `
  const cues = getPhrases(language).intents
  return INTENTS.find((intent) => cues[intent].some((cue) => text_.includes(cue))) ?? 'best'
}

export function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? []
}

/** Returns whether the text contains the words as whole words, ignoring case. */
export function containsWords(text: string, words: string): boolean {
  // Compiling the expression takes most of the time of an answer, and most texts do not contain the words at all.
  if (!text.toUpperCase().includes(words.toUpperCase())) return false
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(text)
}

/**
 * Fills a phrase's `{names}` with values. A value that must be drawn is a function, called only if used. Throws for a
 * name without a value.
 */
export function fill(phrase: string, values: Readonly<Record<string, string | (() => string)>>): string {
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value for {${name}} in "${phrase}"`)
    return typeof value === 'string' ? value : value()
  })
}

/** Converts a topic or brand to a URL path: words joined by dashes, in their own script. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
