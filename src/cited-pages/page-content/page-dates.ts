/** The days on which a page was published and modified, as it states them: in JSON-LD, meta elements, time elements or text. */

import { listNames } from '../../audits/json-ld.ts'

type Dates = { published: string | null; modified: string | null }

export function findDates(
  document: Document,
  metas: readonly { name: string; content: string }[],
  objects: readonly Record<string, unknown>[],
): Dates {
  const meta = (pattern: RegExp) =>
    metas.filter(({ name }) => pattern.test(name)).map(({ content }) => content)
  const marked = (selector: string) =>
    [...document.querySelectorAll(selector)].map(
      (element) =>
        element.getAttribute('datetime') ?? element.getAttribute('content') ?? element.textContent ?? '',
    )
  const texts = [...document.querySelectorAll('[class~=date], [class~=published], [class~=updated]')]
    .slice(0, 20)
    .map((element) => (element.textContent ?? '').trim().slice(0, 100))
  const modifiedTexts = texts.filter((text) => modifiedLabel.test(text))
  const otherTexts = texts.filter((text) => !modifiedLabel.test(text))
  return {
    published: firstDay([
      ...objects.flatMap(({ datePublished }) => listNames(datePublished)),
      ...meta(/^(article:published_time|datepublished|dc\.date|dc\.date\.issued|date)$/),
      ...marked('[itemprop=datePublished], time[pubdate]'),
      ...otherTexts,
    ]),
    modified: firstDay([
      ...objects.flatMap(({ dateModified }) => listNames(dateModified)),
      ...meta(/^(article:modified_time|og:updated_time|datemodified|last-modified)$/),
      ...marked('[itemprop=dateModified]'),
      ...modifiedTexts,
    ]),
  }
}

const modifiedLabel =
  /updated|modified|aktualisiert|geändert|stand|mis à jour|modifié|actualizado|modificado|更新/i

const firstDay = (texts: readonly string[]): string | null =>
  texts.map(parseDay).find((day) => day !== null) ?? null

/** Returns the day in a text such as `2026-05-08T10:00Z`, `8. Mai 2026`, `May 8, 2026` or `2026年5月8日`. */
export function parseDay(text: string): string | null {
  const iso = text.match(/\b(\d{4})-(\d{2})-(\d{2})/) ?? text.match(/(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日/)
  if (iso) return toDay(iso[1], iso[2], iso[3])
  const dayFirst = text.match(
    /\b(\d{1,2})(?:\.|er|st|nd|rd|th)?\s(?:de\s)?(\p{L}{3,12})\.?,?\s(?:de\s)?(\d{4})\b/u,
  )
  if (dayFirst) return toDay(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = text.match(/(?<!\p{L})(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,\s(\d{4})\b/u)
  return monthFirst ? toDay(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : null
}

function toDay(year = '', month: string | undefined, day = ''): string | null {
  if (month === undefined) return null
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? null : text
}

const monthOf = (name = ''): string | undefined => months.get(name.toLowerCase().slice(0, 12))

const months = new Map(
  ['en', 'de', 'fr', 'es'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, index) => {
        const parts = format.formatToParts(new Date(Date.UTC(2026, index, 1)))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        return [name.toLowerCase().replace(/\.$/, ''), String(index + 1)] as const
      })
    }),
  ),
)
