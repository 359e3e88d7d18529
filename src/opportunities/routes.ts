import { z } from 'zod'
import { brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
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
import {
  DeliveryRecord,
  findLastResponse,
  pageOfDeliveries,
  WebhookResponse,
} from './webhooks/delivery-log.ts'
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
  webhook_response: WebhookResponse.nullable().describe('What came of the last delivery.'),
  history: History,
  effect: Effect.nullable().describe('Once it is done: whether visibility has changed since.'),
}).meta({ id: 'OpportunityDetail' })

const StatusChanged = z
  .object({ id: z.uuid(), status: Status, updated_at: Timestamp })
  .meta({ id: 'OpportunityStatus' })

const brandQuery = { brand_id: Uuid }
const listed = {
  query: { ...brandQuery, ...opportunityFilters, ...pageQuery },
  find: { brand: brandFrom('query', 'brand_id') },
}
const listDescription =
  'Prompts at which answers name or cite tracked competitors and leave the brand out, or behind; the highest score first. How the score is made: docs/opportunities.md.'
const list = route({
  access: 'read',
  dependsOn: 'answers',
  summary: 'List opportunities',
  description: listDescription,
  ...listed,
  returns: pageSchema(OpportunityRecord),
  run: async (ctx, { found, query: { brand_id: _, ...query } }) => {
    const { items, next_cursor } = await listOpportunities(ctx, found.brand.id, query)
    return { items: items.map(showOpportunity), next_cursor }
  },
})
const one = { params: { id: Uuid }, find: { opportunity: opportunityFrom('id') } }
const ofBrand = { params: { brand: z.string() }, find: { brand: brandFrom('params', 'brand') } }
const briefQuery = {
  regenerate: z.enum(['true', 'false']).default('false').describe('`true` writes a new one.'),
}
const statusBody = z.strictObject({ status: Status })
const Sent = z.object({
  success: z.boolean(),
  http_status: z.number().int().nullable(),
  error: z.string().nullable().describe('Why there was no response: timeout, dns, tls, refused …'),
})

const getDescription =
  '`source_data` is the evidence: counts, the gap with its interval, the parts of the score, the answers and the pages it rests on.'
const briefDescription =
  'The one there is, or a new one. It is composed from the evidence, or written from it by the language model that the settings name.'

