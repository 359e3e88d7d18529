/** What a page says about itself in JSON-LD, as far as somebody here asks. */

export type StructuredData = {
  /** Blocks of JSON-LD, and how many of them are no JSON. */
  blocks: number
  broken: number
  types: string[]
  names: string[]
  published: string[]
  modified: string[]
  /** Names of authors and publishers. */
  authors: string[]
  hasContact: boolean
  /** Who the page says is behind it, in its order. */
  organizations: Organization[]
}

export type Organization = {
  /** Its name first, then other and legal ones. */
  names: string[]
  description: string | null
  /** As it stands there: a code or a name. */
  country: string | null
}

/** Each thing in every block, at any depth. */
export function structuredDataIn(blocks: readonly string[]): StructuredData {
  const found: StructuredData = {
    blocks: blocks.length,
    broken: 0,
    types: [],
    names: [],
    published: [],
    modified: [],
    authors: [],
    hasContact: false,
    organizations: [],
  }
  for (const block of blocks) {
    const value = parsed(block)
    if (value === undefined) found.broken += 1
    else for (const thing of thingsIn(value)) take(found, thing)
  }
  return found
}

type Thing = Record<string, unknown>

const mostThings = 2_000

function thingsIn(value: unknown): Thing[] {
  const things: Thing[] = []
  const open = [value]
  while (open.length > 0 && things.length < mostThings) {
    const next = open.pop()
    if (Array.isArray(next)) open.push(...next.slice(0, mostThings).reverse())
    else if (isThing(next)) {
      things.push(next)
      open.push(...Object.values(next).slice(0, mostThings).reverse())
    }
  }
  return things
}

function take(found: StructuredData, thing: Thing): void {
  found.types.push(...textsIn(thing['@type']))
  found.names.push(...textsIn(thing.name))
  found.published.push(...textsIn(thing.datePublished))
  found.modified.push(...textsIn(thing.dateModified))
  found.authors.push(...namesIn(thing.author), ...namesIn(thing.publisher))
  if (textsIn(thing['@type']).some((type) => organization.test(type))) {
    const { address } = thing
    found.organizations.push({
      names: ['name', 'alternateName', 'legalName'].flatMap((key) => textsIn(thing[key])),
      description: textsIn(thing.description)[0] ?? null,
      country: (isThing(address) ? namesIn(address.addressCountry)[0] : null) ?? null,
    })
  }
  found.hasContact ||= ['contactPoint', 'telephone', 'email'].some((key) => thing[key] !== undefined)
}

/** The types of schema.org for those who run a site, many of which end alike. */
const organization =
  /(?:Organization|Corporation|Business|Store|Brand|Company|Agency|Service|Hotel|Restaurant|Airline|WebSite)$/

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim())
  } catch {
    return undefined
  }
}

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string').slice(0, 20)

const namesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => textsIn(isThing(each) ? each.name : each))
