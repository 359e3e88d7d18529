/** The formats that messages name, such as `{share, number, percentage}`, and the Intl objects that format them. */
import type { Formats, Formatters } from 'intl-messageformat'

const dollars = (digits: number) =>
  ({
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }) as const

const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count })

export const messageFormats = {
  number: {
    /** A visibility score from 0 to 100, and other numbers with one decimal. */
    score: digits(1),
    /** A difference with its sign. */
    points: { signDisplay: 'exceptZero', ...digits(1) },
    /** A difference between counts, with its sign. */
    signedCount: { signDisplay: 'exceptZero' },
    /** A share from 0 to 1. */
    share: { style: 'percent' },
    /** A percentage, sent as 0 to 100. */
    percentage: { style: 'unit', unit: 'percent', ...digits(1) },
    /** An average position. Positions are close together, so one decimal would not distinguish them. */
    position: digits(2),
    dollars: dollars(2),
    smallDollars: dollars(4),
  },
  date: {
    day: { dateStyle: 'medium', timeZone: 'UTC' },
    /** Without its year, for the axis of a chart. */
    dayAndMonth: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  },
} as const satisfies Partial<Formats>

/** Creating an Intl object takes a hundred times as long as formatting with it. */
export function memoized<Options, Format>(create: (locale: string, options: Options) => Format) {
  const created = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = created.get(key)
    if (known) return known
    const format = create(locale, options)
    created.set(key, format)
    return format
  }
}

export const numberFormat = memoized(
  (locale, options: Intl.NumberFormatOptions | undefined) => new Intl.NumberFormat(locale, options),
)
export const dateFormat = memoized(
  (locale, options: Intl.DateTimeFormatOptions | undefined) => new Intl.DateTimeFormat(locale, options),
)
export const listFormat = memoized(
  (locale, options: Intl.ListFormatOptions | undefined) => new Intl.ListFormat(locale, options),
)
/** Numbers in messages have at most one decimal where their noun depends on them: `2,0 points` of 1.96 in French. */
const pluralRules = memoized(
  (locale, options: Intl.PluralRulesOptions | undefined) =>
    new Intl.PluralRules(locale, { ...options, maximumFractionDigits: 1 }),
)

/** Messages are formatted in one locale. */
const oneLocale = (locale: Intl.LocalesArgument): string => String(locale)

export const formatters: Formatters = {
  getNumberFormat: (locale, options) => numberFormat(oneLocale(locale), options),
  getDateTimeFormat: (locale, options) => dateFormat(oneLocale(locale), options),
  getPluralRules: (locale, options) => pluralRules(oneLocale(locale), options),
}
