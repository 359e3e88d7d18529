import { z } from 'zod'
import { type Brand, brandFrom, brandInPath, loadInBrand, rowInBrand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { type Page, pageQuery, pageSchema } from '../core/paging.ts'
import { NoContent, route } from '../http/route.ts'
import { AlertChannel, AlertDeliveries, listAlertChannels, readAlertDeliveries } from './alert-deliveries.ts'
import {
  type Alert,
  AlertChange,
  type AlertListQuery,
  AlertRecord,
  alertListQuery,
  changeAlert,
  getAlert,
  listAlerts,
  showAlerts,
} from './alerts.ts'
import { AlertPreview, previewRule } from './preview.ts'
import { getFilter } from './rule-filter.ts'
import {
  AlertRuleChange,
  AlertRuleRecord,
  changeRule,
  createRule,
  deleteRule,
  listRules,
  NewAlertRule,
  requireChannels,
  showRule,
} from './rules.ts'

const { params: brandParams, find } = brandInPath

const listRoute = {
  access: 'read',
  invalidatedBy: 'answers',
  summary: 'List alerts',
  description:
    'Newest first. An alert has one cause: established changes of several numbers within a week are one alert, and so are consecutive failed runs.',
  whenToUse:
    'Answers "what changed or needs attention?" Alerts are created only for established changes and for events such as failed runs, so an empty list means that nothing is established.',
} as const

const listByBrandId = route({
  ...listRoute,
  query: { brand_id: BrandId, ...alertListQuery, ...pageQuery },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: pageSchema(AlertRecord),
  run: async (ctx, { found: { brand }, query }) => listPage(ctx, brand, query),
})

const alertParams = { ...brandParams, id: Uuid.describe('Id of the alert.') }
const alertFind = { ...find, alert: loadInBrand(getAlert) }
const ruleParams = { ...brandParams, id: Uuid.describe('Id of the rule.') }
const ruleFind = { ...find, rule: rowInBrand('alert_rules') }

const AlertRuleList = z.object({ items: z.array(AlertRuleRecord) }).meta({ id: 'AlertRuleList' })

export const alertRoutes = {
  'GET /api/v1/alerts': listByBrandId,
  'GET /api/mcp/alerts': listByBrandId,
  'GET /api/brands/:brand/alerts': route({
    ...listRoute,
    params: brandParams,
    query: { ...alertListQuery, ...pageQuery },
    find,
    returns: pageSchema(AlertRecord),
    run: async (ctx, { found: { brand }, query }) => listPage(ctx, brand, query),
  }),
  'GET /api/brands/:brand/alerts/:id': route({
    access: 'read',
    invalidatedBy: 'answers',
    summary: 'Get an alert',
    description: 'Returns what has the same cause, with paths of the dashboard to the answers.',
    params: alertParams,
    find: alertFind,
    returns: AlertRecord,
    run: (ctx, { found: { brand, alert } }) => showOne(ctx, brand, alert),
  }),
  'GET /api/brands/:brand/alerts/:id/deliveries': route({
    access: 'organization',
    scope: 'read',
    summary: 'List who was notified of an alert',
    description: 'The messages to channels with their outcome, and the number of inboxes.',
    params: alertParams,
    find: alertFind,
    returns: AlertDeliveries,
    run: (ctx, { found }) => readAlertDeliveries(ctx, found.alert),
  }),
  'GET /api/brands/:brand/alert-channels': route({
    access: 'organization',
    scope: 'read',
    summary: 'List the channels for alerts of a brand',
    description: 'The channels that rules of the brand can name, and whether they are subscribed to alerts.',
    params: brandParams,
    find,
    returns: z.object({ items: z.array(AlertChannel) }),
    run: async (ctx, { found }) => ({ items: await listAlertChannels(ctx, found.brand.id) }),
  }),
  'PATCH /api/brands/:brand/alerts/:id': route({
    access: 'write',
    summary: 'Acknowledge, resolve, snooze or assign an alert',
    description:
      'Acknowledging or resolving an alert ends its snooze. `owner_id` is the member responsible for it. Omitted fields keep their values.',
    params: alertParams,
    find: alertFind,
    body: AlertChange,
    returns: AlertRecord,
    run: async (ctx, { found: { brand, alert }, body }) =>
      showOne(ctx, brand, await changeAlert(ctx, alert, body)),
  }),
  'POST /api/brands/:brand/alerts/preview': route({
    access: 'read',
    invalidatedBy: null,
    reads: 'long',
    summary: 'Replay an alert rule',
    description:
      'Returns when a rule would have created alerts in the last 180 days, and how often per month. The rule is not saved.',
    params: brandParams,
    find,
    body: NewAlertRule,
    returns: AlertPreview,
    run: async (ctx, { found: { brand }, body }) => {
      await requireChannels(ctx, body.channel_ids)
      return previewRule(ctx, brand.id, await getFilter(ctx, brand.id, body))
    },
  }),
  'GET /api/brands/:brand/alert-rules': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List alert rules',
    description: 'The rules that create alerts, in order of creation. Each brand has default rules.',
    params: brandParams,
    find,
    returns: AlertRuleList,
    run: async (ctx, { found }) => ({ items: (await listRules(ctx, found.brand.id)).map(showRule) }),
  }),
  'POST /api/brands/:brand/alert-rules': route({
    access: 'write',
    summary: 'Add an alert rule',
    description: 'The rule applies from today on. At most 100 per brand.',
    params: brandParams,
    find,
    body: NewAlertRule,
    errors: ['conflict'],
    returns: AlertRuleRecord,
    status: 201,
    run: async (ctx, { found, body }) => showRule(await createRule(ctx, found.brand.id, body)),
  }),
  'PATCH /api/brands/:brand/alert-rules/:id': route({
    access: 'write',
    summary: 'Update an alert rule',
    description:
      'Switches a rule on or off, mutes it, or changes its subject; with another subject it applies from today on. Omitted fields keep their values.',
    params: ruleParams,
    find: ruleFind,
    body: AlertRuleChange,
    returns: AlertRuleRecord,
    run: async (ctx, { found, body }) => showRule(await changeRule(ctx, found.rule, body)),
  }),
  'DELETE /api/brands/:brand/alert-rules/:id': route({
    access: 'write',
    summary: 'Delete an alert rule',
    description: 'Its alerts remain.',
    params: ruleParams,
    find: ruleFind,
    returns: NoContent,
    status: 204,
    run: async (ctx, { found }) => {
      await deleteRule(ctx, found.rule)
    },
  }),
}

async function listPage(ctx: Context, brand: Brand, query: AlertListQuery & Page) {
  const page = await listAlerts(ctx, brand.id, query)
  return { ...page, items: await showAlerts(ctx, brand, page.items) }
}

async function showOne(ctx: Context, brand: Brand, alert: Alert) {
  const [shown] = await showAlerts(ctx, brand, [alert])
  if (!shown) throw new Error('The alert has no row')
  return shown
}
