/**
 * The language of the dashboard. Modules declare their English texts with `translated()` when they are loaded, so
 * `web/main.tsx` sets the language before it loads them. Elsewhere, such as on the server, texts and formats are English.
 */
import type { Language } from './languages.ts'

/** A shape of texts: every string may have another wording, everything else is the same. */
export type Texts<T> = T extends string
  ? string
  : T extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Texts<Result>
    : { [Key in keyof T]: Texts<T[Key]> }

/** The texts of a language by the names that modules declare them with. */
export type TextCatalog = Readonly<Record<string, unknown>>

type CurrentLanguage = {
  language: Language
  /** The locale of numbers and dates: the language, with the person's region if the browser names one. */
  locale: string
  catalog: TextCatalog
}

let current: CurrentLanguage = { language: 'en', locale: 'en-GB', catalog: {} }

/** Sets the language of the modules that are loaded from now on. */
export function setLanguage(language: CurrentLanguage): void {
  current = language
}

export const currentLanguage = (): Language => current.language

export const currentLocale = (): string => current.locale

/** Declares English texts under a name and returns them in the person's language. */
export function translated<T>(name: string, english: T): Texts<T> {
  return asTexts<T>(current.catalog[name] ?? english)
}

/** The type of web/languages/catalog.ts makes every catalog match the English texts. */
const asTexts = <T>(texts: unknown): Texts<T> => texts as Texts<T>
