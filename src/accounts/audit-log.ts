/** The audit log: the events of an organization, newest first, with the names of the actors. */
import { sql } from 'kysely'
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
        .describe('user, api_key, callback, cron, system, or anonymous without authentication.'),
      user: z
        .object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() })
        .nullable()
        .describe('The user who acted, or whose API key acted. The name is null once the user is deleted.'),
      key: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
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
    .leftJoin('users', (join) => join.on(sql<boolean>`users.id = (audit_log.actor ->> 'user_id')::uuid`))
    .leftJoin('api_keys', (join) =>
      join
        .onRef('api_keys.organization_id', '=', 'audit_log.organization_id')
        .on(sql<boolean>`api_keys.id = (audit_log.actor ->> 'key_id')::uuid`),
    )
    .leftJoin('brands', (join) =>
      join
        .onRef('brands.id', '=', 'audit_log.brand_id')
        .onRef('brands.organization_id', '=', 'audit_log.organization_id'),
    )
    .select([
      'audit_log.id',
      'audit_log.kind',
      'audit_log.actor',
      'audit_log.data',
      'audit_log.brand_id',
      'audit_log.request_id',
      'audit_log.address_hash',
      'audit_log.created_at',
    ])
    .select([
      'users.name as user_name',
      'users.email',
      'api_keys.name as key_name',
      'brands.name as brand_name',
    ])
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

const StoredActor = z.object({ kind: z.string(), user_id: z.uuid().optional(), key_id: z.uuid().optional() })

function showEntry(row: {
  id: string
  kind: string
  actor: unknown
  data: unknown
  brand_id: string | null
  request_id: string | null
  address_hash: string | null
  created_at: Date
  user_name: string | null
  email: string | null
  key_name: string | null
  brand_name: string | null
}): z.input<typeof AuditEntry> {
  const { kind: actorKind, user_id, key_id } = StoredActor.parse(row.actor)
  const kind = kinds.parse(row.kind)
  return {
    id: row.id,
    kind,
    summary: eventKinds[kind],
    actor: {
      kind: actorKind,
      user: user_id === undefined ? null : { id: user_id, name: row.user_name, email: row.email },
      key: key_id === undefined ? null : { id: key_id, name: row.key_name },
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
