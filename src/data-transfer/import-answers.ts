import { sql } from 'kysely'
import type { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { latestImportTime } from '../core/days.ts'
import { AppError } from '../core/errors.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { inEnglish, message } from '../languages/message.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { refresh } from '../metrics/rollups.ts'
import { createPersona, findByName, listPersonas } from '../prompts/personas.ts'
import { AnswerLine } from './data-transfer.ts'
import {
  createWriter,
  type ImportBatch,
  type ImportEntry,
  type ImportState,
  identifyPrompt,
  prepareBatch,
  storeBatch,
} from './import-batch.ts'
import type { JsonLine } from './json-lines.ts'
export type AnswerImportReport = {
  imported: number
  skipped: number
  /** The first rejected lines. */
  rejected: { line: number; reason: string }[]
  /** The number of rejected lines that are not listed. */
  more_rejected?: number
}

export type ImportOptions = {
  /** Stops the import after the current batch. */
  signal?: AbortSignal
  /** Receives the counts after every batch. */
  onProgress?: (counts: { imported: number; skipped: number; rejected: number }) => void
}

/** Larger batches are not faster, and a killed import would lose more. */
const batchSize = 200
const maxListed = 1_000
/**
 * Rollups are refreshed after this many answers and again whenever the count has doubled, so each answer is rolled up
 * only a few times.
 */
const firstRefresh = 5_000

export async function importAnswers(
  ctx: Context,
  brand: Brand,
  lines: AsyncIterable<JsonLine>,
  { signal, onProgress }: ImportOptions = {},
): Promise<AnswerImportReport> {
  const report = { imported: 0, skipped: 0, rejected: [] as AnswerImportReport['rejected'] }
  let rejected = 0
  const reject = (line: number, reason: string) => {
    rejected += 1
    if (rejected <= maxListed) report.rejected.push({ line, reason })
  }
  const state: ImportState = {
    brand,
    writer: await createWriter(ctx, brand),
    latest: latestImportTime(ctx.now()),
  }
  const entries = parseEntries(ctx, state, lines, reject)
  const nextBatch = async () => {
    if (signal?.aborted) return null
    const batch = await takeBatch(entries, batchSize)
    return batch.length > 0 ? prepareBatch(ctx, state, batch) : null
  }
  const isRefreshDue = createDoublingSchedule(firstRefresh)
  let isAnalyzed = false
  const rollups = createRefresher(ctx, brand)
  try {
    let batch = await nextBatch()
    while (batch) {
      // The next batch is parsed while PostgreSQL writes this one.
      const [stored, following]: [number, ImportBatch | null] = await Promise.all([
        storeBatch(ctx, state, batch),
        nextBatch(),
      ])
      report.imported += stored
      report.skipped += batch.size - stored
      if (!isAnalyzed && stored > 0) {
        await analyzeTables(ctx)
        isAnalyzed = true
      }
      if (isRefreshDue(report.imported)) await rollups.begin()
      onProgress?.({ imported: report.imported, skipped: report.skipped, rejected })
      batch = following
    }
  } finally {
    await rollups.idle()
  }
  await rollups.finish()
  await evaluateChanges(ctx, brand.id)
  return { ...report, ...(rejected > maxListed && { more_rejected: rejected - maxListed }) }
}

/**
 * Refreshes rollups in the background; batches stored during a refresh mark their days dirty again. A failure is thrown
 * by the next call.
 */
function createRefresher(ctx: Context, { id }: Brand) {
  let running: Promise<{ error: unknown } | null> = Promise.resolve(null)
  const finish = async () => {
    const failure = await running
    if (failure) throw failure.error
  }
  const begin = async () => {
    await finish()
    running = refresh(ctx, id)
      .then(() => analyzeTables(ctx))
      .then(
        () => null,
        (error: unknown) => ({ error }),
      )
  }
  return { begin, finish, idle: () => running }
}

/** Returns a predicate that is true once the count reaches `first`, and again whenever it has doubled. */
function createDoublingSchedule(first: number): (count: number) => boolean {
  let next = first
  return (count) => {
    if (count < next) return false
    next = 2 * count
    return true
  }
}

/**
 * Updates planner statistics. PostgreSQL caches the plans of foreign key checks; in a new database it assumes empty
 * tables until autovacuum runs, and scans them for every citation. It also joins the URLs of a day with all known URLs
 * by nested loops.
 */
async function analyzeTables(ctx: Context): Promise<void> {
  await sql`analyze prompts, answers, answer_texts, answer_citations, domains, urls, sources`.execute(ctx.db)
}

async function* parseEntries(
  ctx: Context,
  state: ImportState,
  lines: AsyncIterable<JsonLine>,
  reject: (line: number, reason: string) => void,
): AsyncGenerator<ImportEntry> {
  const resolved = new Map<string, ResolvedPersona>()
  for await (const each of lines) {
    if ('problem' in each) {
      reject(each.line, each.problem)
      continue
    }
    const { data: answer, error } = AnswerLine.safeParse(each.value, { error: validationMessage })
    if (error) {
      reject(each.line, rejectionReason(error))
      continue
    }
    const future = (['answered_at', 'queried_at'] as const).find(
      (field) => (answer[field] ?? 0) > state.latest,
    )
    if (future !== undefined) {
      reject(each.line, `${future}: must not be more than a day in the future`)
      continue
    }
    const personaKey = JSON.stringify(answer.persona ?? null)
    const persona = resolved.get(personaKey) ?? (await resolvePersona(ctx, state.brand, answer))
    resolved.set(personaKey, persona)
    if ('problem' in persona) {
      reject(each.line, `persona: ${persona.problem}`)
      continue
    }
    const { persona_id } = persona
    const region = (answer.region === undefined ? state.brand.region : answer.region) ?? ''
    const language = (answer.language === undefined ? state.brand.language : answer.language) ?? ''
    const wording = { region, language, persona_id }
    yield {
      answer,
      sentiments: each.sentiments,
      ...wording,
      ...identifyPrompt([...answer.follows, answer.prompt], wording),
    }
  }
}

type ResolvedPersona = { persona_id: string | null } | { problem: string }

/** Creates a missing persona. A persona of the same name with another instruction is a problem. */
async function resolvePersona(
  ctx: Context,
  brand: Brand,
  { persona: given }: AnswerLine,
): Promise<ResolvedPersona> {
  if (!given) return { persona_id: null }
  const known = findByName(await listPersonas(ctx, brand.id), given.name)
  if (known)
    return known.instruction === given.instruction
      ? { persona_id: known.id }
      : { problem: inEnglish(message('dataTransfer.importAnswers.anotherInstruction', { name: given.name })) }
  try {
    return { persona_id: (await createPersona(ctx, brand, given)).id }
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
}

function rejectionReason(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'is not an answer'
}

async function takeBatch<T>(from: AsyncGenerator<T>, maxSize: number): Promise<T[]> {
  const batch: T[] = []
  while (batch.length < maxSize) {
    const { value, done } = await from.next()
    if (done) break
    batch.push(value)
  }
  return batch
}
