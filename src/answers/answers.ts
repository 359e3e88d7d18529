/**
 * An answer enters once and is kept whole: the row, its text, its sources and the engine's own payload. What is read out
 * of it (facts, citations, evidence) is written in the same transaction, with a mark that the sums of its day are to be
 * made anew.
 */

import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import type { DB } from '../db/schema.generated.ts'
import type { EngineAnswer, EngineFailure, Surface } from '../engines/engine.ts'
import { recordCosts } from '../plans/spend-ledger.ts'
import { compress, compressJson, toStorableText } from './compression.ts'
import { dirtyDaysSql } from './dirty-days.ts'
import { type AnswerAnalysis, analyzeAnswer, type BrandParser, noFacts, sourcesOf } from './facts.ts'
import { PARSER_VERSION } from './parser/parser.ts'
import { insertShoppingCards } from './shopping-cards.ts'
import { encodeAnalysis } from './stored-analysis.ts'
import {
  type CitationRow,
  emptyUrlDictionary,
  resolveCitationIds,
  type UrlDictionary,
} from './url-dictionary.ts'

/** A question as it was asked, and what came of it. Times are as the question's; a region or language of '' is none. */
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

export type NewAnswer = QueriedAnswer & { brandId: string; prompt: { id: string } }

/** False when the same question of the same run has an answer already: it is then left as it is. */
export async function storeAnswer(ctx: Context, answer: NewAnswer, reader: BrandParser): Promise<boolean> {
  return (await storeAnswers(ctx, answer.brandId, [prepareRow(ctx, answer, reader)], reader)) === 1
}

export type PreparedRow = { id: string; promptId: string; answer: NewAnswer; prepared: PreparedAnswer }

/** An answer of a question that was just asked, read and ready to be stored. */
export const prepareRow = (ctx: Context, answer: NewAnswer, reader: BrandParser): PreparedRow => ({
  id: newId(ctx.now().getTime()),
  promptId: answer.prompt.id,
  answer,
  prepared: prepareAnswer(answer, reader),
})

/** Stores answers of one brand together, and what they cost; returns how many of them are new. */
export async function storeAnswers(
  ctx: Context,
  brandId: string,
  answers: readonly PreparedRow[],
  reader: BrandParser,
  known?: UrlDictionary,
): Promise<number> {
  return transaction(ctx, async (tx) => {
    const ids = await insertAnswers(tx, brandId, answers, reader, known)
    await recordAnswerCosts(
      tx,
      brandId,
      answers.filter(({ id }) => ids.has(id)).map(({ answer }) => answer),
    )
    return ids.size
  })
}

/** A failure costs nothing that anybody tells us of, and the simulator is paid nothing. */
async function recordAnswerCosts(tx: Context, brandId: string, answers: readonly NewAnswer[]): Promise<void> {
  const costs = answers.flatMap(({ backend, surface, result }) =>
    result.outcome === 'failed' || surface === 'simulated' ? [] : [{ backend, micros: result.costMicros }],
  )
  // In one order in every transaction, for others wait for these rows.
  const byBackend = [...Map.groupBy(costs, ({ backend }) => backend)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [engine, of] of byBackend) {
    const payee = { kind: 'answers' as const, engine, brandId }
    await recordCosts(
      tx,
      payee,
      of.map(({ micros }) => micros),
    )
  }
}

export type PreparedAnswer = ReturnType<typeof prepareAnswer>

/** All columns, for those that JSON leaves out would be null and not what they are by default. */
type AnswerRow = Omit<Selectable<DB['answers']>, 'brand_id' | 'id' | 'prompt_id'>

/** Everything that is written of an answer but its ids: what takes time and needs no database. */
export function prepareAnswer(asked: QueriedAnswer, reader: BrandParser) {
  const { result } = asked
  const read = result.outcome === 'answered' ? analyzeAnswer(readableOf(asked, result), reader) : null
  const row: AnswerRow = {
    job_id: asked.jobId,
    platform: asked.platform,
    backend: asked.backend,
    surface: asked.surface,
    region: asked.region,
    language: asked.language,
    sample: asked.sample,
    queried_at: asked.queriedAt,
    answered_at: asked.answeredAt,
    day: utcDay(asked.answeredAt),
    ...outcomeColumns(result, asked.surface),
    ...(read
      ? {
          analysis_version: PARSER_VERSION,
          names_version: reader.namesVersion,
          ...read.facts,
          citation_count: citedCount(read),
        }
      : unread),
  }
  return {
    row,
    texts: result.outcome === 'failed' ? null : textColumns(result, read),
    cards: result.outcome === 'answered' ? result.shoppingCards : [],
    read,
  }
}

