/**
 * Reading history again: the facts of every stored answer of a brand that are out of date become what the present names
 * and the present reader find. An answer that no change of names since its reading could have touched keeps them, all
 * others are read. What is found is staged beside the old facts, and takes their place (sums included) in one transaction
 * at the end: nobody sees a number made half of the old names and half of the new. Begun again, it goes on where it was.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { type CitationRow, citationRows, type KnownAddresses, noAddresses } from '../answers/addresses.ts'
import {
  type AnswerReading,
  type BrandReader,
  brandReader,
  readForBrand,
  sourcesOf,
  withJudgement,
} from '../answers/facts.ts'
import { packReading } from '../answers/kept-reading.ts'
import { type ChangedNames, compileChanges, couldReadOtherwise } from '../answers/name-changes.ts'
import { READER_VERSION } from '../answers/read.ts'
import { markDay } from '../answers/store.ts'
import { storable, unpack } from '../answers/texts.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { forgetNameChanges, namesChangedBy } from '../brands/name-changes.ts'
import { requestReanalysis } from '../brands/reanalysis.ts'
import { requestCandidates } from '../candidates/candidates.ts'
import { type BaseContext, type Context, systemContext, transaction } from '../core/context.ts'
import type { JobHandler, RunningJob } from '../core/jobs.ts'
import type { DB } from '../core/schema.generated.ts'
import { judgementsFor } from '../judgements/judgements.ts'
import { lockSums, settleSums } from '../metrics/settle.ts'
import { markBranded } from '../prompts/prompts.ts'

/** Beyond this the loop is held noticeably while a batch is written out. */
const batchSize = 100

/** Its result: how many `answers` were brought up to date, and how many of them were `read`. */
export const reanalyse: JobHandler = async (ctx, running) => {
  let answers = 0
  let read = 0
  for (;;) {
    const brand = await getBrand(ctx, running.job.brand_id)
    await markBranded(ctx, brand)
    const outOfDate = await countOutOfDate(ctx, brand)
    if (outOfDate === 0) {
      await requestCandidates(ctx, brand.id)
      return { answers, read }
    }
    await stageAll(ctx, brand, running, outOfDate)
    const swapped = await swapIn(ctx, brand)
    answers += swapped.read + swapped.unchanged
    read += swapped.read
  }
}

/**
 * Asks for the reading of every brand whose answers an older version of the reader has read: after an upgrade, all of
 * history is read with the better one.
 */
