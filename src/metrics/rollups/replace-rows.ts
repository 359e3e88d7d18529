/** Writes rows of rollups, and only those that differ from the stored ones. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'

type Table = {
  name: string
  /** The columns that identify a row within the brand, with their types. */
  keys: Record<string, string>
  /** The other columns, with their types. */
  values: Record<string, string>
}

/**
 * Replaces the brand's rows `within` a condition by `rows`. Only rows that differ are written: most rows of a refreshed day
 * are unchanged.
 */
export async function replaceRows<R extends Record<string, unknown>>(
  tx: Context,
  brandId: string,
  { name, keys, values }: Table,
  within: RawBuilder<unknown>,
  rows: readonly R[],
): Promise<void> {
  const refs = (columns: Record<string, string>) =>
    sql.join(Object.keys(columns).map((column) => sql.ref(column)))
  const all = { ...keys, ...values }
  const arrays = sql.join(
    Object.entries(all).map(([column, type]) => sql`${rows.map((row) => row[column])}::${sql.raw(type)}[]`),
  )
  const table = sql.table(name)
  const stored = sql.join(Object.keys(values).map((column) => sql`${table}.${sql.ref(column)}`))
  const given = sql.join(Object.keys(values).map((column) => sql`excluded.${sql.ref(column)}`))
  await sql`
    with
      given as (select * from unnest(${arrays}) as given (${refs(all)})),
      deleted as (
        delete from ${table} where brand_id = ${brandId} and ${within}
          and (${refs(keys)}) not in (select ${refs(keys)} from given)
      )
    insert into ${table} (brand_id, ${refs(all)}) select ${brandId}, * from given
    on conflict (brand_id, ${refs(keys)}) do update set (${refs(values)}) = row(${given})
    where (${stored}) is distinct from (${given})`.execute(tx.db)
}
