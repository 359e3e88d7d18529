/** The brief of an opportunity: written once and stored, rewritten on request, or edited by a user. */

import { sql } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { Timestamp } from '../../core/fields.ts'
import { newId } from '../../core/ids.ts'
import type { Cost } from '../../engines/engine.ts'
import { acquireLease, type Release } from '../../jobs/lease.ts'
import { message } from '../../languages/message.ts'
import { createLlm, type Llm, paidFor } from '../../llm/llm.ts'
import { requireQuota } from '../../plans/plans.ts'
import { recordCost, requireBudget } from '../../plans/spend-ledger.ts'
import type { LoadedOpportunity, OpportunityRow } from '../opportunities.ts'
import { GapData, SourceData } from '../source-data.ts'
import { loadCorrection, loadMaterial } from './brief-material.ts'
import { BriefContent, type BriefMaterial, composeBrief } from './compose-brief.ts'
import { composeCorrection } from './compose-correction.ts'
import { BriefReply, briefInstructions, buildBriefRequest, validateBrief } from './llm-brief.ts'

export const Brief = BriefContent.extend({
  method: z
    .enum(['evidence', 'model', 'person'])
    .describe(
      '`evidence`: composed from stored data. `model`: written from that data by a language model. `person`: edited by a user.',
    ),
}).meta({ id: 'Brief' })

export const WrittenBrief = z
  .object({
    id: z.uuid().describe('The id of the opportunity.'),
    brief: Brief,
    generated_at: Timestamp,
    cached: z.boolean().describe('Whether the brief existed already.'),
    simulated: GapData.shape.simulated,
  })
  .meta({ id: 'WrittenBrief' })

