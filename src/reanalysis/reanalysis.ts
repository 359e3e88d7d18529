/**
 * Reanalysis updates the facts of a brand's stored answers (mentions, ranks, citations, sentiment) after its names or
 * the parser have changed. Answers that the change of names cannot affect keep their facts; all others are parsed
 * again. Results are staged and then replace the current facts and rollups in one transaction, so no metric mixes old
 * and new names. An interrupted job continues where it stopped.
 */
import { type RawBuilder, sql } from 'kysely'
import { analysisPool } from '../answers/analysis-pool.ts'
import { serializeNames } from '../answers/analyzer.ts'
import { PARSER_VERSION } from '../answers/parser.ts'
import type { StoredAnswer } from '../answers/reanalyzer.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { listNameChanges } from '../brands/name-changes.ts'
import { requestReanalysis } from '../brands/reanalysis-request.ts'
import { requestCompetitorSuggestions } from '../competitor-suggestions/competitor-suggestions.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { runInTurns } from '../core/in-turns.ts'
import type { JobHandler, RunningJob } from '../jobs/job.ts'
import { findChosenModel } from '../llm/chosen-model.ts'
import { updateBrandedFlags } from '../prompts/change-prompt.ts'
import {
  applyStaged,
  countStaged,
  createStaging,
  deleteStaleStaged,
  type ReanalysisBatch,
} from './staging.ts'

/** Larger batches noticeably block the event loop when they are serialized. */
const batchSize = 100

/**
 * Job handler. Returns the number of `answers` brought up to date, how many of them were `parsed` again, and, if there
 * are any, how many answers were skipped because their text was deleted.
 */
export const reanalyze: JobHandler = async (ctx, running) => {
  let answers = 0
  let parsed = 0
  for (;;) {
    const brand = await getBrand(ctx, running.job.brand_id)
    await updateBrandedFlags(ctx, brand)
    const outOfDate = await countAnswers(ctx, isOutOfDate(brand))
    if (outOfDate === 0) {
      running.report({ phase: 'analyzing', completed: answers, total: answers })
      await requestCompetitorSuggestions(ctx, brand.id)
      const skipped = await countAnswers(ctx, sql`${isOlder(brand)} and not ${hasText}`)
      return { answers, parsed, ...(skipped > 0 && { skipped_without_text: skipped }) }
    }
    await stageAll(ctx, brand, running, outOfDate)
    const applied = await applyStaged(ctx, brand)
    answers += applied.parsed + applied.unchanged
    parsed += applied.parsed
  }
}

/** Requests a reanalysis of every brand with answers of an older parser version. Called after an upgrade. */
export async function reanalyzeOutdatedAnswers(base: AppContext): Promise<void> {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select distinct b.id, b.organization_id
    from answers a
    join brands b on b.id = a.brand_id
    where a.status = 'answered' and a.analysis_version <> ${PARSER_VERSION} and ${hasText}`.execute(base.db)
  await runInTurns(base, rows, {
    failure: 'a reanalysis could not be requested',
    work: ({ id, organization_id }) =>
      transaction(systemContext(base, organization_id), (tx) => requestReanalysis(tx, id)),
  })
}

/** The retention period of texts deletes them; the facts of these answers can no longer change. */
const hasText = sql<boolean>`
  exists (select 1 from answer_texts x where x.brand_id = a.brand_id and x.answer_id = a.id)`

const isOutOfDate = (brand: Brand) => sql<boolean>`${isOlder(brand)} and ${hasText}`

const isOlder = (brand: Brand) => sql<boolean>`
  a.brand_id = ${brand.id} and a.status = 'answered'
  and (a.names_version, a.analysis_version) is distinct from (${brand.names_version}::int, ${PARSER_VERSION}::int)`

async function countAnswers({ db }: Context, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from answers a where ${condition}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Analyzes answers in the order of their ids, so a batch is one index range. Stops early when the names change. */
async function stageAll(
  ctx: Context,
  brand: Brand,
  { signal, report }: RunningJob,
  total: number,
): Promise<void> {
  await deleteStaleStaged(ctx, brand)
  const entities = await trackedEntities(ctx, brand)
  const usesModel = (await findChosenModel(ctx, 'sentiment')) !== null
  const names = serializeNames(brand, entities, usesModel, await listNameChanges(ctx, brand.id))
  const stageBatch = createStaging(brand, entities)
  const { last, answers } = await countStaged(ctx, brand)
  let staged = answers
  let stored = await nextBatch(ctx, brand, last)
  let batch: ReanalysisBatch = { parsed: [], unchanged: [], last: null }
  while (stored.length > 0 || batch.last !== null) {
    signal.throwIfAborted()
    report({ phase: 'analyzing', completed: Math.min(staged, total), total })
    const end = stored.at(-1)?.id
    // While one batch is analyzed, PostgreSQL reads the next one and writes the previous one.
    const [following, analyzed, current] = await Promise.all([
      end === undefined ? [] : nextBatch(ctx, brand, end),
      analyzeBatch(ctx, names, stored),
      getBrand(ctx, brand.id),
      stageBatch(ctx, batch),
    ])
    // What was staged for outdated names is never applied.
    if (current.names_version !== brand.names_version) return
    staged += batch.parsed.length + batch.unchanged.length
    stored = following
    batch = analyzed
  }
}

async function nextBatch(ctx: Context, brand: Brand, after: string | null): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`
    select a.id, a.names_version, a.analysis_version, p.text as prompt, a.language, a.surface, x.markdown, x.sources,
      ${brand.is_demo ? sql`a.analysis` : sql`null`} as known
    from answers a
    join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
    join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
    where ${isOutOfDate(brand)} and (${after}::uuid is null or a.id > ${after}::uuid)
    order by a.id
    limit ${batchSize}`.execute(ctx.db)
  return rows
}

async function analyzeBatch(ctx: Context, names: string, answers: StoredAnswer[]): Promise<ReanalysisBatch> {
  const analyses = await ctx.use(analysisPool).reanalyze(ctx.organizationId, names, answers)
  const batch: ReanalysisBatch = { parsed: [], unchanged: [], last: answers.at(-1)?.id ?? null }
  for (const [index, { id }] of answers.entries()) {
    const analysis = analyses[index]
    if (analysis) batch.parsed.push({ id, analysis })
    else batch.unchanged.push(id)
  }
  return batch
}
