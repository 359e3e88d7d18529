/**
 * An opportunity is a prompt for which answers mention or cite competitors and omit the brand or rank it lower (a gap), or a cited
 * page that states facts of the brand wrong (a correction). It comes with the evidence behind it, a brief for the person who works
 * on it, and a status. The statuses `new`, `sent` and `in_progress` are open; a prompt has at most one open gap, and a page one open
 * correction.
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
import { loadById, type ResourceLoader } from '../http/route.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { Count } from '../metrics/fields.ts'
import type { Assessment } from './assess.ts'
import { Correction, GapData, Impact, isTarget, Kind, SourceData, Status, Type } from './source-data.ts'

export type OpportunityRow = Selectable<Opportunities> & {
  prompt_text: string
  has_brief: boolean
  /** Null without an owner, or when the owner is no longer a member. */
  owner_name: string | null
}

export const OpportunityRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    title: localizedText(),
    description: localizedText(),
    kind: Kind.describe(
      '`gap`: a competitor leads. `correction`: a cited page has wrong or outdated claims.',
    ),
    type: Type.describe(
      '`owned`: a page of your own could be cited, or has to be corrected. `earned`: pages of others.',
    ),
    impact: Impact,
    opportunity_score: z
      .number()
      .min(0)
      .max(100)
      .describe(
        '0 to 100, from the gap or the share of wrong answers, its certainty, search volume, intent and sources.',
      ),
    status: Status,
    prompt_id: z.uuid().describe('Of a correction: the prompt with most of the wrong answers.'),
    prompt_text: z.string(),
    certainty: GapData.shape.certainty,
    simulated: GapData.shape.simulated,
    answers: GapData.shape.answers,
    gap: GapData.shape.gap.nullable().describe('Null for a correction.'),
    correction: Correction.nullable().describe('Null for a gap.'),
    top_source: GapData.shape.sources.element
      .nullable()
      .describe(
        'The third-party page that the answers cite most, without pages that name the brand; null if there is none.',
      ),
    has_brief: z.boolean(),
    source_domain: z.string().nullable().describe('The source that it was created for.'),
    owner: z.object({ user_id: z.uuid(), name: z.string() }).nullable(),
    due_on: z.iso.date().nullable(),
    comment: z.string(),
    webhook_sent_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Opportunity' })

/** The filters of a list, one value each. */
export const opportunityFilters = {
  status: Status.optional().describe('Only opportunities with this status.'),
  impact: Impact.optional().describe('Only opportunities with this impact.'),
  type: Type.optional().describe('`owned`: content on the own site. `earned`: pages of others.'),
  kind: Kind.optional().describe('Only gaps to competitors, or only corrections of cited pages.'),
}
/** Further filters of the dashboard's list. */
export const dashboardFilters = {
  certainty: GapData.shape.certainty
    .optional()
    .describe('Only opportunities whose gap is established, or only directional.'),
  prompt_id: Uuid.optional().describe('Only opportunities of this prompt.'),
}
type Filters = z.output<z.ZodObject<typeof opportunityFilters>>
type DashboardFilters = z.output<z.ZodObject<typeof dashboardFilters>>

