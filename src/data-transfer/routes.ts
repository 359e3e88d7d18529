import { z } from 'zod'
import { requireRecentAuthentication } from '../accounts/actors.ts'
import { utcDay } from '../core/days.ts'
import { authenticatedContext, parseRequestPart } from '../http/call-route.ts'
import { NoContent, raw, route } from '../http/route.ts'
import { AuditExport, openAuditExport } from './audit-export.ts'
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

  'GET /api/audit-log/export': raw({
    access: 'own',
    summary: 'Export the audit log',
    description: 'All entries that match the filters, newest first, as a stream.',
    query: () => AuditExport,
    returns: {
      'application/x-ndjson': 'One entry per line.',
      'text/csv': 'A header line, then an entry per line.',
    },
    errors: ['conflict'],
    run: async (base, { method, query }, reply) => {
      const ctx = authenticatedContext(base)
      const given = parseRequestPart('query', AuditExport, query)
      reply
        .type(given.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header(
          'Content-Disposition',
          `attachment; filename="ansight-audit-log-${utcDay(ctx.now())}.${given.format}"`,
        )
        .header('Cache-Control', 'no-store')
      return reply.send(method === 'HEAD' ? undefined : await openAuditExport(ctx, given))
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
      requireRecentAuthentication(ctx)
      await deleteOrganization(ctx, body.name)
    },
  }),
}
