/**
 * An alert reports one cause: an established change, a failed run and others (causes.ts). A rule decides which causes
 * create alerts (rules.ts). An alert is open until a user acknowledges or resolves it, until its cause ends, or for 35 days. A
 * snoozed alert is not shown as open until its time has passed.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import {
  type AlertKind,
  alertKinds,
  alertResolutions,
  alertSeverities,
  alertStatuses,
} from '../../vocabulary/alerts.ts'
import { listMembersOfBrand, MemberName, requireAccessToBrand } from '../accounts/members.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, hasAccess } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { actorColumns } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import type { Alerts } from '../db/schema.generated.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { asAlertKind, NumberChange, StoredItem } from './causes.ts'

export type Alert = Selectable<Alerts>

const Kind = z.enum(alertKinds)
const Severity = z.enum(alertSeverities).describe('How urgent it is.')

/** Values of the filter on lists. `snoozed`: open, and not to be shown before a time. */
export const alertFilters = ['open', 'snoozed', 'acknowledged', 'resolved'] as const

export const alertListQuery = {
  status: z
    .enum(alertFilters)
    .optional()
    .describe('Only alerts with this status. `open` does not include snoozed ones. Default: all.'),
  kind: Kind.optional().describe('Only alerts of this kind.'),
}

export type AlertListQuery = z.output<z.ZodObject<typeof alertListQuery>>

export const AlertItem = z.object({
  label: localizedText().describe('What the line is about, such as a number on a platform.'),
  detail: untrustedText(localizedText().describe('What happened, with the values before and after.')),
  quote: untrustedText(z.string().nullable().describe('Quotes from answers, for negative sentiment.')),
  tone: StoredItem.shape.tone.describe('Whether it is good for the brand.'),
  path: z.string().describe('Path of the dashboard with the answers behind it.'),
  change: NumberChange.nullable().describe(
    'The change of a number, in its unit: points, percent or positions. Null for other kinds.',
  ),
})

export const AlertRecord = z
  .object({
    id: z.uuid(),
    brand_id: z.uuid(),
    kind: Kind,
    severity: Severity,
    title: untrustedText(localizedText()),
    day: z.iso.date().describe('Day on which the cause was established (UTC).'),
    last_day: z.iso.date().describe('Last day on which something was added to the alert (UTC).'),
    status: z.enum(alertStatuses),
    resolution: z.enum(alertResolutions).nullable().describe('Why it is resolved.'),
    snoozed_until: Timestamp.nullable().describe('Until then it is not shown as open.'),
    owner: MemberName.nullable().describe('The member responsible for it; null without an owner.'),
    items: z.array(AlertItem).describe('Everything with this cause, with links to the answers.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Alert' })

export const AlertChange = z
  .strictObject({
    status: z.enum(['open', 'acknowledged', 'resolved']),
    snoozed_until: Timestamp.nullable().describe('Null ends the snooze.'),
    owner_id: Uuid.nullable().describe('A member who can access the brand; null for no owner.'),
  })
  .partial()

/** These are about keys and spend of the organization: viewers and members limited to some brands do not see them. */
const organizationKinds: readonly AlertKind[] = ['engine_key_failed', 'budget_reached']

export const isForOrganization = (kind: AlertKind): boolean => organizationKinds.includes(kind)

/** Returns the kinds of alerts that the caller sees. */
export const visibleKinds = ({ actor }: Context): AlertKind[] =>
  alertKinds.filter((kind) => !isForOrganization(kind) || hasAccess(actor, 'organization'))

/** Lists alerts, newest first. */
export async function listAlerts(
  ctx: Context,
  brandId: string,
  { status, kind, ...page }: AlertListQuery & Page,
): Promise<{ items: Alert[]; next_cursor: string | null }> {
  const before = cursorId(page)
  const rows = await ctx.db
    .selectFrom('alerts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('kind', 'in', visibleKinds(ctx))
    .$if(status !== undefined, (query) =>
      query.where('status', '=', status === 'snoozed' ? 'open' : (status ?? '')),
    )
    .$if(status === 'open', (query) =>
      query.where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', ctx.now())])),
    )
    .$if(status === 'snoozed', (query) => query.where('snoozed_until', '>', ctx.now()))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

/** Returns the number of open alerts by brand. Brands without any are omitted. */
export async function countOpenAlerts(ctx: Context, brandIds: string[]): Promise<Map<string, number>> {
  if (brandIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('alerts')
    .select((eb) => ['brand_id', eb.fn.countAll<number>().as('count')])
    .where('brand_id', 'in', brandIds)
    .where('kind', 'in', visibleKinds(ctx))
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', ctx.now())]))
    .groupBy('brand_id')
    .execute()
  return new Map(rows.map(({ brand_id, count }) => [brand_id, count]))
}

export async function getAlert(ctx: Context, brandId: string, id: string): Promise<Alert> {
  const alert = await ctx.db
    .selectFrom('alerts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('kind', 'in', visibleKinds(ctx))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!alert) throw notFound(message('alerts.general.noSuchAlert'))
  return alert
}

/**
 * Acknowledging or resolving an alert ends its snooze. Throws `not_found` for an owner who is not a member, and
 * `invalid_request` for a member without access to the brand.
 */
export async function changeAlert(
  ctx: Context,
  { brand_id, id, status, resolution, snoozed_until, owner_id }: Alert,
  change: z.output<typeof AlertChange>,
): Promise<Alert> {
  if (change.owner_id) await requireAccessToBrand(ctx, change.owner_id, brand_id)
  const next = change.status ?? status
  const snooze = change.snoozed_until === undefined ? snoozed_until : change.snoozed_until
  const changed = await ctx.db
    .updateTable('alerts')
    .set({
      status: next,
      resolution: next === 'resolved' ? (resolution ?? 'user') : null,
      snoozed_until: next === 'open' ? snooze : null,
      owner_id: change.owner_id === undefined ? owner_id : change.owner_id,
      ...(await actorColumns(ctx)),
      updated_at: ctx.now(),
    })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw notFound(message('alerts.general.noSuchAlert'))
  return changed
}

export async function showAlerts(
  ctx: Context,
  brand: Brand,
  alerts: readonly Alert[],
): Promise<z.input<typeof AlertRecord>[]> {
  const hasOwners = alerts.some(({ owner_id }) => owner_id !== null)
  const members = hasOwners ? await listMembersOfBrand(ctx, brand.id) : []
  return alerts.map((alert) => ({
    ...showAlert(brand, alert),
    owner: members.find(({ user_id }) => user_id === alert.owner_id) ?? null,
  }))
}

const showAlert = (brand: Brand, alert: Alert): Omit<z.input<typeof AlertRecord>, 'owner'> => ({
  ...alert,
  kind: asAlertKind(alert.kind),
  severity: Severity.parse(alert.severity),
  status: AlertRecord.shape.status.parse(alert.status),
  resolution: AlertRecord.shape.resolution.parse(alert.resolution),
  title: messageOrText.parse(alert.title),
  items: toItems(alert).map((item) => ({
    ...item,
    path: brandPath(brand, item.path),
    change: item.change ?? null,
  })),
  snoozed_until: alert.snoozed_until?.toISOString() ?? null,
  created_at: alert.created_at.toISOString(),
  updated_at: alert.updated_at.toISOString(),
})

export const toItems = ({ items }: Pick<Alert, 'items'>): StoredItem[] => z.array(StoredItem).parse(items)

/** Returns a path of the dashboard. */
export const brandPath = ({ slug }: Pick<Brand, 'slug'>, path: string): string =>
  `/dashboard/brands/${slug}/${path}`
