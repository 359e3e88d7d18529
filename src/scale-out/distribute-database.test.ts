/** The tests of a cluster run with `npm run test:citus`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createClusterDatabase, onServers } from '../../test/citus-cluster.ts'
import { urlOfDatabase } from '../../test/process/databases.ts'
import { copyTemplate } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { openPool } from '../db/database.ts'
import { placements } from '../db/distribution.ts'
import { migrate } from '../db/migrate.ts'
import { distributeDatabase } from './distribute-database.ts'

const workers = inject('workers')
const servers = [inject('server'), ...workers]
const organization = newId()
const brand = newId()

/** Returns a database that is migrated, has rows and can be distributed. */
async function createDatabase() {
  const name = `${inject('template')}_${newId().replaceAll('-', '')}`
  await createClusterDatabase(name, inject('server'), workers)
  onTestFinished(() => onServers(servers, 'postgres', `drop database ${name} with (force)`))
  await query(name, async (pool) => {
    await migrate(pool)
    await pool.query("insert into organizations (id, name) values ($1, 'Acme')", [organization])
    await pool.query(
      `insert into brands (organization_id, id, slug, name, domain, tracking_code, ai_files_token)
      values ($1, $2, 'acme', 'Acme', 'acme.com', 'code', 'token')`,
      [organization, brand],
    )
    await pool.query(
      `insert into topics (brand_id, id, name, normalized_name) select $1, gen_random_uuid(), n, n from generate_series(1, 500) n`,
      [brand],
    )
    await pool.query(
      "insert into jobs (brand_id, id, kind, input, started_by) values ($1, $1, 'run', '{}', '{}')",
      [brand],
    )
    await pool.query("insert into run_plans values ($1, $1, '{}')", [brand])
  })
  return { name, url: urlOfDatabase(name) }
}

async function query<T>(database: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ ...inject('server'), database }, 1)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const toRows = (database: string, text: string) =>
  query(database, async (pool) => (await pool.query(text)).rows)

const foreignKeys = `
  select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conrelid::regclass::text in ('${Object.keys(placements).join("', '")}')
  order by 1, 2`
const rowCounts = `
  select (select count(*) from brands) as brands, (select count(*) from topics) as topics, (select count(*) from run_plans) as plans`

const distributeQuietly = (url: string, print: (line: string) => void = () => undefined) =>
  distributeDatabase(url, { isDryRun: false, print })

describe.runIf(workers.length > 0)('in a Citus cluster', () => {
  test('a database keeps its rows and foreign keys, and a second call finds nothing to do', async () => {
    const { name, url } = await createDatabase()
    const before = [await toRows(name, foreignKeys), await toRows(name, rowCounts)]
    await distributeQuietly(url)
    expect([await toRows(name, foreignKeys), await toRows(name, rowCounts)]).toEqual(before)
    const lines: string[] = []
    await distributeQuietly(url, (line) => lines.push(line))
    expect(lines).toEqual(['The database is distributed.'])
    const groups = `select count(distinct colocation_id)::int as n from citus_tables where citus_table_type = 'distributed'`
    expect(await toRows(name, groups)).toEqual([{ n: 1 }])
  })

  test('a call that was interrupted before any kind of step is continued by the next one', async () => {
    const { name, url } = await createDatabase()
    const before = [await toRows(name, foreignKeys), await toRows(name, rowCounts)]
    for (const step of ['Distributing jobs', 'Deleting the local', 'Creating foreign key run_plans']) {
      const interrupted = distributeQuietly(url, (line) => {
        if (line.startsWith(step)) throw new Error(`stopped at ${step}`)
      })
      await expect(interrupted).rejects.toThrow(`stopped at ${step}`)
      await expect(query(name, (pool) => migrate(pool))).rejects.toThrow('Run `ansight distribute` again.')
    }
    await distributeQuietly(url)
    expect([await toRows(name, foreignKeys), await toRows(name, rowCounts)]).toEqual(before)
    await query(name, (pool) => migrate(pool))
  })

  test('a dry run lists every table and changes nothing', async () => {
    const { name, url } = await createDatabase()
    const lines: string[] = []
    await distributeDatabase(url, { isDryRun: true, print: (line) => lines.push(line) })
    expect(lines).toContain('answers: distributed by brand')
    expect(lines).toContain('brands: copied to every server')
    expect(await toRows(name, 'select from citus_tables')).toEqual([])
  })

  test('a database that a service uses is refused', async () => {
    const { name, url } = await createDatabase()
    await query(name, async (pool) => {
      await pool.query('select 1')
      await expect(distributeQuietly(url)).rejects.toThrow('Stop the service')
    })
  })

  test('a migration of a distributed database distributes its new table beside the others', async () => {
    const name = await copyTemplate()
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, '0001_schema.sql'), 'select 1')
    await writeFile(
      join(folder, '0002_notes.sql'),
      `alter table answers add column extra text;
      drop table ai_files;
      create table ai_files (
        brand_id uuid not null references brands (id) on delete cascade, -- Whose.
        answer_id uuid not null,
        primary key (brand_id, answer_id)
      );
      alter table ai_files add constraint ai_files_answer
        foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade;`,
    )
    expect(await query(name, (pool) => migrate(pool, { folder: pathToFileURL(`${folder}/`) }))).toEqual([
      '0002_notes.sql',
    ])
    const groups = `select distinct colocationid from pg_dist_partition where logicalrelid in ('answers'::regclass, 'ai_files')`
    expect(await toRows(name, groups)).toHaveLength(1)
  })
})

describe.runIf(workers.length === 0)('without Citus', () => {
  test('a database without the extension is refused', async () => {
    const url = urlOfDatabase(await copyTemplate())
    await expect(distributeQuietly(url)).rejects.toThrow('does not have the extension citus')
  })
})
