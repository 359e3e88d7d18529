/** The audit log: the events of an organization, newest first, with the names of the actors. */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { type EventKind, eventKinds } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, type Page, pageQuery, pageSchema, toPage } from '../core/paging.ts'
import { localizedText } from '../languages/localized.ts'

const kinds = z.enum(getKinds(eventKinds))

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

export const AuditLog = pageSchema(AuditEntry).extend({
  kinds: z
    .array(z.object({ kind: kinds, summary: localizedText() }))
    .describe('Every kind of event, for a filter.'),
})

export const auditQuery = {
  ...pageQuery,
  kind: kinds.optional().describe('Only events of this kind.'),
}

export async function listAuditLog(ctx: Context, { kind, ...page }: { kind?: EventKind | undefined } & Page) {
  const after = cursorId(page)
  const rows = await ctx.db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .leftJoin('brands', (join) =>
      join
        .onRef('brands.id', '=', 'audit_log.brand_id')
        .onRef('brands.organization_id', '=', 'audit_log.organization_id'),
    )
    .select([
      'audit_log.id',
      'audit_log.kind',
      'audit_log.actor_kind',
      'audit_log.actor_user_id',
      'audit_log.actor_key_id',
      'audit_log.actor_name',
      'audit_log.actor_key_name',
      'audit_log.data',
      'audit_log.brand_id',
      'audit_log.request_id',
      'audit_log.address_hash',
      'audit_log.created_at',
    ])
    .select(['users.email', 'brands.name as brand_name'])
    .where('audit_log.organization_id', '=', ctx.organizationId)
    .$if(after !== null, (query) => query.where('audit_log.id', '<', after))
    .$if(kind !== undefined, (query) => query.where('audit_log.kind', '=', kind ?? ''))
    .orderBy('audit_log.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return { items: items.map(showEntry), next_cursor, kinds: allKinds }
}

const allKinds = kinds.options.map((kind) => ({ kind, summary: eventKinds[kind] }))

function showEntry(row: {
  id: string
  kind: string
  actor_kind: string
  actor_user_id: string | null
  actor_key_id: string | null
  actor_name: string | null
  actor_key_name: string | null
  data: unknown
  brand_id: string | null
  request_id: string | null
  address_hash: string | null
  created_at: Date
  email: string | null
  brand_name: string | null
}): z.input<typeof AuditEntry> {
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

/** Returns the keys of the constant; `Object.keys` loses their type. */
function getKinds(constant: typeof eventKinds): EventKind[] {
  return Object.keys(constant) as EventKind[]
}
