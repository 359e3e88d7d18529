/** The answers that a metric covers: a range of days, both inclusive, and filters. */

import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { dayAt, dayBefore, dayMs, earlier, nextStart, periodStart, utcDay } from '../core/days.ts'
import { invalid, notFound } from '../core/errors.ts'
import { BrandId, dateRange, Language } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

/** Accepts one value, or several separated by commas. */
const commaSeparated = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .max(4_000)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1).max(100))

/** Accepts a value of the schema, or `none` for answers and prompts without one, as ''. */
const orNone = (item: z.ZodType<string, string>) =>
  z.string().transform((text, context) => {
    if (/^none$/i.test(text)) return ''
    const { data, error } = item.safeParse(text)
    for (const { message: problem } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message: problem })
    return data ?? z.NEVER
  })

/** The filters on prompts. */
const promptParameters = {
  topic_id: commaSeparated(Uuid).optional().describe('Only prompts of these topics. Comma-separated.'),
  branded: commaSeparated(z.enum(['true', 'false']))
    .optional()
    .describe('`true`: only prompts that contain the name of the brand. `false`: only those that do not.'),
  tag: commaSeparated(z.string().min(1).max(50))
    .optional()
    .describe('Only prompts with at least one of these tags. Comma-separated.'),
  persona_id: commaSeparated(orNone(Uuid))
    .optional()
    .describe('Only prompts asked as these personas; `none`: without a persona. Comma-separated.'),
  language: commaSeparated(orNone(Language))
    .optional()
    .describe(
      'Only prompts whose language is one of these tags (BCP 47); `none`: without one. Comma-separated.',
    ),
  follow_up: commaSeparated(z.enum(['true', 'false']))
    .optional()
    .describe('`true`: only follow-ups in conversations. `false`: only first questions.'),
}

export type PromptFilter = keyof typeof promptParameters
export const promptFilterNames = z.object(promptParameters).keyof().options

/** The condition of each filter on the table prompts. Rollups do not depend on filters, so any property of a prompt can be one. */
const promptConditions: Record<PromptFilter, (values: string[]) => RawBuilder<boolean>> = {
  topic_id: (ids) => sql`prompts.topic_id = any(${ids}::uuid[])`,
  branded: (values) => sql`prompts.branded = any(${values}::boolean[])`,
  tag: (tags) => sql`prompts.tags && ${tags}::text[]`,
  persona_id: (ids) => sql`coalesce(prompts.persona_id::text, '') = any(${ids}::text[])`,
  language: (tags) => sql`prompts.language = any(${tags}::text[])`,
  follow_up: (values) => sql`(prompts.follows is not null) = any(${values}::boolean[])`,
}

const platform = commaSeparated(
  z.enum(platforms, {
    error: localizedIssue(message('common.texts.mustBeOneOfNames', { names: platforms.join(', ') })),
  }),
)
  .optional()
  .describe('Only answers of these platforms. Comma-separated.')

const region = commaSeparated(
  orNone(
    z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: localizedIssue(message('answers.scope.mustBeACountryCodeOf')) })
      .transform((code) => code.toUpperCase()),
  ),
)
  .optional()
  .describe(
    'Only answers to prompts run from these countries (ISO 3166-1 alpha-2); `none`: without a country. Comma-separated.',
  )

const filters = {
  platform,
  model: commaSeparated(z.string().min(1).max(200))
    .optional()
    .describe('Only answers of these models, as reported by the engines. Comma-separated.'),
  region,
  ...promptParameters,
}

/** Query of a v1 metric. Without dates the window is unbounded. */
export const v1Query = { brand_id: BrandId, ...dateRange, ...filters }

/** Query of an MCP metric: the last `days` days unless dates are given. */
export const mcpQuery = {
  brand_id: BrandId,
  days: z
    .string()
    .regex(/^\d+$/, { error: localizedIssue(message('answers.scope.mustBeAWholeNumber')) })
    .transform(Number)
    .pipe(z.number().int().min(1).max(3650))
    .optional()
    .describe(
      'Number of days until today (UTC), including today. Cannot be combined with date_from or date_to.',
    ),
  ...dateRange,
  ...filters,
}

/** Query of a metric of the dashboard. */
export const sessionQuery = {
  ...mcpQuery,
  compare: z
    .enum(['previous', 'last_month'])
    .optional()
    .describe(
      'What changes are computed against. `previous` (default): the days before the window, as many as it has. `last_month`: the same days a month earlier, for a window of at most 31 days. Without effect where nothing is compared.',
    ),
}

/** Queries of a metric over visits. A visit has no model, region or prompt, so those filters are unknown parameters. */
export const v1VisitQuery = { brand_id: BrandId, ...dateRange, platform }
export const mcpVisitQuery = { brand_id: BrandId, days: mcpQuery.days, ...dateRange, platform }
export const sessionVisitQuery = { ...mcpVisitQuery, compare: sessionQuery.compare }

