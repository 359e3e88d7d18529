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

/** Cached ids of hosts and URLs of one brand: its answers cite the same pages. */
export type UrlDictionary = { domains: Map<string, number>; urls: Map<string, UrlIds> }

type UrlIds = { url_id: number; domain_id: number }

export const emptyUrlDictionary = (): UrlDictionary => ({ domains: new Map(), urls: new Map() })

/** Bounds the memory of an import whose answers never cite the same page: about 10 MB. */
const maxCached = 50_000

/** Adds the entries of a transaction that has committed. Before, another transaction cannot refer to them. */
export function rememberUrls(known: UrlDictionary, used: UrlDictionary): void {
  if (known.domains.size > maxCached) known.domains.clear()
  if (known.urls.size > maxCached) known.urls.clear()
  for (const [host, id] of used.domains) known.domains.set(host, id)
  for (const [url, ids] of used.urls) known.urls.set(url, ids)
}

/** Returns the rows of each answer's citations, and what they use: entries that are known, found or stored now. */
export async function resolveCitationIds(
  tx: Context,
  brandId: string,
  lists: readonly (readonly IndexedCitation[])[],
  getNumber: (entityId: string) => number | undefined,
  known: UrlDictionary,
): Promise<{ rows: CitationRow[][]; used: UrlDictionary }> {
  const used = emptyUrlDictionary()
  for (const { url, host } of lists.flat()) {
    const ids = known.urls.get(url)
    if (ids) used.urls.set(url, ids)
    const domainId = known.domains.get(host ?? '')
    if (domainId !== undefined) used.domains.set(host ?? '', domainId)
  }
  const unknown = lists.flat().filter(({ url }) => !used.urls.has(url))
  // A URL that cannot be parsed has no host. It is stored under an empty one.
  await addTexts(
    tx,
    brandId,
    domains,
    unknown
      .filter(({ host }) => !used.domains.has(host ?? ''))
      .map(({ host, domain }) => ({ text: host ?? '', more: domain ?? '', domainId: 0 })),
    ({ text, id }) => used.domains.set(text, id),
  )
  await addTexts(
    tx,
    brandId,
    urls,
    unknown.map(({ url, host, title }) => ({
      text: url,
      more: title && toStorableTitle(title),
      domainId: used.domains.get(host ?? '') ?? 0,
    })),
    ({ text, id, domainId }) => used.urls.set(text, { url_id: id, domain_id: domainId }),
  )
  const buildRow = (citation: IndexedCitation): CitationRow => {
    const { position, url, cited, category, ownEntityId } = citation
    const { url_id, domain_id } = used.urls.get(url) ?? { url_id: 0, domain_id: 0 }
    const entity = ownEntityId === null ? null : (getNumber(ownEntityId) ?? null)
    return { position, url_id, domain_id, cited, category, entity }
  }
  return { rows: lists.map((list) => list.map(buildRow)), used }
}

type Entry = { text: string; more: string | null; domainId: number }
type NewEntry = Entry & { id: number }
/** `domainId`: the domain of a URL that is stored already; 0 for a domain. */
type FoundEntry = Pick<NewEntry, 'id' | 'text' | 'domainId'>

/** One of the two tables. */
type Dictionary = {
  find(tx: Context, brandId: string, ids: number[]): Promise<FoundEntry[]>
  insert(tx: Context, brandId: string, entries: NewEntry[]): Promise<{ id: number }[]>
}

/**
 * Looks up the ids of texts, inserts new texts, and passes each to `add`. An id is 53 bits of the text's hash; if two
 * texts collide, the later one takes the next free id.
 */
async function addTexts(
  tx: Context,
  brandId: string,
  dictionary: Dictionary,
  entries: readonly Entry[],
  add: (entry: FoundEntry) => void,
): Promise<void> {
  const distinct = new Map(entries.map((entry) => [entry.text, { ...entry, id: computeId(entry.text) }]))
  let open: NewEntry[] = [...distinct.values()]
  while (open.length > 0) {
    // Every transaction inserts in order of ids, so that two that insert the same texts cannot deadlock.
    const sorted = open.toSorted((a, b) => a.id - b.id)
    const rows = await dictionary.find(tx, brandId, sorted.map(getId))
    const taken = new Map(rows.map((row) => [row.id, row]))
    const free = sorted.filter(({ id }) => !taken.has(id))
    const inserted = new Set(free.length > 0 ? (await dictionary.insert(tx, brandId, free)).map(getId) : [])
    open = []
    for (const entry of sorted) {
      const { id, text } = entry
      const found = taken.get(id)
      // Of two new texts with the same id, the first was inserted.
      if (inserted.delete(id)) add(entry)
      else if (found?.text === text) add(found)
      // Another transaction inserted this id, perhaps for the same text: look it up again.
      else if (!found) open.push(entry)
      else open.push({ ...entry, id: (id + 1) % 2 ** 53 })
    }
  }
}

const getId = ({ id }: { id: number }) => id

const computeId = (text: string): number => Number(hash('sha256', text, 'buffer').readBigUInt64BE() >> 11n)

const domains: Dictionary = {
  find: async (tx, brandId, ids) => {
    const { rows } = await sql<FoundEntry>`
      select id, host as text, 0 as "domainId" from domains
      where brand_id = ${brandId} and id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(tx.db)
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
    const { rows } = await sql<FoundEntry>`
      select id, url as text, domain_id as "domainId" from urls
      where brand_id = ${brandId} and id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(tx.db)
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
