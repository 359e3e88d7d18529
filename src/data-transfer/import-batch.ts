/**
 * Prepares and stores one batch of an import: finds what is stored already, parses the rest, and creates missing
 * prompts.
 */
import { sql } from 'kysely'
import type { KnownSentiments } from '../answers/analysis.ts'
import { type AnswerWriter, createAnswerWriter } from '../answers/answers.ts'
import type { PreparedAnswer, QueriedAnswer } from '../answers/prepare-answer.ts'
import { toStorableText } from '../answers/storable-text.ts'
import type { Brand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { type Message, message, plainMessage } from '../languages/message.ts'
import { findSentimentModel } from '../llm/sentiment-model.ts'
import { insertPrompts } from '../prompts/prompts.ts'
import { findOrCreateTopics } from '../prompts/topics.ts'
import type { AnswerLine } from './data-transfer.ts'

/** The brand and its answer writer as of the last lock. `latest`: no answer may be later. */
export type ImportState = { brand: Brand; writer: AnswerWriter; latest: Date }

export const createWriter = async (ctx: Context, brand: Brand): Promise<AnswerWriter> =>
  createAnswerWriter(ctx, brand, await trackedEntities(ctx, brand), (await findSentimentModel(ctx)) !== null)

/** A valid line with its region, language and persona resolved. */
export type ImportEntry = {
  answer: AnswerLine
  region: string
  language: string
  persona_id: string | null
  /** What identifies the prompt, as in `prompts.text_hash`. */
  promptKey: Buffer
  sentiments?: KnownSentiments | undefined
}

/** `size` is the number of lines in the batch; `entries` are those that are not stored yet. */
export type ImportBatch = {
  size: number
  entries: ImportEntry[]
  prepared: PreparedAnswer[]
  writer: AnswerWriter
}

export async function prepareBatch(
  ctx: Context,
  state: ImportState,
  batch: ImportEntry[],
): Promise<ImportBatch> {
  const storedIndexes = await findStored(ctx, state.brand, batch)
  const entries = batch.filter((_, index) => !storedIndexes.has(index))
  return { size: batch.length, ...(await parseAnswers(entries, state.writer)) }
}

async function parseAnswers(
  entries: ImportEntry[],
  writer: AnswerWriter,
): Promise<Omit<ImportBatch, 'size'>> {
  return { entries, prepared: await writer.prepare(entries.map(toQueriedAnswer)), writer }
}

/**
 * Returns the indexes of the entries that are already stored, whether by a run or an import, and also under deleted
 * prompts.
 */
async function findStored(ctx: Context, brand: Brand, entries: ImportEntry[]): Promise<Set<number>> {
  const { rows } = await sql<{ index: number }>`
    select distinct wanted.index
    from unnest(
      ${entries.map((_, index) => index)}::int[],
      ${entries.map(({ promptKey }) => promptKey)}::bytea[],
      ${entries.map(({ answer }) => answer.platform)}::text[],
      ${entries.map(({ region }) => region)}::text[],
      ${entries.map(({ answer }) => answer.answered_at)}::timestamptz[],
      ${entries.map(({ answer }) => answer.sample)}::int[]
    ) as wanted (index, text_hash, platform, region, answered_at, sample)
    join prompts p on p.brand_id = ${brand.id} and p.text_hash = wanted.text_hash
    join answers a on a.brand_id = ${brand.id} and a.prompt_id = p.id and a.platform = wanted.platform
      and a.region = wanted.region and a.answered_at = wanted.answered_at and a.sample = wanted.sample`.execute(
    ctx.db,
  )
  return new Set(rows.map((row) => row.index))
}

function toQueriedAnswer({ answer, region, language, sentiments }: ImportEntry): QueriedAnswer {
  return {
    jobId: null,
    prompt: { text: answer.prompt },
    platform: answer.platform,
    backend: answer.backend,
    surface: answer.surface,
    region,
    language,
    sample: answer.sample,
    queriedAt: answer.queried_at ?? answer.answered_at,
    answeredAt: answer.answered_at,
    ...(sentiments && { sentiments }),
    result: toResult(answer),
  }
}

/** The reason in a file has no translation. */
const importedFailure = (reason: string | null | undefined): Message =>
  reason == null
    ? message('dataTransfer.importBatch.theQueryFailedNoReasonWas')
    : plainMessage(toStorableText(reason))

function toResult(answer: AnswerLine): QueriedAnswer['result'] {
  const { status, answer_markdown: markdown, searches, citations } = answer
  if (status === 'failed') return { outcome: status, message: importedFailure(answer.failure) }
  const sorted = citations.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
  return {
    // An answer without text counts as empty, so that it is not counted as "not mentioned".
    outcome: status === 'answered' && markdown.trim() === '' ? 'empty' : status,
    markdown,
    model: answer.model ?? null,
    citations: sorted
      .filter(({ retrieved }) => !retrieved)
      .map(({ url, title = null, start = null, end = null }) => ({ url, title, start, end })),
    retrieved: sorted.filter(({ retrieved }) => retrieved).map(({ url, title = null }) => ({ url, title })),
    searches,
    searched: answer.searched ?? (searches.length > 0 ? true : null),
    inputTokens: answer.input_tokens ?? null,
    outputTokens: answer.output_tokens ?? null,
    costMicros: answer.cost_micros ?? null,
    costEstimated: answer.cost_estimated,
    shoppingCards: answer.shopping_cards.map((card, index) => ({
      ...card,
      position: card.position ?? index + 1,
    })),
    raw: answer.raw ?? null,
    unrecognized: [],
  }
}

/** Returns the number of new answers in the batch. */
export async function storeBatch(ctx: Context, state: ImportState, batch: ImportBatch): Promise<number> {
  if (batch.entries.length === 0) return 0
  return transaction(ctx, async (tx) => {
    const brand = await lockBrand(tx, state.brand)
    if (brand.names_version !== state.writer.namesVersion) {
      Object.assign(state, { brand, writer: await createWriter(tx, brand) })
    }
    // The names changed after the batch was parsed. It is parsed again, because its facts would stay outdated.
    const { entries, prepared, writer } =
      batch.writer === state.writer ? batch : await parseAnswers(batch.entries, state.writer)
    const promptIds = await findOrCreatePrompts(tx, brand, entries)
    const ids = await assignIds(tx, entries)
    const answers = prepared.map((each, index) => ({
      id: ids[index] ?? newId(),
      promptId: promptIds[index] ?? '',
      prepared: each,
    }))
    return (await writer.insert(tx, answers)).size
  })
}

/** Keeps the names unchanged until commit, and serializes imports of the same brand. */
async function lockBrand(tx: Context, { id }: Brand): Promise<Brand> {
  const brand = await tx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!brand) throw notFound(message('common.texts.noSuchBrand'))
  return brand
}

