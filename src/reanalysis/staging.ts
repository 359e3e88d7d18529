/**
 * What reading again has found so far lies beside the facts that everybody sees, until all of it takes their place at
 * once. A batch is staged as a whole, so that whoever goes on with it begins behind the last one.
 */
import { sql } from 'kysely'
import type { AnswerAnalysis } from '../answers/analysis.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { PARSER_VERSION } from '../answers/parser.ts'
import type { Reanalyzer } from '../answers/reanalyzer.ts'
import type { Brand } from '../brands/brands.ts'
import { deleteNameChanges } from '../brands/name-changes.ts'
import { type Context, transaction } from '../core/context.ts'
import type { DB } from '../db/schema.generated.ts'
import { refresh } from '../metrics/rollups.ts'
import { listLlmSentiments, lockAnalyses } from './llm-sentiment.ts'

type ReadAnswer = { id: string; read: AnswerAnalysis }

/** Some answers in the order of their ids: those that were read, and those that need not be. `last` is null for none. */
export type Batch = { read: ReadAnswer[]; unchanged: string[]; last: string | null }

/** What was staged for names that are no more the brand's. */
export async function deleteStaleStaged(ctx: Context, brand: Brand): Promise<void> {
  for (const table of ['staged_analyses', 'staged_unchanged'] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('brand_id', '=', brand.id)
      .where('names_version', '<>', brand.names_version)
      .execute()
  }
}

/** Another worker may still be staging for older names. */
const ofNames = ({ id, names_version: version }: Brand) =>
  sql<boolean>`s.brand_id = ${id} and s.names_version = ${version}`

/** Batches are staged one after another: up to the last answer of them all is done. */
export async function countStaged(
  ctx: Context,
  brand: Brand,
): Promise<{ answers: number; last: string | null }> {
  const { rows } = await sql<{ answers: number; last: string | null }>`
    with staged as (
      select answer_id as last, 1 as answers from staged_analyses s where ${ofNames(brand)}
      union all
      select last_answer_id, cardinality(answer_ids) from staged_unchanged s where ${ofNames(brand)}
    )
    select coalesce(sum(answers), 0)::int as answers, (select last from staged order by last desc limit 1) as last
    from staged`.execute(ctx.db)
  return rows[0] ?? { answers: 0, last: null }
}

export async function stageBatch(
  ctx: Context,
  brand: Brand,
  reanalyzer: Reanalyzer,
  { read: answers, unchanged, last }: Batch,
): Promise<void> {
  if (last === null) return
  await transaction(ctx, async (tx) => {
    if (answers.length > 0) await stageReadings(tx, brand, reanalyzer, answers)
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
  reanalyzer: Reanalyzer,
  answers: ReadAnswer[],
): Promise<void> {
  const ids = answers.map(({ id }) => id)
  const judgements = await listLlmSentiments(tx, brand.id, ids)
  const encoded = await reanalyzer.encode(
    tx,
    answers.map(({ id, read }) => ({ analysis: read, sentiments: judgements.get(id) })),
  )
  const rows = answers.flatMap(({ id }, index) => {
    const analysis = encoded[index]
    return analysis ? [stagedRow(brand, id, analysis)] : []
  })
  // One value for the whole batch: 1,500 of them took three times as long to write out and send.
  await sql`
    insert into staged_analyses
    select * from json_populate_recordset(null::staged_analyses, ${JSON.stringify(rows)})
    on conflict do nothing`.execute(tx.db)
}

/** Stands for "nobody's" in an array, which holds no nulls here. */
const noEntity = -1

/** A row of `staged_analyses` in JSON. */
function stagedRow(
  brand: Brand,
  answerId: string,
  { facts, citations, encoded }: Awaited<ReturnType<Reanalyzer['encode']>>[number],
): Record<keyof DB['staged_analyses'], unknown> {
  return {
    brand_id: brand.id,
    answer_id: answerId,
    names_version: brand.names_version,
    ...facts,
    citation_positions: citations.map((row) => row.position),
    citation_urls: citations.map((row) => row.url_id),
    citation_domains: citations.map((row) => row.domain_id),
    citation_entities: citations.map((row) => row.entity ?? noEntity),
    citation_categories: citations.map((row) => row.category),
    analysis: `\\x${encoded.toString('hex')}`,
  }
}

type Swapped = { read: number; unchanged: number }

/** All staged facts become the facts, at once. Returns of how many answers; none when the names have changed since. */
export function applyStaged(ctx: Context, brand: Brand): Promise<Swapped> {
  return transaction(ctx, async (tx) => {
    await lockAnalyses(tx, brand.id)
    // The share lock keeps the brand's names from changing until the transaction ends.
    const { rows } = await sql<{ names_version: number }>`
      select names_version from brands where organization_id = ${tx.organizationId} and id = ${brand.id} for share`.execute(
      tx.db,
    )
    if (rows[0]?.names_version !== brand.names_version) return { read: 0, unchanged: 0 }
    const swapped = await sql<{ day: string }>`
      with changed as (
        update answers a set
          analysis_version = ${PARSER_VERSION}, names_version = s.names_version, entities = s.entities,
          mention_counts = s.mention_counts, ranks = s.ranks, own_citations = s.own_citations,
          scores_milli = s.scores_milli, sentiments = s.sentiments
        from staged_analyses s
        where a.brand_id = ${brand.id} and ${ofNames(brand)} and s.answer_id = a.id
        returning a.day
      )
      select day from changed`.execute(tx.db)
    await sql`
      update answer_texts x set analysis = s.analysis
      from staged_analyses s
      where x.brand_id = ${brand.id} and ${ofNames(brand)} and s.answer_id = x.answer_id`.execute(tx.db)
    await sql`
      update answer_citations c set url_id = n.url_id, domain_id = n.domain_id, category = n.category, entity = n.entity
      from staged_analyses s
      cross join lateral unnest(
        s.citation_positions, s.citation_urls, s.citation_domains, s.citation_categories, s.citation_entities
      ) as m (position, url_id, domain_id, category, owner)
      cross join lateral (select m.*, nullif(m.owner, ${noEntity}) as entity) n
      where c.brand_id = ${brand.id} and ${ofNames(brand)} and c.answer_id = s.answer_id and c.position = n.position
        and (c.url_id, c.domain_id, c.category, c.entity) is distinct from (n.url_id, n.domain_id, n.category, n.entity)`.execute(
      tx.db,
    )
    const unchanged = await sql`
      update answers a set names_version = ${brand.names_version}
      from (select unnest(answer_ids) as id from staged_unchanged s where ${ofNames(brand)}) unchanged
      where a.brand_id = ${brand.id} and a.id = unchanged.id`.execute(tx.db)
    await sql`delete from staged_analyses where brand_id = ${brand.id}`.execute(tx.db)
    await sql`delete from staged_unchanged where brand_id = ${brand.id}`.execute(tx.db)
    await deleteNameChanges(tx, brand.id, brand.names_version)
    for (const day of new Set(swapped.rows.map((row) => row.day))) await markDirty(tx, brand.id, day)
    await refresh(tx, brand.id)
    return { read: swapped.rows.length, unchanged: Number(unchanged.numAffectedRows ?? 0) }
  })
}
