/** The answers that a metric covers: a range of days, both inclusive, and filters. */

import { type RawBuilder, sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { dayAt, dayBefore, dayMs, earlier, nextStart, periodStart, utcDay } from '../core/days.ts'
import { invalid } from '../core/errors.ts'
import { requireRows } from '../core/rows-of-brand.ts'
import { message } from '../languages/message.ts'
import {
  type PromptFilter,
  promptConditions,
  promptFilterNames,
  type ScopeParams,
} from './scope-parameters.ts'

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
  await requireRows(ctx, 'topics', brand.id, given.topic_id?.filter(Boolean) ?? [])
  await requireRows(ctx, 'personas', brand.id, given.persona_id?.filter(Boolean) ?? [])
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

/** Throws `not_found` for a prompt of another brand. */
export async function requirePrompts(ctx: Context, scope: Scope, ids: string[] | undefined): Promise<void> {
  if (ids) await requireRows(ctx, 'prompts', scope.brand.id, ids)
}

/** Returns the condition on the table `answers` for answers that metrics count. */
export const isCounted = (brandId: string): RawBuilder<boolean> =>
  sql`(answers.status = 'answered' and ${isOfCountedSurface(brandId)})`
/** Returns the condition of `isCounted`, regardless of the status. */
export const isOfCountedSurface = (brandId: string): RawBuilder<boolean> => sql`(
  answers.surface <> 'simulated'
  or answers.platform not in (select unnest(real_platforms) from rollup_states where brand_id = ${brandId})
)`
