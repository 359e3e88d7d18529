/** Rules of a brand. Each brand has default rules from the start, which can be changed and deleted like others. */
import { z } from 'zod'
import { alertDirections, alertKinds } from '../../vocabulary/alerts.ts'
import { type Context, requireAccess, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newId, Uuid } from '../core/ids.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { listAlertChannels } from './alert-deliveries.ts'
import { ensureAlertState, requireEvaluation } from './alert-states.ts'
import { type AlertRule, filterNames, getFilter, subjects } from './rule-filter.ts'

const settings = {
  direction: z.enum(alertDirections).describe('Only in this direction.'),
  channel_ids: z
    .array(Uuid)
    .max(100)
    .nullable()
    .describe(
      'The channels that get its alerts. Empty: only the inbox. Null: every channel that is subscribed to alerts. Only members who see the whole organization choose channels.',
    ),
  is_enabled: z.boolean().describe('Whether the rule creates alerts.'),
  muted_until: Timestamp.nullable().describe(
    'Until then the alerts of the rule are listed but not sent. Null: not muted.',
  ),
}

const Kind = z.enum(alertKinds).describe('What the rule is about.')

export const NewAlertRule = z
  .strictObject({ kind: Kind, ...subjects, ...settings })
  .partial()
  .required({ kind: true })

export const AlertRuleChange = z.strictObject({ ...subjects, ...settings }).partial()

export const AlertRuleRecord = z
  .object({
    id: z.uuid(),
    kind: Kind,
    ...subjects,
    topic_id: z.uuid().nullable().describe('Only this topic. Null: the whole brand.'),
    tag: z.string().nullable().describe('Only this tag. Null: the whole brand.'),
    persona_id: z.uuid().nullable().describe('Only this persona. Null: the whole brand.'),
    market: z.string().nullable().describe('Only this country and language. Null: the whole brand.'),
    competitor_id: z.uuid().nullable().describe('Only this competitor. Null: any.'),
    domain: z.string().nullable().describe('Only this source. Null: any.'),
    ...settings,
    channel_ids: z
      .array(z.uuid())
      .nullable()
      .describe(
        'The channels that get its alerts. Empty: only the inbox. Null: every channel that is subscribed to alerts.',
      ),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AlertRule' })

/** Limits the time of an evaluation and the length of the list. */
export const maxRules = 100

export async function listRules(ctx: Context, brandId: string): Promise<AlertRule[]> {
  await ensureAlertState(ctx, brandId)
  return ctx.db.selectFrom('alert_rules').selectAll().where('brand_id', '=', brandId).orderBy('id').execute()
}

/** Throws `conflict` when the brand has 100 rules, and `not_found` for a topic, persona or competitor of another brand. */
export function createRule(
  ctx: Context,
  brandId: string,
  input: z.output<typeof NewAlertRule>,
): Promise<AlertRule> {
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxRules,
      count: async () => (await listRules(tx, brandId)).length,
      full: message('alerts.rules.aBrandCanHaveAtMost', { maxRules }),
    })
    const filter = await getFilter(tx, brandId, input)
    await requireChannels(tx, input.channel_ids)
    const rule = await tx.db
      .insertInto('alert_rules')
      .values({
        ...filter,
        brand_id: brandId,
        id: newId(tx.now().getTime()),
        channel_ids: input.channel_ids ?? null,
        is_enabled: input.is_enabled ?? true,
        muted_until: input.muted_until ?? null,
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await requireEvaluation(tx, brandId)
    await recordEvent(tx, 'alert_rule.created', { brandId, data: { rule_id: rule.id, kind: rule.kind } })
    return rule
  })
}

/** A rule with another filter applies from today on. */
export function changeRule(
  ctx: Context,
  rule: AlertRule,
  change: z.output<typeof AlertRuleChange>,
): Promise<AlertRule> {
  const { brand_id, id } = rule
  return transaction(ctx, async (tx) => {
    const {
      is_enabled = rule.is_enabled,
      muted_until = rule.muted_until?.toISOString() ?? null,
      channel_ids = rule.channel_ids,
      ...filters
    } = change
    await requireChannels(tx, change.channel_ids)
    const isOther = filterNames.some((name) => filters[name] !== undefined && filters[name] !== rule[name])
    const filter = isOther ? await getFilter(tx, brand_id, { ...showRule(rule), ...filters }) : {}
    const changed = await tx.db
      .updateTable('alert_rules')
      .set({ ...filter, channel_ids, is_enabled, muted_until, updated_at: tx.now() })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw noSuchRow('alert_rules')
    await requireEvaluation(tx, brand_id)
    const data = { rule_id: id, kind: rule.kind, is_enabled, muted_until }
    await recordEvent(tx, 'alert_rule.changed', { brandId: brand_id, data })
    return changed
  })
}

export function deleteRule(ctx: Context, { brand_id, id, kind }: AlertRule): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db.deleteFrom('alert_rules').where('brand_id', '=', brand_id).where('id', '=', id).execute()
    await recordEvent(tx, 'alert_rule.deleted', { brandId: brand_id, data: { rule_id: id, kind } })
  })
}

/** Throws `forbidden` for members limited to some brands, and `not_found` for a channel that does not receive notifications. */
export async function requireChannels(
  ctx: Context,
  ids: readonly string[] | null | undefined,
): Promise<void> {
  if (ids === undefined) return
  requireAccess(ctx.actor, 'organization')
  const known = new Set((await listAlertChannels(ctx)).map(({ id }) => id))
  if (ids?.some((id) => !known.has(id))) throw notFound(message('notifications.channels.noSuchChannel'))
}

export function showRule(rule: AlertRule): z.input<typeof AlertRuleRecord> {
  return AlertRuleRecord.parse({
    ...rule,
    muted_until: rule.muted_until?.toISOString() ?? null,
    created_at: rule.created_at.toISOString(),
    updated_at: rule.updated_at.toISOString(),
  })
}
