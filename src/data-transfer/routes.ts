import { z } from 'zod'
import { requireRecentAuthentication } from '../accounts/sessions.ts'
import { utcDay } from '../core/days.ts'
import { authenticatedContext } from '../http/call-route.ts'
import { NoContent, raw, route } from '../http/route.ts'
import { deleteOrganization, openExport } from './organization-export.ts'

export const dataTransferRoutes = {
  'GET /api/organization/export': raw({
    access: 'own',
    reads: { unlimited: 'Lasts as long as the client reads; export-limits.ts shares its queries.' },
    summary: 'Export all data of the organization',
    description:
      'As JSON Lines: one row per line, with the name of its table. Answers have the import format.',
    returns: {
      'application/x-ndjson': 'One line per row, with the name of its table; answers have the import format.',
    },
    errors: ['conflict'],
    run: async (base, { method }, reply) => {
      const ctx = authenticatedContext(base)
      const day = utcDay(ctx.now())
      reply
        .type('application/x-ndjson; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="ansight-${day}.jsonl"`)
        .header('Cache-Control', 'no-store')
      return reply.send(method === 'HEAD' ? undefined : await openExport(ctx))
    },
  }),

  'DELETE /api/organization': route({
    access: 'own',
    reads: { unlimited: 'An organization is deleted once.' },
    summary: 'Delete the organization and all its data',
    description:
      'Permanently deletes its brands, answers and API keys, and the accounts that belong to no other organization. To confirm, the body repeats the name of the organization. Needs a sign-in within the last 10 minutes.',
    body: z.strictObject({ name: z.string().max(200) }),
    errors: ['conflict', 'reauthentication_required'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { body }) => {
      if (ctx.actor.kind === 'user') requireRecentAuthentication(ctx, ctx.actor)
      await deleteOrganization(ctx, body.name)
    },
  }),
}
