/**
 * The filter of a rule decides which occurrences it matches, by kind, subject and direction. A subject without a value matches all, except
 * that a rule without a topic, tag, persona and market matches the brand as a whole.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import {
  type alertDirections,
  type alertKinds,
  alertRuleOptions,
  type GroupSubject,
  getGroupOfRule,
  groupSubjects,
} from '../../vocabulary/alerts.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { brandNumbers } from '../../vocabulary/tested-numbers.ts'
import { getKeys } from '../../vocabulary/typed-keys.ts'
import type { Context } from '../core/context.ts'
import { dayBefore, utcDay } from '../core/days.ts'
import { invalid } from '../core/errors.ts'
import { Domain, Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { requireRows } from '../core/rows-of-brand.ts'
import type { AlertRules } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { type Group, getGroupKey, none } from '../metrics/group-keys.ts'
import type { Occurrence } from './causes.ts'

export type AlertRule = Selectable<AlertRules>

export const subjects = {
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

export const filterNames = [...getKeys(subjects), 'direction'] as const

type FilterInput = {
  kind: (typeof alertKinds)[number]
  direction?: (typeof alertDirections)[number] | undefined
} & {
  [Name in keyof typeof subjects]?: z.output<(typeof subjects)[Name]> | undefined
}

/** Validates the subject of a rule. Throws `invalid_request` for one that its kind or no prompt has. */
export async function getFilter(ctx: Context, brandId: string, input: FilterInput): Promise<RuleFilter> {
  const { kind, direction = 'any', topic_id, persona_id, competitor_id } = input
  if (topic_id != null) await requireRows(ctx, 'topics', brandId, [topic_id])
  if (persona_id != null) await requireRows(ctx, 'personas', brandId, [persona_id])
  if (competitor_id != null) await requireRows(ctx, 'competitors', brandId, [competitor_id])
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
