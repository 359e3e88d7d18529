/**
 * Prepares and stores one batch of an import: finds what is stored already, parses the rest, and creates missing
 * prompts.
 */
import { sql } from 'kysely'
import { maxQuestions } from '../../vocabulary/conversations.ts'
import type { KnownSentiments } from '../answers/analysis.ts'
import { type AnswerWriter, createAnswerWriter } from '../answers/answers.ts'
import type { PreparedAnswer, QueriedAnswer } from '../answers/prepare-answer.ts'
import { toStorableText } from '../answers/storable-text.ts'
import { type Brand, lockBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { type Message, message, plainMessage } from '../languages/message.ts'
import { findChosenModel } from '../llm/chosen-model.ts'
import { insertPrompts, type Prompt } from '../prompts/prompts.ts'
import { findOrCreateTopics } from '../prompts/topics.ts'
import { promptTextHash, type Wording } from '../prompts/wording.ts'
import type { AnswerLine } from './data-transfer.ts'

/** The brand and its answer writer as of the last lock. `latest`: no answer may be later. */
export type ImportState = { brand: Brand; writer: AnswerWriter; latest: Date }

export const createWriter = async (ctx: Context, brand: Brand): Promise<AnswerWriter> =>
  createAnswerWriter(
    ctx,
    brand,
    await trackedEntities(ctx, brand),
    (await findChosenModel(ctx, 'sentiment')) !== null,
  )

/** A valid line with its region, language and persona resolved. */
export type ImportEntry = {
  answer: AnswerLine
  region: string
  language: string
  persona_id: string | null
  /** `prompts.text_hash` of each question of the conversation, the last one of the prompt. */
  promptKeys: Buffer[]
  promptKey: Buffer
  sentiments?: KnownSentiments | undefined
}

const noKey = Buffer.alloc(0)

/** Returns what identifies a prompt and the questions before it. */
export function identifyPrompt(questions: readonly string[], shared: Omit<Wording, 'text' | 'previous'>) {
  const promptKeys: Buffer[] = []
  let promptKey: Buffer = noKey
  for (const text of questions) {
    const previous = promptKeys.length > 0 ? { text_hash: promptKey } : undefined
    promptKey = promptTextHash({ ...shared, text, previous })
    promptKeys.push(promptKey)
  }
  return { promptKeys, promptKey }
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
    weight: answer.weight,
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

/** Returns the prompt id of each entry. Creates missing prompts and their topics, first questions before follow-ups. */
async function findOrCreatePrompts(tx: Context, brand: Brand, entries: ImportEntry[]): Promise<string[]> {
  const prompts = await findPrompts(tx, brand, entries)
  for (let turn = 0; turn < maxQuestions; turn += 1) {
    const missing = entries.filter(({ promptKeys }) => {
      const key = promptKeys[turn]
      return key !== undefined && !prompts.has(getKey(key))
    })
    for (const created of await createPrompts(tx, brand, missing, { turn, prompts }))
      prompts.set(getKey(created.text_hash), created)
  }
  return entries.map(({ answer, promptKey }) => {
    const prompt = prompts.get(getKey(promptKey))
    if (prompt === undefined) throw new Error(`The prompt "${answer.prompt}" was neither found nor created`)
    return prompt.id
  })
}

/** Creates the question of each entry at this place of its conversation. */
async function createPrompts(
  tx: Context,
  brand: Brand,
  entries: ImportEntry[],
  { turn, prompts }: { turn: number; prompts: ReadonlyMap<string, Prompt> },
): Promise<Prompt[]> {
  if (entries.length === 0) return []
  const topics = await findOrCreateTopics(
    tx,
    brand.id,
    entries.flatMap(({ answer }) => answer.topic ?? []),
  )
  const created = await insertPrompts(
    tx,
    brand,
    entries.map(({ answer, region, language, persona_id, promptKeys }) => ({
      text: [...answer.follows, answer.prompt][turn] ?? answer.prompt,
      region: region || null,
      language: language || null,
      persona_id,
      tags: answer.tags,
      topic_id: answer.topic ? (topics.get(normalizeName(answer.topic)) ?? null) : null,
      category: turn === answer.follows.length ? (answer.category ?? undefined) : undefined,
      is_active: answer.is_active,
      previous: prompts.get(getKey(promptKeys[turn - 1] ?? noKey)),
    })),
  )
  await recordEvent(tx, 'prompts.imported', { brandId: brand.id, data: { created: created.length } })
  return created
}

const getKey = (key: Buffer) => key.toString('base64')

/** Includes deleted prompts, which keep their answers and receive further ones. */
async function findPrompts(tx: Context, brand: Brand, entries: ImportEntry[]): Promise<Map<string, Prompt>> {
  const keys = new Map(
    entries.flatMap(({ promptKeys }) => promptKeys.map((key) => [getKey(key), key] as const)),
  )
  const rows = await tx.db
    .selectFrom('prompts')
    .selectAll()
    .where('brand_id', '=', brand.id)
    .where('text_hash', 'in', [...keys.values()])
    // The last row of a key wins: the active prompt or the one deleted last.
    .orderBy('deleted_at', (order) => order.asc().nullsLast())
    .execute()
  return new Map(rows.map((row) => [getKey(row.text_hash), row]))
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
