/** The language of the dashboard. It can change at any time: `web/app.tsx` renders everything again. */
import type { Language } from './languages.ts'

type CurrentLanguage = {
  language: Language
  /** The locale of numbers and dates: the language, with the person's region if the browser names one. */
  locale: string
}

/** The locale of texts that the server writes: `19 Oct 2026` is unambiguous in every region. */
export const serverLocale = 'en-GB'

let current: CurrentLanguage = { language: 'en', locale: serverLocale }
const listeners = new Set<() => void>()

export function setLanguage(language: CurrentLanguage): void {
  current = language
  for (const listener of listeners) listener()
}

/** Calls the listener after each change. Returns a function that ends it. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentLanguage = (): Language => current.language

export const currentLocale = (): string => current.locale
