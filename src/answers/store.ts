/**
 * An answer enters once and is kept whole: the row, its text, its sources and the engine's own payload. What is read out
 * of it (facts, citations, evidence) is written in the same transaction, with a mark that the sums of its day are to be
 * made anew.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { AskResult, EngineAnswer, Surface } from '../engines/engine.ts'
import { type AnswerReading, type BrandReader, readForBrand, sourcesOf } from './facts.ts'
import { READER_VERSION } from './read.ts'
import { pack, packJson } from './texts.ts'

export type NewAnswer = {
  brandId: string
  jobId: string | null
  prompt: { id: string; text: string }
  platform: string
  backend: string
  surface: Surface
  region: string
  language: string
  sample: number
  askedAt: Date
  answeredAt: Date
  result: AskResult
}

/** False when the same question of the same run has an answer already: it is then left as it is. */
export function storeAnswer(ctx: Context, answer: NewAnswer, reader: BrandReader): Promise<boolean> {
  const { result } = answer
  const read = result.outcome === 'answered' ? readForBrand(readableOf(answer, result), reader) : null
  const day = answer.answeredAt.toISOString().slice(0, 10)
  return transaction(ctx, async (tx) => {
    const id = newId(tx.now().getTime())
    const inserted = await tx.db
      .insertInto('answers')
      .values({
        brand_id: answer.brandId,
        id,
        job_id: answer.jobId,
        prompt_id: answer.prompt.id,
        platform: answer.platform,
        backend: answer.backend,
        surface: answer.surface,
        region: answer.region,
        language: answer.language,
        sample: answer.sample,
        asked_at: answer.askedAt,
        answered_at: answer.answeredAt,
        day,
        ...outcomeColumns(result, answer.surface),
        ...(read && {
          analysis_version: READER_VERSION,
          names_version: reader.namesVersion,
          ...read.facts,
          citation_count: citedCount(read),
        }),
      })
      .onConflict((clash) =>
        clash
          .columns(['brand_id', 'job_id', 'prompt_id', 'platform', 'region', 'sample'])
          .where('job_id', 'is not', null)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return false
    if (result.outcome === 'failed') return true
    await tx.db
      .insertInto('answer_texts')
      .values({
        brand_id: answer.brandId,
        answer_id: id,
        markdown: pack(result.markdown),
        sources: packJson({
          citations: result.citations,
          retrieved: result.retrieved,
          shopping_cards: result.shoppingCards,
        }),
        raw: packJson(result.raw),
        reading: read && packJson({ ...read.reading, products: read.products }),
      })
      .execute()
    if (read) {
      await insertCitations(tx, { brandId: answer.brandId, answerId: id, day, read, reader })
      await markDay(tx, answer.brandId, day)
    }
    return true
  })
}

/** Says that the facts of a day have changed; whoever reads the sums next makes them anew. */
export async function markDay(tx: Context, brandId: string, day: string): Promise<void> {
  await tx.db
    .insertInto('sum_marks')
    .values({ brand_id: brandId, day, id: newId(tx.now().getTime()) })
    .execute()
}

function readableOf({ prompt, language }: NewAnswer, { markdown, citations, retrieved }: EngineAnswer) {
  return {
    markdown,
    prompt: prompt.text,
    language: language || null,
    citations: sourcesOf({ citations, retrieved }),
  }
}

const citedCount = ({ reading }: AnswerReading) =>
  reading.citations.filter((citation) => citation.cited).length

function outcomeColumns(result: AskResult, surface: Surface) {
  if (result.outcome === 'failed') return { status: 'failed', failure: result.message }
  return {
    status: result.outcome,
    model: withoutNul(result.model ?? ''),
    searched: result.searched,
    searches: result.searches.map(withoutNul),
    input_tokens: result.inputTokens,
    output_tokens: result.outputTokens,
    // What the simulator calls its price is nobody's money.
    cost_micros: surface === 'simulated' ? 0 : result.costMicros,
  }
}

/** PostgreSQL's text cannot hold U+0000; an engine's garbage may. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

type Citing = { brandId: string; answerId: string; day: string; read: AnswerReading; reader: BrandReader }

async function insertCitations(tx: Context, { brandId, answerId, day, read, reader }: Citing): Promise<void> {
  const [rows = []] = await citationRows(tx, brandId, [read], reader)
  if (rows.length === 0) return
  await tx.db
    .insertInto('answer_citations')
    .values(rows.map((row) => ({ ...row, brand_id: brandId, answer_id: answerId, day })))
    .execute()
}

export type CitationRow = {
  /** Place among the answer's sources: what is cited first, then what was only retrieved. It never changes. */
  position: number
  url_id: number
  domain_id: number
  cited: boolean
  category: string
  entity: number | null
}

