import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL that inserts rows with equal keys, passed as one JSON parameter. It names their columns: a column that a newer
 * version has added gets its default while a process of this version still runs.
 */
export function insertJsonRows(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`
}
