import { z } from 'zod'
import { route } from '../../http/route.ts'
import { opportunityInPath } from '../opportunities.ts'
import { getOrWriteBrief, WrittenBrief } from './brief.ts'
import { EditedBrief, editBrief } from './edit-brief.ts'

const write = {
  ...opportunityInPath,
  access: 'write',
  // A request that waits for the language model must not occupy a turn of other organizations.
  reads: { unlimited: 'Reads the answers to one prompt, and then waits for the language model.' },
  description:
    'Returns the stored brief. Without one, or with `regenerate=true`, writes one from the evidence, with the language model if one is configured.',
  errors: ['conflict', 'plan_limit', 'run_cap'],
  query: {
    regenerate: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: write a new brief even if one exists.'),
  },
  returns: WrittenBrief,
} as const

export const briefRoutes = {
  'POST /api/mcp/content-opportunities/:id/brief': route({
    ...write,
    summary: 'Get or write the brief of a content opportunity',
    whenToUse:
      'Use it to get a content brief for one opportunity: outline, keywords, sources and target length. Writing one can use the language model, which costs money; a stored brief is free.',
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'POST /api/content/:id/brief': route({
    ...write,
    summary: 'Get or write the brief of an opportunity',
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'PUT /api/content/:id/brief': route({
    access: 'write',
    summary: 'Edit the brief of an opportunity',
    errors: ['conflict'],
    description:
      'Replaces the whole brief. `replaces` names the brief that was edited; if a newer one exists, the request fails with 409.',
    ...opportunityInPath,
    body: EditedBrief,
    returns: WrittenBrief,
    run: (ctx, { found, body }) => editBrief(ctx, found.opportunity, body),
  }),
}
