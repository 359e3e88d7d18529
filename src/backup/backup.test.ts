import { existsSync, readdirSync } from 'node:fs'
import { appendFile, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '../main.ts'
import { countKept, createInstallation, emptyInstallation, quiet, withDatabase } from './backup.fixture.ts'
import { createBackup, createRestorePoint, createScheduledBackup, dataFile, listBackups } from './backup.ts'
import { localBackups, openStorage } from './open-storage.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup, type WithAppOf } from './verify.ts'

const config = await createInstallation()
const folder = localBackups(config)
const storage = await openStorage(folder, config)

const withAppOf: WithAppOf = async (settings, work) => {
  const { app, close } = await openApp(settings, { exclusive: false, log: quiet })
  await work(app).finally(close)
}

let clock = Date.parse('2026-11-22T12:00:00Z')
/** Backups are named by second. */
const later = () => {
  clock += 1000
  return new Date(clock)
}
const backUp = () => createBackup(config, quiet, { reason: 'manual', now: later() })

test('a backup during writes contains every row that was committed before it, and can be restored', async () => {
  await withDatabase(config, async (client) => {
    await client.query(`insert into kept (text) select repeat('x', 500) from generate_series(1, 2000)`)
    const stopped = new AbortController()
    const writing = writeUntil(stopped.signal, (text) => client.query(text))
    const { name } = await backUp()
    stopped.abort()
    const written = await writing
    expect(written).toBeGreaterThan(0)
    const restored = await emptyInstallation()
    await restoreBackup(restored, storage, name)
    const count = await countKept(restored)
    expect(count).toBeGreaterThanOrEqual(2000)
    expect(count).toBeLessThanOrEqual(2000 + written)
    const [key, restoredKey] = await Promise.all(
      [config, restored].map(({ DATA_DIR }) => readFile(join(DATA_DIR, 'secret-key'), 'utf8')),
    )
    expect(restoredKey).toBe(key)
  })
})

async function writeUntil(stopped: AbortSignal, query: (text: string) => Promise<unknown>): Promise<number> {
  let written = 0
  while (!stopped.aborted) {
    await query(`insert into kept (text) values (repeat('y', 500))`)
    written++
  }
  return written
}

test('a restored database of an older version opens, and verify checks it', async () => {
  const { name } = await backUp()
  await changeManifest(name, (text) =>
    text.replace(/"ansight_version": "[^"]+"/, '"ansight_version": "0.0.1"'),
  )
  const { answers, failures, manifest } = await verifyBackup(config, storage, name, { withAppOf, log: quiet })
  expect({ answers, failures, version: manifest.ansight_version }).toEqual({
    answers: 0,
    failures: [],
    version: '0.0.1',
  })
})

test('a backup is refused where there is a database already, which is not touched', async () => {
  const { name } = await backUp()
  const before = await countKept(config)
  await expect(restoreBackup(config, storage, name)).rejects.toThrow('already contains a database')
  expect(await countKept(config)).toBe(before)
})

describe('a damaged or foreign backup is refused, and nothing is restored', () => {
  let name: string
  beforeAll(async () => {
    name = (await backUp()).name
  })
  const data = () => join(folder, name, dataFile.cluster)
  test.each<[string, string, () => Promise<unknown>]>([
    [
      'of another server version',
      'is of PostgreSQL 17',
      () => changeManifest(name, (text) => text.replace('"postgres": "18"', '"postgres": "17"')),
    ],
    [
      'with a newer schema',
      'made by a newer version of Ansight (migration 9999_future.sql)',
      () => changeManifest(name, (text) => text.replace('0001_schema.sql', '9999_future.sql')),
    ],
    [
      'in a newer format',
      'was made by a newer version',
      () => changeManifest(name, (text) => text.replace('"format": 1', '"format": 2')),
    ],
    [
      'with a damaged manifest',
      'manifest of the backup',
      () => changeManifest(name, (text) => text.slice(10)),
    ],
    ['with a flipped bit', 'is damaged', () => flipBit(data())],
    ['that is too long', 'is damaged', () => appendFile(data(), 'more')],
    ['that is too short', 'is damaged', () => truncate(data(), 100_000)],
  ])('%s', async (_name, message, damage) => {
    const manifest = join(folder, name, 'manifest.json')
    const [goodManifest, goodData] = [await readFile(manifest), await readFile(data())]
    await damage()
    const target = await emptyInstallation()
    await expect(restoreBackup(target, storage, name)).rejects.toThrow(message)
    await writeFile(manifest, goodManifest)
    await writeFile(data(), goodData)
    expect(existsSync(join(target.DATA_DIR, 'postgres', 'cluster'))).toBe(false)
  })
})

async function changeManifest(name: string, change: (text: string) => string): Promise<void> {
  const file = join(folder, name, 'manifest.json')
  const text = await readFile(file, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  await writeFile(file, changed)
}

async function flipBit(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, 200_000)
  byte[0] = (byte[0] ?? 0) ^ 1
  await file.write(byte, 0, 1, 200_000)
  await file.close()
}

test('two backups of a database at the same time: one is refused', async () => {
  const outcomes = await Promise.allSettled([backUp(), backUp()])
  const refused = outcomes.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(String(refused[0]?.reason)).toContain('Another backup of this database is in progress')
})

test('scheduled backups beyond BACKUP_KEEP are deleted, the oldest first; others are kept', async () => {
  const target = await emptyInstallation()
  const own = { ...config, BACKUP_TARGET: join(target.DATA_DIR, 'kept'), BACKUP_KEEP: 2 }
  const ownStorage = await openStorage(own.BACKUP_TARGET, own)
  await createBackup(own, quiet, { reason: 'manual', now: new Date('2020-01-01T00:00:00Z') })
  for (const day of ['2020-01-02', '2020-01-03'])
    await createBackup(own, quiet, { reason: 'scheduled', now: new Date(`${day}T00:00:00Z`) })
  await createScheduledBackup({ config: own, log: quiet })
  const kept = await listBackups(ownStorage)
  expect(kept.map(({ reason, created_at }) => `${reason} ${created_at.slice(0, 10)}`)).toEqual([
    'manual 2020-01-01',
    'scheduled 2020-01-03',
    expect.stringMatching(/^scheduled /),
  ])
})

test('before an upgrade, a backup is made next to the database unless it is turned off', async () => {
  const before = readdirSync(folder).length
  await createRestorePoint({ ...config, BACKUP_BEFORE_UPGRADE: false }, quiet)
  expect(readdirSync(folder)).toHaveLength(before)
  await createRestorePoint(config, quiet)
  const backups = await listBackups(storage)
  expect(backups.filter(({ reason }) => reason === 'before_upgrade')).toHaveLength(1)
})

test('an upgrade does not start when its backup fails', async () => {
  const blocked = await createInstallation()
  await writeFile(localBackups(blocked), 'a file, not a folder')
  await expect(createRestorePoint(blocked, quiet)).rejects.toThrow(
    /^The database was not upgraded, because the backup before it failed\. .*part of the path is a file, not a folder; set BACKUP_TARGET/,
  )
})