/** The prompts that a metric lists. */
export const PromptIds = commaSeparated(Uuid).optional().describe('Only these prompts. Comma-separated.')

/** Query of a list of prompts. */
export const promptQuery = { brand_id: BrandId, region, ...promptParameters }

export type ScopeParams = z.output<z.ZodObject<typeof mcpQuery>> & {
  compare?: 'previous' | 'last_month' | undefined
}

export type Scope = {
  brand: Pick<Brand, 'id' | 'name'>
  /** Null is unbounded. */
  from: string | null
  to: string | null
  platforms: string[] | null
  models: string[] | null
  regions: string[] | null
  /** The values of each filter on prompts that is set. */
  prompts: Partial<Record<PromptFilter, string[]>>
  /** Which window is the previous one: the same days a month earlier, or the adjacent days. */
  isMonthly?: boolean
}

export const unfiltered = { platforms: null, models: null, regions: null, prompts: {} }

/** Throws `invalid_request` for a window that ends before it starts, `not_found` for a topic or persona of another brand. */
export async function resolveScope(
  ctx: Context,
  brand: Brand,
  given: ScopeParams,
  defaultDays: number | null,
): Promise<Scope> {
  await requireIds(ctx, brand, 'topics', given.topic_id)
  await requireIds(ctx, brand, 'personas', given.persona_id)
  const { from, to } = getWindow(ctx, given, defaultDays)
  if (from !== null && to !== null && from > to)
    throw invalid('date_from', message('common.texts.mustNotBeAfterDateTo'))
  const isMonthly = given.compare === 'last_month'
  if (isMonthly && !isAtMostAMonth(from, to ?? utcDay(ctx.now())))
    throw invalid('compare', message('answers.scope.lastMonthRequiresAWindowOf'))
  return {
    brand,
    from,
    to,
    platforms: given.platform ?? null,
    models: given.model ?? null,
    regions: given.region ?? null,
    prompts: Object.fromEntries(
      promptFilterNames.flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
    ),
    ...(isMonthly && { isMonthly }),
  }
}

const isAtMostAMonth = (from: string | null, to: string): boolean =>
  from !== null && Date.parse(to) - Date.parse(from) < 31 * dayMs

/**
 * Returns the window of equal length that ends where this one starts, or the same days of the month before. Returns null
 * if this one is unbounded.
 */
export function previousScope(ctx: Context, scope: Scope): Scope | null {
  const { from, to } = scope
  if (from === null) return null
  return { ...scope, ...previousDays({ ...scope, from, to: to ?? utcDay(ctx.now()) }) }
}

export function previousDays({
  from,
  to,
  isMonthly = false,
}: { from: string; to: string } & Pick<Scope, 'isMonthly'>): { from: string; to: string } {
  const start = Date.parse(from)
  const dayBefore = dayAt(start - dayMs)
  return isMonthly
    ? { from: aMonthBefore(from), to: earlier(aMonthBefore(to), dayBefore) }
    : { from: dayAt(2 * start - Date.parse(to) - dayMs), to: dayBefore }
}

/** Returns the same day of the previous month, or the last day of a shorter month. */
function aMonthBefore(day: string): string {
  const date = new Date(day)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0))
  const sameDay = Math.min(date.getUTCDate(), lastDay.getUTCDate())
  return dayAt(Date.UTC(lastDay.getUTCFullYear(), lastDay.getUTCMonth(), sameDay))
}

export const isByPrompt = ({ prompts }: Scope): boolean => Object.keys(prompts).length > 0

/** Returns the condition on the table `answers`. */
export const answersInScope = (scope: Scope): RawBuilder<boolean> =>
  sqlAnd([inAnyStatus(scope), isCounted(scope.brand.id)])

/** Returns the condition of `answersInScope`, but includes answers that are not counted, such as failed ones. */
export const inAnyStatus = (scope: Scope): RawBuilder<boolean> =>
  sqlAnd([
    sql`answers.brand_id = ${scope.brand.id}`,
    daysInScope(scope, 'answers.day'),
    bySegment(scope),
    ...(isByPrompt(scope) ? [sql`answers.prompt_id in (${promptsInScope(scope)})`] : []),
  ])

export function daysInScope({ from, to }: Pick<Scope, 'from' | 'to'>, column: string): RawBuilder<boolean> {
  return sqlAnd([
    ...(from === null ? [] : [sql`${sql.ref(column)} >= ${from}::date`]),
    ...(to === null ? [] : [sql`${sql.ref(column)} <= ${to}::date`]),
  ])
}

