import { mcpQuery } from '../answers/scope.ts'
import { csvRoute } from '../http/csv.ts'
import { route } from '../http/route.ts'
import { Portfolio, readPortfolio } from './portfolio.ts'

const { days, date_from, date_to, platform } = mcpQuery

const portfolio = route({
  access: 'read',
  summary: 'Compare all brands',
  description:
    'For each brand that the caller may see, the numbers of its visibility summary for the same days and platforms, and how its last run went.',
  query: { days, date_from, date_to, platform },
  returns: Portfolio,
  run: (ctx, { query }) => readPortfolio(ctx, query),
})

export const portfolioRoutes = {
  'GET /api/portfolio': portfolio,
  'GET /api/portfolio.csv': csvRoute(portfolio, 'brands'),
}
