/** Making opportunities from the evidence: new ones opened, open ones brought up to date, and closed where the gap has gone. */
import { sql } from 'kysely'
import { isCounted } from '../answers/scope.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { type Context, systemContext, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { firstDay } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { enqueueOrJoinJob, type JobHandler } from '../jobs/job.ts'
import { refresh } from '../metrics/rollups.ts'
import { type Assessment, assess } from './assess.ts'
import { findGapEvidence } from './gap-evidence.ts'
import { openStatuses } from './source-data.ts'
import { insertStatusChanges, lockOpportunity, setStatus } from './status.ts'

export type Generated = { created: number; updated: number; closed: number }

export const generateOpportunitiesJob: JobHandler = async (ctx, { job }) =>
  generateOpportunities(ctx, await getBrand(ctx, job.brand_id))

/** A new job that makes opportunities, or the one that waits to begin. */
export const requestOpportunities = (ctx: Context, brandId: string): Promise<string> =>
  enqueueOrJoinJob(ctx, brandId, generatingKind)

const generatingKind = 'opportunities'

/** Harmless to repeat: the same evidence gives the same opportunities. */
export async function generateOpportunities(ctx: Context, brand: Brand): Promise<Generated> {
  // Which answers count is known once the days that have changed are settled.
  await refresh(ctx, brand.id)
  return transaction(ctx, async (asked) => {
    // Whoever asks for the look, what it finds is nobody's decision.
    const tx = systemContext(asked, asked.organizationId)
    // Two that generate at once would find the same prompts without an open one.
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
    const known = await knownOf(tx, brand.id, evidence?.from ?? firstDay)
    const closed = await closeOthers(tx, brand.id, known, (id) => assessed.get(id)?.stay ?? false)
    const stays = [...assessed].flatMap(([promptId, { opportunity, stay }]) => {
      const standing = known.get(promptId)
      return standing?.open && stay ? [{ id: standing.id, opportunity }] : []
    })
    for (const { id, opportunity } of stays) await updateOpportunity(tx, brand.id, id, opportunity)
    const fresh = [...assessed].flatMap(([promptId, { opportunity, open }]) => {
      const standing = known.get(promptId)
      return open && !standing?.open && !standing?.isResolved ? [opportunity] : []
    })
    const created = await insertOpportunities(tx, brand.id, fresh)
    const generated = { created, updated: stays.length, closed }
    if (Object.values(generated).some((count) => count > 0))
      await recordEvent(asked, 'opportunities.generated', { brandId: brand.id, data: generated })
    return generated
  })
}

/** From here on nobody else changes them. In the order in which a bulk change takes them, so that neither waits for the other. */
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
 * `isResolved`: a person dismissed it, or its page is so new that engines may not know it yet. `isAnswered`: the evidence
 * says something about its prompt.
 */
type Known = { id: string; open: boolean; isResolved: boolean; isAsked: boolean; isAnswered: boolean }

/** How long after `done` a prompt is only watched. */
const watchedDays = 30

/** The newest opportunity of each prompt, the open one if there is one. */
async function knownOf(tx: Context, brandId: string, from: string): Promise<Map<string, Known>> {
  const { rows } = await sql<Known & { prompt_id: string }>`
    select distinct on (prompt_id)
      prompt_id, opportunities.id, status = any(${[...openStatuses]}::text[]) as open,
      prompts.deleted_at is null and prompts.is_active as "isAsked",
      exists (
        select from answers
        where answers.brand_id = opportunities.brand_id and answers.prompt_id = opportunities.prompt_id
          and ${isCounted(brandId)} and day >= ${from}::date
      ) as "isAnswered",
      (status = 'done' and done_at > ${tx.now()}::timestamptz - ${`${watchedDays} days`}::interval)
      or (status = 'dismissed' and coalesce((
        select actor ->> 'kind' <> 'system' from opportunity_changes changes
        where changes.brand_id = opportunities.brand_id and changes.opportunity_id = opportunities.id
        order by changes.id desc limit 1
      ), false)) as "isResolved"
    from opportunities
    join prompts on prompts.brand_id = opportunities.brand_id and prompts.id = opportunities.prompt_id
    where opportunities.brand_id = ${brandId}
    order by prompt_id, open desc, opportunities.created_at desc`.execute(tx.db)
  return new Map(rows.map(({ prompt_id, ...known }) => [prompt_id, known]))
}

/** What nobody has begun is dismissed, what somebody is at is done: the answers name the brand as it is. */
async function closeOthers(
  tx: Context,
  brandId: string,
  known: Map<string, Known>,
  stays: (promptId: string) => boolean,
): Promise<number> {
  const gone = [...known].filter(
    ([promptId, { open, isAsked, isAnswered }]) => open && (!isAsked || (isAnswered && !stays(promptId))),
  )
  for (const [, { id, isAsked }] of gone) {
    const row = await lockOpportunity(tx, { brand_id: brandId, id })
    const note = isAsked
      ? 'Closed by itself: the newest answers no longer show the gap.'
      : 'Closed by itself: the prompt is no longer asked.'
    await setStatus(tx, row, row.status === 'new' ? 'dismissed' : 'done', note)
  }
  return gone.length
}

async function updateOpportunity(
  tx: Context,
  brandId: string,
  id: string,
  opportunity: Assessment,
): Promise<void> {
  const { prompt_id: _, source_data, ...shown } = opportunity
  await tx.db
    .updateTable('opportunities')
    .set({ ...shown, source_data: JSON.stringify(source_data), updated_at: tx.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
}

/** How many: one that a person opens again at this moment keeps its place. */
async function insertOpportunities(
  tx: Context,
  brandId: string,
  opportunities: readonly Assessment[],
): Promise<number> {
  if (opportunities.length === 0) return 0
  const inserted = await tx.db
    .insertInto('opportunities')
    .values(
      opportunities.map(({ source_data, ...shown }) => ({
        ...shown,
        brand_id: brandId,
        id: newId(tx.now().getTime()),
        source_data: JSON.stringify(source_data),
        created_at: tx.now(),
        updated_at: tx.now(),
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .execute()
  await insertStatusChanges(
    tx,
    brandId,
    inserted.map(({ id }) => ({ id, from: null, to: 'new', note: null })),
  )
  return inserted.length
}
