import { brandInPath } from '../brands/brands.ts'
import { route } from '../http/route.ts'
import { CheckRequest, RequestedChecks, requestChecks } from './request-reading.ts'

export const citedPageRoutes = {
  'POST /api/brands/:brand/cited-pages/check': route({
    ...brandInPath,
    access: 'write',
    reads: 'metric',
    summary: 'Check the cited pages of a source again',
    description:
      'Reads the most cited pages of a domain in the background. A page is requested at most once a day, and within the daily budget of the brand.',
    body: CheckRequest,
    errors: ['conflict'],
    returns: RequestedChecks,
    run: (ctx, { found, body }) => requestChecks(ctx, found.brand, body),
  }),
}
