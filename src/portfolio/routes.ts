import { csvRoute } from '../http/csv.ts'
import { route } from '../http/route.ts'
import { brandsQuery } from '../metrics/brand-visibility.ts'
import { Portfolio, readPortfolio } from './portfolio.ts'

const portfolio = route({
  access: 'read',
  invalidatedBy: 'answers',
  summary: 'Compare all brands',
  description:
    'For each brand that the caller can access: the values of its visibility summary for the same days and platforms, its last run, its open alerts, its spend in the month and its next report.',
  query: brandsQuery,
  returns: Portfolio,
  run: (ctx, { query }) => readPortfolio(ctx, query),
})

export const portfolioRoutes = {
  'GET /api/portfolio': portfolio,
  'GET /api/portfolio.csv': csvRoute(portfolio, 'brands'),
}
