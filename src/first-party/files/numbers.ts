/** Numbers and days as exports write them, in the language of the interface. Pure. */

const maxInteger = 2_147_483_647

/** Reads a whole number with separators of any language: 1,234 · 1.234 · 4 000 · 1’234 · 1,23,456. Null for other texts. */
export function parseCount(text: string): number | null {
  const digits = text
    .trim()
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
  if (!/^\d{1,3}(?:[.,'’\s]\d{2,3})*[.,'’\s]\d{3}$|^\d+$/.test(digits)) return null
  const count = Number(digits.replace(/\D/g, ''))
  return count <= maxInteger ? count : null
}

/** Returns YYYY-MM-DD, or null if there is no such day. */
export function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isValid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year < 2100
  return isValid ? date.toISOString().slice(0, 10) : null
}

export function parseIsoDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? []
  return toDay(Number(year), Number(month), Number(day))
}

/** Month first, as Bing writes dates: 7/4/2026 12:00:00 AM. */
export function parseBingDay(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: 12:00:00 AM)?$/.exec(text.trim()) ?? []
  return toDay(Number(year), Number(month), Number(day))
}

/**
 * Finds the two days of a text such as "Aug 28, 2026-Sep 3, 2026", "28.08.2026–03.09.2026" or "2026/08/28-2026/09/03". Null for
 * other texts, and for days such as 3/9/2026, whose order of month and day depends on the country.
 */
export function findPeriod(text: string): { first: string; last: string } | null {
  const days = [...text.matchAll(DAY)].map(({ groups = {} }) => {
    const month = groups.name ? monthByName(groups.name) : Number(groups.month ?? groups.month2)
    return toDay(
      Number(groups.year ?? groups.year2 ?? groups.year3),
      month,
      Number(groups.day ?? groups.day2 ?? groups.day3 ?? groups.day4),
    )
  })
  const [first, last] = days
  return days.length === 2 && first && last && first <= last ? { first, last } : null
}

const DAY =
  /(?<year>\d{4})[-/.年] ?(?<month>\d{1,2})[-/.月] ?(?<day>\d{1,2})|(?<day2>\d{1,2})\.(?<month2>\d{1,2})\.(?<year2>\d{4})|(?<![\p{L}\d])(?:(?<day3>\d{1,2})\.? (?:de )?)?(?<name>\p{L}{3,12})\.? (?:de )?(?:(?<day4>\d{1,2}), )?(?<year3>\d{4})/gu

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr']

/** Returns 1 to 12, or NaN for a word that is not a month in one of the languages. */
function monthByName(word: string): number {
  const name = word.toLowerCase()
  for (const language of languages) {
    for (let month = 1; month <= 12; month++) {
      const date = new Date(Date.UTC(2026, month - 1, 1))
      const names = (['short', 'long'] as const).map((form) =>
        new Intl.DateTimeFormat(language, { month: form, day: 'numeric', timeZone: 'UTC' })
          .formatToParts(date)
          .find(({ type }) => type === 'month')
          ?.value.toLowerCase()
          .replace('.', ''),
      )
      if (names.includes(name)) return month
    }
  }
  return Number.NaN
}
