/**
 * Stores answers. An answer is what an engine returned for one query (prompt × platform × region × sample). The row,
 * its text, its sources, the engine's payload and its analysis (mentions, citations, sentiment) are inserted in one
 * transaction, which also marks the day as dirty, so that its rollups are recomputed.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import { insertJsonRows } from '../db/insert-json-rows.ts'
import type { DB } from '../db/schema.generated.ts'
import { recordCosts } from '../plans/spend-ledger.ts'
import type { AnalyzedBrand, NumberedEntity } from './analysis.ts'
import { analysisPool } from './analysis-pool.ts'
import { serializeNames } from './analyzer.ts'
import { dirtyDaysSql } from './dirty-days.ts'
import type { PreparedAnswer, QueriedAnswer } from './prepare-answer.ts'
import { insertShoppingCards } from './shopping-cards.ts'
import type { StoredAnalysis } from './stored-analysis.ts'
import {
  type CitationRow,
  emptyUrlDictionary,
  rememberUrls,
  resolveCitationIds,
  type UrlDictionary,
} from './url-dictionary.ts'

type NewAnswer = { id: string; promptId: string; prepared: PreparedAnswer }

/** Writes the answers of one brand. Create another one when `namesVersion` is no longer the brand's. */
export type AnswerWriter = {
  namesVersion: number
  /** Analyzes answers, outside of the event loop if that takes long. */
  prepare(answers: readonly QueriedAnswer[]): Promise<PreparedAnswer[]>
  /**
   * Inserts answers and marks their days as dirty. Returns the ids of new answers; an answer that is stored already
   * (same run or import, same query) is left as it is. Pass one transaction after another, and discard the writer if one fails:
   * it then refers to URLs that were rolled back.
   */
  insert(tx: Context, answers: readonly NewAnswer[]): Promise<Set<string>>
  /** Inserts answers and records their costs in one transaction. Returns the number of new answers. */
  store(ctx: Context, answers: readonly NewAnswer[]): Promise<number>
}

/** `usesModel`: whether a language model classifies the sentiment of the answers later. */
export function createAnswerWriter(
  ctx: Pick<Context, 'use' | 'organizationId'>,
  brand: AnalyzedBrand,
  entities: readonly NumberedEntity[],
  usesModel = false,
): AnswerWriter {
  const names = serializeNames(brand, entities, usesModel)
  const numbers = new Map(entities.map(({ id, number }) => [id, number]))
  const known = emptyUrlDictionary()
  const insert = async (tx: Context, answers: readonly NewAnswer[]) => {
    const { ids, urls } = await insertAnswers(tx, brand.id, answers, (id) => numbers.get(id), known)
    rememberUrls(known, urls)
    return ids
  }
  const store = async (ctx: Context, answers: readonly NewAnswer[]) => {
    const { count, urls } = await transaction(ctx, async (tx) => {
      const { ids, urls } = await insertAnswers(tx, brand.id, answers, (id) => numbers.get(id), known)
      const added = answers.flatMap(({ id, prepared }) => (ids.has(id) ? [prepared.row] : []))
      await recordAnswerCosts(tx, brand.id, added)
      return { count: ids.size, urls }
    })
    if (!ctx.db.isTransaction) rememberUrls(known, urls)
    return count
  }
  return {
    namesVersion: brand.names_version,
    prepare: (answers) => ctx.use(analysisPool).prepare(ctx.organizationId, names, answers),
    insert,
    store,
  }
}

/** A failure that is not charged has no cost, and the simulator is free. */
async function recordAnswerCosts(
  tx: Context,
  brandId: string,
  rows: readonly PreparedAnswer['row'][],
): Promise<void> {
  const costs = rows.flatMap(({ backend, surface, cost_micros, cost_estimated }) =>
    surface === 'simulated' || cost_micros === null
      ? []
      : [{ backend, costMicros: cost_micros, costEstimated: cost_estimated }],
  )
  // Sorted, so that concurrent transactions lock these rows in the same order.
  const byBackend = [...Map.groupBy(costs, ({ backend }) => backend)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [engine, of] of byBackend) {
    const payee = { kind: 'answers' as const, engine, brandId }
    await recordCosts(tx, payee, of)
  }
}

