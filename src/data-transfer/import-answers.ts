/**
 * History from elsewhere: answers that were given before, each stored and read exactly as a run would. They go in by
 * batches, each whole or not at all, and one that is stored already is passed over: an import that was cut off is begun
 * again and goes on where it was.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type AnswerWriter,
  createAnswerWriter,
  type PreparedAnswer,
  type QueriedAnswer,
} from '../answers/answers.ts'
import type { Brand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { refresh } from '../metrics/rollups.ts'
import { insertPrompts, promptTextHash } from '../prompts/prompts.ts'
import { findOrCreateTopics } from '../prompts/topics.ts'
import { AnswerLine } from './answer-line.ts'
import type { JsonLine } from './json-lines.ts'

export type ImportReport = {
  imported: number
  skipped: number
  /** The first of them. */
  rejected: { line: number; reason: string }[]
  /** How many there are beyond those listed. */
  more_rejected?: number
}

export type ImportOptions = {
  /** Aborted, the import ends after the batch at hand. */
  signal?: AbortSignal
  /** Told after every batch. */
  onProgress?: (counts: { imported: number; skipped: number; rejected: number }) => void
}

/** Beyond this a longer statement gains nothing, and what a kill takes back grows. */
const batchSize = 200
const mostListed = 1_000
/** Sums are made anew after so many answers, then whenever there are twice as many: each answer is summed a few times, in whatever order they come. */
const firstSettled = 5_000

export async function importAnswers(
  ctx: Context,
  brand: Brand,
  lines: AsyncIterable<JsonLine>,
  { signal, onProgress }: ImportOptions = {},
): Promise<ImportReport> {
  const report = { imported: 0, skipped: 0, rejected: [] as ImportReport['rejected'] }
  let rejected = 0
  const reject = (line: number, reason: string) => {
    rejected += 1
    if (rejected <= mostListed) report.rejected.push({ line, reason })
  }
  const desk: Desk = { brand, writer: await writerOf(ctx, brand) }
  const entries = entriesOf(desk, lines, reject)
  const nextBatch = async () => {
    if (signal?.aborted) return null
    const batch = await take(entries, batchSize)
    return batch.length > 0 ? prepare(ctx, desk, batch) : null
  }
  const isTimeToSettle = doubling(firstSettled)
  let looked = false
  const sums = settler(ctx, brand)
  try {
    let batch = await nextBatch()
    while (batch) {
      // The next batch is read while the database writes this one.
      const [stored, following]: [number, Batch | null] = await Promise.all([
        store(ctx, desk, batch),
        nextBatch(),
      ])
      report.imported += stored
      report.skipped += batch.size - stored
      if (!looked && stored > 0) {
        await lookAtTables(ctx)
        looked = true
      }
      if (isTimeToSettle(report.imported)) await sums.begin()
      onProgress?.({ imported: report.imported, skipped: report.skipped, rejected })
      batch = following
    }
  } finally {
    await sums.ended()
  }
  await sums.finish()
  await refresh(ctx, brand.id)
  return { ...report, ...(rejected > mostListed && { more_rejected: rejected - mostListed }) }
}

/** Makes sums beside the batches that follow, whose days are marked again. A failure is thrown by the call after it. */
function settler(ctx: Context, { id }: Brand) {
  let running: Promise<{ error: unknown } | null> = Promise.resolve(null)
  const finish = async () => {
    const failure = await running
    if (failure) throw failure.error
  }
  const begin = async () => {
    await finish()
    running = refresh(ctx, id)
      .then(() => lookAtTables(ctx))
      .then(
        () => null,
        (error: unknown) => ({ error }),
      )
  }
  return { begin, finish, ended: () => running }
}

/** True once `first` is reached, and again whenever the count has doubled since. */
function doubling(first: number): (count: number) => boolean {
  let next = first
  return (count) => {
    if (count < next) return false
    next = 2 * count
    return true
  }
}

/**
 * PostgreSQL plans, and keeps, the checks of foreign keys by how large it believes the tables to be. In a new database it
 * believes them empty until it looks, up to a minute later, and until then reads them whole for every citation. It also
 * holds all addresses that a day cites against all that it knows, one by one, while it believes these to be a handful.
 */
async function lookAtTables(ctx: Context): Promise<void> {
  await sql`analyze prompts, answers, answer_texts, answer_citations, domains, urls, sources`.execute(ctx.db)
}

/** The brand and what reads its answers, as they were last seen. */
type Desk = { brand: Brand; writer: AnswerWriter }

