/**
 * Texts of the server that people read in their language: ICU messages in English, which are also the keys of the
 * catalogs, with their values. A message is JSON, so rows can store it and readers choose the language.
 */
import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'
import { serverLocale } from '../../vocabulary/language.ts'
import type { Language } from '../../vocabulary/languages.ts'
import { catalogs } from './catalogs.ts'

/** Days are in milliseconds since 1970 UTC (`dayValue`). A list is joined as a list of words: "A, B and C". */
export type MessageValue = number | MessageOrText | readonly MessageOrText[]

export type Message = {
  readonly text: string
  readonly values?: Readonly<Record<string, MessageValue>> | undefined
  /** What customers of a cloud deployment read instead, because they cannot change the settings that the text names. */
  readonly forCustomers?: Message | undefined
}

/** A message, or a text that is the same in every language: a name, a URL, or what a person wrote. */
export type MessageOrText = Message | string

/**
 * `text` is a literal, so that a test finds every text and compares it with the catalogs. Without values, it is plain text
 * and not an ICU message.
 */
export const message = (text: string, values?: Message['values']): Message =>
  values === undefined ? { text } : { text, values }

/**
 * A text that no person reads in the dashboard, such as an error of the internal endpoints. It is in English for
 * everyone; `languages.test.ts` lists the files that have such texts.
 */
export const untranslated = (text: string): Message => ({ text })

/** The value of `{name, date, day}`. `day`: `2026-10-19`. */
export const dayValue = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A cost in millionths of a dollar as a value. Small costs have four decimals. */
export function costValue(micros: number): Message {
  const dollars = micros / 1_000_000
  return micros !== 0 && dollars < 0.1
    ? message('languages.message.dollars2', { dollars })
    : message('languages.message.dollars', { dollars })
}

/** Joins sentences with spaces, or without them in languages that have none. */
export const joinSentences = (sentences: readonly MessageOrText[]): MessageOrText =>
  sentences.length === 0
    ? ''
    : sentences.reduce((first, next) => message('languages.message.firstNext2', { first, next }))

/** Joins facts that are no sentence: `Read-only, all brands`. */
export const joinFacts = (facts: readonly MessageOrText[]): MessageOrText =>
  facts.length === 0
    ? ''
    : facts.reduce((first, next) => message('languages.message.firstNext', { first, next }))

/** Returns the English text where the catalog of the language has none. */
export function formatMessage(each: MessageOrText, language: Language): string {
  if (typeof each === 'string') return each
  const { text, values } = each
  if (values === undefined) return translationOf(text, language)
  return String(compile(text, language).format(resolve(values, language)))
}

/** Formats a message in English, for outputs that have no language: the log, CSV files and webhooks. */
export const inEnglish = (each: MessageOrText): string => formatMessage(each, 'en')

/** Compiled texts, which depend on nothing else. Compiling takes twenty times as long as formatting. */
const compiled = new LRUCache<string, IntlMessageFormat>({ max: 2_000 })

function compile(text: string, language: Language): IntlMessageFormat {
  const key = `${language} ${text}`
  const known = compiled.get(key)
  if (known) return known
  const format = new IntlMessageFormat(translationOf(text, language), localeOf(language), formats)
  compiled.set(key, format)
  return format
}

const resolve = (
  values: NonNullable<Message['values']>,
  language: Language,
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value]
      if (!isList(value)) return [name, formatMessage(value, language)]
      const parts = value.map((part) => formatMessage(part, language))
      return [name, new Intl.ListFormat(localeOf(language)).format(parts)]
    }),
  )

const isList = (value: MessageValue): value is readonly MessageOrText[] => Array.isArray(value)

const translationOf = (text: string, language: Language) =>
  language === 'en' ? text : (catalogs[language][text] ?? text)

const localeOf = (language: Language) => (language === 'en' ? serverLocale : language)

/** The named formats of messages: `{share, number, share}` of a share from 0 to 1, `{score, number, score}`, `{day, date, day}`. */
const formats = {
  number: {
    score: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
    share: { style: 'percent' },
    /** A percentage, sent as 0 to 100. */
    percentage: {
      style: 'unit',
      unit: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    },
    position: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
    oneDecimal: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
    twoDecimals: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
    dollars: { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    smallDollars: {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 4,
      maximumFractionDigits: 4,
    },
  },
  date: {
    day: { dateStyle: 'medium', timeZone: 'UTC' },
    /** Without its year, for the axis of a chart. */
    dayAndMonth: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  },
} as const
