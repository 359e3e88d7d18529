/**
 * Stores answers. An answer is what an engine returned for one query (prompt × platform × region × sample). The row,
 * its text, its sources, the engine's payload and its analysis (mentions, citations, sentiment) are inserted in one
 * transaction, which also marks the day as dirty, so that its rollups are recomputed.
 */

import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import type { DB } from '../db/schema.generated.ts'
import type { EngineAnswer, EngineFailure, Surface } from '../engines/engine.ts'
import { recordCosts } from '../plans/spend-ledger.ts'
import {
  type AnalyzedBrand,
  type AnswerAnalysis,
  analyzeAnswer,
  type BrandParser,
  createBrandParser,
  type NumberedEntity,
  noFacts,
  sourcesOf,
} from './analysis.ts'
import { compress, compressJson, toStorableText } from './compression.ts'
import { dirtyDaysSql } from './dirty-days.ts'
import { PARSER_VERSION } from './parser.ts'
import { insertShoppingCards } from './shopping-cards.ts'
import { encodeAnalysis } from './stored-analysis.ts'
import {
  type CitationRow,
  emptyUrlDictionary,
  resolveCitationIds,
  type UrlDictionary,
} from './url-dictionary.ts'

/** A query and its result. The region and the language are '' if there is none. */
export type QueriedAnswer = {
  jobId: string | null
  prompt: { text: string }
  platform: string
  backend: string
  surface: Surface
  region: string
  language: string
  sample: number
  queriedAt: Date
  answeredAt: Date
  result: EngineAnswer | Pick<EngineFailure, 'outcome' | 'message'>
}

/** An analyzed answer. Preparing one takes CPU time and needs no database. */
export type PreparedAnswer = ReturnType<typeof prepareAnswer>

type NewAnswer = { id: string; promptId: string; prepared: PreparedAnswer }

/** Writes the answers of one brand. Create another one when `namesVersion` is no longer the brand's. */
export type AnswerWriter = {
  namesVersion: number
  prepare(answer: QueriedAnswer): PreparedAnswer
  /**
   * Inserts answers and marks their days as dirty. Returns the ids of new answers; an answer that is stored already
   * (same run or import, same query) is left as it is.
   */
  insert(tx: Context, answers: readonly NewAnswer[]): Promise<Set<string>>
  /** Inserts answers and records their costs in one transaction. Returns the number of new answers. */
  store(ctx: Context, answers: readonly NewAnswer[]): Promise<number>
}

export function createAnswerWriter(brand: AnalyzedBrand, entities: readonly NumberedEntity[]): AnswerWriter {
  const parser = createBrandParser(brand, entities)
  let urls = emptyUrlDictionary()
  const insert = (tx: Context, answers: readonly NewAnswer[]) =>
    insertAnswers(tx, brand.id, answers, parser, urls)
  const store = (ctx: Context, answers: readonly NewAnswer[]) =>
    transaction(ctx, async (tx) => {
      const ids = await insert(tx, answers)
      const added = answers.filter(({ id }) => ids.has(id))
      await recordAnswerCosts(
        tx,
        brand.id,
        added.map(({ prepared }) => prepared.row),
      )
      return ids.size
    }).catch((error) => {
      // The transaction rolled back what the cached ids refer to.
      urls = emptyUrlDictionary()
      throw error
    })
  return {
    namesVersion: parser.namesVersion,
    prepare: (answer) => prepareAnswer(answer, parser),
    insert,
    store,
  }
}

/** Failures are not charged, as far as engines report, and the simulator is free. */
async function recordAnswerCosts(tx: Context, brandId: string, rows: readonly AnswerRow[]): Promise<void> {
  const costs = rows.filter(({ status, surface }) => status !== 'failed' && surface !== 'simulated')
  // Sorted, so that concurrent transactions lock these rows in the same order.
  const byBackend = [...Map.groupBy(costs, ({ backend }) => backend)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [engine, of] of byBackend) {
    const payee = { kind: 'answers' as const, engine, brandId }
    await recordCosts(
      tx,
      payee,
      of.map(({ cost_micros }) => cost_micros),
    )
  }
}

/** All columns: one that JSON omits would be null instead of its default. */
type AnswerRow = Omit<Selectable<DB['answers']>, 'brand_id' | 'id' | 'prompt_id'>

function prepareAnswer(queried: QueriedAnswer, parser: BrandParser) {
  const { result } = queried
  const analysis = result.outcome === 'answered' ? analyzeAnswer(parserInput(queried, result), parser) : null
  const row: AnswerRow = {
    job_id: queried.jobId,
    platform: queried.platform,
    backend: queried.backend,
    surface: queried.surface,
    region: queried.region,
    language: queried.language,
    sample: queried.sample,
    queried_at: queried.queriedAt,
    answered_at: queried.answeredAt,
    day: utcDay(queried.answeredAt),
    ...outcomeColumns(result, queried.surface),
    ...(analysis
      ? {
          analysis_version: PARSER_VERSION,
          names_version: parser.namesVersion,
          ...analysis.facts,
          citation_count: citedCount(analysis),
        }
      : withoutAnalysis),
  }
  return {
    row,
    texts: result.outcome === 'failed' ? null : textColumns(result, analysis),
    cards: result.outcome === 'answered' ? result.shoppingCards : [],
    analysis,
  }
}

