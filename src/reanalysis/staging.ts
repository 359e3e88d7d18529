/**
 * Stages the results of a reanalysis in separate tables until all of them replace the current facts in one transaction.
 * A batch is staged atomically, so a resumed job continues after the last staged batch.
 */
import { sql } from 'kysely'
import type { AssignedSentiments, NumberedEntity } from '../answers/analysis.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { PARSER_VERSION } from '../answers/parser.ts'
import { assignSentiments, type EncodedAnalysis } from '../answers/stored-analysis.ts'
import {
  type CitationRow,
  emptyUrlDictionary,
  rememberUrls,
  resolveCitationIds,
} from '../answers/url-dictionary.ts'
import type { Brand } from '../brands/brands.ts'
import { deleteNameChanges } from '../brands/name-changes.ts'
import { type Context, transaction } from '../core/context.ts'
import { insertJsonRows } from '../db/insert-json-rows.ts'
import type { DB } from '../db/schema.generated.ts'
import { refresh } from '../metrics/rollups.ts'
import { listAssignedSentiments, lockAnalyses } from './llm-sentiment.ts'

type AnalyzedAnswer = { id: string; analysis: EncodedAnalysis }

/**
 * A batch of answers in the order of their ids: those that were parsed again and those that the change does not affect.
 * `last` is the last id; null for an empty batch.
 */
export type ReanalysisBatch = { parsed: AnalyzedAnswer[]; unchanged: string[]; last: string | null }

/** Deletes results that were staged for outdated names. */
export async function deleteStaleStaged(ctx: Context, brand: Brand): Promise<void> {
  for (const table of ['staged_analyses', 'staged_unchanged'] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('brand_id', '=', brand.id)
      .where('names_version', '<>', brand.names_version)
      .execute()
  }
}

/** Restricts to the current names: another worker may still stage results for older ones. */
const isForCurrentNames = ({ id, names_version: version }: Brand) =>
  sql<boolean>`s.brand_id = ${id} and s.names_version = ${version}`

/** Batches are staged in order, so every answer up to `last` is done. */
export async function countStaged(
  ctx: Context,
  brand: Brand,
): Promise<{ answers: number; last: string | null }> {
  const { rows } = await sql<{ answers: number; last: string | null }>`
    with staged as (
      select answer_id as last, 1 as answers from staged_analyses s where ${isForCurrentNames(brand)}
      union all
      select last_answer_id, cardinality(answer_ids) from staged_unchanged s where ${isForCurrentNames(brand)}
    )
    select coalesce(sum(answers), 0)::int as answers, (select last from staged order by last desc limit 1) as last
    from staged`.execute(ctx.db)
  return rows[0] ?? { answers: 0, last: null }
}

/** Returns a function that stages one batch of the brand's answers. */
export function createStaging(brand: Brand, entities: readonly NumberedEntity[]) {
  const numbers = new Map(entities.map(({ id, number }) => [id, number]))
  const getNumber = (entityId: string) => numbers.get(entityId)
  const urls = emptyUrlDictionary()
  const stageAnalyses = async (tx: Context, answers: AnalyzedAnswer[]) => {
    const ids = answers.map(({ id }) => id)
    const assigned = await listAssignedSentiments(tx, brand.id, ids)
    const citations = answers.map(({ analysis }) => analysis.citations)
    const { rows: lists, used } = await resolveCitationIds(tx, brand.id, citations, getNumber, urls)
    rememberUrls(urls, used)
    const rows = answers.map(({ id, analysis }, index) => {
      const merged = withAssigned(analysis, assigned.get(id), getNumber)
      return stagedRow(brand, id, merged, lists[index] ?? [])
    })
    // One JSON value for the whole batch: 1,500 parameters took three times as long.
    await sql`${insertJsonRows('staged_analyses', rows)} on conflict do nothing`.execute(tx.db)
  }
  return async (ctx: Context, { parsed, unchanged, last }: ReanalysisBatch): Promise<void> => {
    if (last === null) return
    await transaction(ctx, async (tx) => {
      if (parsed.length > 0) await stageAnalyses(tx, parsed)
      if (unchanged.length > 0) {
        await sql`
          insert into staged_unchanged (brand_id, last_answer_id, names_version, answer_ids)
          values (${brand.id}, ${last}, ${brand.names_version}, ${unchanged}::uuid[])
          on conflict do nothing`.execute(tx.db)
      }
    })
  }
}

