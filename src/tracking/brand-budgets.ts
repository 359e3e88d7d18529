/** The monthly spending limit of each brand, with the spend on it and the estimate of the month (UTC). */
import { sql } from 'kysely'
import { z } from 'zod'
import { SpendLimit } from '../accounts/organizations.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { recordEvent } from '../core/events.ts'
import { utcMonthStart } from '../plans/plans.ts'
import { forecastRestOfMonth } from './spend/forecast.ts'

const Micros = z.number().int().min(0)

export const BrandBudget = z.object({
  spent_micros: Micros.describe(
    'Spend on the brand in the current month (UTC), in millionths of a US dollar.',
  ),
  limit_micros: Micros.nullable().describe(
    'Monthly spending limit of the brand; null: it has none of its own.',
  ),
  forecast_micros: Micros.describe(
    'Estimated spend at the end of the month: with the scheduled runs to come.',
  ),
})

type BrandBudgetRecord = z.input<typeof BrandBudget>

export const BrandSpendLimit = z.strictObject({
  spend_limit_micros: SpendLimit.describe(
    'Maximum spend on the brand per calendar month (UTC), in millionths of a US dollar. Null means no limit for this brand.',
  ),
})

/** Returns the budget of each brand of the organization by its id. */
export async function readBrandBudgets(ctx: Context): Promise<Map<string, BrandBudgetRecord>> {
  const coming = await forecastRestOfMonth(ctx)
  const { rows } = await sql<{ id: string; limit_micros: number | null; spent_micros: number }>`
    select brands.id, brands.spend_limit_micros as limit_micros, coalesce(sum(cost_micros), 0)::int8 as spent_micros
    from brands left join spend on spend.organization_id = brands.organization_id and spend.brand_id = brands.id
      and day >= ${utcDay(utcMonthStart(ctx.now()))}
    where brands.organization_id = ${ctx.organizationId}
    group by brands.id, brands.spend_limit_micros`.execute(ctx.db)
  return new Map(
    rows.map(({ id, limit_micros, spent_micros }) => [
      id,
      { limit_micros, spent_micros, forecast_micros: spent_micros + (coming.get(id) ?? 0) },
    ]),
  )
}

export function setBrandSpendLimit(
  ctx: Context,
  brand: Brand,
  { spend_limit_micros }: z.output<typeof BrandSpendLimit>,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .updateTable('brands')
      .set({ spend_limit_micros, updated_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', brand.id)
      .execute()
    await recordEvent(tx, 'brand.changed', { brandId: brand.id, data: { spend_limit_micros } })
  })
}
