import { sql } from 'kysely'
import type { Context } from '../core/context.ts'

/** Locks the facts or answers that still exist, so that claims can refer to them until the transaction ends. Returns their ids. */
export async function lockIds(
  { db }: Context,
  table: 'facts' | 'answers',
  brandId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where brand_id = ${brandId} and id = any(${ids}::uuid[])
    order by id for key share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
