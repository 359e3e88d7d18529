import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createDatabase, createEmptyDatabase, query } from '../../test/process/databases.ts'
import { readConfig } from '../config.ts'
import { createInstallation, emptyInstallation, quiet, withDatabase } from './backup.fixture.ts'
import { createBackup, createScheduledBackup, listBackups } from './backup.ts'
import { openStorage } from './open-storage.ts'
import { restoreBackup } from './restore.ts'
import { startS3Server } from './s3-server.fixture.ts'

const server = await startS3Server('bucket')
const env = {
  BACKUP_S3_ENDPOINT: server.url,
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'key',
  BACKUP_TARGET: 's3://bucket/team/ansight',
}
const config = readConfig({ ...env, ...(await createDatabase()) })
const storage = await openStorage(env.BACKUP_TARGET, config)

test('a backup to a bucket can be listed, restored and deleted', async () => {
  const { name } = await createBackup(config, quiet, { reason: 'manual' })
  expect([...server.objects.keys()].sort()).toEqual([
    `team/ansight/${name}/manifest.json`,
    `team/ansight/${name}/rows.zst`,
  ])
  expect((await listBackups(storage)).map((each) => each.name)).toEqual([name])
  const target = await createEmptyDatabase()
  await restoreBackup({ ...config, DATABASE_URL: target }, storage, name)
  expect(await query({ connectionString: target }, 'select name from migrations')).not.toEqual([])
  await storage.delete(name)
  expect(server.objects.size).toBe(0)
})

test('a file of several parts is read as it was written', async () => {
  const chunks = Array.from({ length: 12 }, () => randomBytes(1_000_000))
  const draft = await storage.create('ansight-20260101T000000Z')
  await draft.write('data', Readable.from(chunks))
  expect(server.uploadedParts('team/ansight/ansight-20260101T000000Z/data')).toBe(2)
  const read = await buffer(await storage.read('ansight-20260101T000000Z', 'data'))
  expect(read.equals(Buffer.concat(chunks))).toBe(true)
  await draft.abort()
  expect(server.objects.size).toBe(0)
})

test('an interrupted backup is not listed, and the next one deletes its objects but no others', async () => {
  const interrupted = 'team/ansight/ansight-20200101T000000Z/cluster.tar.zst'
  server.objects.set(interrupted, Buffer.from('half'))
  server.objects.set('team/ansight/notes/readme.txt', Buffer.from('not ours'))
  expect(await storage.list()).toEqual([])
  const { name } = await createBackup(config, quiet, { reason: 'manual' })
  expect(await storage.list()).toEqual([name])
  expect([...server.objects.keys()]).not.toContain(interrupted)
  expect([...server.objects.keys()]).toContain('team/ansight/notes/readme.txt')
})

test('a bucket that refuses an upload fails the backup in one line, and lists none', async () => {
  server.objects.clear()
  server.failUploads(true)
  await expect(createBackup(config, quiet, { reason: 'manual' })).rejects.toThrow(/Denied|403/)
  server.failUploads(false)
  expect(await storage.list()).toEqual([])
})

/** An embedded database, whose backups need a replication slot. */
const embedded = { ...(await createInstallation(env)), BACKUP_S3_ENDPOINT: server.url }
const countSlots = () =>
  withDatabase(embedded, async (client) => (await client.query('select from pg_replication_slots')).rowCount)

test('a bucket that refuses to start an upload fails the backup, which releases its lock and the WAL', async () => {
  server.objects.clear()
  server.refuseUploads(true)
  await withDatabase(embedded, async () => {
    await expect(createBackup(embedded, quiet, { reason: 'manual' })).rejects.toThrow(/AccessDenied|403/)
    await expect(createBackup(config, quiet, { reason: 'manual' })).rejects.toThrow(/AccessDenied|403/)
    await expect.poll(countSlots, { timeout: 20_000 }).toBe(0)
    server.refuseUploads(false)
    const { name } = await createBackup(embedded, quiet, { reason: 'manual' })
    expect(await storage.list()).toEqual([name])
  })
})

test('a backup to a bucket that stops answering fails at the deadline, and releases its lock and the WAL', async () => {
  const silent = await startS3Server('bucket')
  const own = { ...embedded, BACKUP_S3_ENDPOINT: silent.url }
  const arrived = silent.stopAnswering()
  const deadline = new AbortController()
  await withDatabase(embedded, async () => {
    const ended = expect(
      createBackup(own, quiet, { reason: 'manual', deadline: deadline.signal }),
    ).rejects.toThrow('too late')
    await arrived
    deadline.abort(new Error('too late'))
    await ended
    await expect.poll(countSlots, { timeout: 20_000 }).toBe(0)
    await createBackup(embedded, quiet, { reason: 'manual', now: new Date(Date.now() + 5_000) })
  })
})

test('a bucket that stops answering when old backups are deleted fails the scheduled backup at the deadline', async () => {
  const silent = await startS3Server('bucket')
  const own = { ...config, BACKUP_S3_ENDPOINT: silent.url }
  const arrived = silent.stopAnswering('/manifest.json')
  const deadline = new AbortController()
  const ended = expect(createScheduledBackup({ config: own, log: quiet }, deadline.signal)).rejects.toThrow(
    'too late',
  )
  await arrived
  deadline.abort(new Error('too late'))
  await ended
})

test('a bucket without keys is refused with the names of the settings', async () => {
  const { BACKUP_S3_ACCESS_KEY_ID: _, ...without } = env
  const incomplete = await emptyInstallation(without)
  await expect(openStorage(env.BACKUP_TARGET, incomplete)).rejects.toThrow('BACKUP_S3_ACCESS_KEY_ID')
})
