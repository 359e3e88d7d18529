/**
 * Generates opportunities from the evidence: creates new ones, updates open ones and closes those whose gap has
 * disappeared, or whose page no longer has a wrong claim that answers also have.
 */

import { sql } from 'kysely'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import { isCounted } from '../answers/scope.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { type Context, systemContext, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { firstDay } from '../core/fields.ts'
import { enqueueOrJoinJob, type JobHandler } from '../jobs/job.ts'
import { type Message, message } from '../languages/message.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { type Assessed, type Assessment, assess } from './assess.ts'
import { assessCorrections, isStale } from './corrections.ts'
import { type EvidenceWindow, findEvidenceWindow } from './evidence-window.ts'
import { findGapEvidence } from './gap-evidence.ts'
import { insertOpportunities } from './insert-opportunities.ts'
import { getColumns } from './opportunities.ts'
import { openStatuses } from './source-data.ts'
import { lockOpportunity, setStatus } from './status.ts'

export type Generated = { created: number; updated: number; closed: number }

export const generateOpportunitiesJob: JobHandler = async (ctx, { job }) =>
  generateOpportunities(ctx, { id: job.brand_id })

/** Enqueues a job that generates opportunities, or joins the waiting one. */
export const requestOpportunities = (ctx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(ctx, brandId, generationKind)

const generationKind = 'opportunities' satisfies JobKind

/** Idempotent: the same evidence gives the same opportunities. */
export async function generateOpportunities(ctx: Context, { id }: Pick<Brand, 'id'>): Promise<Generated> {
  await evaluateChanges(ctx, id)
  return transaction(ctx, async (requestCtx) => {
    // Changes are recorded as made by the system, regardless of who requested the generation.
    const tx = systemContext(requestCtx, requestCtx.organizationId)
    // Serializes generation per brand: concurrent calls would both find prompts without an open opportunity.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`opportunities ${id}`}, 0))`.execute(tx.db)
    const brand = await getBrand(tx, id)
    const window = await findEvidenceWindow(tx, brand.id)
    const assessed = window === null ? new Map<string, Assessed>() : await assessAll(tx, brand, window)
    await lockOpen(tx, brand.id)
    const latest = await listLatest(tx, brand, window?.from ?? firstDay)
    const closed = await closeWithoutEvidence(tx, brand.id, latest, (key) => assessed.get(key)?.stay ?? false)
    const updates = [...assessed].flatMap(([key, { opportunity, stay }]) => {
      const existing = latest.get(key)
      return existing?.open && stay ? [{ id: existing.id, opportunity }] : []
    })
    for (const { id, opportunity } of updates) await updateOpportunity(tx, brand.id, id, opportunity)
    const additions = [...assessed].flatMap(([key, { opportunity, open }]) => {
      const existing = latest.get(key)
      return open && !existing?.open && !existing?.isResolved ? [opportunity] : []
    })
    const { length: created } = await insertOpportunities(tx, brand.id, additions)
    const generated = { created, updated: updates.length, closed }
    if (Object.values(generated).some((count) => count > 0))
      await recordEvent(requestCtx, 'opportunities.generated', { brandId: brand.id, data: generated })
    return generated
  })
}

/** By prompt, or by page. */
async function assessAll(tx: Context, brand: Brand, window: EvidenceWindow): Promise<Map<string, Assessed>> {
  const evidence = await findGapEvidence(tx, brand)
  const gaps = evidence?.prompts.flatMap((prompt) => assess(prompt, evidence, brand.name) ?? []) ?? []
  const corrections = await assessCorrections(tx, brand, window)
  return new Map([...gaps, ...corrections].map((each) => [getKey(each.opportunity), each]))
}

const getKey = ({ url_id, prompt_id }: Pick<Assessment, 'url_id' | 'prompt_id'>) =>
  url_id === null ? prompt_id : String(url_id)

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
 * The newest opportunity of a prompt or page. `isResolved`: a user dismissed it, or it was done recently and engines may not
 * know the new page yet. `isTracked`: the prompt is active. `hasEvidence`: the window has answers to the prompt; the text of the
 * page was compared with the current facts.
 */
type LatestOpportunity = {
  id: string
  prompt_id: string
  url_id: number | null
  open: boolean
  isResolved: boolean
  isTracked: boolean
  hasEvidence: boolean
}

/** How long after `done` no new opportunity is created for a prompt or page. */
const resolvedDays = 30

/** Returns the newest opportunity of each prompt and page, preferring an open one. Those that someone created for a source are theirs to close. */
async function listLatest(tx: Context, brand: Brand, from: string): Promise<Map<string, LatestOpportunity>> {
  const brandId = brand.id
  const { rows } = await sql<LatestOpportunity>`
    select distinct on (coalesce(url_id::text, prompt_id::text))
      prompt_id, url_id, opportunities.id, status = any(${[...openStatuses]}::text[]) as open,
      url_id is not null or (prompts.deleted_at is null and prompts.is_active) as "isTracked",
      case when url_id is null then exists (
        select from answers
        where answers.brand_id = ${brandId} and answers.prompt_id = opportunities.prompt_id
          and ${isCounted(brandId)} and day >= ${from}::date
      ) else not exists (
        select from page_claims page
        where page.brand_id = ${brandId} and page.url_id = opportunities.url_id and ${isStale(brand)}
      ) end as "hasEvidence",
      (status = 'done' and done_at > ${tx.now()}::timestamptz - ${`${resolvedDays} days`}::interval)
      or (status = 'dismissed' and coalesce((
        select actor_kind <> 'system' from opportunity_changes changes
        where changes.brand_id = ${brandId} and changes.opportunity_id = opportunities.id
        order by changes.id desc limit 1
      ), false)) as "isResolved"
    from opportunities
    join prompts on prompts.brand_id = opportunities.brand_id and prompts.id = opportunities.prompt_id
    where opportunities.brand_id = ${brandId} and source_domain is null
    order by coalesce(url_id::text, prompt_id::text), open desc, opportunities.created_at desc`.execute(tx.db)
  return new Map(rows.map((latest) => [getKey(latest), latest]))
}

/** Dismisses new opportunities without evidence and completes those in progress. */
async function closeWithoutEvidence(
  tx: Context,
  brandId: string,
  latest: Map<string, LatestOpportunity>,
  shouldStay: (key: string) => boolean,
): Promise<number> {
  const toClose = [...latest].filter(
    ([key, { open, isTracked, hasEvidence }]) => open && (!isTracked || (hasEvidence && !shouldStay(key))),
  )
  for (const [, { id, isTracked, url_id }] of toClose) {
    const row = await lockOpportunity(tx, { brand_id: brandId, id })
    await setStatus(tx, row, row.status === 'new' ? 'dismissed' : 'done', closingNote(isTracked, url_id))
  }
  return toClose.length
}

function closingNote(isTracked: boolean, url_id: number | null): Message {
  if (url_id !== null) return message('opportunities.generate.closedBecausePageNoLonger')
  return isTracked
    ? message('opportunities.generate.closedAutomaticallyTheLatestAnswersNo')
    : message('opportunities.generate.closedAutomaticallyThePromptIsNo')
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
