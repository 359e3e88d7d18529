/**
 * The portfolio: all brands that the caller can see, with the numbers of their visibility, open alerts, spend of the month and
 * next report.
 */
import { z } from 'zod'
import { countOpenAlerts } from '../alerts/alerts.ts'
import { type Context, hasAccess } from '../core/context.ts'
import { type BrandsParams, BrandVisibility, listBrandVisibility } from '../metrics/brand-visibility.ts'
import { findBudget, spentThisMonth } from '../plans/spend-ledger.ts'
import { listSchedules } from '../reports/schedules.ts'
import { BrandBudget, readBrandBudgets } from '../tracking/brand-budgets.ts'

const Micros = z.number().int().min(0)

export const Portfolio = z
  .object({
    brands: z.array(
      BrandVisibility.extend({
        open_alerts: z.number().int().min(0),
        spent_micros: BrandBudget.shape.spent_micros.nullable(),
        limit_micros: BrandBudget.shape.limit_micros,
        forecast_micros: BrandBudget.shape.forecast_micros.nullable(),
        next_report_on: z.iso.date().nullable().describe('Day of its next scheduled report.'),
      }),
    ),
    spend: z
      .object({
        spent_micros: Micros,
        limit_micros: Micros.nullable().describe('Null: no limit.'),
      })
      .nullable()
      .describe(
        'Spend of the organization in the current month (UTC). Null for callers who do not manage the organization, as are the amounts of its brands.',
      ),
  })
  .meta({ id: 'Portfolio' })

/** Of callers who do not manage the organization. */
const noBudget = { spent_micros: null, limit_micros: null, forecast_micros: null }

/** Returns the brands ordered by name, each with the numbers of its visibility summary for the same days. */
export async function readPortfolio(ctx: Context, params: BrandsParams): Promise<z.input<typeof Portfolio>> {
  const brands = await listBrandVisibility(ctx, params)
  const alerts = await countOpenAlerts(
    ctx,
    brands.map(({ id }) => id),
  )
  const reports = await nextReports(ctx)
  const seesSpend = hasAccess(ctx.actor, 'manage')
  const budgets = seesSpend ? await readBrandBudgets(ctx) : null
  return {
    brands: brands.map((brand) => ({
      ...brand,
      open_alerts: alerts.get(brand.id) ?? 0,
      ...(budgets?.get(brand.id) ?? noBudget),
      next_report_on: reports.get(brand.id) ?? null,
    })),
    spend: seesSpend
      ? {
          spent_micros: await spentThisMonth(ctx),
          limit_micros: (await findBudget(ctx))?.limitMicros ?? null,
        }
      : null,
  }
}

/** The day of the next scheduled report by brand, alone or in a portfolio. */
async function nextReports(ctx: Context): Promise<Map<string, string>> {
  const days = (await listSchedules(ctx, undefined)).flatMap(({ brand_ids, next_on }) =>
    brand_ids.map((id) => [id, next_on] as const),
  )
  // The last entry of a brand wins.
  return new Map(days.toSorted(([, a], [, b]) => (a < b ? 1 : -1)))
}