export async function requestOutdated(base: BaseContext): Promise<void> {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from brands b
    where exists (
      select 1 from answers a where a.brand_id = b.id and a.status = 'answered' and a.analysis_version <> ${READER_VERSION})`.execute(
    base.db,
  )
  for (const brand of rows) {
    const ctx = systemContext(base, brand.organization_id)
    await transaction(ctx, (tx) => requestReanalysis(tx, brand.id))
  }
}

const isOutOfDate = (brand: Brand) => sql<boolean>`
  a.brand_id = ${brand.id} and a.status = 'answered'
  and (a.names_version, a.analysis_version) is distinct from (${brand.names_version}::int, ${READER_VERSION}::int)`

async function countOutOfDate(ctx: Context, brand: Brand): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from answers a where ${isOutOfDate(brand)}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

/** Reads in the order of ids, so that a batch is one stretch of the index. Ends early when the names change meanwhile. */
async function stageAll(
  ctx: Context,
  brand: Brand,
  { signal, report }: RunningJob,
  total: number,
): Promise<void> {
  await forgetStaged(ctx, brand)
  const desk = {
    reader: brandReader(brand, await trackedEntities(ctx, brand)),
    changesSince: await changesTo(ctx, brand),
    known: noAddresses(),
  }
  const { last, answers } = await stagedSoFar(ctx, brand)
  let staged = answers
  let stored = await nextBatch(ctx, brand, last)
  let batch: Batch = { read: [], unchanged: [], last: null }
  while (stored.length > 0 || batch.last !== null) {
    signal.throwIfAborted()
    report({ phase: 'reading', completed: Math.min(staged, total), total })
    if ((await getBrand(ctx, brand.id)).names_version !== brand.names_version) return
    const end = stored.at(-1)?.id
    // While one batch is read, the database finds the next and writes the one before.
    const [following, read] = await Promise.all([
      end === undefined ? [] : nextBatch(ctx, brand, end),
      readBatch(stored, desk),
      stageBatch(ctx, brand, desk, batch),
    ])
    staged += batch.read.length + batch.unchanged.length
    stored = following
    batch = read
  }
}

/** What was staged for names that are no more the brand's. */
async function forgetStaged(ctx: Context, brand: Brand): Promise<void> {
  for (const table of ['staged_readings', 'staged_unchanged'] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('brand_id', '=', brand.id)
      .where('names_version', '<>', brand.names_version)
      .execute()
  }
}

/** What the answers are read with. */
type Desk = {
  reader: BrandReader
  changesSince: (namesVersion: number) => ChangedNames | null
  known: KnownAddresses
}

/** What has changed in the brand's names since a version of them; null when that is not known to be all. */
async function changesTo(ctx: Context, brand: Brand): Promise<Desk['changesSince']> {
  const changedBy = await namesChangedBy(ctx, brand.id)
  const known = new Map<number, ChangedNames | null>()
  return (namesVersion) => {
    let changes = known.get(namesVersion)
    if (changes === undefined) {
      const versions = Array.from(
        { length: brand.names_version - namesVersion },
        (_, index) => namesVersion + 1 + index,
      )
      const each = versions.map((version) => changedBy.get(version))
      changes = each.every((change) => change !== undefined) ? compileChanges(each) : null
      known.set(namesVersion, changes)
    }
    return changes
  }
}

/** Batches are staged one after another: up to the last answer of them all is done. */
async function stagedSoFar(ctx: Context, brand: Brand): Promise<{ answers: number; last: string | null }> {
  const { rows } = await sql<{ answers: number; last: string | null }>`
    with staged as (
      select answer_id as last, 1 as answers from staged_readings where brand_id = ${brand.id}
      union all
      select last_answer_id, cardinality(answer_ids) from staged_unchanged where brand_id = ${brand.id}
    )
    select coalesce(sum(answers), 0)::int as answers, (select last from staged order by last desc limit 1) as last
    from staged`.execute(ctx.db)
  return rows[0] ?? { answers: 0, last: null }
}

type StoredAnswer = {
  id: string
  names_version: number
  analysis_version: number
  prompt: string
  language: string
  markdown: Buffer
  sources: Buffer
}

async function nextBatch(ctx: Context, brand: Brand, after: string | null): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`
    select a.id, a.names_version, a.analysis_version, p.text as prompt, a.language, x.markdown, x.sources
    from answers a
    join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
    where ${isOutOfDate(brand)} and (${after}::uuid is null or a.id > ${after}::uuid)
    order by a.id
    limit ${batchSize}`.execute(ctx.db)
  return rows
}

const Source = z.object({ url: z.string(), title: z.string().nullable() })
const Sources = z.object({
  citations: z.array(Source),
  retrieved: z.array(Source),
  shopping_cards: z.array(z.object({ product_title: z.string(), product_brand: z.string().nullable() })),
})

type ReadAnswer = { id: string; read: AnswerReading }

/** Some answers in the order of their ids: those that were read, and those that need not be. `last` is null for none. */
type Batch = { read: ReadAnswer[]; unchanged: string[]; last: string | null }

async function readBatch(answers: StoredAnswer[], desk: Desk): Promise<Batch> {
  const batch: Batch = { read: [], unchanged: [], last: null }
  for (const stored of answers) {
    const { id } = stored
    const read = readStored(stored, desk)
    if (read === null) batch.unchanged.push(id)
    else batch.read.push({ id, read })
    batch.last = id
    // Reading is pure computation: requests are let in between two answers.
    await letOthersRun()
  }
  return batch
}

/** Null when it is known to read as it did. */
function readStored(stored: StoredAnswer, { reader, changesSince }: Desk): AnswerReading | null {
  const markdown = unpack(stored.markdown)
  const sources = Sources.parse(JSON.parse(unpack(stored.sources)))
  const citations = sourcesOf(sources)
  const changes = stored.analysis_version === READER_VERSION ? changesSince(stored.names_version) : null
  if (changes) {
    const urls = citations.map(({ url }) => url)
    // Whose product a card shows is found in its words, with the sums of its day.
    const cards = sources.shopping_cards.flatMap((card) => [card.product_title, card.product_brand ?? ''])
    if (!couldReadOtherwise({ texts: [markdown, ...cards.map(storable)], urls }, changes)) return null
  }
  const { prompt, language } = stored
  return readForBrand({ markdown, prompt, language: language || null, citations }, reader)
}

async function stageBatch(
  ctx: Context,
  brand: Brand,
  { reader, known }: Desk,
  { read: answers, unchanged, last }: Batch,
): Promise<void> {
  if (last === null) return
  await transaction(ctx, async (tx) => {
    if (answers.length > 0) await stageReadings(tx, brand, reader, answers, known)
    if (unchanged.length > 0) {
      await sql`
        insert into staged_unchanged (brand_id, last_answer_id, names_version, answer_ids)
        values (${brand.id}, ${last}, ${brand.names_version}, ${unchanged}::uuid[])
        on conflict do nothing`.execute(tx.db)
    }
  })
}

async function stageReadings(
  tx: Context,
  brand: Brand,
  reader: BrandReader,
  answers: ReadAnswer[],
  known: KnownAddresses,
): Promise<void> {
  const ids = answers.map(({ id }) => id)
  const judgements = await judgementsFor(tx, brand.id, ids)
  const citations = await citationRows(
    tx,
    brand.id,
    answers.map(({ read }) => read),
    reader,
    known,
  )
  const rows = answers.flatMap(({ id, read }, index) => {
    const cited = citations[index]
    const judged = judgements.get(id)
    if (!cited) return []
    return [stagedRow(brand, id, judged ? withJudgement(read, judged, reader) : read, cited)]
  })
  // One value for the whole batch: 1,500 of them took three times as long to write out and send.
  await sql`
    insert into staged_readings
    select * from json_populate_recordset(null::staged_readings, ${JSON.stringify(rows)})
    on conflict do nothing`.execute(tx.db)
}

/** Stands for "nobody's" in an array, which holds no nulls here. */
const noEntity = -1

/** A row of `staged_readings` in JSON. */
function stagedRow(
  brand: Brand,
  answerId: string,
  read: AnswerReading,
  cited: CitationRow[],
): Record<keyof DB['staged_readings'], unknown> {
  return {
    brand_id: brand.id,
    answer_id: answerId,
    names_version: brand.names_version,
    ...read.facts,
    citation_positions: cited.map((row) => row.position),
    citation_urls: cited.map((row) => row.url_id),
    citation_domains: cited.map((row) => row.domain_id),
    citation_entities: cited.map((row) => row.entity ?? noEntity),
    citation_categories: cited.map((row) => row.category),
    reading: `\\x${packReading(read).toString('hex')}`,
  }
}

type Swapped = { read: number; unchanged: number }

/** All staged facts become the facts, at once. Returns of how many answers; none when the names have changed since. */
function swapIn(ctx: Context, brand: Brand): Promise<Swapped> {
  return transaction(ctx, async (tx) => {
    // First the lock of the sums, as everybody who settles takes it, then the brand, so that its names cannot change now.
    await lockSums(tx, brand.id)
    const { rows } = await sql<{ names_version: number }>`
      select names_version from brands where organization_id = ${tx.organizationId} and id = ${brand.id} for share`.execute(
      tx.db,
    )
    if (rows[0]?.names_version !== brand.names_version) return { read: 0, unchanged: 0 }
    const swapped = await sql<{ day: string }>`
      with changed as (
        update answers a set
          analysis_version = ${READER_VERSION}, names_version = s.names_version, entities = s.entities,
          mention_counts = s.mention_counts, ranks = s.ranks, own_citations = s.own_citations,
          scores_milli = s.scores_milli, sentiments = s.sentiments
        from staged_readings s
        where a.brand_id = ${brand.id} and s.brand_id = ${brand.id} and s.answer_id = a.id
        returning a.day
      )
      select day from changed`.execute(tx.db)
    await sql`
      update answer_texts x set reading = s.reading
      from staged_readings s
      where x.brand_id = ${brand.id} and s.brand_id = ${brand.id} and s.answer_id = x.answer_id`.execute(
      tx.db,
    )
    await sql`
      update answer_citations c set url_id = n.url_id, domain_id = n.domain_id, category = n.category, entity = n.entity
      from staged_readings s
      cross join lateral unnest(
        s.citation_positions, s.citation_urls, s.citation_domains, s.citation_categories, s.citation_entities
      ) as m (position, url_id, domain_id, category, owner)
      cross join lateral (select m.*, nullif(m.owner, ${noEntity}) as entity) n
      where c.brand_id = ${brand.id} and s.brand_id = ${brand.id} and c.answer_id = s.answer_id and c.position = n.position
        and (c.url_id, c.domain_id, c.category, c.entity) is distinct from (n.url_id, n.domain_id, n.category, n.entity)`.execute(
      tx.db,
    )
    const unchanged = await sql`
      update answers a set names_version = ${brand.names_version}
      from (select unnest(answer_ids) as id from staged_unchanged where brand_id = ${brand.id}) s
      where a.brand_id = ${brand.id} and a.id = s.id`.execute(tx.db)
    await sql`delete from staged_readings where brand_id = ${brand.id}`.execute(tx.db)
    await sql`delete from staged_unchanged where brand_id = ${brand.id}`.execute(tx.db)
    await forgetNameChanges(tx, brand.id, brand.names_version)
    for (const day of new Set(swapped.rows.map((row) => row.day))) await markDay(tx, brand.id, day)
    await settleSums(tx, brand.id)
    return { read: swapped.rows.length, unchanged: Number(unchanged.numAffectedRows ?? 0) }
  })
}
