import { z } from 'zod'
import { brandFrom, brandInPath } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { BrandId, Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { csvRoute } from '../http/csv.ts'
import { route } from '../http/route.ts'
import { Brief, getOrWriteBrief, newestBrief, WrittenBrief } from './briefs/brief.ts'
import { EditedBrief, editBrief } from './briefs/edit-brief.ts'
import { Effect, findEffect } from './effect.ts'
import { generateOpportunities } from './generate.ts'
import {
  countOpportunities,
  type LoadedOpportunity,
  listOpportunities,
  OpportunityCounts,
  OpportunityRecord,
  opportunitiesFrom,
  opportunityFilters,
  opportunityFrom,
  showOpportunity,
} from './opportunities.ts'
import { SourceData, Status } from './source-data.ts'
import { changeStatus, changeStatuses } from './status.ts'
import { History, listStatusChanges } from './status-history.ts'
import { requireCallbackTransition } from './webhooks/callback-auth.ts'
import { sendOpportunities, sendOpportunity, testWebhook } from './webhooks/deliver.ts'
import { DeliveryRecord, findLastResponse, listDeliveries, WebhookResponse } from './webhooks/delivery-log.ts'
import {
  findWebhook,
  setWebhook,
  showWebhook,
  WebhookChange,
  WebhookConfig,
} from './webhooks/webhook-settings.ts'

const OpportunityDetail = OpportunityRecord.extend({
  source_data: SourceData,
  brief: Brief.nullable(),
  brief_written_at: Timestamp.nullable(),
  webhook_response: WebhookResponse.nullable().describe('The outcome of the last delivery.'),
  history: History,
  effect: Effect.nullable().describe('Once the opportunity is done: whether visibility has changed since.'),
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
  'Prompts for which answers mention or cite tracked competitors and omit the brand or rank it lower. Highest `opportunity_score` first: 0 to 100, from the gap, its certainty, search volume, intent and sources.'
const list = route({
  access: 'read',
  dependsOn: 'answers',
  summary: 'List opportunities',
  description: listDescription,
  ...listRequest,
  returns: pageSchema(OpportunityRecord),
  run: async (ctx, { found, query: { brand_id: _, ...query } }) => {
    const { items, next_cursor } = await listOpportunities(ctx, found.brand.id, query)
    return { items: items.map(showOpportunity), next_cursor }
  },
})
const opportunityParam = {
  params: { id: Uuid.describe('Id of the opportunity.') },
  find: { opportunity: opportunityFrom('id') },
}
const briefQuery = {
  regenerate: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: write a new brief even if one exists.'),
}
const statusBody = z.strictObject({ status: Status.describe('The new status.') })
const DeliveryOutcome = z.object({
  success: z.boolean(),
  http_status: z.number().int().nullable(),
  error: z.string().nullable().describe('Why there was no response: timeout, dns, tls, refused …'),
})

const getDescription =
  '`source_data` has the evidence: counts, the gap with its confidence interval, the parts of the score, and the answers and pages behind it.'
const briefDescription =
  'Returns the stored brief. Without one, or with `regenerate=true`, writes one from the evidence, with the language model if one is configured.'

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
    effect: await findEffect(ctx, row),
  }
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
  'GET /api/mcp/content-opportunities': route({
    access: 'read',
    dependsOn: 'answers',
    summary: 'List content opportunities',
    description: listDescription,
    whenToUse:
      'Answers "what should we write or where should we get mentioned next?" For the evidence of one opportunity use get_content_opportunity.',
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
    access: 'read',
    dependsOn: 'answers',
    summary: 'Get a content opportunity',
    description: getDescription,
    whenToUse:
      'Answers "why is this an opportunity, and did acting on it help?" Needs an id from list_content_opportunities.',
    ...opportunityParam,
    returns: OpportunityDetail,
    run: (ctx, { found }) => showDetail(ctx, found.opportunity),
  }),
  'POST /api/mcp/content-opportunities/:id/brief': route({
    access: 'write',
    summary: 'Get or write the brief of a content opportunity',
    description: briefDescription,
    whenToUse:
      'Use it to get a content brief for one opportunity: outline, keywords, sources and target length. Writing one can use the language model, which costs money; a stored brief is free.',
    ...opportunityParam,
    query: briefQuery,
    errors: ['conflict', 'plan_limit', 'run_cap'],
    returns: WrittenBrief,
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'PATCH /api/mcp/content-opportunities/:id/status': route({
    access: 'write',
    summary: 'Set the status of a content opportunity',
    whenToUse:
      'Use it to record progress, for example `in_progress` when work starts and `done` when the content is published.',
    description:
      'Returns the new status. Once an opportunity is `done`, its effect on visibility is measured.',
    ...opportunityParam,
    body: statusBody,
    errors: ['conflict'],
    returns: StatusChanged,
    run: (ctx, { found, body }) => updateStatus(ctx, found.opportunity, body.status),
  }),

  'GET /api/content': list,
  'GET /api/content.csv': csvRoute(list, 'items'),
  'GET /api/content/counts': route({
    access: 'read',
    dependsOn: 'answers',
    summary: 'Count opportunities by status',
    description: 'The number of opportunities of each status, for the given filters.',
    query: { ...brandQuery, impact: opportunityFilters.impact, type: opportunityFilters.type },
    find: listRequest.find,
    returns: OpportunityCounts,
    run: (ctx, { found, query }) => countOpportunities(ctx, found.brand.id, query),
  }),
  'POST /api/content/generate': route({
    access: 'write',
    summary: 'Generate opportunities now',
    description:
      'Runs automatically after every run: creates opportunities, updates open ones, and closes those whose gap has disappeared.',
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
  'POST /api/content/bulk/send': route({
    access: 'write',
    summary: 'Send opportunities to the webhook',
    description: 'Each opportunity is sent independently; a failure does not affect the others.',
    body: z.strictObject({ ids: z.array(Uuid).min(1).max(100) }),
    find: { opportunities: opportunitiesFrom('ids') },
    errors: ['conflict'],
    returns: z.object({
      sent: z.number().int(),
      failed: z.number().int(),
      results: z.array(z.object({ id: z.uuid(), success: z.boolean(), error: z.string().nullable() })),
    }),
    run: async (ctx, { found }) => {
      const results = await sendOpportunities(ctx, found.opportunities)
      const sent = results.filter(({ success }) => success).length
      return { sent, failed: results.length - sent, results }
    },
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
  'GET /api/content/webhook-config/:brand': route({
    // A webhook URL often contains a secret.
    access: 'write',
    summary: 'Get the webhook of a brand',
    description:
      'All fields are null or false without a webhook. Only the last four characters of the secret are returned.',
    ...brandInPath,
    returns: WebhookConfig,
    run: async (ctx, { found }) => showWebhook(ctx, await findWebhook(ctx, found.brand.id)),
  }),
  'PUT /api/content/webhook-config/:brand': route({
    access: 'write',
    summary: 'Set the webhook of a brand',
    description:
      'Omitted fields keep their values. `"webhook_secret": null` removes the secret, `"webhook_url": null` the webhook. The URL must resolve to a public address.',
    ...brandInPath,
    body: WebhookChange,
    errors: ['unsafe_url'],
    returns: WebhookConfig,
    run: async (ctx, { found, body }) => showWebhook(ctx, await setWebhook(ctx, found.brand.id, body)),
  }),
  'POST /api/content/webhook-config/:brand/test': route({
    access: 'write',
    summary: 'Send a test to the webhook of a brand',
    description: 'Sends `webhook.test` and returns the outcome, also while the webhook is disabled.',
    ...brandInPath,
    errors: ['conflict'],
    returns: DeliveryOutcome,
    run: (ctx, { found }) => testWebhook(ctx, found.brand.id),
  }),
  'GET /api/content/webhook-config/:brand/deliveries': route({
    access: 'write',
    summary: 'List the deliveries to the webhook of a brand',
    description: 'Newest first, including tests.',
    ...brandInPath,
    query: pageQuery,
    returns: pageSchema(DeliveryRecord),
    run: (ctx, { found, query }) => listDeliveries(ctx, { brandId: found.brand.id }, query),
  }),
  'GET /api/content/:id': route({
    access: 'read',
    dependsOn: 'answers',
    summary: 'Get an opportunity',
    description: getDescription,
    ...opportunityParam,
    returns: OpportunityDetail,
    run: (ctx, { found }) => showDetail(ctx, found.opportunity),
  }),
  'PATCH /api/content/:id/status': route({
    access: 'write',
    summary: 'Set the status of an opportunity',
    description:
      'Accepts a session, or the token of a `callback_url` that a webhook received. With the token, the status can be set to in_progress, done, dismissed or sent.',
    ...opportunityParam,
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
  'POST /api/content/:id/brief': route({
    access: 'write',
    summary: 'Write the brief of an opportunity',
    description: briefDescription,
    ...opportunityParam,
    query: briefQuery,
    errors: ['conflict', 'plan_limit', 'run_cap'],
    returns: WrittenBrief,
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'PUT /api/content/:id/brief': route({
    access: 'write',
    summary: 'Edit the brief of an opportunity',
    description:
      'Replaces the whole brief. `replaces` is the id of the brief that was edited; if a newer one exists, the request fails with 409.',
    ...opportunityParam,
    body: EditedBrief,
    errors: ['conflict'],
    returns: WrittenBrief,
    run: (ctx, { found, body }) => editBrief(ctx, found.opportunity, body),
  }),
  'POST /api/content/:id/send': route({
    access: 'write',
    summary: 'Send an opportunity to the webhook',
    description:
      'The status becomes `sent` when the webhook responds with 2xx within 15 seconds; otherwise it does not change.',
    ...opportunityParam,
    errors: ['conflict'],
    returns: DeliveryOutcome.extend({ status: Status.describe('The status of the opportunity.') }),
    run: async (ctx, { found }) => {
      const { status, ...sent } = await sendOpportunity(ctx, found.opportunity)
      return { ...sent, status: Status.parse(status) }
    },
  }),
  'GET /api/content/:id/deliveries': route({
    access: 'read',
    dependsOn: null,
    summary: 'List the deliveries of an opportunity',
    description: 'Newest first, with the response of the receiver or the reason why there was none.',
    ...opportunityParam,
    query: pageQuery,
    returns: pageSchema(DeliveryRecord),
    run: (ctx, { found: { opportunity }, query }) =>
      listDeliveries(ctx, { brandId: opportunity.brand.id, opportunityId: opportunity.row.id }, query),
  }),
}
