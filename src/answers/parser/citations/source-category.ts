import { parse } from 'tldts'
import { type SourceCategory, sourceCategories } from '../../../../vocabulary/source-categories.ts'
import { readWordList } from '../text/word-lists.ts'

/**
 * Returns the category of a page: the category of the longest listed domain or path that contains it. The brand's own
 * additions take precedence. Unlisted hosts of governments, schools, forums and shops are recognized by their form.
 */
export function classifySource(
  { host, path }: { host: string; path: string },
  additions: ReadonlyMap<string, SourceCategory> = new Map(),
): SourceCategory {
  return (
    findCategory(additions, host, path) ??
    findCategory(LISTED_PATHS, host, path) ??
    findCategory(LISTED_DOMAINS, host, '') ??
    FORMS.find(([pattern]) => pattern.test(host.replace(/^www\./, '')))?.[1] ??
    'other'
  )
}

/** Returns the registrable domain by the public suffix list (each site of github.io has its own), or else the host. */
export function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host
}

/** Looks up the host, then each domain above it, each first with the first segment of the path. */
function findCategory(
  list: ReadonlyMap<string, SourceCategory>,
  host: string,
  path: string,
): SourceCategory | undefined {
  if (list.size === 0) return undefined
  const segment = /^\/[^/]+/.exec(path)?.[0]
  for (let from = 0; from >= 0; from = host.indexOf('.', from) + 1 || -1) {
    const domain = host.slice(from)
    const category = (segment && list.get(domain + segment)) || list.get(domain)
    if (category) return category
  }
  return undefined
}

const LISTED = listedCategories()
const LISTED_DOMAINS = new Map(LISTED.filter(([entry]) => !entry.includes('/')))
const LISTED_PATHS = new Map(LISTED.filter(([entry]) => entry.includes('/')))

function listedCategories(): [string, SourceCategory][] {
  return readWordList('source-categories.txt').flatMap((line) => {
    const [name, ...entries] = line.split(' ')
    const category = sourceCategories.find((known) => known === name)
    return category ? entries.map((entry): [string, SourceCategory] => [entry, category]) : []
  })
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
