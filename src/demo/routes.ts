import { z } from 'zod'
import { demoIndustries } from '../../vocabulary/demo-industries.ts'
import { route } from '../http/route.ts'
import { OpenedDemo, openDemoBrand } from './demo-brand.ts'

export const demoRoutes = {
  'POST /api/demo-brands': route({
    access: 'organization',
    summary: 'Open a demo brand',
    description:
      'Creates a fictional brand of the industry with 90 days of simulated answers, or returns the existing one. A job generates the answers; poll it until it is `completed`. The brand is separate from the others: it is never queried, costs nothing and is in no digest. Delete it like any brand.',
    body: z.strictObject({ industry: z.enum(demoIndustries) }),
    errors: ['plan_limit'],
    returns: OpenedDemo,
    run: (ctx, { body }) => openDemoBrand(ctx, body.industry),
  }),
}
