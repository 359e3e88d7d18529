/** Extracts a brand's name, description, offering, country and language from its home page. Every field is a guess. */
import { getDomainWithoutSuffix, getPublicSuffix } from 'tldts'
import type { AuditedPage } from '../audits/page.ts'
import { Language, Line, normalizeName, Region } from '../core/fields.ts'
import { findComparedNames } from './compared-names.ts'
import { guessIndustry } from './industries.ts'

export type Profile = {
  name: string
  aliases: string[]
  description: string | null
  industry: string | null
  /** Search terms of people who do not know the brand. */
  offering: string | null
  language: string | null
  region: string | null
  /** Names that the site compares itself with. */
  competitors: string[]
}

/** Derives the profile from the domain alone when `page` is null. */
export function extractProfile(domain: string, page: AuditedPage | null): Profile {
  const label =
    getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) ?? domain.split('.')[0] ?? domain
  if (page === null) {
    return { ...emptyProfile, name: capitalize(label), region: regionOfSuffix(domain) }
  }
  const names = extractNames(page, label)
  const name =
    names.find((each) => toCompactKey(each) === toCompactKey(label)) ?? names[0] ?? capitalize(label)
  const description = extractDescription(page)
  const { language, region } = extractLocale(page, domain)
  return {
    name,
    aliases: names.filter((each) => normalizeName(each) !== normalizeName(name)).slice(0, maxAliases),
    description,
    industry: guessIndustry(page, description),
    offering: extractOffering(page, names, language),
    competitors: findComparedNames(page, [name, ...names, label]),
    language,
    region,
  }
}

const emptyProfile = {
  aliases: [],
  description: null,
  industry: null,
  offering: null,
  language: null,
  competitors: [],
}

const maxAliases = 5
const maxNameLength = 60

/** Returns distinct names, most reliable source first. */
function extractNames(page: AuditedPage, label: string): string[] {
  const found = [
    ...page.structuredData.organizations.flatMap(({ names }) => names),
    ...metaContents(page, ['og:site_name', 'application-name', 'apple-mobile-web-app-title']),
    // A title contains more than the name, so only the part that resembles the domain is used.
    ...(page.titles[0] ?? '')
      .split(/(?<!\s)\s+[|–—·•:-]\s+|:\s+/)
      .filter((part) => toCompactKey(part) !== '' && resembles(toCompactKey(part), toCompactKey(label))),
  ]
  const seen = new Set<string>()
  return found.flatMap((text) => {
    const name = Line(maxNameLength).safeParse(text)
    // U+FFFD replaces a character that could not be decoded, so the name is incomplete.
    if (!name.success || name.data.includes('\uFFFD') || seen.has(normalizeName(name.data))) return []
    seen.add(normalizeName(name.data))
    return [name.data]
  })
}

const resembles = (name: string, label: string) =>
  name === label || (label.length > 2 && (name.startsWith(label) || label.startsWith(name)))

const toCompactKey = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function extractDescription(page: AuditedPage): string | null {
  const [found] = [
    ...page.structuredData.organizations.flatMap(({ description }) => description ?? []),
    ...metaContents(page, ['description', 'og:description']),
  ]
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .filter((text) => text.length > 20)
  return found ? found.slice(0, 500) : null
}

const maxOfferingWords = 5

/**
 * Returns the first short text without the brand's name: a keyword, a category of the structured data, a part of the
 * title, or a main heading.
 */
function extractOffering(page: AuditedPage, names: string[], language: string | null): string | null {
  const own = names.map(toCompactKey)
  const headings = page.blocks.filter(({ kind, level }) => kind === 'heading' && level === 1)
  const found = [
    ...metaContents(page, ['keywords']).flatMap((text) => text.split(/[,;]/)),
    ...page.structuredData.categories.flatMap((text) => text.split(/[>/]/).at(-1) ?? []),
    ...(page.titles[0] ?? '').split(titleSeparator).map(cutAudience),
    ...headings.map(({ text }) => cutAudience(text)),
  ]
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .find(
      (text) =>
        text.length > 2 &&
        text.split(' ').length <= maxOfferingWords &&
        !/[.!?:]/.test(text) &&
        !genericTitles.has(text.toLowerCase()) &&
        !own.some((name) => toCompactKey(text).includes(name)),
    )
  return found === undefined ? null : toSentenceCase(found, language).slice(0, 80)
}

const titleSeparator = /(?<!\s)\s+[|–—·•-]\s+|:\s+/

/** "Running shoes for road and trail" → "Running shoes". */
const cutAudience = (text: string): string =>
  text.split(/\s(?:for|in|from|with|für|aus|mit|pour|para)\s/iu)[0] ?? ''

const genericTitles = new Set(
  'home,home page,homepage,welcome,official site,official website,startseite,start,willkommen,offizielle website,accueil,bienvenue,site officiel,inicio,bienvenido,sitio oficial,web oficial'.split(
    ',',
  ),
)

/** For use within a sentence. German nouns and acronyms stay capitalized. */
const toSentenceCase = (text: string, language: string | null): string =>
  language !== 'de' && /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

function extractLocale(
  page: AuditedPage,
  domain: string,
): { language: string | null; region: string | null } {
  const tag = Language.safeParse(page.language ?? '').data ?? null
  const locale = tag === null ? null : new Intl.Locale(tag)
  const country = page.structuredData.organizations.find((each) => each.country !== null)?.country ?? ''
  return {
    language: locale?.language ?? null,
    region: Region.safeParse(country).data ?? regionOfSuffix(domain) ?? locale?.region ?? null,
  }
}

/** Country-code domains that sites use regardless of country. */
const genericCountryDomains = new Set([
  'ai',
  'app',
  'cc',
  'co',
  'fm',
  'gg',
  'io',
  'is',
  'la',
  'ly',
  'me',
  'so',
  'to',
  'tv',
  'vc',
  'ws',
])

function regionOfSuffix(domain: string): string | null {
  const last = getPublicSuffix(domain)?.split('.').at(-1) ?? ''
  if (last.length !== 2 || genericCountryDomains.has(last)) return null
  return last === 'uk' ? 'GB' : last === 'eu' ? null : last.toUpperCase()
}

function metaContents(page: AuditedPage, names: string[]): string[] {
  return names.flatMap((name) =>
    page.metas.filter((meta) => meta.name === name).map(({ content }) => content),
  )
}
