/** Which answers a metric is about: a range of days, both inclusive, and filters. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { type Brand, brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { invalid, notFound } from '../core/errors.ts'
import { Day, firstDay } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'

/** One value, or several between commas. */
const ListOf = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .max(4_000)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1).max(100))

const filters = {
  platform: ListOf(z.enum(platforms, { error: `must be one of ${platforms.join(', ')}` })).optional(),
  model: ListOf(z.string().min(1).max(200)).optional(),
  region: ListOf(
    z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters')
      .transform((code) => code.toUpperCase()),
  ).optional(),
  topic_id: ListOf(Uuid).optional(),
  branded: ListOf(z.enum(['true', 'false'])).optional(),
}

const days = { date_from: Day.optional(), date_to: Day.optional() }

/** Of a v1 metric: without dates the window is unbounded. */
export const v1Query = { brand_id: Uuid, ...days, ...filters }

/** Of a mcp metric: the last `days` days unless dates are given. */
export const mcpQuery = {
  brand_id: Uuid,
  days: z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(1).max(3650))
    .optional(),
  ...days,
  ...filters,
}

export const metricFind = { brand: brandFrom('query', 'brand_id') }

type Given = z.output<z.ZodObject<typeof mcpQuery>>

export type Scope = {
  brand: Brand
  /** Null is unbounded. */
  from: string | null
  to: string | null
  platforms: string[] | null
  models: string[] | null
  regions: string[] | null
  topicIds: string[] | null
  branded: boolean | null
}

const dayMs = 86_400_000

/** Throws `invalid_request` for a window that ends before it begins, `not_found` for a topic of another brand. */
export async function scopeOf(
  ctx: Context,
  brand: Brand,
  given: Given,
  defaultDays: number | null,
): Promise<Scope> {
  await requireTopics(ctx, brand, given.topic_id)
  const { from, to } = windowOf(ctx, given, defaultDays)
  if (from !== null && to !== null && from > to) throw invalid('date_from', 'must not be after date_to')
  const [branded, ...both] = new Set(given.branded)
  return {
    brand,
    from,
    to,
    platforms: given.platform ?? null,
    models: given.model ?? null,
    regions: given.region ?? null,
    topicIds: given.topic_id ?? null,
    branded: branded === undefined || both.length > 0 ? null : branded === 'true',
  }
}

/** The window of equal length that ends where this one begins; null when this one has no beginning. */
export function scopeBefore(ctx: Context, scope: Scope): Scope | null {
  if (scope.from === null) return null
  const start = Date.parse(scope.from)
  const end = Date.parse(scope.to ?? dayOf(ctx.now()))
  return { ...scope, from: dayAt(2 * start - end - dayMs), to: dayAt(start - dayMs) }
}

/** No earlier than the first day there is: an answer of that day is as impossible as one before it. */
const dayAt = (ms: number) => dayOf(new Date(Math.max(ms, Date.parse(firstDay))))

export const isByPrompt = ({ topicIds, branded }: Scope): boolean => topicIds !== null || branded !== null

/** The condition on a table with brand_id, day, platform, model, region and, for prompts, prompt_id. */
export function inScope(scope: Scope, table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const { brand, from, to } = scope
  const conditions = [
    sql`${column('brand_id')} = ${brand.id}`,
    ...(from === null ? [] : [sql`${column('day')} >= ${from}::date`]),
    ...(to === null ? [] : [sql`${column('day')} <= ${to}::date`]),
    ...(scope.platforms === null ? [] : [sql`${column('platform')} = any(${scope.platforms}::text[])`]),
    ...(scope.models === null ? [] : [sql`${column('model')} = any(${scope.models}::text[])`]),
    ...(scope.regions === null ? [] : [sql`${column('region')} = any(${scope.regions}::text[])`]),
    ...(isByPrompt(scope) ? [sql`${column('prompt_id')} in (${promptsIn(scope)})`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function promptsIn({ brand, topicIds, branded }: Scope) {
  const conditions = [
    sql`brand_id = ${brand.id}`,
    ...(topicIds === null ? [] : [sql`topic_id = any(${topicIds}::uuid[])`]),
    ...(branded === null ? [] : [sql`branded = ${branded}`]),
  ]
  return sql`select id from prompts where ${sql.join(conditions, sql` and `)}`
}

function windowOf(
  ctx: Context,
  given: Given,
  defaultDays: number | null,
): { from: string | null; to: string | null } {
  const dated = given.date_from !== undefined || given.date_to !== undefined
  if (dated && given.days !== undefined)
    throw invalid('days', 'cannot be given together with date_from or date_to')
  const length = given.days ?? (dated ? null : defaultDays)
  if (length === null) return { from: given.date_from ?? null, to: given.date_to ?? null }
  const today = ctx.now()
  return { from: dayOf(new Date(today.getTime() - (length - 1) * dayMs)), to: dayOf(today) }
}

async function requireTopics(ctx: Context, brand: Brand, ids: string[] | undefined): Promise<void> {
  if (!ids) return
  const rows = await ctx.db
    .selectFrom('topics')
    .select('id')
    .where('brand_id', '=', brand.id)
    .where('id', 'in', ids)
    .execute()
  if (rows.length < new Set(ids).size) throw notFound('topic')
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
