/**
 * An opportunity is a prompt at which answers name or cite competitors and leave the brand out, or behind: with the evidence
 * it rests on, a brief for whoever writes, and the states it goes through until the page is there. `new`, `sent` and
 * `in_progress` are open; of these a prompt has at most one.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type Brand, canSee, getBrand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { Opportunities } from '../db/schema.generated.ts'
import type { Finder } from '../http/route.ts'
import { Count } from '../metrics/values.ts'
import { Impact, SourceData, Status, Type } from './source-data.ts'

export type OpportunityRow = Selectable<Opportunities> & { prompt_text: string; has_brief: boolean }

export const OpportunityRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    title: z.string(),
    description: z.string(),
    type: Type.describe(
      '`owned`: a page of your own could be cited. `earned`: engines cite lists, reviews and forums.',
    ),
    impact: Impact,
    opportunity_score: z.number().min(0).max(100),
    status: Status,
    prompt_id: z.uuid(),
    prompt_text: z.string(),
    certainty: SourceData.shape.certainty,
    simulated: SourceData.shape.simulated,
    has_brief: z.boolean(),
    webhook_sent_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Opportunity' })

/** What a list is narrowed down by: one value each. */
export const opportunityFilters = {
  status: Status.optional(),
  impact: Impact.optional(),
  type: Type.optional(),
}
type Filters = z.output<z.ZodObject<typeof opportunityFilters>>

/** Those with the highest score first. */
export async function listOpportunities(
  ctx: Context,
  brandId: string,
  { status, impact, type, ...page }: Page & Filters,
): Promise<{ items: OpportunityRow[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await listed(ctx)
    .where('opportunities.brand_id', '=', brandId)
    .$if(status !== undefined, (query) => query.where('opportunities.status', '=', status ?? ''))
    .$if(impact !== undefined, (query) => query.where('opportunities.impact', '=', impact ?? ''))
    .$if(type !== undefined, (query) => query.where('opportunities.type', '=', type ?? ''))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(-opportunity_score, opportunities.id) > (
          select -last.opportunity_score, last.id from opportunities last where last.brand_id = ${brandId} and last.id = ${after})`,
      ),
    )
    .orderBy('opportunity_score', 'desc')
    .orderBy('opportunities.id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

export const OpportunityCounts = z
  .object({ new: Count, sent: Count, in_progress: Count, done: Count, dismissed: Count } satisfies Record<
    Status,
    z.ZodType
  >)
  .meta({ id: 'OpportunityCounts' })

/** How many there are in each state. */
export async function countOpportunities(
  ctx: Context,
  brandId: string,
  { impact, type }: Pick<Filters, 'impact' | 'type'>,
): Promise<z.input<typeof OpportunityCounts>> {
  const rows = await ctx.db
    .selectFrom('opportunities')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .where('brand_id', '=', brandId)
    .$if(impact !== undefined, (query) => query.where('impact', '=', impact ?? ''))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .groupBy('status')
    .execute()
  const of = (status: Status) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return {
    new: of('new'),
    sent: of('sent'),
    in_progress: of('in_progress'),
    done: of('done'),
    dismissed: of('dismissed'),
  }
}

/** An opportunity with its brand. */
export type LoadedOpportunity = { row: OpportunityRow; brand: Brand }

/** The one that an id in the path stands for, in any brand that the caller may see. */
export function opportunityFrom(name: string): Finder<LoadedOpportunity> {
  return { in: 'params', name, schema: Uuid, load: (ctx, id) => getOpportunity(ctx, String(id)) }
}

/** All that a list of ids in the body stands for: one that is not there, and none is. */
export function opportunitiesFrom(name: string): Finder<LoadedOpportunity[]> {
  return {
    in: 'body',
    name,
    schema: z.array(Uuid).min(1).max(100),
    load: async (ctx, ids) => {
      const found = await findOpportunities(ctx, IdList.parse(ids))
      if (found.length < new Set(IdList.parse(ids)).size) throw notFound('opportunity')
      return found
    },
  }
}

const IdList = z.array(z.string())

export async function getOpportunity(ctx: Context, id: string): Promise<LoadedOpportunity> {
  const [found] = await findOpportunities(ctx, [id])
  if (!found) throw notFound('opportunity')
  return found
}

/** In the order of the ids; what the caller may not see is left out. */
async function findOpportunities(ctx: Context, ids: readonly string[]): Promise<LoadedOpportunity[]> {
  const rows = await listed(ctx)
    .innerJoin('brands', 'brands.id', 'opportunities.brand_id')
    .where('brands.organization_id', '=', ctx.organizationId)
    .where('opportunities.id', 'in', [...ids])
    .execute()
  const seen = rows.filter((row) => canSee(ctx, row.brand_id) && isForCaller(ctx, row.id))
  const brandIds = [...new Set(seen.map((row) => row.brand_id))]
  const brands = await Promise.all(brandIds.map((id) => getBrand(ctx, id)))
  return [...new Set(ids)].flatMap((id) => {
    const row = seen.find((each) => each.id === id)
    const brand = brands.find((each) => each.id === row?.brand_id)
    return row && brand ? [{ row, brand }] : []
  })
}

/** A receiver of a webhook was told of one opportunity and sees no other. */
const isForCaller = ({ actor }: Context, id: string) =>
  actor.kind !== 'callback' || actor.opportunityId === id

const listed = (ctx: Context) =>
  ctx.db
    .selectFrom('opportunities')
    .innerJoin('prompts', (join) =>
      join
        .onRef('prompts.brand_id', '=', 'opportunities.brand_id')
        .onRef('prompts.id', '=', 'opportunities.prompt_id'),
    )
    .selectAll('opportunities')
    .select([
      'prompts.text as prompt_text',
      sql<boolean>`exists (
        select from briefs where briefs.brand_id = opportunities.brand_id and briefs.opportunity_id = opportunities.id
      )`.as('has_brief'),
    ])

export const showOpportunity = (row: OpportunityRow): z.input<typeof OpportunityRecord> => {
  const { certainty, simulated } = SourceData.pick({ certainty: true, simulated: true }).parse(
    row.source_data,
  )
  return OpportunityRecord.parse({
    ...row,
    certainty,
    simulated,
    webhook_sent_at: row.webhook_sent_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  })
}
