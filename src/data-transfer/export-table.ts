/** Reads the rows of one owner from a table, in pages by primary key. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../core/context.ts'
import type { ReadPage } from './export-answers.ts'
import type { ExportedTable } from './organization-tables.ts'

/** The columns of a primary key, in order, with their PostgreSQL types. */
export type PrimaryKey = readonly { column: string; type: string }[]

/** Rows of one organization or brand. */
type Selection = ExportedTable & { table: string; ownerId: string }
type Row = Record<string, unknown>
type KeyedRow = { row: Row; key: string[] }

const pageRows = 500

export async function* readTable(
  ctx: Context,
  selection: Selection,
  keys: ReadonlyMap<string, PrimaryKey>,
  readPage: ReadPage,
): AsyncGenerator<Row> {
  const key = keys.get(selection.table)
  if (key === undefined) throw new Error(`The table ${selection.table} has no primary key`)
  let after: readonly string[] | null = null
  for (;;) {
    const rows: KeyedRow[] = await readPage(() => findPage(ctx, selection, key, after))
    yield* rows.map(({ row }) => row)
    after = rows.at(-1)?.key ?? null
    if (rows.length < pageRows) return
  }
}

async function findPage(
  ctx: Context,
  { table, owner, ownerId, omit = [] }: Selection,
  key: PrimaryKey,
  after: readonly string[] | null,
): Promise<KeyedRow[]> {
  const columns = sql.join(key.map(({ column }) => sql.ref(`t.${column}`)))
  const isAfter = after === null ? sql`true` : sql`(${columns}) > (${toValues(key, after)})`
  const { rows } = await sql<KeyedRow>`
    select to_jsonb(t) - ${sql.lit(`{${omit.join(',')}}`)}::text[] as row,
      array[${sql.join(key.map(({ column }) => sql`${sql.ref(`t.${column}`)}::text`))}] as key
    from ${sql.table(table)} t
    where ${sql.ref(`t.${owner}`)} = ${ownerId} and ${isAfter}
    order by ${columns} limit ${sql.lit(pageRows)}`.execute(ctx.db)
  return rows
}

const toValues = (key: PrimaryKey, values: readonly string[]): RawBuilder<unknown> =>
  sql.join(key.map(({ type }, index) => sql`${values[index] ?? null}::text::${sql.raw(type)}`))

/** Returns the primary key of each table, from PostgreSQL's catalog. */
export async function listPrimaryKeys(ctx: Context): Promise<ReadonlyMap<string, PrimaryKey>> {
  const { rows } = await sql<{ table: string; key: PrimaryKey }>`
    select c.relname as table,
      jsonb_agg(jsonb_build_object('column', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.ordinality) as key
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    cross join unnest(i.indkey) with ordinality as k (attnum, ordinality)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where i.indisprimary and c.relnamespace = 'public'::regnamespace
    group by c.relname`.execute(ctx.db)
  return new Map(rows.map(({ table, key }) => [table, key]))
}
