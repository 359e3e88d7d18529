/** What API keys and grants have in common: they act for a person, and can be limited to brands. */
import { sql } from 'kysely'
import type { AppContext, Role } from '../core/context.ts'

/** Credentials that are limited to brands cannot act on the organization as its owner or admin could. */
export function limitRole(role: Role, brandIds: string[] | null): Role {
  return brandIds !== null && (role === 'owner' || role === 'admin') ? 'editor' : role
}

/** `null`: every brand. */
export function commonBrands(ofUser: string[] | null, ofCredential: string[] | null): string[] | null {
  if (ofUser === null || ofCredential === null) return ofUser ?? ofCredential
  return ofCredential.filter((id) => ofUser.includes(id))
}

const recordUseEveryMs = 60_000

/** Updates `last_used_at` in the background, at most once a minute per credential. */
export function recordUse(
  ctx: AppContext,
  table: 'api_keys' | 'oauth_grants',
  id: string,
  { organizationId, lastUsedAt }: { organizationId: string; lastUsedAt: Date | null },
): void {
  const staleBefore = new Date(ctx.now().getTime() - recordUseEveryMs)
  if (lastUsedAt !== null && lastUsedAt > staleBefore) return
  sql`
    update ${sql.table(table)} set last_used_at = ${ctx.now()}
    where organization_id = ${organizationId} and id = ${id}
      and (last_used_at is null or last_used_at <= ${staleBefore})`
    .execute(ctx.db)
    .catch((error) => ctx.log.warn({ err: error, table, id }, 'use of a credential was not recorded'))
}
