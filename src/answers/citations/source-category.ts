import { parse } from 'tldts'
import { listLines } from '../read/word-lists.ts'

/** Kinds of sources, as the contract names them. */
export const SOURCE_CATEGORIES = [
  'owned',
  'competitor',
  'editorial',
  'review',
  'forum',
  'social',
  'video',
  'ecommerce',
  'reference',
  'institutional',
  'other',
] as const

export type SourceCategory = (typeof SOURCE_CATEGORIES)[number]

/**
 * What kind of source a page is: the longest listed domain, or path of one, that it lies under; the brand's own
 * additions come first. Hosts of governments, schools, forums and shops tell by their form.
 */
export function categoryOf(
  { host, path }: { host: string; path: string },
  additions: ReadonlyMap<string, SourceCategory> = new Map(),
): SourceCategory {
  const bare = host.startsWith('www.') ? host.slice(4) : host
  const added = additions.size > 0 ? listed(additions, bare, path) : undefined
  return added ?? listed(LISTED, bare, path) ?? FORMS.find(([pattern]) => pattern.test(bare))?.[1] ?? 'other'
}

/** The registrable domain of a host by the public suffix list (each site of github.io is one); the host where there is none. */
export function domainOf(host: string): string {
  const known = domains.get(host)
  if (known !== undefined) return known
  const domain = parse(host, { allowPrivateDomains: true }).domain ?? host
  if (domains.size >= DOMAINS_KEPT) domains.clear()
  domains.set(host, domain)
  return domain
}

/** The same few thousand hosts come again and again. */
const domains = new Map<string, string>()
const DOMAINS_KEPT = 10_000

function listed(
  list: ReadonlyMap<string, SourceCategory>,
  host: string,
  path: string,
): SourceCategory | undefined {
  const [, first = ''] = path.split('/', 2)
  for (let from = 0; from >= 0; from = host.indexOf('.', from) + 1 || -1) {
    const domain = host.slice(from)
    const category = (first && list.get(`${domain}/${first}`)) || list.get(domain)
    if (category) return category
  }
  return undefined
}

const LISTED = new Map<string, SourceCategory>()
for (const line of listLines('source-categories.txt')) {
  const [name, ...entries] = line.split(' ')
  const category = SOURCE_CATEGORIES.find((known) => known === name)
  if (category) for (const entry of entries) LISTED.set(entry, category)
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