/** What each of some readings says of the sources of its answer; their addresses are entered in the brand's dictionaries. */
export async function citationRows(
  tx: Context,
  brandId: string,
  readings: readonly AnswerReading[],
  reader: BrandReader,
): Promise<CitationRow[][]> {
  const lists = readings.map(({ reading }) => reading.citations.slice(0, mostCitations))
  const all = lists.flat()
  if (all.length === 0) return lists.map(() => [])
  // An address that cannot be read has no host; it is listed under none, not thrown away.
  const domainIds = await idsInDictionary(
    tx,
    brandId,
    'domains',
    all.map(({ host, domain }) => ({ text: host ?? '', more: domain ?? '' })),
  )
  const urlIds = await idsInDictionary(
    tx,
    brandId,
    'urls',
    all.map(({ url, title, host }) => ({
      text: withoutNul(url),
      more: title && withoutNul(title),
      domainId: domainIds.get(host ?? '') ?? 0,
    })),
  )
  const rowOf = ({
    position,
    url,
    host,
    cited,
    category,
    ownEntityId,
  }: (typeof all)[number]): CitationRow => {
    const owner = ownEntityId === null ? undefined : reader.byId.get(ownEntityId)
    return {
      position,
      url_id: urlIds.get(withoutNul(url)) ?? 0,
      domain_id: domainIds.get(host ?? '') ?? 0,
      cited,
      category: owner ? (owner.kind === 'competitor' ? 'competitor' : 'owned') : category,
      entity: owner?.number ?? null,
    }
  }
  return lists.map((list) => list.map(rowOf))
}

/** More sources than any engine lists; a bound for a payload that is not honest. */
const mostCitations = 1_000

type Entry = { text: string; more: string | null; domainId?: number }

/**
 * The ids of texts in a brand's dictionary, entered when they are new. An id is 53 bits of the text's hash; where two
 * texts share one, the later takes the next free id.
 */
async function idsInDictionary(
  tx: Context,
  brandId: string,
  table: 'domains' | 'urls',
  entries: Entry[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  let open = [...new Map(entries.map((entry) => [entry.text, { ...entry, id: hashOf(entry.text) }])).values()]
  while (open.length > 0) {
    // In the order of their ids in every transaction: two that enter the same texts wait for each other, but never in a circle.
    const sorted = open.toSorted((a, b) => a.id - b.id)
    const kept =
      table === 'domains' ? await enterDomains(tx, brandId, sorted) : await enterUrls(tx, brandId, sorted)
    for (const { id, text } of sorted) if (kept.get(id) === text) ids.set(text, id)
    open = sorted
      .filter(({ text }) => !ids.has(text))
      .map((entry) => ({ ...entry, id: (entry.id + 1) % 2 ** 53 }))
  }
  return ids
}

type Placed = Entry & { id: number }

async function enterDomains(tx: Context, brandId: string, entries: Placed[]): Promise<Map<number, string>> {
  await sql`
    insert into domains (brand_id, id, host, registrable)
    select ${brandId}, id, host, registrable
    from unnest(${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ text }) => text)}::text[], ${entries.map(({ more }) => more ?? '')}::text[])
      as entry (id, host, registrable)
    on conflict do nothing`.execute(tx.db)
  const { rows } = await sql<{ id: number; text: string }>`
    select id, host as text from domains where brand_id = ${brandId} and id = any(${entries.map(({ id }) => id)}::bigint[])`.execute(
    tx.db,
  )
  return new Map(rows.map((row) => [row.id, row.text]))
}

async function enterUrls(tx: Context, brandId: string, entries: Placed[]): Promise<Map<number, string>> {
  await sql`
    insert into urls (brand_id, id, domain_id, url, title)
    select ${brandId}, id, domain_id, url, title
    from unnest(${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ domainId }) => domainId ?? 0)}::bigint[],
      ${entries.map(({ text }) => text)}::text[], ${entries.map(({ more }) => more)}::text[]) as entry (id, domain_id, url, title)
    on conflict do nothing`.execute(tx.db)
  const { rows } = await sql<{ id: number; text: string }>`
    select id, url as text from urls where brand_id = ${brandId} and id = any(${entries.map(({ id }) => id)}::bigint[])`.execute(
    tx.db,
  )
  return new Map(rows.map((row) => [row.id, row.text]))
}

function hashOf(text: string): number {
  return Number(createHash('sha256').update(text).digest().readBigUInt64BE() >> 11n)
}