/** Lists opportunities: established gaps before directional ones, and within each, highest score first. */
export async function listOpportunities(
  ctx: Context,
  brandId: string,
  {
    status,
    impact,
    type,
    kind,
    certainty,
    prompt_id: promptId,
    ...page
  }: Page & Filters & Partial<DashboardFilters>,
): Promise<{ items: OpportunityRow[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await selectOpportunities(ctx, brandId)
    .where('opportunities.brand_id', '=', brandId)
    .$if(status !== undefined, (query) => query.where('opportunities.status', '=', status ?? ''))
    .$if(impact !== undefined, (query) => query.where('opportunities.impact', '=', impact ?? ''))
    .$if(type !== undefined, (query) => query.where('opportunities.type', '=', type ?? ''))
    .$if(kind !== undefined, (query) =>
      query.where('opportunities.url_id', kind === 'gap' ? 'is' : 'is not', null),
    )
    .$if(certainty !== undefined, (query) =>
      query.where(sql<boolean>`opportunities.source_data ->> 'certainty' = ${certainty}`),
    )
    .$if(promptId !== undefined, (query) => query.where('opportunities.prompt_id', '=', promptId ?? ''))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${isDirectional('opportunities')}, -opportunity_score, opportunities.id) > (
          select ${isDirectional('last')}, -last.opportunity_score, last.id
          from opportunities last where last.brand_id = ${brandId} and last.id = ${after})`,
      ),
    )
    .orderBy(isDirectional('opportunities'))
    .orderBy('opportunity_score', 'desc')
    .orderBy('opportunities.id')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

const isDirectional = (table: 'opportunities' | 'last') =>
  sql<boolean>`(${sql.ref(`${table}.source_data`)} ->> 'certainty' = 'directional')`

export const OpportunityCounts = z
  .object({ new: Count, sent: Count, in_progress: Count, done: Count, dismissed: Count } satisfies Record<
    Status,
    z.ZodType
  >)
  .meta({ id: 'OpportunityCounts' })

/** Counts the opportunities by status. */
export async function countOpportunities(
  ctx: Context,
  brandId: string,
  { impact, type, kind }: Pick<Filters, 'impact' | 'type' | 'kind'>,
): Promise<z.input<typeof OpportunityCounts>> {
  const rows = await ctx.db
    .selectFrom('opportunities')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .where('brand_id', '=', brandId)
    .$if(impact !== undefined, (query) => query.where('impact', '=', impact ?? ''))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(kind !== undefined, (query) => query.where('url_id', kind === 'gap' ? 'is' : 'is not', null))
    .groupBy('status')
    .execute()
  const getCount = (status: Status) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return {
    new: getCount('new'),
    sent: getCount('sent'),
    in_progress: getCount('in_progress'),
    done: getCount('done'),
    dismissed: getCount('dismissed'),
  }
}

/** An opportunity together with its brand. */
export type LoadedOpportunity = { row: OpportunityRow; brand: Brand }

/** Loads the opportunities of a list of ids in the body. Throws `not_found` if any of them is missing. */
export function opportunitiesFrom(name: string): ResourceLoader<LoadedOpportunity[]> {
  return {
    in: 'body',
    name,
    schema: z.array(Uuid).min(1).max(100),
    load: async (ctx, ids) => {
      const found = await findOpportunities(ctx, IdList.parse(ids))
      if (found.length < new Set(IdList.parse(ids)).size)
        throw notFound(message('opportunities.general.noSuchOpportunity'))
      return found
    },
  }
}

const IdList = z.array(z.string())

/** Loads the opportunity of an id in the path. */
export const opportunityInPath = {
  params: { id: Uuid.describe('Id of the opportunity.') },
  find: { opportunity: loadById('id', getOpportunity) },
}

export async function getOpportunity(ctx: Context, id: string): Promise<LoadedOpportunity> {
  const [found] = await findOpportunities(ctx, [id])
  if (!found) throw notFound(message('opportunities.general.noSuchOpportunity'))
  return found
}

/** Returns opportunities in the order of the ids; those that the caller may not access are omitted. */
export async function findOpportunities(ctx: Context, ids: readonly string[]): Promise<LoadedOpportunity[]> {
  const rows = await selectOpportunities(ctx)
    .innerJoin('brands', 'brands.id', 'opportunities.brand_id')
    .where('brands.organization_id', '=', ctx.organizationId)
    .where('opportunities.id', 'in', [...ids])
    .execute()
  const accessible = rows.filter((row) => canSee(ctx, row.brand_id) && isForCaller(ctx, row.id))
  const brandIds = [...new Set(accessible.map((row) => row.brand_id))]
  const brands = await Promise.all(brandIds.map((id) => getBrand(ctx, id)))
  return [...new Set(ids)].flatMap((id) => {
    const row = accessible.find((each) => each.id === id)
    const brand = brands.find((each) => each.id === row?.brand_id)
    return row && brand ? [{ row, brand }] : []
  })
}

/** A webhook receiver may access only the opportunity that it was sent. */
const isForCaller = ({ actor }: Context, id: string) =>
  actor.kind !== 'callback' || actor.opportunityId === id

/**
 * `brandId`: of all of them, if it is known. As a constant in the subquery, it lets Citus send the statement to one server only,
 * which it does not infer from the join.
 */
const selectOpportunities = (ctx: Context, brandId?: string) =>
  ctx.db
    .selectFrom('opportunities')
    .innerJoin('prompts', (join) =>
      join
        .onRef('prompts.brand_id', '=', 'opportunities.brand_id')
        .onRef('prompts.id', '=', 'opportunities.prompt_id'),
    )
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'opportunities.owner_id')
        .on('members.organization_id', '=', ctx.organizationId),
    )
    .leftJoin('users as owners', 'owners.id', 'members.user_id')
    .selectAll('opportunities')
    .select([
      'prompts.text as prompt_text',
      'owners.name as owner_name',
      sql<boolean>`exists (
        select from briefs where briefs.brand_id = ${brandId ?? sql.ref('opportunities.brand_id')} and briefs.opportunity_id = opportunities.id
      )`.as('has_brief'),
    ])

/** Returns the columns of an assessment. */
export const getColumns = <T extends Assessment>({ title, description, source_data, ...columns }: T) => ({
  ...columns,
  title: JSON.stringify(title),
  description: JSON.stringify(description),
  source_data: JSON.stringify(source_data),
})

const Texts = z.object({ title: messageOrText, description: messageOrText })

/** Parses the stored texts. */
export const getTexts = (row: Pick<OpportunityRow, 'title' | 'description'>) => Texts.parse(row)

const ListedFields = OpportunityRecord.omit({ title: true, description: true })

export const showOpportunity = (row: OpportunityRow): z.input<typeof OpportunityRecord> => {
  const data = SourceData.parse(row.source_data)
  const { kind, certainty, simulated, answers } = data
  const fields = ListedFields.parse({
    ...row,
    kind,
    certainty,
    simulated,
    answers,
    gap: kind === 'gap' ? data.gap : null,
    correction: kind === 'correction' ? data : null,
    top_source: (kind === 'gap' && data.sources.find(isTarget)) || null,
    owner:
      row.owner_id === null || row.owner_name === null
        ? null
        : { user_id: row.owner_id, name: row.owner_name },
    webhook_sent_at: row.webhook_sent_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  })
  return { ...fields, ...getTexts(row) }
}
