/** Schemas of user input, shared by many routes. */
import { getDomain, getHostname } from 'tldts'
import { z } from 'zod'
import { isCountry } from '../../vocabulary/countries.ts'
import { localize, localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { Uuid } from './ids.ts'

/** Accepts one line of text without control characters. Trims it and collapses white space. `min` 0 allows an empty one. */
export const Line = (max: number, min: 0 | 1 = 1) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .pipe(
      z
        .string()
        .min(min, { error: localizedIssue(message('common.texts.mustNotBeEmpty')) })
        .max(max)
        .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), {
          error: localizedIssue(message('common.texts.mustNotContainControlCharacters')),
        }),
    )

export const Lines = (max: number, maxItems: number) =>
  z.array(Line(max)).max(maxItems).transform(removeDuplicates)

/**
 * Converts a site as users write it (`https://www.Acme.com/`, `acme.com`, `medium.com/@acme`) to its host in lower-case
 * ASCII without `www.`, with the path if there is one.
 */
export const Domain = z
  .string()
  .trim()
  .max(300)
  .transform((text, issues) => {
    const site = parseSite(text)
    if (site !== null) return site
    issues.addIssue({ code: 'custom', message: localize(message('core.fields.mustBeADomainSuchAs')) })
    return z.NEVER
  })

const regionError = localizedIssue(message('core.fields.mustBeATwoLetterCountry'))

const RegionMatching = (form: RegExp) =>
  z
    .string()
    .regex(form, { error: regionError })
    .transform((code) => code.toUpperCase())
    .refine((code) => code === '' || isCountry(code), { error: regionError })

export const Region = RegionMatching(/^[A-Za-z]{2}$/)
export const RegionOrEmpty = RegionMatching(/^([A-Za-z]{2})?$/)

const languageError = localizedIssue(message('core.fields.mustBeALanguageTagSuch'))

/** A BCP 47 tag in canonical form, so that `pt-br` and `pt-BR` are the same language. */
export const Language = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, { error: languageError })
  .transform((tag, issues) => {
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag
    } catch {
      issues.addIssue({ code: 'custom', message: languageError() })
      return z.NEVER
    }
  })

export const BrandId = Uuid.describe('Id of the brand.')

export const Timestamp = z.iso.datetime()

/** PostgreSQL's calendar has no year 0. */
export const firstDay = '0001-01-01'
export const CalendarDay = z.iso.date({ abort: true }).refine((day) => day >= firstDay, {
  error: localizedIssue(message('common.texts.mustNotBeBeforeDay', { day: firstDay })),
})

/** Query parameters of a range of days. */
export const dateRange = {
  date_from: CalendarDay.optional().describe('First day of the range, inclusive (UTC).'),
  date_to: CalendarDay.optional().describe('Last day of the range, inclusive (UTC).'),
}

/** Normalizes case, width and white space for comparison. */
export const normalizeName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()

function parseSite(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  const host = bareHost(getHostname(url.hostname) ?? '')
  if (!isSite(host)) return null
  return host + url.pathname.replace(/(?<!\/)\/+$/, '')
}

function removeDuplicates(names: string[]): string[] {
  const seen = new Set<string>()
  return names.filter((name) => !seen.has(normalizeName(name)) && seen.add(normalizeName(name)))
}

/** Removes `www.` from a host, unless only a public suffix would remain: www.gov.uk, www.ck. */
export function bareHost(host: string): string {
  const bare = host.replace(/^www\./, '')
  return bare === host || isSite(bare) || !isSite(host) ? bare : host
}

/** Returns whether the host is a registrable domain or below one, by the public suffix list. */
export const isSite = (host: string): boolean =>
  getDomain(host, { allowPrivateDomains: true }) !== null || getDomain(host) !== null
