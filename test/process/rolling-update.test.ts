/** A new version with another migration, next to processes of the old version. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openPool } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { onTestFileEnd } from '../cleanup.ts'
import { createDatabase, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { startHere } from './processes.ts'

const prompts = 30
/** The migration waits for this lock before its second half. */
const pause = 42

/** Returns the migrations of a version that has one more. */
async function nextMigrations(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'ansight-migrations-'))
  onTestFileEnd(() => rm(folder, { recursive: true }))
  await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true })
  await writeFile(
    join(folder, '9999_next.sql'),
    `create table next_version (id uuid primary key);
    select pg_advisory_xact_lock(${pause});
    alter table answers add column note text not null default '';
    alter table jobs add column priority smallint not null default 0;`,
  )
  return pathToFileURL(`${folder}/`)
}

test('an old process continues its run and serves requests while a new version migrates, and is not started again afterwards', async () => {
  const database = await createDatabase()
  const connection = { connectionString: database.DATABASE_URL }
  const engine = await startEngine(60)
  const env = { ...database, ...engine.env }
  const old = await startHere(env)
  const person = await signUp(old.url)
  const brand = await brandWith(person, prompts)
  const requestRun = async (): Promise<string> =>
    (await person.ok('POST /api/tracking/check', { brandId: brand.id })).jobId
  const readMetrics = () => person.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
  const during = await requestRun()
  await engine.received(10)

  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [pause])
  const pool = openPool(connection, 1)
  const migrating = migrate(pool, { folder: await nextMigrations() })
  const waiting = () =>
    query(
      connection,
      `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
  await expect.poll(waiting).toHaveLength(1)
  await readMetrics()
  await engine.received(20)
  await holder.end()
  expect(await migrating).toEqual(['9999_next.sql'])
  await pool.end()

  const getStatus = async (jobId: string) => (await endOfRun(person, jobId)).status
  expect(await getStatus(during)).toBe('completed')
  expect(await getStatus(await requestRun())).toBe('completed')
  expect(engine.prompts.toSorted()).toEqual([...brand.texts, ...brand.texts].toSorted())
  expect(await query(connection, 'select distinct note from answers')).toEqual([{ note: '' }])
  await readMetrics()
  expect(await person.call('GET /api/health')).toMatchObject({ status: 200 })
  await old.stop()

  await expect(startHere(env)).rejects.toThrow(
    /^The database was migrated by a newer version of Ansight \(9999_next\.sql\)\. Start that version, or restore a backup from before the upgrade: docs\/upgrade\.md\.$/,
  )
})
