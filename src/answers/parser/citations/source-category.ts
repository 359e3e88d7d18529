import { parse } from 'tldts'
import { type SourceCategory, sourceCategories } from '../../../../vocabulary/source-categories.ts'
import { remembered } from '../remembered.ts'
import { readLines } from '../text/word-lists.ts'

/**
 * What kind of source a page is: the longest listed domain, or path of one, that it lies under; the brand's own
 * additions come first. Hosts of governments, schools, forums and shops tell by their form.
 */
export function classifySource(
  { host, path }: { host: string; path: string },
  additions: ReadonlyMap<string, SourceCategory> = new Map(),
): SourceCategory {
  const added = additions.size > 0 ? listed(additions, host, path) : undefined
  return added ?? listed(LISTED_PATHS, host, path) ?? factsOf(host).category
}

/** The registrable domain of a host by the public suffix list (each site of github.io is one); the host where there is none. */
export function registrableDomain(host: string): string {
  return factsOf(host).domain
}

type HostFacts = { domain: string; category: SourceCategory }

const factsOf = remembered(10_000, (host): HostFacts => {
  const form = FORMS.find(([pattern]) => pattern.test(host.replace(/^www\./, '')))?.[1]
  return {
    domain: parse(host, { allowPrivateDomains: true }).domain ?? host,
    category: listed(LISTED, host, '') ?? form ?? 'other',
  }
})

/** Asks for the host, then for each domain above it; with the path's first part before the bare domain. */
function listed(
  list: ReadonlyMap<string, SourceCategory>,
  host: string,
  path: string,
): SourceCategory | undefined {
  const first =
    path === '' ? '' : path.slice(0, path.indexOf('/', 1) < 0 ? path.length : path.indexOf('/', 1))
  for (let from = 0; from >= 0; from = host.indexOf('.', from) + 1 || -1) {
    const domain = from === 0 ? host : host.slice(from)
    const category = (first.length > 1 && list.get(domain + first)) || list.get(domain)
    if (category) return category
  }
  return undefined
}

const LISTED = new Map<string, SourceCategory>()
const LISTED_PATHS = new Map<string, SourceCategory>()
for (const line of readLines('source-categories.txt')) {
  const [name, ...entries] = line.split(' ')
  const category = sourceCategories.find((known) => known === name)
  if (!category) continue
  for (const entry of entries) (entry.includes('/') ? LISTED_PATHS : LISTED).set(entry, category)
}

const FORMS: [RegExp, SourceCategory][] = [
  [
    /(?:^|\.)(?:gov|mil|edu|int|museum)(?:\.[a-z]{2})?$|(?:^|\.)(?:gouv|gob|govt|gv|ac|go|admin|bund)\.[a-z]{2}$/,
    'institutional',
  ],
  [
    /(?:^|\.)(?:edu|gov|ac|mil)\.[a-z]{2}$|(?:^|\.)(?:uni|tu|fh|hs|univ)-[a-z-]+\.[a-z]{2}$|^(?:univ|universidad)\b/,
    'institutional',
  ],
  [/^(?:forums?|community|communities|discuss|discussions?|boards?|answers)\.|(?:^|[.-])forums?\./, 'forum'],
  [/^(?:shop|store|buy|boutique|tienda)\.|(?:^|\.)myshopify\.com$/, 'ecommerce'],
  [/^(?:news|press|newsroom)\./, 'editorial'],
]
