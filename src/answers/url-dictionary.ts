/**
 * Dictionaries of the hosts and URLs that the answers to a brand's prompts cite. Citations reference their ids. Entries
 * are deleted with the brand.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import { toStorableTitle } from './storable-text.ts'
import type { IndexedCitation } from './stored-analysis.ts'

export type CitationRow = {
  /** Position among the answer's sources: cited ones, then those only retrieved. It never changes. */
  position: number
  url_id: number
  domain_id: number
  cited: boolean
  category: string
  entity: number | null
}

/** Cached ids of committed hosts and URLs of one brand: its answers cite the same pages. */
export type UrlDictionary = { domains: Map<string, number>; urls: Map<string, UrlIds> }

type UrlIds = { url_id: number; domain_id: number }

export const emptyUrlDictionary = (): UrlDictionary => ({ domains: new Map(), urls: new Map() })

/**
 * Returns the rows of each answer's citations and adds their hosts and URLs to the brand's dictionaries. `added` gets the ids
 * that this transaction looked up or inserted. They belong in `known` once it has committed: a concurrent transaction that used
 * them earlier would refer to rows that it cannot see. A transaction that no other one shares `known` with can pass it as both.
 */
export async function resolveCitationIds(
  tx: Context,
  brandId: string,
  lists: readonly (readonly IndexedCitation[])[],
  getNumber: (entityId: string) => number | undefined,
  { known, added }: { known: UrlDictionary; added: UrlDictionary },
): Promise<CitationRow[][]> {
  const citations = lists.flat()
  // Copied, because a concurrent transaction can clear `known`.
  const domainIds = lookUp(citations.map(getHost), known.domains, added.domains)
  const ids = lookUp(citations.map(getUrl), known.urls, added.urls)
  const open = citations.filter((citation) => !ids.has(getUrl(citation)))
  await addUrls(tx, brandId, open, { domainIds, ids })
  for (const [host, id] of domainIds) added.domains.set(host, id)
  for (const [url, id] of ids) added.urls.set(url, id)
  const buildRow = (citation: IndexedCitation): CitationRow => {
    const { position, cited, category, ownEntityId } = citation
    const { url_id, domain_id } = ids.get(getUrl(citation)) ?? { url_id: 0, domain_id: 0 }
    const entity = ownEntityId === null ? null : (getNumber(ownEntityId) ?? null)
    return { position, url_id, domain_id, cited, category, entity }
  }
  return lists.map((list) => list.map(buildRow))
}

/** Adds the ids of a committed transaction. */
export function addCommitted(known: UrlDictionary, added: UrlDictionary): void {
  clearIfLarge(known)
  for (const [host, id] of added.domains) known.domains.set(host, id)
  for (const [url, id] of added.urls) known.urls.set(url, id)
}

function lookUp<Value>(keys: readonly string[], ...maps: ReadonlyMap<string, Value>[]): Map<string, Value> {
  const found = new Map<string, Value>()
  for (const key of keys) {
    const value = maps.find((map) => map.has(key))?.get(key)
    if (value !== undefined) found.set(key, value)
  }
  return found
}

/** Adds the ids of citations whose URLs are not cached. */
async function addUrls(
  tx: Context,
  brandId: string,
  citations: readonly IndexedCitation[],
  { domainIds, ids }: { domainIds: Map<string, number>; ids: Map<string, UrlIds> },
): Promise<void> {
  // A URL that cannot be parsed has no host. It is stored under an empty one.
  await addTexts(tx, brandId, domains, domainIds, citations, getHost, ({ domain }) => ({
    more: domain ?? '',
    domainId: 0,
  }))
  const getDomainId = (citation: IndexedCitation) => domainIds.get(getHost(citation)) ?? 0
  const urlIds = new Map<string, number>()
  await addTexts(tx, brandId, urls, urlIds, citations, getUrl, (citation) => ({
    more: citation.title && toStorableTitle(citation.title),
    domainId: getDomainId(citation),
  }))
  for (const citation of citations) {
    const url = getUrl(citation)
    ids.set(url, { url_id: urlIds.get(url) ?? 0, domain_id: getDomainId(citation) })
  }
}

