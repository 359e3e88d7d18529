/**
 * Generates opportunities from the evidence: creates new ones, updates open ones and closes those whose gap has
 * disappeared.
 */

import { sql } from 'kysely'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import { isCounted } from '../answers/scope.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { type Context, systemContext, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { firstDay } from '../core/fields.ts'
import { enqueueOrJoinJob, type JobHandler } from '../jobs/job.ts'
import { message } from '../languages/message.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { type Assessment, assess } from './assess.ts'
import { findGapEvidence } from './gap-evidence.ts'
import { insertOpportunities } from './insert-opportunities.ts'
import { getColumns } from './opportunities.ts'
import { openStatuses } from './source-data.ts'
import { lockOpportunity, setStatus } from './status.ts'

export type Generated = { created: number; updated: number; closed: number }

export const generateOpportunitiesJob: JobHandler = async (ctx, { job }) =>
  generateOpportunities(ctx, await getBrand(ctx, job.brand_id))

/** Enqueues a job that generates opportunities, or joins the waiting one. */
export const requestOpportunities = (ctx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(ctx, brandId, generationKind)

const generationKind = 'opportunities' satisfies JobKind

/** Idempotent: the same evidence gives the same opportunities. */
export async function generateOpportunities(ctx: Context, brand: Brand): Promise<Generated> {
  await evaluateChanges(ctx, brand.id)
  return transaction(ctx, async (requestCtx) => {
    // Changes are recorded as made by the system, regardless of who requested the generation.
    const tx = systemContext(requestCtx, requestCtx.organizationId)
    // Serializes generation per brand: concurrent calls would both find prompts without an open opportunity.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`opportunities ${brand.id}`}, 0))`.execute(
      tx.db,
    )
    const evidence = await findGapEvidence(tx, brand)
    const assessed = new Map(
      evidence?.prompts.flatMap((prompt) => {
        const assessment = assess(prompt, evidence, brand.name)
        return assessment ? [[prompt.prompt_id, assessment] as const] : []
      }),
    )
    await lockOpen(tx, brand.id)
    const latest = await listLatest(tx, brand.id, evidence?.from ?? firstDay)
    const closed = await closeWithoutGap(tx, brand.id, latest, (id) => assessed.get(id)?.stay ?? false)
    const updates = [...assessed].flatMap(([promptId, { opportunity, stay }]) => {
      const existing = latest.get(promptId)
      return existing?.open && stay ? [{ id: existing.id, opportunity }] : []
    })
    for (const { id, opportunity } of updates) await updateOpportunity(tx, brand.id, id, opportunity)
    const additions = [...assessed].flatMap(([promptId, { opportunity, open }]) => {
      const existing = latest.get(promptId)
      return open && !existing?.open && !existing?.isResolved ? [opportunity] : []
    })
    const { length: created } = await insertOpportunities(tx, brand.id, additions)
    const generated = { created, updated: updates.length, closed }
    if (Object.values(generated).some((count) => count > 0))
      await recordEvent(requestCtx, 'opportunities.generated', { brandId: brand.id, data: generated })
    return generated
  })
}

/** Locks the open opportunities in the same order as a bulk change, which prevents deadlocks. */
async function lockOpen(tx: Context, brandId: string): Promise<void> {
  await tx.db
    .selectFrom('opportunities')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('status', 'in', openStatuses)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * The newest opportunity of a prompt. `isResolved`: a user dismissed it, or it was done recently and engines may not
 * know the new page yet. `isTracked`: the prompt is active. `isAnswered`: the window has answers to the prompt.
 */
type LatestOpportunity = {
  id: string
  open: boolean
  isResolved: boolean
  isTracked: boolean
  isAnswered: boolean
}

/** How long after `done` no new opportunity is created for a prompt. */
const resolvedDays = 30

/** Returns the newest opportunity of each prompt, preferring an open one. Those that someone created for a source are theirs to close. */
async function listLatest(
  tx: Context,
  brandId: string,
  from: string,
): Promise<Map<string, LatestOpportunity>> {
  const { rows } = await sql<LatestOpportunity & { prompt_id: string }>`
    select distinct on (prompt_id)
      prompt_id, opportunities.id, status = any(${[...openStatuses]}::text[]) as open,
      prompts.deleted_at is null and prompts.is_active as "isTracked",
      exists (
        select from answers
        where answers.brand_id = ${brandId} and answers.prompt_id = opportunities.prompt_id
          and ${isCounted(brandId)} and day >= ${from}::date
      ) as "isAnswered",
      (status = 'done' and done_at > ${tx.now()}::timestamptz - ${`${resolvedDays} days`}::interval)
      or (status = 'dismissed' and coalesce((
        select actor_kind <> 'system' from opportunity_changes changes
        where changes.brand_id = ${brandId} and changes.opportunity_id = opportunities.id
        order by changes.id desc limit 1
      ), false)) as "isResolved"
    from opportunities
    join prompts on prompts.brand_id = opportunities.brand_id and prompts.id = opportunities.prompt_id
    where opportunities.brand_id = ${brandId} and source_domain is null
    order by prompt_id, open desc, opportunities.created_at desc`.execute(tx.db)
  return new Map(rows.map(({ prompt_id, ...latest }) => [prompt_id, latest]))
}

/** Dismisses new opportunities without a gap and completes those in progress. */
async function closeWithoutGap(
  tx: Context,
  brandId: string,
  latest: Map<string, LatestOpportunity>,
  shouldStay: (promptId: string) => boolean,
): Promise<number> {
  const toClose = [...latest].filter(
    ([promptId, { open, isTracked, isAnswered }]) =>
      open && (!isTracked || (isAnswered && !shouldStay(promptId))),
  )
  for (const [, { id, isTracked }] of toClose) {
    const row = await lockOpportunity(tx, { brand_id: brandId, id })
    const note = isTracked
      ? message('opportunities.generate.closedAutomaticallyTheLatestAnswersNo')
      : message('opportunities.generate.closedAutomaticallyThePromptIsNo')
    await setStatus(tx, row, row.status === 'new' ? 'dismissed' : 'done', note)
  }
  return toClose.length
}

async function updateOpportunity(
  tx: Context,
  brandId: string,
  id: string,
  opportunity: Assessment,
): Promise<void> {
  const { prompt_id: _, ...columns } = getColumns(opportunity)
  await tx.db
    .updateTable('opportunities')
    .set({ ...columns, updated_at: tx.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
}
