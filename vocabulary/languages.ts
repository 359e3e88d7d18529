import { getKeys } from './typed-keys.ts'

/** The languages, as ISO 639-1 codes, each in its own name, as people look for it in a list. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
} as const

export type Language = keyof typeof languageNames

export const languages = getKeys(languageNames)