const writerOf = async (ctx: Context, brand: Brand): Promise<AnswerWriter> =>
  createAnswerWriter(brand, await trackedEntities(ctx, brand))

/** A line that is right, with its region and language decided. */
type Entry = { answer: AnswerLine; region: string; language: string; promptKey: Buffer }

async function* entriesOf(
  desk: Desk,
  lines: AsyncIterable<JsonLine>,
  reject: (line: number, reason: string) => void,
): AsyncGenerator<Entry> {
  for await (const each of lines) {
    if ('problem' in each) {
      reject(each.line, each.problem)
      continue
    }
    const { data: answer, error } = AnswerLine.safeParse(each.value, { error: validationMessage })
    if (error) {
      reject(each.line, reasonOf(error))
      continue
    }
    const { region = desk.brand.region, language = desk.brand.language } = answer
    yield { answer, ...asked(answer.prompt, region ?? '', language ?? '') }
  }
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'is not an answer'
}

/** `promptKey` is `prompts.text_hash`: what makes two prompts the same question. */
const asked = (text: string, region: string, language: string) => ({
  region,
  language,
  promptKey: promptTextHash(text, region, language),
})

async function take<T>(from: AsyncGenerator<T>, most: number): Promise<T[]> {
  const taken: T[] = []
  while (taken.length < most) {
    const { value, done } = await from.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/** `size` counts the lines it was made of; `entries` are those that were not stored yet. */
type Batch = { size: number; entries: Entry[]; prepared: PreparedAnswer[]; writer: AnswerWriter }

async function prepare(ctx: Context, desk: Desk, batch: Entry[]): Promise<Batch> {
  const known = await findStored(ctx, desk.brand, batch)
  const entries = batch.filter((_, index) => !known.has(index))
  return { size: batch.length, ...(await read(entries, desk.writer)) }
}

async function read(entries: Entry[], writer: AnswerWriter): Promise<Omit<Batch, 'size'>> {
  const prepared: PreparedAnswer[] = []
  for (const entry of entries) {
    prepared.push(writer.prepare(askedOf(entry)))
    // Reading is pure computation: what the database says meanwhile is heard between two answers.
    await letOthersRun()
  }
  return { entries, prepared, writer }
}

/** Which of the entries, by their place, are stored, be it by a run or an import, and under a prompt that is deleted. */
async function findStored(ctx: Context, brand: Brand, entries: Entry[]): Promise<Set<number>> {
  const { rows } = await sql<{ place: number }>`
    select distinct wanted.place
    from unnest(
      ${entries.map((_, index) => index)}::int[],
      ${entries.map(({ promptKey }) => promptKey)}::bytea[],
      ${entries.map(({ answer }) => answer.platform)}::text[],
      ${entries.map(({ region }) => region)}::text[],
      ${entries.map(({ answer }) => answer.answered_at)}::timestamptz[],
      ${entries.map(({ answer }) => answer.sample)}::int[]
    ) as wanted (place, text_hash, platform, region, answered_at, sample)
    join prompts p on p.brand_id = ${brand.id} and p.text_hash = wanted.text_hash
    join answers a on a.brand_id = ${brand.id} and a.prompt_id = p.id and a.platform = wanted.platform
      and a.region = wanted.region and a.answered_at = wanted.answered_at and a.sample = wanted.sample`.execute(
    ctx.db,
  )
  return new Set(rows.map((row) => row.place))
}

function askedOf({ answer, region, language }: Entry): QueriedAnswer {
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
    result: resultOf(answer),
  }
}

function resultOf(answer: AnswerLine): QueriedAnswer['result'] {
  const { status, answer_markdown: markdown, searches, citations } = answer
  if (status === 'failed')
    return { outcome: status, message: answer.failure ?? 'It failed; no reason was kept.' }
  const inOrder = citations.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
  return {
    // Without a text nothing was answered, whatever it is called: it must not count as "not mentioned".
    outcome: status === 'answered' && markdown.trim() === '' ? 'empty' : status,
    markdown,
    model: answer.model ?? null,
    citations: inOrder
      .filter(({ retrieved }) => !retrieved)
      .map(({ url, title = null, start = null, end = null }) => ({ url, title, start, end })),
    retrieved: inOrder.filter(({ retrieved }) => retrieved).map(({ url, title = null }) => ({ url, title })),
    searches,
    searched: answer.searched ?? (searches.length > 0 ? true : null),
    inputTokens: answer.input_tokens ?? null,
    outputTokens: answer.output_tokens ?? null,
    costMicros: answer.cost_micros ?? null,
    shoppingCards: answer.shopping_cards.map((card, index) => ({
      ...card,
      position: card.position ?? index + 1,
    })),
    raw: answer.raw ?? null,
  }
}

/** Returns how many of the batch are new. */
async function store(ctx: Context, desk: Desk, batch: Batch): Promise<number> {
  if (batch.entries.length === 0) return 0
  return transaction(ctx, async (tx) => {
    const brand = await lockBrand(tx, desk.brand)
    if (brand.names_version !== desk.writer.namesVersion) {
      Object.assign(desk, { brand, writer: await writerOf(tx, brand) })
    }
    // Names changed since it was read: facts of the old ones would stay, for nobody knows that they need to be read again.
    const { entries, prepared, writer } =
      batch.writer === desk.writer ? batch : await read(batch.entries, desk.writer)
    const promptIds = await promptsOf(tx, brand, entries)
    const ids = await freeIds(tx, entries)
    const answers = prepared.map((each, index) => ({
      id: ids[index] ?? newId(),
      promptId: promptIds[index] ?? '',
      prepared: each,
    }))
    return (await writer.insert(tx, answers)).size
  })
}

/** Its names stay as they are until the batch is stored, and two imports of the same brand take turns. */
async function lockBrand(tx: Context, { id }: Brand): Promise<Brand> {
  const brand = await tx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!brand) throw notFound('brand')
  return brand
}

