import type { SourceCategory } from '../../../../vocabulary/source-categories.ts'
import { bareHost } from '../../../core/fields.ts'
import type { Citation, CitedSource } from '../../parsed-answer.ts'
import type { Entity } from '../names/compile-names.ts'
import { classifyArticle } from './article-type.ts'
import { normalizeUrl } from './normalize-url.ts'
import { classifySource, registrableDomain } from './source-category.ts'

/** Domains of the entities, and the brand's own additions to the categories. */
export type OwnedDomains = {
  /** By host. Those of one host are ordered by length of their path, longest first. */
  owned: ReadonlyMap<string, readonly OwnedDomain[]>
  categories: ReadonlyMap<string, SourceCategory>
  /** By URL: the answers to a brand's prompts cite the same pages. */
  cache: Map<string, SourceFacts>
}

/** What can be derived from the URL and title of a source. */
type SourceFacts = {
  citation: Omit<Citation, 'position' | 'originalUrl' | 'cited'>
  /** Indexes of the entities that own it. */
  owners: readonly number[]
}

type OwnedDomain = { path: string; entity: number; entityId: string; competitor: boolean }

/** About 20 MB. The cache is then cleared: a Map is faster than an LRU cache, and few brands have more sources. */
const MAX_CACHED_URLS = 50_000

/** Compiles the domains of entities. Keys of `categories` are domains, or paths of domains. */
export function compileDomains(
  entities: readonly Entity[],
  categories: Record<string, SourceCategory> = {},
): OwnedDomains {
  const owned = new Map<string, OwnedDomain[]>()
  for (const [entity, { id: entityId, domains = [], competitor = false }] of entities.entries()) {
    for (const domain of domains.map(parseDomain)) {
      if (!domain) continue
      const { host, path } = domain
      owned.set(host, [...(owned.get(host) ?? []), { path, entity, entityId, competitor }])
    }
  }
  for (const domains of owned.values()) domains.sort((a, b) => b.path.length - a.path.length)
  return {
    owned,
    categories: new Map(Object.entries(categories)),
    cache: new Map(),
  }
}

/** Returns every source in order, and by index of entity how many cited sources its domains contain. */
export function parseCitations(
  sources: readonly CitedSource[],
  domains: OwnedDomains,
): { citations: Citation[]; ownCounts: Map<number, number> } {
  const ownCounts = new Map<number, number>()
  const citations = sources.map((source, index): Citation => {
    const { owners, citation } = getFacts(source, domains)
    const { url: originalUrl, cited } = source
    if (cited) for (const entity of owners) ownCounts.set(entity, (ownCounts.get(entity) ?? 0) + 1)
    return { position: index + 1, originalUrl, cited, ...citation }
  })
  return { citations, ownCounts }
}

function getFacts({ url, title }: Omit<CitedSource, 'cited'>, domains: OwnedDomains): SourceFacts {
  const cached = domains.cache.get(url)
  if (cached?.citation.title === title) return cached
  const facts = deriveFacts(url, title, domains)
  if (domains.cache.size >= MAX_CACHED_URLS) domains.cache.clear()
  if (url.length <= MAX_CACHED_URL_LENGTH) domains.cache.set(url, facts)
  return facts
}

/** In UTF-16 units; bounds the memory of the cache. */
const MAX_CACHED_URL_LENGTH = 2_000

function deriveFacts(originalUrl: string, title: string | null, domains: OwnedDomains): SourceFacts {
  const normalized = normalizeUrl(originalUrl)
  if (!normalized) {
    const unknown = { host: null, domain: null, category: 'other', articleType: 'other' } as const
    return { citation: { url: originalUrl, title, ...unknown, ownEntityId: null }, owners: [] }
  }
  const { url, host } = normalized
  const owners = getOwners(normalized, domains.owned)
  const [owner] = owners
  const category = classifySource(normalized, domains.categories)
  return {
    citation: {
      url,
      host,
      domain: registrableDomain(host),
      title,
      category: owner ? (owner.competitor ? 'competitor' : 'owned') : category,
      articleType: classifyArticle(normalized, title, category),
      ownEntityId: owner?.entityId ?? null,
    },
    owners: [...new Set(owners.map(({ entity }) => entity))],
  }
}

/** Returns whether a domain of one of the entities contains the source. */
export function isOwnedUrl(url: string, domains: OwnedDomains): boolean {
  const normalized = domains.owned.size > 0 ? normalizeUrl(url) : null
  return normalized !== null && getOwners(normalized, domains.owned).length > 0
}

/** Parses `https://www.acme.com/`, `acme.com`, `bücher.de` or `medium.com/@acme`. Null if it is not a domain. */
function parseDomain(domain: string): { host: string; path: string } | null {
  const bare = domain.trim().replace(/^[a-z]+:\/\//i, '')
  const url = normalizeUrl(`https://${bare}`)
  return url && { host: bareHost(url.host), path: comparablePath(url.path.replace(/(?<!\/)\/+$/, '')) }
}

/** Returns the domains that contain a URL, longest first: tv.apple.com before apple.com. */
function getOwners(
  { host, path }: { host: string; path: string },
  owned: OwnedDomains['owned'],
): OwnedDomain[] {
  const owners: OwnedDomain[] = []
  let rest = host
  for (;;) {
    owners.push(...(owned.get(rest) ?? []).filter((domain) => isPathWithin(path, domain.path)))
    const dot = rest.indexOf('.')
    if (dot < 0) return owners
    rest = rest.slice(dot + 1)
  }
}

/** Returns whether the path equals the domain's path or continues it after a slash. */
function isPathWithin(path: string, domainPath: string): boolean {
  if (domainPath === '') return true
  const lower = comparablePath(path)
  return lower === domainPath || lower.startsWith(`${domainPath}/`)
}

/** Normalizes a path for comparison: `/%40Acme` equals `/@acme`. */
const comparablePath = (path: string) => path.toLowerCase().replaceAll('%40', '@')
