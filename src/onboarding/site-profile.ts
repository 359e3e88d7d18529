/** Out of a home page: what a brand calls itself, what it sells, where and in which language. Every part is a guess. */
import { getDomainWithoutSuffix, getPublicSuffix } from 'tldts'
import type { Page } from '../audits/page.ts'
import { Language, Line, normalizeName, Region } from '../core/fields.ts'
import { guessIndustry } from './industries.ts'

export type Profile = {
  name: string
  aliases: string[]
  description: string | null
  industry: string | null
  /** What people who do not know the brand look for. */
  offering: string | null
  language: string | null
  region: string | null
}

/** `page` null: from the domain alone. */
export function extractProfile(domain: string, page: Page | null): Profile {
  const label =
    getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) ?? domain.split('.')[0] ?? domain
  if (page === null) {
    return { ...nothingKnown, name: capitalized(label), region: regionOfSuffix(domain) }
  }
  const names = namesIn(page, label)
  const name = names.find((each) => compact(each) === compact(label)) ?? names[0] ?? capitalized(label)
  const description = descriptionIn(page)
  const { language, region } = placeIn(page, domain)
  return {
    name,
    aliases: names.filter((each) => normalizeName(each) !== normalizeName(name)).slice(0, mostAliases),
    description,
    industry: guessIndustry(page, description),
    offering: offeringIn(page, names),
    language,
    region,
  }
}

const nothingKnown = { aliases: [], description: null, industry: null, offering: null, language: null }

const mostAliases = 5
const longestName = 60

/** The most trusted first, each once. */
function namesIn(page: Page, label: string): string[] {
  const found = [
    ...page.structuredData.organizations.flatMap(({ names }) => names),
    ...metasIn(page, ['og:site_name', 'application-name', 'apple-mobile-web-app-title']),
    // A title says the name and more; only the part that is like the domain is taken for the name.
    ...(page.titles[0] ?? '')
      .split(/\s+[|–—·•:-]\s+|:\s+/)
      .filter((part) => compact(part) !== '' && isAlike(compact(part), compact(label))),
  ]
  const seen = new Set<string>()
  return found.flatMap((text) => {
    const name = Line(longestName).safeParse(text)
    // A sign that could not be read stands for a letter that nobody knows.
    if (!name.success || name.data.includes('\uFFFD') || seen.has(normalizeName(name.data))) return []
    seen.add(normalizeName(name.data))
    return [name.data]
  })
}

const isAlike = (name: string, label: string) =>
  name === label || (label.length > 2 && (name.startsWith(label) || label.startsWith(name)))

const compact = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function descriptionIn(page: Page): string | null {
  const [found] = [
    ...page.structuredData.organizations.flatMap(({ description }) => description ?? []),
    ...metasIn(page, ['description', 'og:description']),
  ]
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .filter((text) => text.length > 20)
  return found ? found.slice(0, 500) : null
}

const mostWordsOfOffering = 5

/** A keyword that the page names first and that is not the brand itself. */
function offeringIn(page: Page, names: string[]): string | null {
  const own = names.map(compact)
  const keywords = metasIn(page, ['keywords']).flatMap((text) => text.split(/[,;]/))
  const found = keywords
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .find(
      (text) =>
        text.length > 2 &&
        text.split(' ').length <= mostWordsOfOffering &&
        !own.some((name) => compact(text).includes(name)),
    )
  return found?.slice(0, 80) ?? null
}

function placeIn(page: Page, domain: string): { language: string | null; region: string | null } {
  const tag = Language.safeParse(page.language ?? '').data ?? null
  const locale = tag === null ? null : new Intl.Locale(tag)
  const country = page.structuredData.organizations.find((each) => each.country !== null)?.country ?? ''
  return {
    language: locale?.language ?? null,
    region: Region.safeParse(country).data ?? regionOfSuffix(domain) ?? locale?.region ?? null,
  }
}

/** Codes of countries that sites of anywhere are named with. */
const borrowed = new Set([
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
  if (last.length !== 2 || borrowed.has(last)) return null
  return last === 'uk' ? 'GB' : last === 'eu' ? null : last.toUpperCase()
}

function metasIn(page: Page, names: string[]): string[] {
  return names.flatMap((name) =>
    page.metas.filter((meta) => meta.name === name).map(({ content }) => content),
  )
}
