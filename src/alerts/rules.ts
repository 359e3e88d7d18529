/**
 * Rules of a brand. A rule matches occurrences by kind, subject and direction. A subject without a value matches all, except that a
 * rule without a topic, tag, persona and market matches the brand as a whole. Each brand has default rules from the start, which can be changed and deleted
 * like others.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import {
  alertDirections,
  alertKinds,
  alertRuleOptions,
  type GroupSubject,
  getGroupOfRule,
  groupSubjects,
} from '../../vocabulary/alerts.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { brandNumbers } from '../../vocabulary/tested-numbers.ts'
import { type Context, requireAccess, transaction } from '../core/context.ts'
import { dayBefore, utcDay } from '../core/days.ts'
import { invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Domain, Line, Timestamp } from '../core/fields.ts'
import { newId, Uuid } from '../core/ids.ts'
import type { AlertRules } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { type Group, getGroupKey, none } from '../metrics/group-keys.ts'
import { requireRoom } from '../plans/plans.ts'
import { listAlertChannels } from './alert-deliveries.ts'
import { ensureAlertState, requireEvaluation } from './alert-states.ts'
import type { Occurrence } from './causes.ts'
import { getKeys } from './keys.ts'

export type AlertRule = Selectable<AlertRules>

const kinds = alertKinds

const subjects = {
  number: z.enum(brandNumbers).nullable().describe('Only this number of the brand. Null: any.'),
  platform: z
    .enum(['', ...platforms])
    .nullable()
    .describe('Only this platform; empty: only all platforms together. Null: any.'),
  topic_id: Uuid.nullable().describe(
    'Only the answers to the prompts of this topic, over all platforms. A rule has at most one of topic, tag, persona and market, and then no platform. Null: the whole brand.',
  ),
  tag: Line(50).nullable().describe('Only the answers to the prompts with this tag. Null: the whole brand.'),
  persona_id: Uuid.nullable().describe(
    'Only the answers to the prompts asked as this persona. Null: the whole brand.',
  ),
  market: Line(30)
    .nullable()
    .describe(
      'Only the answers to the prompts of this country and language, such as `DE/de`; `none` for one that the prompts do not have. Null: the whole brand.',
    ),
  competitor_id: Uuid.nullable().describe('Only this competitor. Null: any.'),
  domain: Domain.nullable().describe('Only this source. Null: any.'),
  min_change: z
    .number()
    .positive()
    .max(100)
    .nullable()
    .describe(
      'Only established changes of at least this size, in the unit of the number: points, percentage points or positions. Null: any.',
    ),
}

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

const Kind = z.enum(kinds).describe('What the rule is about.')

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

/** The part of a rule that decides which occurrences it matches. */
export type RuleFilter = Pick<
  AlertRule,
  | 'kind'
  | 'number'
  | 'platform'
  | GroupSubject
  | 'competitor_id'
  | 'domain'
  | 'min_change'
  | 'direction'
  | 'applies_from'
>

/** Limits the time of an evaluation and the length of the list. */
export const maxRules = 100

export async function listRules(ctx: Context, brandId: string): Promise<AlertRule[]> {
  await ensureAlertState(ctx, brandId)
  return ctx.db.selectFrom('alert_rules').selectAll().where('brand_id', '=', brandId).orderBy('id').execute()
}

export async function getRule(ctx: Context, brandId: string, id: string): Promise<AlertRule> {
  const rule = await ctx.db
    .selectFrom('alert_rules')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!rule) throw notFound(message('alerts.rules.noSuchAlertRule'))
  return rule
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

const filterNames = [...getKeys(subjects), 'direction'] as const

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
    if (!changed) throw notFound(message('alerts.rules.noSuchAlertRule'))
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

type FilterInput = Pick<z.output<typeof NewAlertRule>, 'kind' | 'direction'> & {
  [Name in keyof typeof subjects]?: z.output<(typeof subjects)[Name]> | undefined
}

