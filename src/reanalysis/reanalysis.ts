/**
 * Reading history again: the facts of every stored answer of a brand that are out of date become what the present names
 * and the present reader find. An answer that no change of names since its reading could have touched keeps them, all
 * others are read. What is found is staged beside the old facts, and takes their place (sums included) in one transaction
 * at the end: nobody sees a number made half of the old names and half of the new. Begun again, it goes on where it was.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import { PARSER_VERSION } from '../answers/parser.ts'
import { createReanalyzer, type Reanalyzer, type StoredAnswer } from '../answers/reanalyzer.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { listNameChanges } from '../brands/name-changes.ts'
import { requestReanalysis } from '../brands/reanalysis-request.ts'
import { requestCompetitorSuggestions } from '../competitor-suggestions/competitor-suggestions.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import type { JobHandler, RunningJob } from '../jobs/job.ts'
import { updateBrandedFlags } from '../prompts/change-prompt.ts'
import { applyStaged, type Batch, countStaged, deleteStaleStaged, stageBatch } from './staging.ts'

/** Beyond this the loop is held noticeably while a batch is written out. */
const batchSize = 100

/** Its result: how many `answers` were brought up to date, and how many of them were `read`. */
export const reanalyze: JobHandler = async (ctx, running) => {
  let answers = 0
  let read = 0
  for (;;) {
    const brand = await getBrand(ctx, running.job.brand_id)
    await updateBrandedFlags(ctx, brand)
    const outOfDate = await countOutOfDate(ctx, brand)
    if (outOfDate === 0) {
      await requestCompetitorSuggestions(ctx, brand.id)
      return { answers, read }
    }
    await stageAll(ctx, brand, running, outOfDate)
    const swapped = await applyStaged(ctx, brand)
    answers += swapped.read + swapped.unchanged
    read += swapped.read
  }
}

/**
 * Asks for the reading of every brand whose answers an older version of the reader has read: after an upgrade, all of
 * history is read with the better one.
 */
export async function requestOutdatedReanalyses(base: AppContext): Promise<void> {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from brands b
    where exists (
      select 1 from answers a where a.brand_id = b.id and a.status = 'answered' and a.analysis_version <> ${PARSER_VERSION})`.execute(
    base.db,
  )
  for (const brand of rows) {
    const ctx = systemContext(base, brand.organization_id)
    await transaction(ctx, (tx) => requestReanalysis(tx, brand.id))
  }
}

const isOutOfDate = (brand: Brand) => sql<boolean>`
  a.brand_id = ${brand.id} and a.status = 'answered'
  and (a.names_version, a.analysis_version) is distinct from (${brand.names_version}::int, ${PARSER_VERSION}::int)`

async function countOutOfDate(ctx: Context, brand: Brand): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from answers a where ${isOutOfDate(brand)}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

/** Reads in the order of ids, so that a batch is one stretch of the index. Ends early when the names change meanwhile. */
async function stageAll(
  ctx: Context,
  brand: Brand,
  { signal, report }: RunningJob,
  total: number,
): Promise<void> {
  await deleteStaleStaged(ctx, brand)
  const reanalyzer = createReanalyzer(
    brand,
    await trackedEntities(ctx, brand),
    await listNameChanges(ctx, brand.id),
  )
  const { last, answers } = await countStaged(ctx, brand)
  let staged = answers
  let stored = await nextBatch(ctx, brand, last)
  let batch: Batch = { read: [], unchanged: [], last: null }
  while (stored.length > 0 || batch.last !== null) {
    signal.throwIfAborted()
    report({ phase: 'reading', completed: Math.min(staged, total), total })
    if ((await getBrand(ctx, brand.id)).names_version !== brand.names_version) return
    const end = stored.at(-1)?.id
    // While one batch is read, the database finds the next and writes the one before.
    const [following, read] = await Promise.all([
      end === undefined ? [] : nextBatch(ctx, brand, end),
      readBatch(stored, reanalyzer),
      stageBatch(ctx, brand, reanalyzer, batch),
    ])
    staged += batch.read.length + batch.unchanged.length
    stored = following
    batch = read
  }
}

async function nextBatch(ctx: Context, brand: Brand, after: string | null): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`
    select a.id, a.names_version, a.analysis_version, p.text as prompt, a.language, x.markdown, x.sources
    from answers a
    join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
    where ${isOutOfDate(brand)} and (${after}::uuid is null or a.id > ${after}::uuid)
    order by a.id
    limit ${batchSize}`.execute(ctx.db)
  return rows
}

async function readBatch(answers: StoredAnswer[], reanalyzer: Reanalyzer): Promise<Batch> {
  const batch: Batch = { read: [], unchanged: [], last: null }
  for (const stored of answers) {
    const { id } = stored
    const read = reanalyzer.parse(stored)
    if (read === null) batch.unchanged.push(id)
    else batch.read.push({ id, read })
    batch.last = id
    // Reading is pure computation: requests are let in between two answers.
    await letOthersRun()
  }
  return batch
}
