import { z } from 'zod'
import { Uuid } from '../../core/ids.ts'
import { route } from '../../http/route.ts'
import { opportunityFrom } from '../opportunities.ts'
import { getOrWriteBrief, WrittenBrief } from './brief.ts'
import { EditedBrief, editBrief } from './edit-brief.ts'

const opportunityParam = { params: { id: Uuid }, find: { opportunity: opportunityFrom('id') } }
const briefQuery = {
  regenerate: z.enum(['true', 'false']).default('false').describe('`true` writes a new brief.'),
}

const briefDescription =
  'Returns the stored brief or writes one from the evidence, with the configured language model if there is one.'

export const briefRoutes = {
  'POST /api/mcp/content-opportunities/:id/brief': route({
    access: 'write',
    summary: 'Write the brief of a content opportunity',
    description: briefDescription,
    ...opportunityParam,
    query: briefQuery,
    returns: WrittenBrief,
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'POST /api/content/:id/brief': route({
    access: 'write',
    summary: 'Write the brief of an opportunity',
    description: briefDescription,
    ...opportunityParam,
    query: briefQuery,
    returns: WrittenBrief,
    run: (ctx, { found, query }) =>
      getOrWriteBrief(ctx, found.opportunity, { regenerate: query.regenerate === 'true' }),
  }),
  'PUT /api/content/:id/brief': route({
    access: 'write',
    summary: 'Edit the brief of an opportunity',
    description:
      'Replaces the whole brief. `replaces` names the brief that was edited; if a newer one exists, the request fails with 409.',
    ...opportunityParam,
    body: EditedBrief,
    returns: WrittenBrief,
    run: (ctx, { found, body }) => editBrief(ctx, found.opportunity, body),
  }),
}