async function show(ctx: Context, { row }: LoadedOpportunity): Promise<z.input<typeof OpportunityDetail>> {
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

async function setStatus(
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
    ...listed,
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
    summary: 'Get a content opportunity with its evidence',
    description: getDescription,
    ...one,
    returns: OpportunityDetail,
    run: (ctx, { found }) => show(ctx, found.opportunity),
  }),
  'POST /api/mcp/content-opportunities/:id/brief': route({
    access: 'write',
    summary: 'Write the brief of a content opportunity',
    description: briefDescription,
    ...one,
    query: briefQuery,
    returns: WrittenBrief,
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'PATCH /api/mcp/content-opportunities/:id/status': route({
    access: 'write',
    summary: 'Set the status of a content opportunity',
    ...one,
    body: statusBody,
    returns: StatusChanged,
    run: (ctx, { found, body }) => setStatus(ctx, found.opportunity, body.status),
  }),

  'GET /api/content': list,
  'GET /api/content.csv': csvRoute(list, 'items'),
  'GET /api/content/counts': route({
    access: 'read',
    dependsOn: 'answers',
    summary: 'Count opportunities by status',
    query: { ...brandQuery, impact: opportunityFilters.impact, type: opportunityFilters.type },
    find: listed.find,
    returns: OpportunityCounts,
    run: (ctx, { found, query }) => countOpportunities(ctx, found.brand.id, query),
  }),
  'POST /api/content/generate': route({
    access: 'write',
    summary: 'Look for opportunities now',
    description:
      'As after every run: new ones are made, open ones brought up to date, and those whose gap has gone closed.',
    body: z.strictObject(brandQuery),
    find: { brand: brandFrom('body', 'brand_id') },
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
    description: 'Each by itself: one that fails holds up none of the others.',
    body: z.strictObject({ ids: z.array(Uuid).min(1).max(100) }),
    find: { opportunities: opportunitiesFrom('ids') },
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
    description: 'Of all of them, or, if one cannot have it, of none.',
    body: z.strictObject({ ids: z.array(Uuid).min(1).max(100), status: Status }),
    find: { opportunities: opportunitiesFrom('ids') },
    returns: z.object({ updated: z.number().int() }),
    run: async (ctx, { found, body }) => ({
      updated: await changeStatuses(ctx, found.opportunities, body.status),
    }),
  }),
  'GET /api/content/webhook-config/:brand': route({
    // The URL of a webhook is often a secret itself.
    access: 'write',
    summary: "Get a brand's webhook",
    ...ofBrand,
    returns: WebhookConfig,
    run: async (ctx, { found }) => showWebhook(ctx, await findWebhook(ctx, found.brand.id)),
  }),
  'PUT /api/content/webhook-config/:brand': route({
    access: 'write',
    summary: "Set a brand's webhook",
    description: 'What is absent stays as it is. docs/webhooks.md says what a receiver gets.',
    ...ofBrand,
    body: WebhookChange,
    returns: WebhookConfig,
    run: async (ctx, { found, body }) => showWebhook(ctx, await setWebhook(ctx, found.brand.id, body)),
  }),
  'POST /api/content/webhook-config/:brand/test': route({
    access: 'write',
    summary: "Send a test to a brand's webhook",
    ...ofBrand,
    returns: Sent,
    run: (ctx, { found }) => testWebhook(ctx, found.brand.id),
  }),
  'GET /api/content/webhook-config/:brand/deliveries': route({
    access: 'write',
    summary: "List the deliveries to a brand's webhook",
    description: 'Tests included, newest first.',
    ...ofBrand,
    query: pageQuery,
    returns: pageSchema(DeliveryRecord),
    run: (ctx, { found, query }) => pageOfDeliveries(ctx, { brandId: found.brand.id }, query),
  }),
  'GET /api/content/:id': route({
    access: 'read',
    dependsOn: 'answers',
    summary: 'Get an opportunity with its evidence',
    description: getDescription,
    ...one,
    returns: OpportunityDetail,
    run: (ctx, { found }) => show(ctx, found.opportunity),
  }),
  'PATCH /api/content/:id/status': route({
    access: 'write',
    summary: 'Set the status of an opportunity',
    description:
      'By a session, or by the token of the `callback_url` that a webhook was given: that one sets in_progress, done, dismissed or sent.',
    ...one,
    query: { token: z.string().max(200).optional() },
    body: statusBody,
    returns: StatusChanged,
    run: (ctx, { found, body }) => {
      requireCallbackTransition(ctx.actor.kind, body.status)
      return setStatus(ctx, found.opportunity, body.status)
    },
  }),
  'POST /api/content/:id/brief': route({
    access: 'write',
    summary: 'Write the brief of an opportunity',
    description: briefDescription,
    ...one,
    query: briefQuery,
    returns: WrittenBrief,
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'PUT /api/content/:id/brief': route({
    access: 'write',
    summary: 'Change the brief of an opportunity by hand',
    description:
      'All of it, in the place of the one that `replaces` names. When that is no longer the newest, nothing is changed: 409.',
    ...one,
    body: EditedBrief,
    returns: WrittenBrief,
    run: (ctx, { found, body }) => editBrief(ctx, found.opportunity, body),
  }),
  'POST /api/content/:id/send': route({
    access: 'write',
    summary: 'Send an opportunity to the webhook',
    description:
      'It becomes `sent` when the webhook answers with 2xx within 15 seconds, and stays as it is otherwise.',
    ...one,
    returns: Sent.extend({ status: Status.describe('Of the opportunity.') }),
    run: async (ctx, { found }) => {
      const { status, ...sent } = await sendOpportunity(ctx, found.opportunity)
      return { ...sent, status: Status.parse(status) }
    },
  }),
  'GET /api/content/:id/deliveries': route({
    access: 'read',
    dependsOn: null,
    summary: 'List the deliveries of an opportunity',
    ...one,
    query: pageQuery,
    returns: pageSchema(DeliveryRecord),
    run: (ctx, { found: { opportunity }, query }) =>
      pageOfDeliveries(ctx, { brandId: opportunity.brand.id, opportunityId: opportunity.row.id }, query),
  }),
}
