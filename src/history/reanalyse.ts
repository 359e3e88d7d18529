/**
 * Reading history again: every stored answer of a brand whose facts are out of date is read with the present names and the
 * present reader. What is found is staged beside the old facts, and takes their place (sums included) in one transaction
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
import { READER_VERSION } from '../answers/read.ts'
import { markDay } from '../answers/store.ts'
import { unpack } from '../answers/texts.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
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

export const reanalyse: JobHandler = async (ctx, running) => {
  let answers = 0
  for (;;) {
    const brand = await getBrand(ctx, running.job.brand_id)
    await markBranded(ctx, brand)
    const outOfDate = await countOutOfDate(ctx, brand)
    if (outOfDate === 0) {
      await requestCandidates(ctx, brand.id)
      return { answers }
    }
    await stageAll(ctx, brand, running, outOfDate)
    answers += await swapIn(ctx, brand)
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

type StoredAnswer = { id: string; prompt: string; language: string; markdown: Buffer; sources: Buffer }

/** Reads in the order of ids, so that a batch is one stretch of the index. Ends early when the names change meanwhile. */
async function stageAll(
  ctx: Context,
  brand: Brand,
  { signal, report }: RunningJob,
  total: number,
): Promise<void> {
  await sql`delete from staged_readings where brand_id = ${brand.id} and names_version <> ${brand.names_version}`.execute(
    ctx.db,
  )
  const reader = brandReader(brand, await trackedEntities(ctx, brand))
  const known = noAddresses()
  let staged = await countStaged(ctx, brand)
  let batch = await readBatch(ctx, brand, reader, null)
  while (batch.length > 0) {
    signal.throwIfAborted()
    report({ phase: 'reading', completed: Math.min(staged, total), total })
    if ((await getBrand(ctx, brand.id)).names_version !== brand.names_version) return
    // The next batch is read while the database writes this one.
    const [following] = await Promise.all([
      readBatch(ctx, brand, reader, batch.at(-1)?.id ?? null),
      stageBatch(ctx, brand, reader, batch, known),
    ])
    staged += batch.length
    batch = following
  }
}

async function countStaged(ctx: Context, brand: Brand): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from staged_readings where brand_id = ${brand.id}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

async function nextBatch(ctx: Context, brand: Brand, after: string | null): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`
    select a.id, p.text as prompt, a.language, x.markdown, x.sources
    from answers a
    join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
    where ${isOutOfDate(brand)} and (${after}::uuid is null or a.id > ${after}::uuid)
      and not exists (select 1 from staged_readings s where s.brand_id = a.brand_id and s.answer_id = a.id)
    order by a.id
    limit ${batchSize}`.execute(ctx.db)
  return rows
}

const Sources = z.object({
  citations: z.array(z.object({ url: z.string(), title: z.string().nullable() })),
  retrieved: z.array(z.object({ url: z.string(), title: z.string().nullable() })),
})

type ReadAnswer = { id: string; read: AnswerReading }

/** The next answers behind `after`, read. */
async function readBatch(
  ctx: Context,
  brand: Brand,
  reader: BrandReader,
  after: string | null,
): Promise<ReadAnswer[]> {
  const batch: ReadAnswer[] = []
  for (const { id, prompt, language, markdown, sources } of await nextBatch(ctx, brand, after)) {
    const citations = sourcesOf(Sources.parse(JSON.parse(unpack(sources))))
    const answer = { markdown: unpack(markdown), prompt, language: language || null, citations }
    batch.push({ id, read: readForBrand(answer, reader) })
    // Reading is pure computation: requests are let in between two answers.
    await letOthersRun()
  }
  return batch
}

async function stageBatch(
  ctx: Context,
  brand: Brand,
  reader: BrandReader,
  batch: ReadAnswer[],
  known: KnownAddresses,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const judgements = await judgementsFor(
      tx,
      brand.id,
      batch.map(({ id }) => id),
    )
    const citations = await citationRows(
      tx,
      brand.id,
      batch.map(({ read }) => read),
      reader,
      known,
    )
    const rows = batch.flatMap(({ id, read }, index) => {
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
  })
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

/** All staged facts become the facts, at once. Returns how many; 0 when the names have changed since they were read. */
function swapIn(ctx: Context, brand: Brand): Promise<number> {
  return transaction(ctx, async (tx) => {
    // First the lock of the sums, as everybody who settles takes it, then the brand, so that its names cannot change now.
    await lockSums(tx, brand.id)
    const { rows } = await sql<{ names_version: number }>`
      select names_version from brands where organization_id = ${tx.organizationId} and id = ${brand.id} for share`.execute(
      tx.db,
    )
    if (rows[0]?.names_version !== brand.names_version) return 0
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
    await sql`delete from staged_readings where brand_id = ${brand.id}`.execute(tx.db)
    for (const day of new Set(swapped.rows.map((row) => row.day))) await markDay(tx, brand.id, day)
    await settleSums(tx, brand.id)
    return swapped.rows.length
  })
}