/** Validates the subject of a rule. Throws `invalid_request` for one that its kind or no prompt has. */
export async function getFilter(ctx: Context, brandId: string, input: FilterInput): Promise<RuleFilter> {
  const { kind, direction = 'any' } = input
  await requireSubject(ctx, brandId, 'topics', input.topic_id ?? null)
  await requireSubject(ctx, brandId, 'personas', input.persona_id ?? null)
  await requireSubject(ctx, brandId, 'competitors', input.competitor_id ?? null)
  const options = alertRuleOptions[kind]
  if (!options.directions.includes(direction))
    throw invalid(
      'direction',
      message('alerts.rules.mustBeOneOfDirectionsFor', { directions: options.directions.join(', ') }),
    )
  for (const name of getKeys(subjects))
    if (input[name] != null && !options.subjects.includes(name))
      throw invalid(name, message('alerts.rules.doesNotApplyToThisKind'))
  const [first, second] = [...Object.values(groupSubjects), 'platform' as const].filter(
    (name) => input[name] != null,
  )
  if (first && second)
    throw invalid(second, message('alerts.rules.cannotBeGivenTogetherWith', { name: first }))
  await requirePrompts(ctx, brandId, input)
  return {
    kind,
    number: input.number ?? null,
    platform: input.platform ?? null,
    topic_id: input.topic_id ?? null,
    tag: input.tag ?? null,
    persona_id: input.persona_id ?? null,
    market: input.market ?? null,
    competitor_id: input.competitor_id ?? null,
    domain: input.domain ?? null,
    min_change: input.min_change ?? null,
    direction,
    applies_from: utcDay(ctx.now()),
  }
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

const subjectErrors = {
  topics: message('common.texts.noSuchTopic'),
  personas: message('common.texts.noSuchPersona'),
  competitors: message('common.texts.noSuchCompetitor'),
}

async function requireSubject(
  { db }: Context,
  brandId: string,
  table: keyof typeof subjectErrors,
  id: string | null,
): Promise<void> {
  if (id === null) return
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound(subjectErrors[table])
}

/** Throws `invalid_request` for a tag or market that no prompt has. Prompts without a country and a language have no market. */
async function requirePrompts(
  { db }: Context,
  brandId: string,
  { tag, market }: Pick<FilterInput, 'tag' | 'market'>,
): Promise<void> {
  if (tag == null && market == null) return
  const { rows } = await sql`
    select 1 from prompts
    where brand_id = ${brandId} and deleted_at is null and (
      ${tag ?? null}::text = any(tags)
      or (region, language) <> ('', '')
        and ${market ?? null}::text = coalesce(nullif(region, ''), ${none}) || '/' || coalesce(nullif(language, ''), ${none})
    )
    limit 1`.execute(db)
  if (rows.length > 0) return
  if (tag != null) throw invalid('tag', message('alerts.rules.mustBeTheTagOfAPrompt'))
  throw invalid('market', message('alerts.rules.mustBeTheMarketOfAPrompt'))
}

/**
 * Returns whether a rule matches. A change is established on the day after the last one that it is based on, so a rule also
 * applies to the day before the one it was created on.
 */
export function matches(rule: RuleFilter, occurrence: Occurrence): boolean {
  return (
    rule.kind === occurrence.kind &&
    isAnyOr(rule.number, occurrence.number) &&
    isAnyOr(rule.platform, occurrence.platform) &&
    isSameGroup(getGroupOfRule(rule), occurrence.group ?? null) &&
    isAnyOr(rule.competitor_id, occurrence.competitorId) &&
    isAnyOr(rule.domain, occurrence.domain) &&
    (rule.min_change === null || (occurrence.size ?? 0) >= rule.min_change) &&
    (rule.direction === 'any' || rule.direction === occurrence.direction) &&
    (rule.applies_from === null || occurrence.lastDay >= dayBefore(rule.applies_from))
  )
}

const isSameGroup = (a: Group | null, b: Group | null): boolean =>
  (a && getGroupKey(a)) === (b && getGroupKey(b))

const isAnyOr = (wanted: string | null, value: string | undefined): boolean =>
  wanted === null || wanted === value

export function showRule(rule: AlertRule): z.input<typeof AlertRuleRecord> {
  return AlertRuleRecord.parse({
    ...rule,
    muted_until: rule.muted_until?.toISOString() ?? null,
    created_at: rule.created_at.toISOString(),
    updated_at: rule.updated_at.toISOString(),
  })
}
