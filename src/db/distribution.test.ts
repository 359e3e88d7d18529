import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { placements } from './distribution.ts'

const { pool } = await sharedService()

test('every table of the schema has a placement, and no other has one', async () => {
  const { rows } = await pool.query<{ table: string }>(
    `select table_name as "table" from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(Object.keys(placements).sort()).toEqual(rows.map(({ table }) => table).sort())
})

test('a table is distributed by brand exactly when brand_id is first in its primary key', async () => {
  const { rows } = await pool.query<{ table: string }>(
    `select distinct indrelid::regclass::text as "table" from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisprimary and attname = 'brand_id'`,
  )
  const byBrand = Object.entries(placements).filter(([, placement]) => placement === 'brand')
  expect(byBrand.map(([table]) => table).sort()).toEqual(rows.map(({ table }) => table).sort())
})

test('a foreign key of a distributed table refers to the same brand or to a table that is on every server', async () => {
  const { rows } = await pool.query<{ name: string; from: string; to: string; columns: string[] }>(
    `select conname as name, conrelid::regclass::text as "from", confrelid::regclass::text as "to",
      (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
    [Object.keys(placements)],
  )
  const placementByTable = new Map<string, string>(Object.entries(placements))
  expect(rows.length).toBeGreaterThan(50)
  for (const { name, from, to, columns } of rows) {
    if (placementByTable.get(to) === 'reference') continue
    // All local tables are on the coordinator.
    if (placementByTable.get(from) === 'local' && placementByTable.get(to) === 'local') continue
    expect([name, placementByTable.get(from), placementByTable.get(to)]).toEqual([name, 'brand', 'brand'])
    expect(columns, name).toContain('brand_id')
  }
})
