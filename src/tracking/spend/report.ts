/** Reports spending over a range of days by day, engine, kind and brand. */

import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { utcDay } from '../../core/days.ts'
import { invalid } from '../../core/errors.ts'
import { Timestamp } from '../../core/fields.ts'
import type { Page } from '../../core/paging.ts'
import { backendLabel } from '../../engines/registry.ts'
import { message } from '../../languages/message.ts'
import { utcMonthStart } from '../../plans/plans.ts'
import { findBudget, noBrand, spendKinds, spentThisMonth } from '../../plans/spend-ledger.ts'
import { EstimatedMicros, totalCost } from './estimate.ts'

const Money = z.number().int().describe('Millionths of a US dollar.')
const Sum = z.object({
  cost_micros: Money,
  calls: z.number().int(),
  estimated_micros: EstimatedMicros,
})
const Kind = z
  .enum(spendKinds)
  .describe(
    '`answers`: engine queries. `sentiment`, `briefs` and `suggestions`: calls to the language model. `volumes`: search volumes. `tests`: platform tests.',
  )

export const SpendItem = Sum.extend({
  date: z.iso.date(),
  kind: Kind,
  engine: z.string().describe('The vendor that was paid.'),
  brand_id: z.uuid().nullable().describe('May be the id of a deleted brand; null: not related to a brand.'),
}).meta({ id: 'SpendItem' })

export const SpendReport = z
  .object({
    window: z.object({ date_from: z.iso.date(), date_to: z.iso.date() }),
    total: Sum,
    by_day: z.array(Sum.extend({ date: z.iso.date() })),
    by_engine: z.array(Sum.extend({ engine: z.string(), label: z.string() })),
    by_kind: z.array(Sum.extend({ kind: Kind })),
    by_brand: z.array(Sum.extend({ brand_id: z.uuid().nullable(), name: z.string().nullable() })),
    this_month: z.object({
      spent_micros: Money,
      limit_micros: Money.nullable().describe('Null: there is no limit.'),
      limited_by: z.enum(['plan', 'organization', 'setting']).nullable(),
      left_micros: Money.nullable(),
      resets_at: Timestamp,
    }),
  })
  .meta({ id: 'SpendReport' })

export type DateRange = { date_from?: string | undefined; date_to?: string | undefined }
type Row = z.output<typeof SpendItem>

/** Lists spend rows, newest first; `date_to` is inclusive. Defaults to the current month. */
export async function listSpend(ctx: Context, range: DateRange): Promise<Row[]> {
  const { date_from, date_to } = resolveWindow(ctx, range)
  const { rows } = await sql<Row>`
    select
      day as date, kind, engine, nullif(brand_id, ${noBrand}) as brand_id, cost_micros, calls, estimated_micros
    from spend
    where organization_id = ${ctx.organizationId} and day between ${date_from} and ${date_to}
    order by day desc, kind, engine, brand_id`.execute(ctx.db)
  return rows
}

/** Throws `invalid_request` for a cursor that was not returned by this list. */
export function paginateSpend(
  rows: readonly Row[],
  { limit, cursor }: Page,
): { items: Row[]; next_cursor: string | null } {
  const start = cursor === undefined ? 0 : rows.findIndex((row) => getCursor(row) === cursor) + 1
  if (cursor !== undefined && start === 0) throw invalid('cursor', message('common.texts.isNotAValidCursor'))
  const items = rows.slice(start, start + limit)
  const last = items.at(-1)
  return { items, next_cursor: last && rows.length > start + limit ? getCursor(last) : null }
}

const getCursor = ({ date, kind, engine, brand_id }: Row) =>
  Buffer.from([date, kind, engine, brand_id].join(' ')).toString('base64url')

export async function getSpendReport(
  ctx: Context,
  range: DateRange,
  rows: readonly Row[],
): Promise<z.input<typeof SpendReport>> {
  const names = await brandNames(ctx)
  return {
    window: resolveWindow(ctx, range),
    total: total(rows),
    by_day: [...Map.groupBy(rows, ({ date }) => date)]
      .map(([date, group]) => ({ date, ...total(group) }))
      .reverse(),
    by_engine: sortByCost(
      [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, group]) => ({
        engine,
        label: backendLabel(engine),
        ...total(group),
      })),
    ),
    by_kind: sortByCost(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, group]) => ({ kind, ...total(group) })),
    ),
    by_brand: sortByCost(
      [...Map.groupBy(rows, ({ brand_id }) => brand_id)].map(([brand_id, group]) => ({
        brand_id,
        name: (brand_id && names.get(brand_id)) ?? null,
        ...total(group),
      })),
    ),
    this_month: await thisMonth(ctx),
  }
}

function resolveWindow(
  ctx: Context,
  { date_from, date_to }: DateRange,
): { date_from: string; date_to: string } {
  const now = ctx.now()
  const window = {
    date_from: date_from ?? utcDay(utcMonthStart(now)),
    date_to: date_to ?? utcDay(now),
  }
  if (window.date_from > window.date_to)
    throw invalid('date_from', message('common.texts.mustNotBeAfterDateTo'))
  return window
}

async function thisMonth(ctx: Context): Promise<z.input<typeof SpendReport>['this_month']> {
  const budget = await findBudget(ctx)
  const spent = budget?.spentMicros ?? (await spentThisMonth(ctx))
  return {
    spent_micros: spent,
    limit_micros: budget?.limitMicros ?? null,
    limited_by: budget === null || budget.limitedBy === 'brand' ? null : budget.limitedBy,
    left_micros: budget && Math.max(0, budget.limitMicros - spent),
    resets_at: utcMonthStart(ctx.now(), 1).toISOString(),
  }
}

async function brandNames(ctx: Context): Promise<Map<string, string>> {
  const brands = await ctx.db
    .selectFrom('brands')
    .select(['id', 'name'])
    .where('organization_id', '=', ctx.organizationId)
    .execute()
  return new Map(brands.map(({ id, name }) => [id, name]))
}

type Sum = z.output<typeof Sum>

function total(rows: readonly Sum[]): Sum {
  return { ...totalCost(rows), calls: rows.reduce((all, { calls }) => all + calls, 0) }
}

const sortByCost = <T extends Sum>(sums: T[]): T[] => sums.sort((a, b) => b.cost_micros - a.cost_micros)