/** Returns the newest brief, or null. */
export async function newestBrief(
  ctx: Context,
  { brand_id, id }: Pick<OpportunityRow, 'brand_id' | 'id'>,
): Promise<{ brief: z.output<typeof Brief>; created_at: Date } | null> {
  const row = await ctx.db
    .selectFrom('briefs')
    .select(['brief', 'created_at'])
    .where('brand_id', '=', brand_id)
    .where('opportunity_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { brief: Brief.parse(row.brief), created_at: row.created_at } : null
}

/**
 * Returns the stored brief or writes one. Throws `conflict` while another is being written, `plan_limit` beyond the
 * quota.
 */
export async function getOrWriteBrief(
  ctx: Context,
  loaded: LoadedOpportunity,
  { regenerate }: { regenerate: boolean },
): Promise<z.input<typeof WrittenBrief>> {
  const existing = regenerate ? null : await newestBrief(ctx, loaded.row)
  if (existing) return toWrittenBrief(loaded, existing, true)
  const release = await reserveBrief(ctx, loaded)
  try {
    const written = await writeBrief(ctx, loaded)
    const saved = await transaction(ctx, async (tx) => {
      // Until here the brief counts toward the quota as being written, from here on as written.
      await release(tx)
      return saveBrief(tx, loaded, written, 'brief.written')
    })
    return toWrittenBrief(loaded, saved, false)
  } catch (error) {
    await release(ctx)
    throw error
  }
}

/**
 * Checks quota and budget before the model is called, under the organization's lock, so that concurrent requests cannot
 * exceed them.
 */
function reserveBrief(ctx: Context, loaded: LoadedOpportunity): Promise<Release> {
  return transaction(ctx, async (tx) => {
    await requireQuota(tx, 'briefs', (since) => countBriefs(tx, since))
    if (findModel(tx, loaded) !== null) await requireBudget(tx, { brandId: loaded.row.brand_id })
    return claimBrief(tx, loaded)
  })
}

/** Counts the organization's briefs: those in the audit log, which include deleted brands, and those being written. */
async function countBriefs(tx: Context, since: Date): Promise<number> {
  const { rows } = await sql<{ briefs: number }>`
    select (
      (
        select count(*) from audit_log
        where organization_id = ${tx.organizationId} and kind = 'brief.written' and created_at >= ${since}
      ) + (
        select count(*) from leases
        where organization_id = ${tx.organizationId} and starts_with(name, ${leasePrefix}) and until > ${tx.now()}
      )
    )::int as briefs`.execute(tx.db)
  return rows[0]?.briefs ?? 0
}

/** Longer than any model call; the claim of a crashed process expires after this time. */
const claimMs = 600_000

const leasePrefix = 'brief '

/** Claims the brief for writing or editing. Throws `conflict`. */
export async function claimBrief(ctx: Context, { row }: LoadedOpportunity): Promise<Release> {
  const release = await acquireLease(ctx, `${leasePrefix}${row.id}`, claimMs)
  if (release === null) throw conflict(message('opportunities.brief.theBriefOfThisOpportunityIs'))
  return release
}

type NewBrief = {
  brief: z.output<typeof Brief>
  model: string | null
  /** The vendor that was paid; null when nothing was charged. */
  paid: ({ vendor: string } & Cost) | null
}

/**
 * Returns null without a configured language model, for demo brands, which cost nothing, and for corrections, which need the exact
 * words of the page and of the fact.
 */
const findModel = ({ config }: Context, { brand, row }: LoadedOpportunity): Llm | null =>
  brand.is_demo || row.url_id !== null ? null : createLlm(config)

async function writeBrief(ctx: Context, loaded: LoadedOpportunity): Promise<NewBrief> {
  const data = SourceData.parse(loaded.row.source_data)
  if (data.kind === 'gap')
    return writeGapBrief(ctx, findModel(ctx, loaded), await loadMaterial(ctx, loaded, data))
  const brief = composeCorrection(await loadCorrection(ctx, loaded, data))
  return { brief: { ...brief, method: 'evidence' }, model: null, paid: null }
}

/** Uses the language model if there is one and its reply is valid; otherwise the evidence. */
async function writeGapBrief(ctx: Context, model: Llm | null, material: BriefMaterial): Promise<NewBrief> {
  const evidence = { ...composeBrief(material), method: 'evidence' as const }
  if (!model) return { brief: evidence, model: null, paid: null }
  const reply = await model.completeJson({
    system: briefInstructions,
    user: buildBriefRequest(material),
    schema: BriefReply,
    name: 'brief',
    signal: AbortSignal.timeout(claimMs),
  })
  const cost = paidFor(reply)
  const paid = cost && { vendor: model.vendor, ...cost }
  if (reply.outcome === 'failed') {
    ctx.log.warn({ kind: reply.kind }, 'the language model returned no valid brief')
    return { brief: evidence, model: null, paid }
  }
  const brief = { ...validateBrief(reply.value, material), method: 'model' as const }
  return { brief, model: reply.model, paid }
}

export function saveBrief(
  ctx: Context,
  { row }: LoadedOpportunity,
  { brief, model, paid }: NewBrief,
  kind: 'brief.written' | 'brief.edited',
): Promise<{ brief: z.output<typeof Brief>; created_at: Date }> {
  return transaction(ctx, async (tx) => {
    const created_at = tx.now()
    await tx.db
      .insertInto('briefs')
      .values({
        brand_id: row.brand_id,
        opportunity_id: row.id,
        id: newId(created_at.getTime()),
        brief: JSON.stringify(brief),
        model,
        cost_micros: paid?.costMicros ?? null,
        created_at,
      })
      .execute()
    const data = { opportunity_id: row.id, method: brief.method }
    await recordEvent(tx, kind, { brandId: row.brand_id, data })
    if (paid !== null)
      await recordCost(tx, { kind: 'briefs', engine: paid.vendor, brandId: row.brand_id, ...paid })
    return { brief, created_at }
  })
}

export const toWrittenBrief = (
  { row }: LoadedOpportunity,
  { brief, created_at }: { brief: z.output<typeof Brief>; created_at: Date },
  cached: boolean,
): z.input<typeof WrittenBrief> => ({
  id: row.id,
  brief,
  generated_at: created_at.toISOString(),
  cached,
  simulated: SourceData.parse(row.source_data).simulated,
})
