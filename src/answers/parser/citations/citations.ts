import type { SourceCategory } from '../../../../vocabulary/source-categories.ts'
import { bareHost } from '../../../core/fields.ts'
import type { Entity } from '../names/compile-names.ts'
import { type ArticleType, classifyArticle } from './article-type.ts'
import { normalizeUrl } from './normalize-url.ts'
import { classifySource, registrableDomain } from './source-category.ts'

/** A source as the engine gave it. `cited` is false for one that was only retrieved. */
export type CitedSource = { url: string; title: string | null; cited: boolean }

export type Citation = {
  /** 1-based place in the list given. */
  position: number
  /** Without tracking parameters and fragment; as given when it is no address. */
  url: string
  originalUrl: string
  /** In ASCII (punycode) small letters; null when the address cannot be read. */
  host: string | null
  /** Registrable domain by the public suffix list, or the host where there is none. */
  domain: string | null
  title: string | null
  cited: boolean
  category: SourceCategory
  articleType: ArticleType
  /** The entity whose domain it lies under; the one with the longest domain when there are several. */
  ownEntityId: string | null
}

/** Domains of the entities, and the brand's own additions to the categories. */
export type OwnedDomains = {
  /** By host; of one host those with the longest path come first. */
  owned: ReadonlyMap<string, readonly OwnedDomain[]>
  categories: ReadonlyMap<string, SourceCategory>
  /** By address what was found out about it; the answers to a brand's prompts cite the same pages. */
  known: Map<string, SourceFacts>
}

/** What a source's address and title tell, and which entities it belongs to. */
type SourceFacts = Pick<
  Citation,
  'url' | 'host' | 'domain' | 'title' | 'category' | 'articleType' | 'ownEntityId'
> & { owners: readonly number[] }

type OwnedDomain = { path: string; entity: number; entityId: string; competitor: boolean }

/** Prepares entities for `readCitations`. Keys of `categories` are domains, or paths of domains. */
export function compileDomains(
  entities: readonly Entity[],
  categories: Record<string, SourceCategory> = {},
): OwnedDomains {
  const owned = new Map<string, OwnedDomain[]>()
  for (const [entity, { id: entityId, domains = [], competitor = false }] of entities.entries()) {
    for (const address of domains.map(readDomain)) {
      if (!address) continue
      const { host, path } = address
      owned.set(host, [...(owned.get(host) ?? []), { path, entity, entityId, competitor }])
    }
  }
  for (const ofHost of owned.values()) ofHost.sort((a, b) => b.path.length - a.path.length)
  return { owned, categories: new Map(Object.entries(categories)), known: new Map() }
}

/** Every source in order, and for each entity (by index) how many cited sources lie under its domains. */
export function parseCitations(
  sources: readonly CitedSource[],
  domains: OwnedDomains,
): { citations: Citation[]; ownCounts: Map<number, number> } {
  const ownCounts = new Map<number, number>()
  const citations = sources.map((source, index): Citation => {
    const { owners, url, host, domain, title, category, articleType, ownEntityId } = factsOf(source, domains)
    const { url: originalUrl, cited } = source
    if (cited) for (const entity of owners) ownCounts.set(entity, (ownCounts.get(entity) ?? 0) + 1)
    const position = index + 1
    return { position, url, originalUrl, host, domain, title, cited, category, articleType, ownEntityId }
  })
  return { citations, ownCounts }
}

function factsOf(source: CitedSource, domains: OwnedDomains): SourceFacts {
  const { known } = domains
  const { url, title } = source
  const old = known.get(url)
  if (old?.title === title) return old
  const facts = findFacts(source, domains)
  if (known.size >= MOST_KNOWN) known.clear()
  if (url.length <= LONGEST_KNOWN) known.set(url, facts)
  return facts
}

/** Some 20 MB. */
const MOST_KNOWN = 50_000
const LONGEST_KNOWN = 2_000

function findFacts({ url, title }: CitedSource, { owned, categories }: OwnedDomains): SourceFacts {
  const address = normalizeUrl(url)
  const owners = address ? ownersOf(address, owned) : []
  const category = address ? classifySource(address, categories) : 'other'
  const owner = owners[0]
  return {
    url: address?.url ?? url,
    host: address?.host ?? null,
    domain: address ? registrableDomain(address.host) : null,
    title,
    category: owner ? (owner.competitor ? 'competitor' : 'owned') : category,
    articleType: address ? classifyArticle(address, title, category) : 'other',
    ownEntityId: owner?.entityId ?? null,
    owners: owners.length > 0 ? [...new Set(owners.map(({ entity }) => entity))] : nobody,
  }
}

const nobody: readonly number[] = []

/** Whether a source lies under a domain of one of the entities. */
export function isOwnedUrl(url: string, { owned }: OwnedDomains): boolean {
  const address = owned.size > 0 ? normalizeUrl(url) : null
  return address !== null && ownersOf(address, owned).length > 0
}

/** `https://www.acme.com/`, `acme.com`, `bücher.de`, `medium.com/@acme` as host and path; null when it is no domain. */
function readDomain(domain: string): { host: string; path: string } | null {
  const bare = domain.trim().replace(/^[a-z]+:\/\//i, '')
  const address = normalizeUrl(`https://${bare}`)
  return (
    address && {
      host: bareHost(address.host),
      path: comparable(address.path.replace(/\/+$/, '')),
    }
  )
}

/** The domains that an address lies under, the longest first: tv.apple.com is asked before apple.com. */
function ownersOf(
  { host, path }: { host: string; path: string },
  owned: OwnedDomains['owned'],
): OwnedDomain[] {
  const owners: OwnedDomain[] = []
  let rest = host
  for (;;) {
    owners.push(...(owned.get(rest) ?? []).filter((domain) => goesOn(path, domain.path)))
    const dot = rest.indexOf('.')
    if (dot < 0) return owners
    rest = rest.slice(dot + 1)
  }
}

/** The path goes on from the domain's path at a slash. */
function goesOn(path: string, domainPath: string): boolean {
  if (domainPath === '') return true
  const lower = comparable(path)
  return lower === domainPath || lower.startsWith(`${domainPath}/`)
}

/** `/%40Acme` is `/@acme`. */
const comparable = (path: string) => path.toLowerCase().replaceAll('%40', '@')