async function insertAnswers(
  tx: Context,
  brandId: string,
  answers: readonly NewAnswer[],
  getNumber: (entityId: string) => number | undefined,
  known: UrlDictionary,
): Promise<{ ids: Set<string>; urls: UrlDictionary }> {
  const rows = answers.map(
    ({ id, promptId, prepared }): Record<keyof DB['answers'], unknown> => ({
      brand_id: brandId,
      id,
      prompt_id: promptId,
      ...prepared.row,
    }),
  )
  const texts = answers.flatMap(({ id, prepared }) =>
    prepared.texts === null
      ? []
      : [{ answerId: id, ...prepared.texts, analysis: prepared.analysis?.stored ?? null }],
  )
  const analyzed = answers.flatMap(({ id, prepared }) =>
    prepared.analysis === null ? [] : [{ answerId: id, day: prepared.row.day, analysis: prepared.analysis }],
  )
  const cited = analyzed.map(({ analysis }) => analysis.citations)
  const { rows: citationRows, used } = await resolveCitationIds(tx, brandId, cited, getNumber, known)
  const citations = analyzed.flatMap(({ answerId, day }, index) =>
    (citationRows[index] ?? []).map((row) => ({ ...row, answerId, day })),
  )
  // One statement saves round trips. One JSON parameter for all answers is faster than one parameter per column, which
  // takes half as long again in total and three times the CPU time of this process.
  const inserted = await sql<{ id: string }>`
    with inserted as (
      ${insertJsonRows('answers', rows)}
      on conflict do nothing
      returning id, day, analysis_version
    )
    ${texts.length > 0 ? sql`, texts as (${insertTexts(brandId, texts)})` : sql``}
    ${citations.length > 0 ? sql`, citations as (${insertCitations(brandId, citations)})` : sql``}
    , dirty as (${dirtyDaysSql(
      tx,
      brandId,
      analyzed.map(({ day }) => day),
    )})
    select id from inserted`.execute(tx.db)
  const ids = new Set(inserted.rows.map((row) => row.id))
  await insertShoppingCards(
    tx,
    brandId,
    answers.flatMap(({ id, prepared: { row, cards } }) =>
      ids.has(id) ? [{ answerId: id, day: row.day, answeredAt: row.answered_at, cards }] : [],
    ),
  )
  return { ids, urls: used }
}

type NewText = NonNullable<PreparedAnswer['texts']> & { answerId: string; analysis: StoredAnalysis | null }

/** Returns the part of a statement that inserts the texts of answers that are in `inserted`. */
function insertTexts(brandId: string, texts: readonly NewText[]): RawBuilder<unknown> {
  const rows = texts.map(
    ({ answerId, markdown, sources, raw, analysis }) =>
      sql`(${answerId}::uuid, ${markdown}, ${JSON.stringify(sources)}::json, ${raw}::bytea, ${analysis && JSON.stringify(analysis)}::json)`,
  )
  return sql`
    insert into answer_texts (brand_id, answer_id, markdown, sources, raw, analysis)
    select ${brandId}::uuid, given.* from (values ${sql.join(rows)}) as given (id, markdown, sources, raw, analysis)
    join inserted on inserted.id = given.id`
}

type NewCitation = CitationRow & { answerId: string; day: string }

function insertCitations(brandId: string, citations: readonly NewCitation[]): RawBuilder<unknown> {
  const column = (part: (row: NewCitation) => string | number | boolean | null) =>
    arrayLiteral(citations, part)
  // Arrays, because a statement can have at most 65,535 parameters.
  return sql`
    insert into answer_citations (brand_id, answer_id, day, position, url_id, domain_id, cited, category, entity)
    select ${brandId}::uuid, given.* from unnest(
      ${column((row) => row.answerId)}::uuid[], ${column((row) => row.day)}::date[],
      ${column((row) => row.position)}::smallint[], ${column((row) => row.url_id)}::bigint[],
      ${column((row) => row.domain_id)}::bigint[], ${column((row) => row.cited)}::boolean[],
      ${column((row) => row.category)}::text[], ${column((row) => row.entity)}::smallint[]
    ) as given (id, day, position, url_id, domain_id, cited, category, entity)
    join inserted on inserted.id = given.id`
}
