/** The languages of the dashboard, as ISO 639-1 codes. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const

export type Language = (typeof languages)[number]

/** Each language in its own name, as people look for it in a list. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
}