/** Returns the prompt id of each entry. Creates missing prompts and their topics. */
async function findOrCreatePrompts(tx: Context, brand: Brand, entries: ImportEntry[]): Promise<string[]> {
  const ids = await findPrompts(tx, brand, entries)
  const missing = entries.filter(({ promptKey }) => !ids.has(getKey(promptKey)))
  if (missing.length > 0) {
    const topics = await findOrCreateTopics(
      tx,
      brand.id,
      missing.flatMap(({ answer }) => answer.topic ?? []),
    )
    const created = await insertPrompts(
      tx,
      brand,
      missing.map(({ answer, region, language, persona_id }) => ({
        text: answer.prompt,
        region: region || null,
        language: language || null,
        persona_id,
        tags: answer.tags,
        topic_id: answer.topic ? (topics.get(normalizeName(answer.topic)) ?? null) : null,
        category: answer.category ?? undefined,
        is_active: answer.is_active,
      })),
    )
    for (const { id, text_hash } of created) ids.set(getKey(text_hash), id)
    await recordEvent(tx, 'prompts.imported', { brandId: brand.id, data: { created: created.length } })
  }
  return entries.map(({ answer, promptKey }) => {
    const id = ids.get(getKey(promptKey))
    if (id === undefined) throw new Error(`The prompt "${answer.prompt}" was neither found nor created`)
    return id
  })
}

const getKey = (key: Buffer) => key.toString('base64')

/** Includes deleted prompts, which keep their answers and receive further ones. */
async function findPrompts(tx: Context, brand: Brand, entries: ImportEntry[]): Promise<Map<string, string>> {
  const keys = new Map(entries.map(({ promptKey }) => [getKey(promptKey), promptKey]))
  const rows = await tx.db
    .selectFrom('prompts')
    .select(['id', 'text_hash'])
    .where('brand_id', '=', brand.id)
    .where('text_hash', 'in', [...keys.values()])
    // The last row of a key wins: the active prompt or the one deleted last.
    .orderBy('deleted_at', (order) => order.asc().nullsLast())
    .execute()
  return new Map(rows.map((row) => [getKey(row.text_hash), row.id]))
}

/** Returns the id of each entry, or a new id if an answer of the organization already has it. */
async function assignIds(tx: Context, entries: ImportEntry[]): Promise<string[]> {
  const givenIds = entries.flatMap(({ answer }) => answer.id ?? [])
  const taken = new Set<string>()
  if (givenIds.length > 0) {
    const { rows } = await sql<{ id: string }>`
      select a.id from brands b join answers a on a.brand_id = b.id and a.id = any(${givenIds}::uuid[])
      where b.organization_id = ${tx.organizationId}`.execute(tx.db)
    for (const { id } of rows) taken.add(id)
  }
  return entries.map(({ answer: { id } }) => {
    if (id === null || taken.has(id)) return newId(tx.now().getTime())
    taken.add(id)
    return id
  })
}
