import { z } from 'zod'
import { confirmPassword } from '../accounts/confirm-password.ts'
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
      'Permanently deletes its brands, answers, users and API keys. To confirm, the body repeats the name of the organization and has your password.',
    body: z.strictObject({ name: z.string().max(200), password: z.string().max(128) }),
    errors: ['conflict'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { body, http }) => {
      await confirmPassword(ctx, http, body.password)
      await deleteOrganization(ctx, body.name)
    },
  }),
}
