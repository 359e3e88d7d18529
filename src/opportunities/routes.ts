import { z } from 'zod'
import { listMembersOfBrand, MemberName } from '../accounts/members.ts'
import { requirePrompts, unfiltered } from '../answers/scope.ts'
import { brandFrom, brandInPath } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { BrandId, Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { csvRoute } from '../http/csv.ts'
import { route } from '../http/route.ts'
import { Brief, newestBrief } from './briefs/brief.ts'
import { createOpportunity, NewOpportunity } from './create-opportunity.ts'
import { editOpportunity, OpportunityEdit } from './edit-opportunity.ts'
import { generateOpportunities } from './generate.ts'
import {
  countOpportunities,
  dashboardFilters,
  type LoadedOpportunity,
  listOpportunities,
  OpportunityCounts,
  OpportunityRecord,
  opportunitiesFrom,
  opportunityFilters,
  opportunityInPath,
  showOpportunity,
} from './opportunities.ts'
import { SourceData, Status } from './source-data.ts'
import { changeStatus, changeStatuses } from './status.ts'
import { History, listStatusChanges } from './status-history.ts'
import { requireCallbackTransition } from './webhooks/callback-auth.ts'
import { findLastResponse, WebhookResponse } from './webhooks/last-response.ts'

const OpportunityDetail = OpportunityRecord.extend({
  source_data: SourceData,
  brief: Brief.nullable(),
  brief_written_at: Timestamp.nullable(),
  webhook_response: WebhookResponse.nullable().describe('The outcome of the last delivery.'),
  history: History,
  action_id: z
    .uuid()
    .nullable()
    .describe('The newest action on the opportunity, which measures what changed; null without one.'),
}).meta({ id: 'OpportunityDetail' })

const StatusChanged = z
  .object({ id: z.uuid(), status: Status, updated_at: Timestamp })
  .meta({ id: 'OpportunityStatus' })

const brandQuery = { brand_id: BrandId }
const listRequest = {
  query: { ...brandQuery, ...opportunityFilters, ...pageQuery },
  find: { brand: brandFrom('query', 'brand_id') },
}
const listDescription =
  'Prompts for which answers mention or cite tracked competitors and omit the brand or rank it lower (`gap`), and cited pages with wrong or outdated claims (`correction`). Established ones first, then by `opportunity_score`: 0 to 100.'
const list = route({
  access: 'read',
  invalidatedBy: 'answers',
  summary: 'List opportunities',
  description: listDescription,
  query: { ...listRequest.query, ...dashboardFilters },
  find: listRequest.find,
  returns: pageSchema(OpportunityRecord),
  run: async (ctx, { found: { brand }, query: { brand_id: _, ...query } }) => {
    const scope = { ...unfiltered, brand, from: null, to: null }
    await requirePrompts(ctx, scope, query.prompt_id === undefined ? undefined : [query.prompt_id])
    const { items, next_cursor } = await listOpportunities(ctx, brand.id, query)
    return { items: items.map(showOpportunity), next_cursor }
  },
})
const statusBody = z.strictObject({ status: Status.describe('The new status.') })
const detail = {
  ...opportunityInPath,
  access: 'read',
  invalidatedBy: 'answers',
  description:
    '`source_data` has the evidence: counts, the gap or the share of wrong answers with its confidence interval, the parts of the score, and the answers, pages and facts behind it.',
  returns: OpportunityDetail,
} as const

async function showDetail(
  ctx: Context,
  { row }: LoadedOpportunity,
): Promise<z.input<typeof OpportunityDetail>> {
  const brief = await newestBrief(ctx, row)
  return {
    ...showOpportunity(row),
    source_data: SourceData.parse(row.source_data),
    brief: brief?.brief ?? null,
    brief_written_at: brief?.created_at.toISOString() ?? null,
    webhook_response: await findLastResponse(ctx, row),
    history: await listStatusChanges(ctx, row),
    action_id: await findActionId(ctx, row),
  }
}

async function findActionId(
  { db }: Context,
  { brand_id, id }: LoadedOpportunity['row'],
): Promise<string | null> {
  const action = await db
    .selectFrom('actions')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('opportunity_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return action?.id ?? null
}

async function updateStatus(
  ctx: Context,
  { row }: LoadedOpportunity,
  status: z.output<typeof Status>,
): Promise<z.input<typeof StatusChanged>> {
  const { id, updated_at } = await changeStatus(ctx, row, status)
  return { id, status, updated_at: updated_at.toISOString() }
}

export const opportunityRoutes = {
  'GET /api/brands/:brand/members': route({
    ...brandInPath,
    access: 'write',
    summary: 'List the members who can access a brand',
    description: 'Names only, to choose the owner of an opportunity.',
    returns: z.object({ items: z.array(MemberName) }),
    run: async (ctx, { found }) => ({ items: await listMembersOfBrand(ctx, found.brand.id) }),
  }),
  'GET /api/mcp/content-opportunities': route({
    access: 'read',
    invalidatedBy: 'answers',
    summary: 'List content opportunities',
    description: listDescription,
    whenToUse:
      'Answers "what should we write or correct, or where should we get mentioned next?" For the evidence of one opportunity use get_content_opportunity.',
    ...listRequest,
    returns: z
      .object({ opportunities: z.array(OpportunityRecord), next_cursor: z.string().nullable() })
      .meta({ id: 'OpportunityList' }),
    run: async (ctx, { found, query: { brand_id: _, ...query } }) => {
      const { items, next_cursor } = await listOpportunities(ctx, found.brand.id, query)
      return { opportunities: items.map(showOpportunity), next_cursor }
    },
  }),
  'GET /api/mcp/content-opportunities/:id': route({
    ...detail,
    summary: 'Get a content opportunity',
    whenToUse:
      'Answers "why is this an opportunity, and did acting on it help?" Needs an id from list_content_opportunities.',
    run: (ctx, { found }) => showDetail(ctx, found.opportunity),
  }),
  'PATCH /api/mcp/content-opportunities/:id/status': route({
    access: 'write',
    summary: 'Set the status of a content opportunity',
    whenToUse:
      'Use it to record progress, for example `in_progress` when work starts and `done` when the content is published.',
    description:
      'Returns the new status. Once an opportunity is `done`, the service proposes an action that measures what it changed.',
    ...opportunityInPath,
    body: statusBody,
    errors: ['conflict'],
    returns: StatusChanged,
    run: (ctx, { found, body }) => updateStatus(ctx, found.opportunity, body.status),
  }),

  'GET /api/content': list,
  'GET /api/content.csv': csvRoute(list, 'items'),
  'POST /api/content': route({
    access: 'write',
    reads: 'long',
    summary: 'Create an opportunity for a source or a search',
    description:
      'Creates an opportunity to get mentioned on a domain. It takes its evidence from the prompt with the largest gap among the prompts whose answers cite the domain. With `search`, a search that engines ran, only prompts whose answers have the search count. Without `domain`, it then creates the opportunity of the prompt with the largest gap, or returns its open one.',
    body: NewOpportunity,
    find: { brand: brandFrom('body', 'brand_id') },
    errors: ['conflict'],
    returns: OpportunityRecord,
    status: 201,
    run: async (ctx, { found, body }) =>
      showOpportunity((await createOpportunity(ctx, found.brand, body)).row),
  }),
  'GET /api/content/counts': route({
    access: 'read',
    invalidatedBy: 'answers',
    summary: 'Count opportunities by status',
    description: 'The number of opportunities of each status, for the given filters.',
    query: {
      ...brandQuery,
      impact: opportunityFilters.impact,
      type: opportunityFilters.type,
      kind: opportunityFilters.kind,
    },
    find: listRequest.find,
    returns: OpportunityCounts,
    run: (ctx, { found, query }) => countOpportunities(ctx, found.brand.id, query),
  }),
  'POST /api/content/generate': route({
    access: 'write',
    reads: 'long',
    summary: 'Generate opportunities now',
    description:
      'Runs automatically after every run: creates opportunities, updates open ones, and closes those whose gap or wrong page has disappeared.',
    body: z.strictObject(brandQuery),
    find: { brand: brandFrom('body', 'brand_id') },
    errors: ['conflict'],
    returns: z.object({
      created: z.number().int(),
      updated: z.number().int(),
      closed: z.number().int(),
    }),
    run: async (ctx, { found }) => generateOpportunities(ctx, found.brand),
  }),
  'POST /api/content/bulk/status': route({
    access: 'write',
    summary: 'Set the status of opportunities',
    description: 'Changes all of them or, if one cannot be changed, none.',
    body: z.strictObject({ ids: z.array(Uuid).min(1).max(100), status: Status }),
    find: { opportunities: opportunitiesFrom('ids') },
    errors: ['conflict'],
    returns: z.object({ updated: z.number().int() }),
    run: async (ctx, { found, body }) => ({
      updated: await changeStatuses(ctx, found.opportunities, body.status),
    }),
  }),
  'GET /api/content/:id': route({
    ...detail,
    summary: 'Get an opportunity',
    run: (ctx, { found }) => showDetail(ctx, found.opportunity),
  }),
  'PATCH /api/content/:id': route({
    access: 'write',
    summary: 'Edit an opportunity',
    description: 'Sets the owner, the due date and the comment. Omitted fields keep their values.',
    ...opportunityInPath,
    body: OpportunityEdit,
    returns: OpportunityRecord,
    run: async (ctx, { found, body }) =>
      showOpportunity((await editOpportunity(ctx, found.opportunity, body)).row),
  }),
  'PATCH /api/content/:id/status': route({
    access: 'write',
    summary: 'Set the status of an opportunity',
    description:
      'Accepts a session, or the token of a `callback_url` that a webhook received. With the token, the status can be set to in_progress, done, dismissed or sent.',
    ...opportunityInPath,
    query: {
      token: z.string().max(200).optional().describe('Token of a `callback_url`, instead of a session.'),
    },
    body: statusBody,
    errors: ['conflict'],
    returns: StatusChanged,
    run: (ctx, { found, body }) => {
      requireCallbackTransition(ctx.actor.kind, body.status)
      return updateStatus(ctx, found.opportunity, body.status)
    },
  }),
}
