/**
 * The language of the person: the one they chose, else the first of their browser that the dashboard has. The choice is
 * stored with their account, and in this browser, which needs it before the session is loaded. The server
 * writes the language of a shared report into its page.
 */
import {
  currentLanguage,
  serverLocale,
  setCatalog,
  setLanguage,
  type TextCatalog,
} from '../vocabulary/language.ts'
import { type Language, languages } from '../vocabulary/languages.ts'

const key = 'ansight-language'

/** English is part of the modules that declare it; the other catalogs are loaded on demand. */
const catalogs: Record<Language, () => Promise<TextCatalog>> = {
  en: async () => ({}),
  de: async () => (await import('./languages/de.ts')).de,
  fr: async () => (await import('./languages/fr.ts')).fr,
  es: async () => (await import('./languages/es.ts')).es,
  ja: async () => (await import('./languages/ja.ts')).ja,
}

/** Loads the texts. Modules that declare texts must be loaded afterwards. */
export async function loadLanguage(): Promise<void> {
  const { language: ofPage } = document.documentElement.dataset
  const language = asLanguage(ofPage) ?? storedLanguage() ?? browserLanguage(navigator.languages)
  document.documentElement.lang = language
  setLanguage({ language, locale: localeOf(language, navigator.languages) })
  setCatalog(await catalogs[language]())
}

/** Follows a choice that the person made in another browser: loads the page again if it is in another language. */
export async function followLanguage(chosen: Language | null): Promise<void> {
  if (chosen === null || chosen === currentLanguage()) return
  storeLanguage(chosen)
  // Without storage, a reload would show the same language and never end.
  if (storedLanguage() === chosen) await reload()
}

/** Stores the language in this browser and shows it. */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  await reload()
}

/** Never resolves, so that nothing is shown before the reload. */
function reload(): Promise<never> {
  location.reload()
  return new Promise(() => undefined)
}

/** `preferred`: the languages of the browser, the preferred one first. */
export function browserLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = asLanguage(languageOf(tag))
    if (language !== undefined) return language
  }
  return 'en'
}

/** The language with the region that the browser prefers, which decides between `1 Nov 2026` and `Nov 1, 2026`. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  const regional = preferred.find((tag) => languageOf(tag) === language && isLanguageTag(tag))
  return regional ?? (language === 'en' ? serverLocale : language)
}

const languageOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0]

/** Some systems report names such as `en-US@posix`. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const asLanguage = (code: string | null | undefined) => languages.find((language) => language === code)

function storedLanguage(): Language | undefined {
  try {
    return asLanguage(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Without storage, the account still has the choice.
  }
}
