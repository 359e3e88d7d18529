/** Extracts JSON-LD from a page, as far as checks and onboarding need it. */

import { isObject, type JsonObject, listNames, listObjectsOf, listTexts, parseJsonLd } from './json-ld.ts'

export type StructuredData = {
  /** JSON-LD blocks, and how many of them are invalid. */
  blocks: number
  broken: number
  types: string[]
  names: string[]
  published: string[]
  modified: string[]
  /** The names of authors and publishers. */
  authors: string[]
  hasContact: boolean
  /** What products and services are categorized as. */
  categories: string[]
  /** The names of products and services, and the questions of lists of questions. */
  products: string[]
  questions: string[]
  /** Prices, and facts about organizations, as far as claims can be compared with them. */
  facts: MarkedUpFact[]
  /** The organizations behind the page, in document order. */
  organizations: MarkedUpOrganization[]
}

/** `kind`: of a fact. */
export type MarkedUpFact = {
  kind: 'price' | 'founding_year' | 'headquarters' | 'person'
  subject: string
  value: string | number
  unit: string | null
}

export type MarkedUpOrganization = {
  /** The name first, then alternate and legal names. */
  names: string[]
  description: string | null
  /** As written: a code or a name. */
  country: string | null
}

/** Collects every object of every block, at any depth. */
export function parseStructuredData(blocks: readonly string[]): StructuredData {
  const found: StructuredData = {
    blocks: blocks.length,
    broken: 0,
    types: [],
    names: [],
    published: [],
    modified: [],
    authors: [],
    hasContact: false,
    categories: [],
    products: [],
    questions: [],
    facts: [],
    organizations: [],
  }
  for (const block of blocks) {
    const value = parseJsonLd(block)
    if (value === undefined) found.broken += 1
    else for (const object of listObjects(value)) collect(found, object)
  }
  return found
}

const maxObjects = 2_000

function listObjects(value: unknown): JsonObject[] {
  const objects: JsonObject[] = []
  const queue = [value]
  while (queue.length > 0 && objects.length < maxObjects) {
    const next = queue.pop()
    if (Array.isArray(next)) queue.push(...next.slice(0, maxObjects).reverse())
    else if (isObject(next)) {
      objects.push(next)
      queue.push(...Object.values(next).slice(0, maxObjects).reverse())
    }
  }
  return objects
}

function collect(found: StructuredData, object: JsonObject): void {
  const types = listTexts(object['@type'])
  found.types.push(...types)
  found.names.push(...listTexts(object.name))
  found.categories.push(...listTexts(object.category), ...listTexts(object.serviceType))
  if (types.some((type) => productTypes.has(type))) {
    found.products.push(...listTexts(object.name))
    found.facts.push(...listPrices(object))
  }
  if (types.includes('Question')) found.questions.push(...listTexts(object.name))
  found.published.push(...listTexts(object.datePublished))
  found.modified.push(...listTexts(object.dateModified))
  found.authors.push(...listNames(object.author), ...listNames(object.publisher))
  if (types.some((type) => organizationType.test(type))) {
    const { address } = object
    found.facts.push(...listOrganizationFacts(object))
    found.organizations.push({
      names: ['name', 'alternateName', 'legalName'].flatMap((key) => listTexts(object[key])),
      description: listTexts(object.description)[0] ?? null,
      country: (isObject(address) ? listNames(address.addressCountry)[0] : null) ?? null,
    })
  }
  found.hasContact ||= ['contactPoint', 'telephone', 'email'].some((key) => object[key] !== undefined)
}

/** Offers with one price; a range of prices is not a fact. */
function listPrices(product: JsonObject): MarkedUpFact[] {
  const [name] = listTexts(product.name)
  if (name === undefined) return []
  return listObjectsOf(product.offers).flatMap((offer) => {
    const price = Number(offer.price)
    const [unit] = listTexts(offer.priceCurrency)
    if (offer.price === undefined || offer.price === '' || !Number.isFinite(price) || unit === undefined)
      return []
    const [subject = name] = listTexts(offer.name)
    return [{ kind: 'price' as const, subject, value: price, unit }]
  })
}

function listOrganizationFacts({ foundingDate, founder, address }: JsonObject): MarkedUpFact[] {
  const year = /^(\d{4})\b/.exec(listTexts(foundingDate)[0] ?? '')?.[1]
  const [city] = listObjectsOf(address).flatMap(({ addressLocality }) => listTexts(addressLocality))
  return [
    ...(year === undefined
      ? []
      : [{ kind: 'founding_year' as const, subject: 'founding year', value: Number(year), unit: null }]),
    ...(city === undefined
      ? []
      : [{ kind: 'headquarters' as const, subject: 'headquarters', value: city, unit: null }]),
    ...listNames(founder)
      .slice(0, 1)
      .map((name) => ({ kind: 'person' as const, subject: 'founder', value: name, unit: null })),
  ]
}

const productTypes = new Set(
  'Product ProductGroup SoftwareApplication WebApplication MobileApplication Service'.split(' '),
)

/** The schema.org types of organizations that run sites, matched by suffix. */
const organizationType =
  /(?:Organization|Corporation|Business|Store|Brand|Company|Agency|Service|Hotel|Restaurant|Airline|WebSite)$/
