import type { Context } from '../core/context.ts'
import { lockOrganization } from '../plans/plans.ts'

/** Returns `acme`, `acme-2`, `acme-3` …, unique in the organization. Names without Latin letters become `brand`. */
export async function findFreeSlug(tx: Context, name: string): Promise<string> {
  const base =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-|-$/g, '') || 'brand'
  // So that two concurrent inserts do not choose the same slug.
  await lockOrganization(tx)
  const rows = await tx.db
    .selectFrom('brands')
    .select('slug')
    .where('organization_id', '=', tx.organizationId)
    .where('slug', 'like', `${base}%`)
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  let slug = base
  for (let n = 2; taken.has(slug); n += 1) slug = `${base}-${n}`
  return slug
}
