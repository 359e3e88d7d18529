import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  createEmptyDatabase,
  createProxy,
  dataFolder,
  query,
  urlOfDatabase,
} from '../../test/process/databases.ts'
import { testService } from '../../test/support.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../core/config.ts'
import { openApp } from '../main.ts'
import { quiet } from './backup.fixture.ts'
import { createBackup, listBackups } from './backup.ts'
import { dumpDatabase, restoreDump } from './dump.ts'
import { localBackups, openStorage } from './open-storage.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup, type WithAppFor } from './verify.ts'

const service = await testService()
const { rows: databases } = await service.pool.query('select current_database() as name')
const url = urlOfDatabase(databases[0].name)
const migrations = readdirSync(new URL('../../migrations/', import.meta.url)).sort()
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', {
  name: 'Tab\t, "quote", \\N and \\. Ünï 🎯',
  domain: 'acme.com',
})
await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Line 1\\nLine 2\\' })
await owner.ok('POST /api/tracking/check', { brandId: brand.id })
await service.work()

/** A hash of the rows of every table that has any. */
async function getContent(connectionString: string): Promise<Record<string, string>> {
  const tables = await query({ connectionString }, `select relname as name from pg_class where ${isTable}`)
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await query(
      { connectionString },
      `select count(*)::int as count, md5(string_agg(t::text, '\n' order by t::text)) as hash from ${name} t`,
    )
    if (row.count > 0) hashes[name] = `${row.count} ${row.hash}`
  }
  return hashes
}
const isTable = `relnamespace = 'public'::regnamespace and relkind = 'r'`

/** The definitions of columns, constraints and indexes. */
async function getDefinitions(connectionString: string): Promise<unknown> {
  const sql = [
    `select attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, attstorage
      from pg_attribute join pg_class c on c.oid = attrelid where ${isTable} and attnum > 0 order by 1, 2`,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  ]
  return Promise.all(sql.map((text) => query({ connectionString }, text)))
}

/** Returns a database that was restored from a dump, during which the source changed. */
async function restoreWhileWriting(): Promise<string> {
  await query({ connectionString: url }, 'create table of_others as select generate_series(1, 9) as id')
  const chunks = dumpDatabase(url)[Symbol.asyncIterator]()
  const first = await chunks.next()
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'During the dump' })
  const rest: Buffer[] = [first.value]
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) rest.push(next.value)
  await query({ connectionString: url }, 'drop table of_others')
  const target = await createEmptyDatabase()
  await restoreDump(Readable.from(rest), target, migrations)
  return target
}
const contentBefore = await getContent(url)
const restored = await restoreWhileWriting()

test('a restored dump has the rows of the moment at which it started, without tables of others', async () => {
  expect(Object.keys(contentBefore)).toEqual(
    expect.arrayContaining(['answer_texts', 'answers', 'audit_log', 'brands', 'migrations', 'users']),
  )
  expect(await getContent(restored)).toEqual(contentBefore)
  expect((await getContent(url)).prompts).not.toBe(contentBefore.prompts)
})

test('a restored dump has the columns, constraints and indexes of the database', async () => {
  expect(await getDefinitions(restored)).toEqual(await getDefinitions(url))
})

test('the schema has no sequence and no generated column, whose values a dump would miss', async () => {
  const found = await query(
    { connectionString: url },
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
     union all select attname from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and (attgenerated <> '' or attidentity <> '')`,
  )
  expect(found).toEqual([])
})

test.each<[string, RegExp, (raw: Buffer) => Buffer]>([
  ['ends early', /^The dump ends within a row\.$/, (raw) => raw.subarray(0, raw.length - 3)],
  [
    'has rows that do not fit',
    /^missing data for column "url"/,
    (raw) => Buffer.concat([raw, Buffer.from('D\0\0\0\x02x\n', 'latin1')]),
  ],
])('a dump that %s leaves the database empty', async (_what, message, damage) => {
  const raw = await buffer(dumpDatabase(url).pipe(createZstdDecompress()))
  const damaged = Readable.from([damage(raw)]).pipe(createZstdCompress())
  const target = await createEmptyDatabase()
  await expect(restoreDump(damaged, target, migrations)).rejects.toThrow(message)
  const relations = `select relname from pg_class where relnamespace = 'public'::regnamespace`
  expect(await query({ connectionString: target }, relations)).toEqual([])
})

async function settingsFor(databaseUrl: string): Promise<Config> {
  return readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: await dataFolder(), LOG_LEVEL: 'silent' })
}

const withAppFor: WithAppFor = async (settings, work) => {
  const { app, close } = await openApp(settings, { exclusive: false, log: quiet })
  await work(app).finally(close)
}

test('a backup of a database of your own is verified, and restored into an empty database', async () => {
  const config = await settingsFor(url)
  const storage = await openStorage(localBackups(config), config)
  const { name, kind, has_secret_key } = await createBackup(config, quiet, { reason: 'manual' })
  expect({ kind, has_secret_key }).toEqual({ kind: 'dump', has_secret_key: false })
  // A temporary installation has no replica.
  const withReplica = { ...config, DATABASE_READ_URL: url }
  const { answers, failures } = await verifyBackup(withReplica, storage, name, { withAppFor, log: quiet })
  expect({ answers, failures }).toEqual({ answers: 8, failures: [] })
  const target = await settingsFor(await createEmptyDatabase())
  await restoreBackup(target, storage, name)
  await expect(restoreBackup(target, storage, name)).rejects.toThrow('is not empty; create an empty one')
})

test('a backup during which the connection is lost is not kept', async () => {
  const proxy = await createProxy(url)
  const config = await settingsFor(proxy.url)
  const storage = await openStorage(localBackups(config), config)
  const lock = await service.pool.connect()
  await lock.query('begin')
  await lock.query('lock table answers in access exclusive mode')
  const failure = expect(createBackup(config, quiet, { reason: 'manual' })).rejects.toThrow(
    'The connection to the database was lost.',
  )
  await untilCopying()
  proxy.cut()
  await lock.query('rollback')
  lock.release()
  await failure
  expect(await listBackups(storage)).toEqual([])
})

/** Until the dump waits for the locked table. */
async function untilCopying(): Promise<void> {
  for (;;) {
    const { rows } = await service.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'ansight backup'
       and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}
