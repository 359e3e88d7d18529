import { Readable } from 'node:stream'
import { z } from 'zod'
import { provenContext } from '../http/call-route.ts'
import { dayOf } from '../core/days.ts'
import { NoContent, raw, route } from '../http/route.ts'
import { asJsonLines } from './json-lines.ts'
import { endOrganization, takeAlong } from './organization-export.ts'

export const takeoutRoutes = {
  'GET /api/organization/export': raw({
    access: 'own',
    summary: 'Take along all data of the organization, as JSON Lines',
    returns: {
      'application/x-ndjson': 'A line per row, with the name of its table; answers as import takes them.',
    },
    run: async (base, _request, reply) => {
      const ctx = provenContext(base)
      const day = dayOf(ctx.now())
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="ansight-${day}.jsonl"`)
        .header('Cache-Control', 'no-store')
        .send(Readable.from(asJsonLines(takeAlong(ctx))))
    },
  }),

  'DELETE /api/organization': route({
    access: 'own',
    summary: 'End the organization and delete all it holds',
    description: 'Its brands, answers, people and keys are gone for good. The body repeats its name.',
    body: z.strictObject({ name: z.string().max(200) }),
    returns: NoContent,
    status: 204,
    run: (ctx, { body }) => endOrganization(ctx, body.name),
  }),
}