const getHost = ({ host }: IndexedCitation) => host ?? ''
const getUrl = ({ url }: IndexedCitation) => url

/** Bounds the memory of an import whose answers never cite the same page: about 10 MB. */
const maxCached = 50_000

function clearIfLarge({ domains, urls }: UrlDictionary): void {
  if (domains.size > maxCached) domains.clear()
  if (urls.size > maxCached) urls.clear()
}

type Entry = { more: string | null; domainId: number }
type NewEntry = Entry & { id: number; text: string }

/** One of the two tables. */
type Dictionary = {
  find(tx: Context, brandId: string, ids: number[]): Promise<{ id: number; text: string }[]>
  insert(tx: Context, brandId: string, entries: NewEntry[]): Promise<{ id: number }[]>
}

/**
 * Looks up the ids of texts that are not cached, and inserts new texts. An id is 53 bits of the text's hash; if two
 * texts collide, the later one takes the next free id.
 */
async function addTexts(
  tx: Context,
  brandId: string,
  dictionary: Dictionary,
  known: Map<string, number>,
  citations: readonly IndexedCitation[],
  getText: (citation: IndexedCitation) => string,
  toEntry: (citation: IndexedCitation) => Entry,
): Promise<void> {
  const unknown = new Map<string, NewEntry>()
  for (const citation of citations) {
    const text = getText(citation)
    if (!known.has(text) && !unknown.has(text))
      unknown.set(text, { ...toEntry(citation), text, id: hashOf(text) })
  }
  let open = [...unknown.values()]
  while (open.length > 0) {
    // Every transaction inserts in order of ids, so that two that insert the same texts cannot deadlock.
    const sorted = open.toSorted((a, b) => a.id - b.id)
    const rows = await dictionary.find(tx, brandId, sorted.map(getId))
    const taken = new Map(rows.map(({ id, text }) => [id, text]))
    const free = sorted.filter(({ id }) => !taken.has(id))
    const inserted = new Set(free.length > 0 ? (await dictionary.insert(tx, brandId, free)).map(getId) : [])
    open = []
    for (const entry of sorted) {
      const { id, text } = entry
      // Of two new texts with the same id, the first was inserted.
      if (inserted.delete(id) || taken.get(id) === text) known.set(text, id)
      // Another transaction inserted this id, perhaps for the same text: look it up again.
      else if (!taken.has(id)) open.push(entry)
      else open.push({ ...entry, id: (id + 1) % 2 ** 53 })
    }
  }
}

const getId = ({ id }: { id: number }) => id

const hashOf = (text: string): number => Number(hash('sha256', text, 'buffer').readBigUInt64BE() >> 11n)

const domains: Dictionary = {
  find: async (tx, brandId, ids) => {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, host as text from domains where brand_id = ${brandId} and id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(
      tx.db,
    )
    return rows
  },
  insert: async (tx, brandId, entries) => {
    const { rows } = await sql<{ id: number }>`
      insert into domains (brand_id, id, host, registrable)
      select ${brandId}, id, host, registrable
      from unnest(${arrayLiteral(entries, getId)}::bigint[], ${entries.map(({ text }) => text)}::text[], ${entries.map(({ more }) => more ?? '')}::text[])
        as entry (id, host, registrable)
      on conflict do nothing returning id`.execute(tx.db)
    return rows
  },
}

const urls: Dictionary = {
  find: async (tx, brandId, ids) => {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, url as text from urls where brand_id = ${brandId} and id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(
      tx.db,
    )
    return rows
  },
  insert: async (tx, brandId, entries) => {
    const { rows } = await sql<{ id: number }>`
      insert into urls (brand_id, id, domain_id, url, title)
      select ${brandId}, id, domain_id, url, title
      from unnest(${arrayLiteral(entries, getId)}::bigint[], ${arrayLiteral(entries, ({ domainId }) => domainId)}::bigint[],
        ${entries.map(({ text }) => text)}::text[], ${entries.map(({ more }) => more)}::text[]) as entry (id, domain_id, url, title)
      on conflict do nothing returning id`.execute(tx.db)
    return rows
  },
}
