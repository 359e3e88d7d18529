/** A date in a text. Month and day are null if the text does not state them. */
export type TextDate = { start: number; end: number; year: number; month: number | null; day: number | null }

/** Lists the dates of a folded text that state a year, in order. */
export function listDates(text: string): TextDate[] {
  const dates: TextDate[] = []
  for (const { 0: written, index } of text.matchAll(
    /(?<![\d.,$€£¥])(?:1[5-9]|20)\d\d(?![\d]|[.,]\d|%| ?(?:€|円|kg|mm|km|nits))/gu,
  )) {
    if (dates.length === MAX_DATES) break
    const end = index + written.length
    const year = Number(written)
    if (/[a-z]$/.test(text.slice(Math.max(0, index - 1), index))) continue
    dates.push(withMonth(text, index, end, year))
  }
  return dates
}

/** More than any answer states. */
const MAX_DATES = 2_000

function withMonth(text: string, start: number, end: number, year: number): TextDate {
  const after =
    /^(?:年\s?(1[0-2]|0?[1-9])月(?:\s?([12]\d|3[01]|0?[1-9])日)?|-(1[0-2]|0[1-9])(?:-([12]\d|3[01]|0[1-9]))?(?!\d))/u.exec(
      text.slice(end, end + 12),
    )
  if (after) {
    const [whole, month = after[3], day = after[4]] = after
    return {
      start,
      end: end + whole.length,
      year,
      month: Number(month),
      day: day === undefined ? null : Number(day),
    }
  }
  const from = Math.max(0, start - 26)
  const before = text.slice(from, start)
  const numeric = /(?<!\d)([12]\d|3[01]|0?[1-9])\. ?(1[0-2]|0?[1-9])\. ?$/.exec(before)
  if (numeric)
    return { start: from + numeric.index, end, year, month: Number(numeric[2]), day: Number(numeric[1]) }
  const named =
    /(?:(?<!\d)([12]\d|3[01]|0?[1-9])(?:\.|st|nd|rd|th|er)? (?:of |de )?)?([a-z]{3,10})\.?(?: ([12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?,?)?,? (?:de |del |of )?$/u.exec(
      before,
    )
  const month = MONTHS.get(named?.[2] ?? '')
  if (!named || month === undefined) return { start, end, year, month: null, day: null }
  const day = named[1] ?? named[3]
  return { start: from + named.index, end, year, month, day: day === undefined ? null : Number(day) }
}

const MONTHS = new Map(
  [
    'january jan januar janvier enero janner',
    'february feb februar fevrier febrero',
    'march mar marz mars marzo',
    'april apr avril abril',
    'may mai mayo',
    'june jun juni juin junio',
    'july jul juli juillet julio',
    'august aug aout agosto',
    'september sep sept septembre septiembre',
    'october oct oktober octobre octubre okt',
    'november nov novembre noviembre',
    'december dec dezember decembre diciembre dez',
  ].flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
)

/**
 * Compares a date of a text with a day, a month or a year. A less precise date is the same if it contains the other. Null
 * for a value that is not a date.
 */
export function isSameDate({ year, month, day }: TextDate, value: string | number): boolean | null {
  const parts = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(String(value))
  if (!parts) return null
  if (year !== Number(parts[1])) return false
  if (month === null || parts[2] === undefined) return true
  if (month !== Number(parts[2])) return false
  return day === null || parts[3] === undefined || day === Number(parts[3])
}