/**
 * Writes answers of one brand that were prepared with this reader, and marks their days. Returns the ids of those that
 * are new; an answer that is stored already (same run or import, same question) is left out.
 */
export async function insertAnswers(
  tx: Context,
  brandId: string,
  answers: readonly { id: string; promptId: string; prepared: PreparedAnswer }[],
  reader: BrandParser,
  known: UrlDictionary = emptyUrlDictionary(),
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
  const read = answers.flatMap(({ id, prepared }) =>
    prepared.read === null ? [] : [{ answerId: id, day: prepared.row.day, reading: prepared.read }],
  )
  const citations = await citationsOf(tx, brandId, read, reader, known)
  // All by one statement, for each waits for the database. And all answers by one value: one for each of their columns
  // takes half as long again, and three times of our own time.
  const inserted = await sql<{ id: string }>`
    with inserted as (
      insert into answers select * from json_populate_recordset(null::answers, ${JSON.stringify(rows)})
      on conflict do nothing
      returning id, day, analysis_version
    )
    ${texts.length > 0 ? sql`, texts as (${insertTexts(brandId, texts)})` : sql``}
    ${citations.length > 0 ? sql`, citations as (${insertCitations(brandId, citations)})` : sql``}
    , marks as (${dirtyDaysSql(
      tx,
      brandId,
      read.map(({ day }) => day),
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

function readableOf({ prompt, language }: QueriedAnswer, { markdown, citations, retrieved }: EngineAnswer) {
  return {
    markdown,
    prompt: prompt.text,
    language: language || null,
    citations: sourcesOf({ citations, retrieved }),
  }
}

const citedCount = ({ reading }: AnswerAnalysis) =>
  reading.citations.filter((citation) => citation.cited).length

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
    // What the simulator calls its price is nobody's money.
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

const unread = { analysis_version: 0, names_version: 0, ...noFacts(), citation_count: 0 }

function textColumns(result: EngineAnswer, read: AnswerAnalysis | null) {
  return {
    markdown: compress(result.markdown),
    sources: compressJson({
      citations: result.citations,
      retrieved: result.retrieved,
      shopping_cards: result.shoppingCards,
    }),
    raw: result.raw === null ? null : compressJson(result.raw),
    reading: read && encodeAnalysis(read),
  }
}

export type ReadRow = { answerId: string; day: string; reading: AnswerAnalysis }
type NewCitation = CitationRow & { answerId: string; day: string }

async function citationsOf(
  tx: Context,
  brandId: string,
  answers: readonly ReadRow[],
  reader: BrandParser,
  known: UrlDictionary,
): Promise<NewCitation[]> {
  const lists = await resolveCitationIds(
    tx,
    brandId,
    answers.map(({ reading }) => reading),
    reader,
    known,
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
  reading: Buffer | null
}

/** This and the next two are parts of a statement: of the answers given, they take those that are in `inserted`. */
function insertTexts(brandId: string, texts: readonly NewText[]): RawBuilder<unknown> {
  const rows = texts.map(
    ({ answerId, markdown, sources, raw, reading }) =>
      sql`(${answerId}::uuid, ${markdown}::bytea, ${sources}::bytea, ${raw}::bytea, ${reading}::bytea)`,
  )
  return sql`
    insert into answer_texts (brand_id, answer_id, markdown, sources, raw, analysis)
    select ${brandId}::uuid, given.* from (values ${sql.join(rows)}) as given (id, markdown, sources, raw, analysis)
    join inserted on inserted.id = given.id`
}

function insertCitations(brandId: string, citations: readonly NewCitation[]): RawBuilder<unknown> {
  const column = (part: (row: NewCitation) => string | number | boolean | null) =>
    arrayLiteral(citations, part)
  // Arrays, for a statement takes no more than 65,535 single values.
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
