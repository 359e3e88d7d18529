/**
 * Texts of the server that people read in their language: ids of ICU messages in `vocabulary/catalogs/`, with their
 * values. A message is JSON, so rows can store it and readers choose the language.
 */
import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'
import type { MessageId, Messages } from '../../vocabulary/catalogs/messages.generated.ts'
import { serverLocale } from '../../vocabulary/language.ts'
import type { Language } from '../../vocabulary/languages.ts'
import { formatters, listFormat, messageFormats } from '../../vocabulary/message-formats.ts'
import { catalogs } from './catalogs.ts'

/** Days are in milliseconds since 1970 UTC (`dayValue`). A list is joined as a list of words: "A, B and C". */
export type MessageValue = number | MessageOrText | readonly MessageOrText[]

export type Message = {
  /** Rows may contain ids that the code no longer uses. */
  readonly id: string
  readonly values?: Readonly<Record<string, MessageValue>> | undefined
  /** What customers of a cloud deployment read instead, because they cannot change the settings that the text names. */
  readonly forCustomers?: Message | undefined
}

/** A message, or a text that is the same in every language: a name, a URL, or what a person wrote. */
export type MessageOrText = Message | string

type ValueKinds = { number: number; text: MessageValue; choice: string }

type MessageValues<Placeholders> = {
  readonly [Name in keyof Placeholders]: Placeholders[Name] extends keyof ValueKinds
    ? ValueKinds[Placeholders[Name]]
    : never
}

/** Returns a message. A missing or superfluous value is an error of the compiler. */
export const message = <Id extends MessageId>(
  id: Id,
  ...[values]: Messages[Id] extends null ? [] : [values: MessageValues<Messages[Id]>]
): Message => (values === undefined ? { id } : { id, values })

/** A text that is the same in every language, as a message: what a person or another program wrote. */
export const plainMessage = (text: string): Message => message('common.texts.plain', { text })

/**
 * A text that no person reads in the dashboard, such as an error of the internal endpoints. It is in English for
 * everyone; `languages.test.ts` lists the files that have such texts.
 */
export const untranslated = (text: string): Message => plainMessage(text)

/** The value of `{name, date, day}`. `day`: `2026-10-19`. */
export const dayValue = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A cost in millionths of a dollar as a value. Small costs have four decimals. */
export function costValue(micros: number): Message {
  const dollars = micros / 1_000_000
  return micros !== 0 && dollars < 0.1
    ? message('formats.smallCost', { dollars })
    : message('formats.cost', { dollars })
}

/** Joins sentences with spaces, or without them in languages that have none. */
export const joinSentences = (sentences: readonly MessageOrText[]): MessageOrText =>
  sentences.length === 0
    ? ''
    : sentences.reduce((first, next) => message('formats.sentences', { first, next }))

/** Joins facts that do not form a sentence: `Read-only, all brands`. */
export const joinFactMessages = (facts: readonly MessageOrText[]): MessageOrText =>
  facts.length === 0 ? '' : facts.reduce((first, next) => message('formats.facts', { first, next }))

/** Returns the English text where the catalog of the language has none. */
export function formatMessage(each: MessageOrText, language: Language): string {
  if (typeof each === 'string') return each
  const { locale, format } = compile(each.id, language)
  return String(format.format(resolve(each.values ?? {}, language, locale)))
}

/** Formats a message in English, for outputs that have no language: the log, CSV files and webhooks. */
export const inEnglish = (each: MessageOrText): string => formatMessage(each, 'en')

type Compiled = { locale: string; format: IntlMessageFormat }

/** Compiled messages, which depend on nothing else. Compiling takes twenty times as long as formatting. */
const compiled = new LRUCache<string, Compiled>({ max: 2_000 })

function compile(id: string, language: Language): Compiled {
  const key = `${language} ${id}`
  const known = compiled.get(key)
  if (known) return known
  const translation = catalogs[language][id]?.defaultMessage
  const locale = language === 'en' || translation === undefined ? serverLocale : language
  const text = translation ?? catalogs.en[id]?.defaultMessage ?? id
  const options = { ignoreTag: true, formatters }
  const compiledNow = { locale, format: new IntlMessageFormat(text, locale, messageFormats, options) }
  compiled.set(key, compiledNow)
  return compiledNow
}

/** Values are in the language of the reader, also in a message that its catalog lacks. */
const resolve = (
  values: NonNullable<Message['values']>,
  language: Language,
  locale: string,
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value]
      if (!isList(value)) return [name, formatMessage(value, language)]
      const parts = value.map((part) => formatMessage(part, language))
      return [name, listFormat(locale, undefined).format(parts)]
    }),
  )

const isList = (value: MessageValue): value is readonly MessageOrText[] => Array.isArray(value)
