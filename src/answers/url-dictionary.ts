/**
 * The addresses that answers cite are entered once per brand, in two dictionaries, and citations hold their numbers. An
 * entry stays as long as the brand does.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import { toStorableText } from './compression.ts'
import type { AnswerAnalysis, BrandParser } from './analysis.ts'
import type { Citation } from './parser/citations/citations.ts'

export type CitationRow = {
  /** Place among the answer's sources: what is cited first, then what was only retrieved. It never changes. */
  position: number
  url_id: number
  domain_id: number
  cited: boolean
  category: string
  entity: number | null
}

/**
 * Numbers of hosts and addresses of one brand that need not be asked for again: the answers to its prompts cite the same
 * pages. Must be thrown away when a transaction that it was used in fails, which takes back what was entered.
 */
export type UrlDictionary = { domains: Map<string, number>; urls: Map<string, Address> }

type Address = { url_id: number; domain_id: number }

export const emptyUrlDictionary = (): UrlDictionary => ({ domains: new Map(), urls: new Map() })

/** What each of some readings says of the sources of its answer; their addresses are entered in the brand's dictionaries. */
export async function resolveCitationIds(
  tx: Context,
  brandId: string,
  readings: readonly AnswerAnalysis[],
  reader: BrandParser,
  known: UrlDictionary,
): Promise<CitationRow[][]> {
  const lists = readings.map(({ reading }) => reading.citations.slice(0, mostCitations))
  forgetMany(known)
  await enterAddresses(
    tx,
    brandId,
    lists.flat().filter((citation) => !known.urls.has(urlOf(citation))),
    known,
  )
  const rowOf = (citation: Citation): CitationRow => {
    const { position, cited, category, ownEntityId } = citation
    const { url_id, domain_id } = known.urls.get(urlOf(citation)) ?? { url_id: 0, domain_id: 0 }
    const owner = ownEntityId === null ? undefined : reader.byId.get(ownEntityId)
    return { position, url_id, domain_id, cited, category, entity: owner?.number ?? null }
  }
  return lists.map((list) => list.map(rowOf))
}

/** Of citations whose addresses are not known. */
async function enterAddresses(
  tx: Context,
  brandId: string,
  citations: readonly Citation[],
  known: UrlDictionary,
): Promise<void> {
  // An address that cannot be read has no host; it is listed under none, not thrown away.
  await enter(tx, brandId, domains, known.domains, citations, hostOf, ({ domain }) => ({
    more: domain ?? '',
    domainId: 0,
  }))
  const domainIdOf = (citation: Citation) => known.domains.get(hostOf(citation)) ?? 0
  const ids = new Map<string, number>()
  await enter(tx, brandId, urls, ids, citations, urlOf, (citation) => ({
    more: citation.title && toStorableText(citation.title),
    domainId: domainIdOf(citation),
  }))
  for (const citation of citations) {
    const url = urlOf(citation)
    known.urls.set(url, { url_id: ids.get(url) ?? 0, domain_id: domainIdOf(citation) })
  }
}

const hostOf = ({ host }: Citation) => host ?? ''

/** An address that could be read is ASCII; anything may stand where one could not. */
const urlOf = ({ url, host }: Citation) => (host === null ? toStorableText(url) : url)

/** More sources than any engine lists; a bound for a payload that is not honest. */
const mostCitations = 1_000

/** Bounds the memory of an import whose answers never cite the same page: some 10 MB of addresses. */
const mostKnown = 50_000

function forgetMany({ domains, urls }: UrlDictionary): void {
  if (domains.size > mostKnown) domains.clear()
  if (urls.size > mostKnown) urls.clear()
}

type Entry = { more: string | null; domainId: number }
type Placed = Entry & { id: number; text: string }

/** One of the two tables: what it holds under some numbers, and the entry of what is new. */
type Dictionary = {
  find(tx: Context, brandId: string, ids: number[]): Promise<{ id: number; text: string }[]>
  insert(tx: Context, brandId: string, entries: Placed[]): Promise<{ id: number }[]>
}

/**
 * Learns the numbers of the texts that are not known, and enters those that are new. A number is 53 bits of the text's
 * hash; where two texts share one, the later takes the next free one.
 */
async function enter(
  tx: Context,
  brandId: string,
  dictionary: Dictionary,
  known: Map<string, number>,
  citations: readonly Citation[],
  textOf: (citation: Citation) => string,
  entryOf: (citation: Citation) => Entry,
): Promise<void> {
  const unknown = new Map<string, Placed>()
  for (const citation of citations) {
    const text = textOf(citation)
    if (!known.has(text) && !unknown.has(text))
      unknown.set(text, { ...entryOf(citation), text, id: hashOf(text) })
  }
  let open = [...unknown.values()]
  while (open.length > 0) {
    // In the order of their ids in every transaction: two that enter the same texts wait for each other, but never in a circle.
    const sorted = open.toSorted((a, b) => a.id - b.id)
    const rows = await dictionary.find(tx, brandId, sorted.map(idOf))
    const taken = new Map(rows.map(({ id, text }) => [id, text]))
    const free = sorted.filter(({ id }) => !taken.has(id))
    const inserted = new Set(free.length > 0 ? (await dictionary.insert(tx, brandId, free)).map(idOf) : [])
    open = []
    for (const entry of sorted) {
      const { id, text } = entry
      // Of two new texts with one number the first was inserted.
      if (inserted.delete(id) || taken.get(id) === text) known.set(text, id)
      // Somebody else has entered this number meanwhile, perhaps with the same text: it is looked up again.
      else if (!taken.has(id)) open.push(entry)
      else open.push({ ...entry, id: (id + 1) % 2 ** 53 })
    }
  }
}

const idOf = ({ id }: { id: number }) => id

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
      from unnest(${arrayLiteral(entries, idOf)}::bigint[], ${entries.map(({ text }) => text)}::text[], ${entries.map(({ more }) => more ?? '')}::text[])
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
      from unnest(${arrayLiteral(entries, idOf)}::bigint[], ${arrayLiteral(entries, ({ domainId }) => domainId)}::bigint[],
        ${entries.map(({ text }) => text)}::text[], ${entries.map(({ more }) => more)}::text[]) as entry (id, domain_id, url, title)
      on conflict do nothing returning id`.execute(tx.db)
    return rows
  },
}
