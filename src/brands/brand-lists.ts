/**
 * The tables with a list of brands (`brand_ids`). Arrays instead of join tables: each list is read with its row, for members,
 * API keys and grants in every request, and null is every brand. PostgreSQL has no foreign keys for them.
 */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'

/** What a person chose. It stays when its last brand is deleted, and is then about no brand. */
export const chosenBrandLists = [
  'members',
  'invitations',
  'sso_rules',
  'api_keys',
  'oauth_grants',
  'channels',
  'digests',
] as const

/** What rows are about. They are deleted with their last brand. */
export const subjectBrandLists = ['notifications', 'reports', 'report_schedules'] as const

/** Removes a brand that is being deleted. */
export async function removeFromBrandLists(tx: Context, brandId: string): Promise<void> {
  const only = sql`array[${brandId}::uuid]`
  for (const table of subjectBrandLists)
    await sql`
      delete from ${sql.table(table)} where organization_id = ${tx.organizationId} and brand_ids = ${only}`.execute(
      tx.db,
    )
  // A member who may see only the other brands must not see what was written about this one.
  await sql`
    update reports set has_deleted_brand = true
    where organization_id = ${tx.organizationId} and brand_ids @> ${only}`.execute(tx.db)
  for (const table of [...chosenBrandLists, ...subjectBrandLists])
    await sql`
      update ${sql.table(table)} set brand_ids = array_remove(brand_ids, ${brandId})
      where organization_id = ${tx.organizationId} and brand_ids @> ${only}`.execute(tx.db)
}
