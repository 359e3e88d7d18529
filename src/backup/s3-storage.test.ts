import { expect, test } from 'vitest'
import { countKept, createInstallation, emptyInstallation, quiet, withDatabase } from './backup.fixture.ts'
import { createBackup, listBackups } from './backup.ts'
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
const config = await createInstallation(env)
const storage = await openStorage(env.BACKUP_TARGET, config)
// More than one part of a multipart upload.
await withDatabase(config, (client) =>
  client.query(
    `insert into kept (text) select sha512(id::text::bytea)::text from generate_series(1, 100_000) id`,
  ),
)

test('a backup to a bucket can be listed, restored and deleted', async () => {
  const { name, files } = await createBackup(config, quiet, { reason: 'manual' })
  expect(files[0]?.size_bytes).toBeGreaterThan(8_000_000)
  expect([...server.objects.keys()].sort()).toEqual([
    `team/ansight/${name}/cluster.tar.zst`,
    `team/ansight/${name}/manifest.json`,
  ])
  expect((await listBackups(storage)).map((each) => each.name)).toEqual([name])
  const restored = await emptyInstallation(env)
  await restoreBackup(restored, storage, name)
  expect(await countKept(restored)).toBe(100_000)
  await storage.delete(name)
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

test('a bucket without keys is refused with the names of the settings', async () => {
  const { BACKUP_S3_ACCESS_KEY_ID: _, ...without } = env
  const incomplete = await emptyInstallation(without)
  await expect(openStorage(env.BACKUP_TARGET, incomplete)).rejects.toThrow('BACKUP_S3_ACCESS_KEY_ID')
})