/** Selects the rows of whole months, and of the days at both ends, from rollups with the columns `grain` (day or month) and `start`. */
export function bucketsInScope({ from, to }: Pick<Scope, 'from' | 'to'>): RawBuilder<boolean> {
  const firstMonth = from === null || periodStart('month', from) === from ? from : nextStart('month', from)
  const endMonth = to === null || dayBefore(nextStart('month', to)) === to ? null : periodStart('month', to)
  const until = endMonth ?? (to === null ? null : nextStart('month', to))
  if (firstMonth !== null && until !== null && firstMonth >= until)
    return sql`grain = 'day' and ${daysInScope({ from, to }, 'start')}`
  const months = sqlAnd([
    sql`grain = 'month'`,
    ...(firstMonth === null ? [] : [sql`start >= ${firstMonth}::date`]),
    ...(until === null ? [] : [sql`start < ${until}::date`]),
  ])
  const before = firstMonth === null ? [] : [sql`start < ${firstMonth}::date`]
  const after = until === null ? [] : [sql`start >= ${until}::date`]
  const ends = [...before, ...after]
  if (ends.length === 0) return months
  return sql`(${months} or (grain = 'day' and ${daysInScope({ from, to }, 'start')} and (${sql.join(ends, sql` or `)})))`
}

export function promptsInScope(scope: Scope): RawBuilder<unknown> {
  return sql`select prompts.id from prompts where prompts.brand_id = ${scope.brand.id} and ${byPrompt(scope)}`
}

/** Returns the condition on the table `prompts` for a list of prompts, which have the region themselves. */
export const listedPrompts = (scope: Scope): RawBuilder<boolean> =>
  sqlAnd([
    byPrompt(scope),
    ...(scope.regions === null ? [] : [sql`prompts.region = any(${scope.regions}::text[])`]),
  ])

const byPrompt = ({ prompts }: Scope): RawBuilder<boolean> =>
  sqlAnd(
    promptFilterNames.flatMap((name) => {
      const values = prompts[name]
      return values === undefined ? [] : [promptConditions[name](values)]
    }),
  )

/** Returns the condition on a table with platform, model and region. */
export function bySegment({ platforms, models, regions }: Scope): RawBuilder<boolean> {
  return sqlAnd([
    ...(platforms === null ? [] : [sql`platform = any(${platforms}::text[])`]),
    ...(models === null ? [] : [sql`model = any(${models}::text[])`]),
    ...(regions === null ? [] : [sql`region = any(${regions}::text[])`]),
  ])
}

export const sqlAnd = (conditions: RawBuilder<unknown>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

export const sqlOr = (conditions: RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql`${sql.join(conditions, sql` or `)}`

function getWindow(
  ctx: Context,
  given: ScopeParams,
  defaultDays: number | null,
): { from: string | null; to: string | null } {
  const dated = given.date_from !== undefined || given.date_to !== undefined
  if (dated && given.days !== undefined)
    throw invalid('days', message('answers.scope.cannotBeGivenTogetherWithDate'))
  const length = given.days ?? (dated ? null : defaultDays)
  if (length === null) return { from: given.date_from ?? null, to: given.date_to ?? null }
  const today = ctx.now()
  return { from: utcDay(new Date(today.getTime() - (length - 1) * dayMs)), to: utcDay(today) }
}

async function requireIds(
  ctx: Context,
  brand: Brand,
  table: 'topics' | 'personas',
  given: readonly string[] | undefined,
): Promise<void> {
  const ids = new Set(given)
  ids.delete('')
  if (ids.size === 0) return
  const rows = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('brand_id', '=', brand.id)
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length < ids.size)
    throw notFound(
      table === 'topics' ? message('common.texts.noSuchTopic') : message('common.texts.noSuchPersona'),
    )
}

/** Throws `not_found` for a prompt of another brand. */
export async function requirePrompts(ctx: Context, scope: Scope, ids: string[] | undefined): Promise<void> {
  if (!ids) return
  const rows = await ctx.db
    .selectFrom('prompts')
    .select('id')
    .where('brand_id', '=', scope.brand.id)
    .where('id', 'in', ids)
    .execute()
  if (rows.length < new Set(ids).size) throw notFound(message('common.texts.noSuchPrompt'))
}

/** Returns the condition on the table `answers` for answers that metrics count. */
export const isCounted = (brandId: string): RawBuilder<boolean> =>
  sql`(answers.status = 'answered' and ${isOfCountedSurface(brandId)})`
/** Returns the condition of `isCounted`, regardless of the status. */
export const isOfCountedSurface = (brandId: string): RawBuilder<boolean> => sql`(
  answers.surface <> 'simulated'
  or answers.platform not in (select unnest(real_platforms) from rollup_states where brand_id = ${brandId})
)`
