/** Metrics from a streaming replica (DATABASE_READ_URL) of a real primary. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createInstallation, emptyInstallation, quiet } from '../../src/backup/backup.fixture.ts'
import { createBackup } from '../../src/backup/backup.ts'
import { localBackups, openStorage } from '../../src/backup/open-storage.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded/embedded.ts'
import { createDatabase, createProxy, dataFolder } from './databases.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { type Env, runHere, startHere } from './processes.ts'

const primaryConfig = await createInstallation()
const primary = await startEmbedded({ dataDir: primaryConfig.DATA_DIR, exclusive: false, log: quiet })
const standby = await startStandby()
afterAll(async () => {
  await standby.stop()
  await primary.stop()
})

/** Starts a standby from a backup of the primary, which streams what the primary writes. */
async function startStandby(): Promise<EmbeddedPostgres> {
  const { name } = await createBackup(primaryConfig, quiet, { reason: 'manual', now: new Date() })
  const config = await emptyInstallation()
  const storage = await openStorage(localBackups(primaryConfig), primaryConfig)
  await restoreBackup(config, storage, name)
  await writeFile(join(config.DATA_DIR, 'postgres', 'cluster', 'standby.signal'), '')
  // Over TCP, because each server runs as its own user and its socket is private.
  const port = new URL((await createProxy(getUrl(primary.connection))).url).searchParams.get('port')
  const { user, password } = primary.connection
  return startEmbedded({
    dataDir: config.DATA_DIR,
    exclusive: false,
    log: quiet,
    settings: { primary_conninfo: `host=127.0.0.1 port=${port} user=${user} password='${password}'` },
  })
}

async function query(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

function getUrl({ host, port, user, password, database }: EmbeddedPostgres['connection']): string {
  const url = new URL(`postgres://localhost/${database}`)
  for (const [name, value] of Object.entries({ host, port, user, password }))
    url.searchParams.set(name, `${value}`)
  return url.href
}

/** The time of the last transaction of the service on the replica. */
async function lastRead(): Promise<number> {
  const [row] = await query(
    standby.connection,
    `select coalesce(extract(epoch from max(state_change)), 0)::float8 as at from pg_stat_activity
     where application_name = 'ansight' and query = 'commit'`,
  )
  return Number(row?.at)
}

test('metrics come from the replica once it has replayed every answer, and from the primary otherwise', async () => {
  const proxy = await createProxy(getUrl(standby.connection))
  const env = {
    DATA_DIR: await dataFolder(),
    DATABASE_URL: getUrl(primary.connection),
    DATABASE_READ_URL: proxy.url,
  }
  const service = await startHere(env)
  const owner = await signUp(service.url)
  const brand = await brandWith(owner, 2)
  const runOnce = async () => {
    const { jobId } = await owner.ok('POST /api/tracking/check', {
      brandId: brand.id,
      platforms: ['chatgpt'],
    })
    expect(await endOfRun(owner, jobId)).toMatchObject({ status: 'completed' })
  }
  const countAnswers = async () => {
    const { result_count, not_counted } = await owner.ok(
      `GET /api/metrics/visibility-summary?brand_id=${brand.id}`,
    )
    return result_count + not_counted.failed + not_counted.refused + not_counted.empty
  }

  await runOnce()
  const before = await lastRead()
  await expect
    .poll(async () => {
      expect(await countAnswers()).toBe(2)
      return lastRead()
    })
    .toBeGreaterThan(before)

  const replicaCheck = async () =>
    (await runHere(['doctor'], env)).stdout.split('\n').find((line) => line.includes('read replica'))
  await expect.poll(replicaCheck).toContain('The read replica is up to date.')

  await query(standby.connection, 'select pg_wal_replay_pause()')
  await runOnce()
  expect(await replicaCheck()).toContain('unreachable or behind')
  expect(await countAnswers()).toBe(4)

  await query(standby.connection, 'select pg_wal_replay_resume()')
  const behind = await lastRead()
  await expect
    .poll(async () => {
      expect(await countAnswers()).toBe(4)
      return lastRead()
    })
    .toBeGreaterThan(behind)

  proxy.cut()
  expect(await countAnswers()).toBe(4)
  expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
  await service.stop()
})

test.each<[string, string, () => Promise<Env>]>([
  [
    'the primary itself',
    'DATABASE_READ_URL: the server is not a replica.',
    async () => ({ DATABASE_URL: getUrl(primary.connection), DATABASE_READ_URL: getUrl(primary.connection) }),
  ],
  [
    'a replica of another database',
    'DATABASE_READ_URL: the server is a replica of another database.',
    async () => ({ ...(await createDatabase()), DATABASE_READ_URL: getUrl(standby.connection) }),
  ],
  [
    'a replica without DATABASE_URL',
    'DATABASE_READ_URL: requires DATABASE_URL, whose replica it names.',
    async () => ({ DATABASE_READ_URL: getUrl(standby.connection) }),
  ],
])('%s as DATABASE_READ_URL is rejected with one line', async (_, message, settings) => {
  const start = startHere({ DATA_DIR: await dataFolder(), ...(await settings()) })
  await expect(start).rejects.toThrow(new RegExp(`^${message}$`))
})