function withAssigned(
  { facts, stored }: EncodedAnalysis,
  assigned: AssignedSentiments | undefined,
  getNumber: (entityId: string) => number | undefined,
): Pick<EncodedAnalysis, 'facts' | 'stored'> {
  if (!assigned) return { facts, stored }
  const merged = assignSentiments(facts, stored, assigned, getNumber)
  return { facts: { ...facts, sentiments: merged.sentiments }, stored: merged.stored }
}

/** Represents a null entity, because the arrays cannot contain nulls. */
const noEntity = -1

/** A row of `staged_analyses` as JSON. */
type StagedRow = Record<keyof DB['staged_analyses'], unknown>

function stagedRow(
  brand: Brand,
  answerId: string,
  { facts, stored }: Pick<EncodedAnalysis, 'facts' | 'stored'>,
  citations: readonly CitationRow[],
): StagedRow {
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
    analysis: stored,
  }
}

type AppliedCounts = { parsed: number; unchanged: number }

/**
 * Replaces the current facts with the staged ones and returns the number of answers. Does nothing when the names have
 * changed in the meantime.
 */
export function applyStaged(ctx: Context, brand: Brand): Promise<AppliedCounts> {
  return transaction(ctx, async (tx) => {
    await lockAnalyses(tx, brand.id)
    // The share lock keeps the brand's names from changing until the transaction ends.
    const { rows } = await sql<{ names_version: number }>`
      select names_version from brands
      where organization_id = ${tx.organizationId} and id = ${brand.id} for share`.execute(tx.db)
    if (rows[0]?.names_version !== brand.names_version) return { parsed: 0, unchanged: 0 }
    const applied = await sql<{ day: string }>`
      with changed as (
        update answers a set
          analysis_version = ${PARSER_VERSION}, names_version = s.names_version, entities = s.entities,
          mention_counts = s.mention_counts, ranks = s.ranks, own_citations = s.own_citations,
          score_millipoints = s.score_millipoints, sentiments = s.sentiments
        from staged_analyses s
        where a.brand_id = ${brand.id} and ${isForCurrentNames(brand)} and s.answer_id = a.id
        returning a.day
      )
      select day from changed`.execute(tx.db)
    await sql`
      update answer_texts x set analysis = s.analysis
      from staged_analyses s
      where x.brand_id = ${brand.id} and ${isForCurrentNames(brand)}
        and s.answer_id = x.answer_id`.execute(tx.db)
    await sql`
      update answer_citations c set url_id = n.url_id, domain_id = n.domain_id, category = n.category, entity = n.entity
      from staged_analyses s
      cross join lateral unnest(
        s.citation_positions, s.citation_urls, s.citation_domains, s.citation_categories, s.citation_entities
      ) as m (position, url_id, domain_id, category, owner)
      cross join lateral (select m.*, nullif(m.owner, ${noEntity}) as entity) n
      where c.brand_id = ${brand.id} and ${isForCurrentNames(brand)} and c.answer_id = s.answer_id and c.position = n.position
        and (c.url_id, c.domain_id, c.category, c.entity)
          is distinct from (n.url_id, n.domain_id, n.category, n.entity)`.execute(tx.db)
    const unchanged = await sql`
      update answers a set names_version = ${brand.names_version}
      from (select unnest(answer_ids) as id from staged_unchanged s where ${isForCurrentNames(brand)}) unchanged
      where a.brand_id = ${brand.id} and a.id = unchanged.id`.execute(tx.db)
    await sql`delete from staged_analyses where brand_id = ${brand.id}`.execute(tx.db)
    await sql`delete from staged_unchanged where brand_id = ${brand.id}`.execute(tx.db)
    await deleteNameChanges(tx, brand.id, brand.names_version)
    for (const day of new Set(applied.rows.map((row) => row.day))) await markDirty(tx, brand.id, day)
    await refresh(tx, brand.id)
    return { parsed: applied.rows.length, unchanged: Number(unchanged.numAffectedRows ?? 0) }
  })
}
