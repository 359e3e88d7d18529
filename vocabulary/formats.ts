/**
 * Formats for numbers and times, the same on the server and in the browser, where they follow the person's language.
 * Missing data is a dash, never a zero.
 */
import { currentLocale, serverLocale, translated } from './language.ts'

export const noData = '–'

const locale = currentLocale()
/** What Intl has no format for. */
export const englishFormats = {
  range: (low: string, high: string) => `${low} to ${high}`,
  separator: ', ',
  labelEnd: ': ',
  inParentheses: (text: string) => ` (${text})`,
  milliseconds: (count: string) => `${count} ms`,
  seconds: (count: string) => `${count} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
} as const
/** Looked up for each use, because catalogs use formats and so load them before their texts are set. */
const formats = () => translated('formats', englishFormats)
const plurals = new Intl.PluralRules(locale)
const counts = new Intl.NumberFormat(locale)
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const pct = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const shares = new Intl.NumberFormat(locale, { style: 'percent' })
const lists = new Intl.ListFormat(locale)
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const signed = new Intl.NumberFormat(locale, {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

export const formatCount = (value: number): string => counts.format(value)

/** Formats the number of answers that a number is based on: `n = 2,400`. */
export const formatSample = (answers: number): string => `n = ${formatCount(answers)}`

/** Formats a visibility score, 0 to 100. */
export const formatScore = (value: number | null): string =>
  value === null ? noData : oneDecimal.format(value)

/** Formats a percentage, sent as 0 to 100. */
export const formatPct = (value: number | null): string => (value === null ? noData : pct.format(value))

/** Formats a share, 0 to 1, as a whole percentage. */
export const formatShare = (value: number): string => shares.format(value)

/** Formats an average position; 1 is first. Positions are close together, so one decimal would not distinguish them. */
export const formatPosition = (value: number | null): string =>
  value === null ? noData : twoDecimals.format(value)

export const formatPositionRange = ({ low, high }: { low: number; high: number }): string =>
  formats().range(twoDecimals.format(low), twoDecimals.format(high))

/** Formats a difference between scores, in points. */
export const formatPoints = (value: number): string => signed.format(value)

export const formatRange = ({ low, high }: { low: number; high: number }, unit: '' | '%' = ''): string =>
  formats().range(oneDecimal.format(low), unit === '%' ? pct.format(high) : oneDecimal.format(high))

/**
 * Formats a count with its noun: `1 answer`, `2,400 answers`. Irregular plurals are passed as `many`. The language decides
 * which counts are singular: in French, zero is.
 */
export const formatQuantity = (count: number, one: string, many = `${one}s`): string =>
  `${counts.format(count)} ${plurals.select(count) === 'one' ? one : many}`

/** Formats names as part of a sentence: `A, B and C`. */
export const formatList = (names: readonly string[]): string => lists.format(names)

/** Joins facts that are no sentence: `Read-only, all brands`. */
export const joinFacts = (facts: readonly string[]): string => facts.join(formats().separator)

/** What joinFacts puts between two facts, for facts that are elements. */
export const factSeparator = (): string => formats().separator

/** What follows a label, for labels and values that are different elements. */
export const labelEnd = (): string => formats().labelEnd

/** Formats an addition to the text before it: ` (DE)`. */
export const inParentheses = (text: string): string => formats().inParentheses(text)

const dollarsWith = (digits: number) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
const costs = dollarsWith(2)
const smallCosts = dollarsWith(4)

/** Formats a cost, given in millionths of a dollar. */
export function formatCost(costMicros: number): string {
  const dollars = costMicros / 1_000_000
  return (dollars !== 0 && dollars < 0.1 ? smallCosts : costs).format(dollars)
}

/** Formats a duration: `340 ms`, `12.4 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return formats().milliseconds(counts.format(Math.round(ms)))
  if (ms < 60_000) return formats().seconds(oneDecimal.format(Math.floor(ms / 100) / 10))
  return formats().minutes(Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1_000))
}

/** The time zone of events; null: that of the browser. */
let eventZone: string | null = null

/** Sets the time zone of the organization. The dashboard calls it when it has loaded it. */
export function setEventZone(timeZone: string | null): void {
  eventZone = timeZone
}

const zoneOfEvents = () => (eventZone === null ? {} : { timeZone: eventZone })

/** Formats an ISO time as date and minute in the time zone of events. */
export const formatTime = (iso: string): string =>
  new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', ...zoneOfEvents() })

/** Formats an ISO time in UTC, where its day must agree with the days of metrics. */
export const formatUtcTime = (iso: string): string =>
  `${new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** Formats a UTC day, such as those of metrics, or the UTC day of an ISO time: the same in every time zone. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a UTC day in a report, whose English summary the server writes: in English the same in every region. */
export const formatReportDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(locale.startsWith('en') ? serverLocale : locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })

/** Formats the day of an ISO time in the time zone of events, for what a person did. */
export const formatLocalDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(locale, { dateStyle: 'medium', ...zoneOfEvents() })

/** Formats a day with its weekday, for screen readers. */
export const formatLongDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(locale, { dateStyle: 'full', timeZone: 'UTC' })

/** Formats a day without its year, for the axis of a chart. */
export const formatShortDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
