/** The audit log: the events of an organization, newest first, with the names of the actors. */
import { z } from 'zod'
import { getKeys } from '../../vocabulary/typed-keys.ts'
import type { Context } from '../core/context.ts'
import { dayAfter } from '../core/days.ts'
import { invalid, notFound } from '../core/errors.ts'
import { eventKinds } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { cursorId, type Page, pageQuery, pageSchema, toPage } from '../core/paging.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

const kinds = z.enum(getKeys(eventKinds))

export const AuditEntry = z
  .object({
    id: z.uuid(),
    kind: kinds,
    summary: localizedText().describe('A sentence that describes the kind of change.'),
    actor: z.object({
      kind: z
        .string()
        .describe(
          'user, api_key, grant (a connected app), callback, cron, system, or anonymous without authentication.',
        ),
      user: z
        .object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() })
        .nullable()
        .describe(
          'The user who acted, or whose API key acted, with the name at that time. The address is null once the user is deleted.',
        ),
      key: z
        .object({ id: z.uuid(), name: z.string().nullable() })
        .nullable()
        .describe('The API key or the grant of the app, with the name at that time.'),
    }),
    brand: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
    data: z.record(z.string(), z.unknown()).describe('Details of the change.'),
    request_id: z
      .string()
      .nullable()
      .describe('The X-Request-Id of the request, null for work of the service.'),
    address: z
      .string()
      .nullable()
      .describe(
        'A keyed hash of the IP address: equal addresses have equal hashes. Null when AUDIT_LOG_IP_HASH is off.',
      ),
    created_at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })

export type AuditEntry = z.input<typeof AuditEntry>

export const AuditLog = pageSchema(AuditEntry).extend({
  kinds: z
    .array(z.object({ kind: kinds, summary: localizedText() }))
    .describe('Every kind of event, for a filter.'),
})

export const auditFilter = {
  kind: kinds.optional().describe('Only events of this kind.'),
  actor: Uuid.optional().describe(
    'Only events of this user, service account, API key or grant of an app, by id.',
  ),
  date_from: z.iso.date().optional().describe('First day (UTC).'),
  date_to: z.iso.date().optional().describe('Last day (UTC).'),
}

export const auditQuery = { ...pageQuery, ...auditFilter }

type AuditFilter = z.output<z.ZodObject<typeof auditFilter>>

export async function listAuditLog(ctx: Context, query: AuditFilter & Page) {
  return { ...(await readAuditLog(ctx, query)), kinds: allKinds }
}

/** Returns a page of entries, newest first. */
export async function readAuditLog(
  ctx: Context,
  { kind, actor, date_from: from, date_to: to, ...page }: AuditFilter & Page,
): Promise<{ items: z.input<typeof AuditEntry>[]; next_cursor: string | null }> {
  if (from !== undefined && to !== undefined && from > to)
    throw invalid('date_from', message('common.texts.mustNotBeAfterDateTo'))
  const after = cursorId(page)
  const rows = await selectEntries(ctx)
    .$if(after !== null, (query) => query.where('audit_log.id', '<', after))
    .$if(kind !== undefined, (query) => query.where('audit_log.kind', '=', kind ?? ''))
    .$if(actor !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('audit_log.actor_user_id', '=', actor ?? null),
          eb('audit_log.actor_key_id', '=', actor ?? null),
        ]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('audit_log.created_at', '>=', startOf(from)))
    .$if(to !== undefined, (query) => query.where('audit_log.created_at', '<', startOf(to && dayAfter(to))))
    .orderBy('audit_log.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: items.map(showEntry), next_cursor }
}

const startOf = (day = ''): Date => new Date(`${day}T00:00:00Z`)

/** Throws `not_found` once the entry is deleted. */
export async function getAuditEntry(ctx: Context, id: string): Promise<z.input<typeof AuditEntry>> {
  const row = await selectEntries(ctx).where('audit_log.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(message('accounts.auditLog.noSuchEntry'))
  return showEntry(row)
}

const selectEntries = (ctx: Context) =>
  ctx.db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .leftJoin('brands', (join) =>
      join
        .onRef('brands.id', '=', 'audit_log.brand_id')
        .onRef('brands.organization_id', '=', 'audit_log.organization_id'),
    )
    .selectAll('audit_log')
    .select(['users.email', 'brands.name as brand_name'])
    .where('audit_log.organization_id', '=', ctx.organizationId)

const allKinds = kinds.options.map((kind) => ({ kind, summary: eventKinds[kind] }))

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>

function showEntry(row: EntryRow): z.input<typeof AuditEntry> {
  const { actor_user_id: userId, actor_key_id: keyId } = row
  const kind = kinds.parse(row.kind)
  return {
    id: row.id,
    kind,
    summary: eventKinds[kind],
    actor: {
      kind: row.actor_kind,
      user: userId === null ? null : { id: userId, name: row.actor_name, email: row.email },
      key: keyId === null ? null : { id: keyId, name: row.actor_key_name },
    },
    brand: row.brand_id === null ? null : { id: row.brand_id, name: row.brand_name },
    data: z.record(z.string(), z.unknown()).parse(row.data),
    request_id: row.request_id,
    address: row.address_hash,
    created_at: row.created_at.toISOString(),
  }
}
