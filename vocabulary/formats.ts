/**
 * Formats for numbers and times, the same on the server and in the browser, where they follow the person's language.
 * Missing data is a dash, never a zero.
 */
import { currentLocale } from './language.ts'
import { dateFormat, listFormat, messageFormats, numberFormat } from './message-formats.ts'
import { t } from './texts.ts'

export const noData = '–'

type NumberFormat = keyof typeof messageFormats.number

const format = (value: number, name?: NumberFormat): string =>
  numberFormat(currentLocale(), name && messageFormats.number[name]).format(value)

export const formatCount = (value: number): string => format(value)

/** Formats a difference between counts. */
export const formatSignedCount = (value: number): string => format(value, 'signedCount')

/** Formats the number of answers that a number is based on: `n = 2,400`. */
export const formatSample = (answers: number): string => `n = ${formatCount(answers)}`

/** Formats a visibility score, 0 to 100. */
export const formatScore = (value: number | null): string =>
  value === null ? noData : format(value, 'score')

/** Formats a percentage, sent as 0 to 100. */
export const formatPct = (value: number | null): string =>
  value === null ? noData : format(value, 'percentage')

/** Formats an average position; 1 is first. Positions are close together, so one decimal would not distinguish them. */
export const formatPosition = (value: number | null): string =>
  value === null ? noData : format(value, 'position')

export const formatPositionRange = ({ low, high }: { low: number; high: number }): string =>
  t('formats.range', { low: format(low, 'position'), high: format(high, 'position') })

/** Formats a difference between scores, in points. */
export const formatPoints = (value: number): string => format(value, 'points')

export const formatRange = ({ low, high }: { low: number; high: number }, unit: '' | '%' = ''): string =>
  t('formats.range', { low: format(low, 'score'), high: format(high, unit === '%' ? 'percentage' : 'score') })

/** Formats the limits as whole numbers, for a sentence that says "likely": `16 to 27%`. */
export const formatLikelyRange = (
  { low, high }: { low: number; high: number },
  unit: '' | '%' = '',
): string =>
  t('formats.range', {
    low: format(Math.round(low)),
    high: format(
      unit === '%' ? Math.round(high) / 100 : Math.round(high),
      unit === '%' ? 'share' : undefined,
    ),
  })

/** Formats names as part of a sentence: `A, B and C`. */
export const formatList = (names: readonly string[]): string =>
  listFormat(currentLocale(), undefined).format(names)

/** Joins facts that do not form a sentence: `Read-only, all brands`. */
export const joinFacts = (facts: readonly string[]): string => facts.join(factSeparator())

/** What joinFacts puts between two facts, for facts that are elements. */
export const factSeparator = (): string => t('formats.separator')

/** What follows a label, for labels and values that are different elements. */
export const labelEnd = (): string => t('formats.labelEnd')

/** Formats an addition to the text before it: ` (DE)`. */
export const inParentheses = (text: string): string => t('formats.inParentheses', { text })

/** Formats a cost, given in millionths of a dollar. */
export function formatCost(costMicros: number): string {
  const dollars = costMicros / 1_000_000
  return format(dollars, dollars !== 0 && dollars < 0.1 ? 'smallDollars' : 'dollars')
}

/** Formats a duration: `340 ms`, `12.4 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return t('formats.milliseconds', { count: format(Math.round(ms)) })
  if (ms < 60_000) return t('formats.seconds', { count: format(Math.floor(ms / 100) / 10, 'score') })
  return t('formats.minutes', {
    minutes: Math.floor(ms / 60_000),
    seconds: Math.floor((ms % 60_000) / 1_000),
  })
}

/** The time zone of events; null: the browser's time zone. */
let eventZone: string | null = null

/** Sets the time zone of the organization. The dashboard calls it when it has loaded it. */
export function setEventZone(timeZone: string | null): void {
  eventZone = timeZone
}

const zoneOfEvents = () => (eventZone === null ? {} : { timeZone: eventZone })

const formatDate = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(currentLocale(), options).format(new Date(iso))

/** Formats an ISO time as date and minute in the time zone of events. */
export const formatTime = (iso: string): string =>
  formatDate(iso, { dateStyle: 'medium', timeStyle: 'short', ...zoneOfEvents() })

/** Formats an ISO time in UTC, where its day must agree with the days of metrics. */
export const formatUtcTime = (iso: string): string =>
  `${formatDate(iso, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** Formats a UTC day, such as the days of metrics, or the UTC day of an ISO time: the same in every time zone. */
export const formatDay = (iso: string): string => formatDate(iso, messageFormats.date.day)

/** Formats the day of an ISO time in the time zone of events, for what a person did. */
export const formatLocalDay = (iso: string): string =>
  formatDate(iso, { dateStyle: 'medium', ...zoneOfEvents() })

/** Formats a day with its weekday, for screen readers. */
export const formatLongDay = (iso: string): string => formatDate(iso, { dateStyle: 'full', timeZone: 'UTC' })

/** Formats a range of UTC days, as short as the language allows: `16–22 Nov`. */
export const formatDayRange = (from: string, to: string): string =>
  dateFormat(currentLocale(), messageFormats.date.dayAndMonth).formatRange(new Date(from), new Date(to))

/** Like `formatDayRange`, with the year, for data that can be old: `16–22 Nov 2025`. */
export const formatDatedRange = (from: string, to: string): string =>
  dateFormat(currentLocale(), messageFormats.date.day).formatRange(new Date(from), new Date(to))

/** Formats a day without its year, for the axis of a chart. */
export const formatShortDay = (iso: string): string => formatDate(iso, messageFormats.date.dayAndMonth)
