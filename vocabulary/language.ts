/**
 * The language of the dashboard. Modules declare their English texts with `translated()` when they are loaded, so
 * `web/main.tsx` sets the language before it loads them. Elsewhere, such as on the server, texts and formats are English.
 */
import type { Language } from './languages.ts'

/** A text. `placeholders` has no value: its type names the placeholders, in any order, of the text in each language. */
export type Text<Name extends string = never> = string & { readonly placeholders?: Name }

/** The names in braces of a text. */
type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** A shape of texts: every string may have another wording, everything else is the same. */
export type Texts<T> = T extends string
  ? [Placeholders<T>] extends [never]
    ? string
    : Text<Placeholders<T>>
  : T extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Texts<Result>
    : { [Key in keyof T]: Texts<T[Key]> }

/** The texts of a language by the names that modules declare them with. */
export type TextCatalog = Readonly<Record<string, unknown>>

type CurrentLanguage = {
  language: Language
  /** The locale of numbers and dates: the language, with the person's region if the browser names one. */
  locale: string
}

/** The locale of texts that the server writes: `19 Oct 2026` is unambiguous in every region. */
export const serverLocale = 'en-GB'

let current: CurrentLanguage = { language: 'en', locale: serverLocale }
let catalog: TextCatalog = {}

/** Sets the language of the formats, which are loaded afterwards, with the catalog. */
export function setLanguage(language: CurrentLanguage): void {
  current = language
}

/** Sets the texts of the modules that are loaded from now on. */
export function setCatalog(texts: TextCatalog): void {
  catalog = texts
}

export const currentLanguage = (): Language => current.language

export const currentLocale = (): string => current.locale

/** Declares English texts under a name and returns them in the person's language. */
export function translated<const T>(name: string, english: T): Texts<T> {
  return asTexts<T>(catalog[name] ?? english)
}

/** Each file of `web/languages` has the type of the English texts, so a catalog matches them. */
const asTexts = <T>(texts: unknown): Texts<T> => texts as Texts<T>
