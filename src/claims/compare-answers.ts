/**
 * Compares the answers that name a brand with its approved facts by rules. An answer is compared again when the facts or the names of the brand change. Its claims and the
 * versions are stored in one transaction, so a job that continues after a crash compares only the others. An answer whose text
 * was deleted keeps its claims.
 */
import { sql } from 'kysely'
import { lockVerdicts } from '../answers/model-verdicts.ts'
import { requestComparison } from '../answers/request-comparison.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { insertJsonRows } from '../db/insert-json-rows.ts'
import type { RunningJob } from '../jobs/job.ts'
import { countUndecided } from './compare-with-model.ts'
import { type FactRow, listFacts, toFact } from './facts.ts'
import { applyModelVerdicts } from './llm-verdicts.ts'
import { lockIds } from './lock-ids.ts'
import { createFactMatcher, type FactMatcher } from './matching.ts'

const batchSize = 100
/** The rest of a longer answer is not compared. */
const maxCharacters = 100_000

/** `report`: receives the number of compared answers. */
type Progress = { signal?: AbortSignal | undefined; report?: RunningJob['report'] }

/** Compares all answers that are not yet compared with the current facts. Returns their number. */
export async function compareAnswers(ctx: Context, brandId: string, progress: Progress): Promise<number> {
  let answers = 0
  for (;;) {
    const brand = await getBrand(ctx, brandId)
    const facts = await listFacts(ctx, brand.id, 'approved')
    const total = facts.length === 0 ? 0 : await countPending(ctx, brand)
    if (total === 0) return answers
    answers += await compareAll(ctx, brand, facts, { ...progress, total })
  }
}

/** Requests the job if answers are to be compared. Called when answers were stored or analyzed again. */
export async function requestComparisonOfNew(ctx: Context, brandId: string): Promise<void> {
  const brand = await getBrand(ctx, brandId)
  if (brand.facts_version === 0) return
  const facts = await listFacts(ctx, brandId, 'approved')
  if (facts.length === 0) return
  if ((await countPending(ctx, brand)) > 0 || (await countUndecided(ctx, brand, facts)) > 0)
    await requestComparison(ctx, brandId)
}

/** Stops early when the facts or names change. Returns the number of compared answers. */
async function compareAll(
  ctx: Context,
  brand: Brand,
  facts: readonly FactRow[],
  { signal, report, total }: Progress & { total: number },
): Promise<number> {
  const competitors = await listEntities(ctx, 'competitors', brand.id)
  const matcher = createFactMatcher(facts.map(toFact), brand, competitors)
  let completed = 0
  let after: string | null = null
  for (;;) {
    signal?.throwIfAborted()
    report?.({ phase: 'comparing', completed, total: Math.max(total, completed) })
    const current = await getBrand(ctx, brand.id)
    if (current.facts_version !== brand.facts_version || current.names_version !== brand.names_version)
      return completed
    const batch = await listPending(ctx, brand, after)
    const last = batch.at(-1)
    if (!last) return completed
    await saveClaims(ctx, brand, await findClaims(matcher, facts, batch), batch)
    completed += batch.length
    after = last.id
  }
}

const isPending = ({ id, facts_version, names_version }: Brand) => sql<boolean>`
  answers.brand_id = ${id} and answers.status = 'answered' and answers.mention_counts[1] > 0
  and exists (select from answer_texts x where x.brand_id = answers.brand_id and x.answer_id = answers.id)
  and not exists (
    select from fact_comparisons c
    where c.brand_id = answers.brand_id and c.answer_id = answers.id
      and c.facts_version = ${facts_version} and c.names_version = ${names_version}
  )`

/** Counts the answers that are not yet compared with the current facts. */
export async function countPending({ db }: Context, brand: Brand): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from answers where ${isPending(brand)}`.execute(db)
  return rows[0]?.n ?? 0
}

type PendingAnswer = { id: string; markdown: string; language: string }

async function listPending({ db }: Context, brand: Brand, after: string | null): Promise<PendingAnswer[]> {
  const { rows } = await sql<PendingAnswer>`
    select answers.id, left(texts.markdown, ${maxCharacters}::int) as markdown, answers.language
    from answers join answer_texts texts on texts.brand_id = answers.brand_id and texts.answer_id = answers.id
    where ${isPending(brand)} and (${after}::uuid is null or answers.id > ${after}::uuid)
    order by answers.id limit ${batchSize}`.execute(db)
  return rows
}

type Claim = {
  answer_id: string
  fact_id: string
  verdict: string
  start_offset: number
  end_offset: number
}

async function findClaims(
  matcher: FactMatcher,
  facts: readonly FactRow[],
  answers: readonly PendingAnswer[],
): Promise<Claim[]> {
  const pause = timeSlicer()
  const claims: Claim[] = []
  for (const { id, markdown, language } of answers) {
    await pause()
    for (const [index, { verdict, start, end }] of matcher(markdown, language || null).entries()) {
      const fact = facts[index]
      if (fact && start !== null)
        claims.push({ answer_id: id, fact_id: fact.id, verdict, start_offset: start, end_offset: end })
    }
  }
  return claims
}

/** Replaces the claims of some answers, except the verdicts of people. The stored verdicts of the model fill the gaps. */
function saveClaims(
  ctx: Context,
  brand: Brand,
  claims: readonly Claim[],
  answers: readonly PendingAnswer[],
): Promise<void> {
  const ids = answers.map(({ id }) => id)
  return transaction(ctx, async (tx) => {
    await lockVerdicts(tx, brand.id)
    // A fact or an answer can be deleted in the meantime.
    const facts = await lockIds(tx, 'facts', brand.id, [...new Set(claims.map(({ fact_id }) => fact_id))])
    const present = await lockIds(tx, 'answers', brand.id, ids)
    await sql`
      delete from claims
      where brand_id = ${brand.id} and answer_id = any(${ids}::uuid[]) and not is_corrected`.execute(tx.db)
    const rows = claims
      .filter(({ fact_id, answer_id }) => facts.has(fact_id) && present.has(answer_id))
      .map((claim) => ({
        ...claim,
        brand_id: brand.id,
        compared_verdict: claim.verdict,
        method: 'rules',
        is_corrected: false,
      }))
    if (rows.length > 0)
      await sql`${insertJsonRows('claims', rows)}
        on conflict (brand_id, answer_id, fact_id) do update
        set compared_verdict = excluded.compared_verdict, method = excluded.method`.execute(tx.db)
    await applyModelVerdicts(tx, brand.id, [...present])
    const { facts_version, names_version, id: brand_id } = brand
    const compared = [...present].map((answer_id) => ({ brand_id, answer_id, facts_version, names_version }))
    if (compared.length > 0)
      await sql`${insertJsonRows('fact_comparisons', compared)}
        on conflict (brand_id, answer_id) do update
        set facts_version = excluded.facts_version, names_version = excluded.names_version`.execute(tx.db)
  })
}