async function insertAnswers(
  tx: Context,
  brandId: string,
  answers: readonly NewAnswer[],
  parser: BrandParser,
  urls: UrlDictionary,
): Promise<Set<string>> {
  const rows = answers.map(
    ({ id, promptId, prepared }): Selectable<DB['answers']> => ({
      brand_id: brandId,
      id,
      prompt_id: promptId,
      ...prepared.row,
    }),
  )
  const texts = answers.flatMap(({ id, prepared }) =>
    prepared.texts === null ? [] : [{ answerId: id, ...prepared.texts }],
  )
  const analyzed = answers.flatMap(({ id, prepared }) =>
    prepared.analysis === null ? [] : [{ answerId: id, day: prepared.row.day, analysis: prepared.analysis }],
  )
  const citations = await citationsOf(tx, brandId, analyzed, parser, urls)
  // One statement saves round trips. One JSON parameter for all answers is faster than one parameter per column, which
  // takes half as long again in total and three times the CPU time of this process.
  const inserted = await sql<{ id: string }>`
    with inserted as (
      insert into answers select * from json_populate_recordset(null::answers, ${JSON.stringify(rows)})
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
  return ids
}

function parserInput({ prompt, language }: QueriedAnswer, { markdown, citations, retrieved }: EngineAnswer) {
  return {
    markdown,
    prompt: prompt.text,
    language: language || null,
    citations: sourcesOf({ citations, retrieved }),
  }
}

const citedCount = ({ parsed }: AnswerAnalysis) =>
  parsed.citations.filter((citation) => citation.cited).length

function outcomeColumns(result: QueriedAnswer['result'], surface: Surface) {
  if (result.outcome === 'failed')
    return { status: 'failed', failure: toStorableText(result.message), ...unanswered }
  return {
    status: result.outcome,
    failure: null,
    model: toStorableText(result.model ?? ''),
    searched: result.searched,
    searches: result.searches.map(toStorableText),
    input_tokens: result.inputTokens,
    output_tokens: result.outputTokens,
    // The simulator's price is not charged.
    cost_micros: surface === 'simulated' ? 0 : result.costMicros,
  }
}

const unanswered = {
  model: '',
  searched: null,
  searches: [],
  input_tokens: null,
  output_tokens: null,
  cost_micros: null,
}

const withoutAnalysis = { analysis_version: 0, names_version: 0, ...noFacts(), citation_count: 0 }

function textColumns(result: EngineAnswer, analysis: AnswerAnalysis | null) {
  return {
    markdown: compress(result.markdown),
    sources: compressJson({
      citations: result.citations,
      retrieved: result.retrieved,
      shopping_cards: result.shoppingCards,
    }),
    raw: result.raw === null ? null : compressJson(result.raw),
    encodedAnalysis: analysis && encodeAnalysis(analysis),
  }
}

type AnalyzedAnswer = { answerId: string; day: string; analysis: AnswerAnalysis }
type NewCitation = CitationRow & { answerId: string; day: string }

async function citationsOf(
  tx: Context,
  brandId: string,
  answers: readonly AnalyzedAnswer[],
  parser: BrandParser,
  urls: UrlDictionary,
): Promise<NewCitation[]> {
  const lists = await resolveCitationIds(
    tx,
    brandId,
    answers.map(({ analysis }) => analysis),
    parser,
    urls,
  )
  return answers.flatMap(({ answerId, day }, index) =>
    (lists[index] ?? []).map((row) => ({ ...row, answerId, day })),
  )
}

type NewText = {
  answerId: string
  markdown: Buffer
  sources: Buffer
  raw: Buffer | null
  encodedAnalysis: Buffer | null
}

/** Returns the part of a statement that inserts the texts of answers that are in `inserted`. */
function insertTexts(brandId: string, texts: readonly NewText[]): RawBuilder<unknown> {
  const rows = texts.map(
    ({ answerId, markdown, sources, raw, encodedAnalysis }) =>
      sql`(${answerId}::uuid, ${markdown}::bytea, ${sources}::bytea, ${raw}::bytea, ${encodedAnalysis}::bytea)`,
  )
  return sql`
    insert into answer_texts (brand_id, answer_id, markdown, sources, raw, analysis)
    select ${brandId}::uuid, given.* from (values ${sql.join(rows)}) as given (id, markdown, sources, raw, analysis)
    join inserted on inserted.id = given.id`
}

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
