import { z } from 'zod'
import { pageQuery } from '../../core/paging.ts'
import { route } from '../../http/route.ts'
import { forecastNextMonth, NextMonth } from './forecast.ts'
import { getSpendReport, listSpend, pageOfSpend, SpendItem, SpendReport } from './report.ts'

export const spendRoutes = {
  'GET /api/spend': route({
    access: 'manage',
    dependsOn: 'answers',
    summary: 'Get what was spent, and what the coming month will cost',
    description:
      'Of the current month, or of the days named. `items` has one row for each day, kind, engine and brand, newest first; the sums are of all of them.',
    query: { date_from: z.iso.date().optional(), date_to: z.iso.date().optional(), ...pageQuery },
    returns: SpendReport.extend({
      items: z.array(SpendItem),
      next_cursor: z.string().nullable(),
      next_month: NextMonth,
    }),
    run: async (ctx, { query }) => {
      const rows = await listSpend(ctx, query)
      return {
        ...(await getSpendReport(ctx, query, rows)),
        ...pageOfSpend(rows, query),
        next_month: await forecastNextMonth(ctx),
      }
    },
  }),
}