/** The prompt of each entry; those that the brand does not have are made, with their topics. */
async function promptsOf(tx: Context, brand: Brand, entries: Entry[]): Promise<string[]> {
  const ids = await findPrompts(tx, brand, entries)
  const missing = entries.filter(({ promptKey }) => !ids.has(keyOf(promptKey)))
  if (missing.length > 0) {
    const topics = await findOrCreateTopics(
      tx,
      brand.id,
      missing.flatMap(({ answer }) => answer.topic ?? []),
    )
    const made = await insertPrompts(
      tx,
      brand,
      missing.map(({ answer, region, language }) => ({
        text: answer.prompt,
        region: region || null,
        language: language || null,
        topic_id: answer.topic ? (topics.get(normalizeName(answer.topic)) ?? null) : null,
        category: answer.category ?? undefined,
        is_active: answer.is_active,
      })),
    )
    for (const { id, text, region, language } of made)
      ids.set(keyOf(asked(text, region, language).promptKey), id)
    await recordEvent(tx, 'prompts.imported', { brandId: brand.id, data: { created: made.length } })
  }
  return entries.map(({ answer, promptKey }) => {
    const id = ids.get(keyOf(promptKey))
    if (id === undefined) throw new Error(`The prompt "${answer.prompt}" was neither found nor made`)
    return id
  })
}

const keyOf = (key: Buffer) => key.toString('base64')

/** A prompt that was deleted keeps its answers, and gets those that belong to it. */
async function findPrompts(tx: Context, brand: Brand, entries: Entry[]): Promise<Map<string, string>> {
  const keys = new Map(entries.map(({ promptKey }) => [keyOf(promptKey), promptKey]))
  const rows = await tx.db
    .selectFrom('prompts')
    .select(['id', 'text_hash'])
    .where('brand_id', '=', brand.id)
    .where('text_hash', 'in', [...keys.values()])
    // Later entries of a Map win: the one that is still there, else the one deleted last.
    .orderBy('deleted_at', (order) => order.asc().nullsLast())
    .execute()
  return new Map(rows.map((row) => [keyOf(row.text_hash), row.id]))
}

/** The id that each entry came with, unless an answer of the organization has it: one id is one answer wherever it is looked up. */
async function freeIds(tx: Context, entries: Entry[]): Promise<string[]> {
  const wanted = entries.flatMap(({ answer }) => answer.id ?? [])
  const taken = new Set<string>()
  if (wanted.length > 0) {
    const { rows } = await sql<{ id: string }>`
      select a.id from brands b join answers a on a.brand_id = b.id and a.id = any(${wanted}::uuid[])
      where b.organization_id = ${tx.organizationId}`.execute(tx.db)
    for (const { id } of rows) taken.add(id)
  }
  return entries.map(({ answer: { id } }) => {
    if (id === null || taken.has(id)) return newId(tx.now().getTime())
    taken.add(id)
    return id
  })
}
