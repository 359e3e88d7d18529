import { existsSync, readdirSync } from 'node:fs'
import { appendFile, cp, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApp } from '../main.ts'
import { countKept, createInstallation, emptyInstallation, quiet, withDatabase } from './backup.fixture.ts'
import {
  createBackup,
  createRestorePoint,
  createScheduledBackup,
  dataFile,
  listBackups,
  readManifest,
} from './backup.ts'
import { type BackupManifest, backupName } from './manifest.ts'
import { localBackups, openStorage } from './open-storage.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup, type WithAppFor } from './verify.ts'

const config = await createInstallation()
const folder = localBackups(config)
const storage = await openStorage(folder, config)

const withAppFor: WithAppFor = async (settings, work) => {
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

/** Backs up while another connection inserts rows. */
async function backUpDuringWrites() {
  return withDatabase(config, async (client) => {
    await client.query(`insert into kept (text) select repeat('x', 500) from generate_series(1, 2000)`)
    const stopped = new AbortController()
    const writing = writeUntil(stopped.signal, (text) => client.query(text))
    const { name } = await backUp()
    stopped.abort()
    return { name, written: await writing }
  })
}

async function writeUntil(stopped: AbortSignal, query: (text: string) => Promise<unknown>): Promise<number> {
  let written = 0
  while (!stopped.aborted) {
    await query(`insert into kept (text) values (repeat('y', 500))`)
    written++
  }
  return written
}

/** A backup that the tests read. */
const { name, written } = await backUpDuringWrites()

test('a backup during writes contains every row that was committed before it, and can be restored', async () => {
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

test('a restored database of an older version opens, and verify checks it', async () => {
  const older = await copyBackup({ ansight_version: '0.0.1' })
  const { answers, failures, manifest } = await verifyBackup(config, storage, older, {
    withAppFor,
    log: quiet,
  })
  expect({ answers, failures, version: manifest.ansight_version }).toEqual({
    answers: 0,
    failures: [],
    version: '0.0.1',
  })
})

test('a backup is refused where there is a database already, which is not touched', async () => {
  const before = await countKept(config)
  await expect(restoreBackup(config, storage, name)).rejects.toThrow('already contains a database')
  expect(await countKept(config)).toBe(before)
})

/** Copies the backup with another manifest, and returns the name of the copy. */
async function copyBackup(changes: Partial<BackupManifest>, target = folder): Promise<string> {
  const now = changes.created_at === undefined ? later() : new Date(changes.created_at)
  const copy = backupName(now)
  await cp(join(folder, name), join(target, copy), { recursive: true })
  const manifest = await readManifest(storage, name)
  const changed = { ...manifest, ...changes, name: copy }
  await writeFile(join(target, copy, 'manifest.json'), JSON.stringify(changed))
  return copy
}

test.each<[string, string, (folder: string) => Promise<unknown>]>([
  [
    'of another server version',
    'is of PostgreSQL 17',
    changeManifest((text) => text.replace('"postgres":"18"', '"postgres":"17"')),
  ],
  [
    'with a newer schema',
    'made by a newer version of Ansight (migration 9999_future.sql)',
    changeManifest((text) => text.replace('0001_schema.sql', '9999_future.sql')),
  ],
  [
    'in a newer format',
    'was made by a newer version',
    changeManifest((text) => text.replace('"format":1', '"format":2')),
  ],
  ['with a damaged manifest', 'manifest of the backup', changeManifest((text) => text.slice(10))],
  ['with a flipped bit', 'is damaged', (copy) => flipBit(join(copy, dataFile.cluster))],
  ['that is too long', 'is damaged', (copy) => appendFile(join(copy, dataFile.cluster), 'more')],
  ['that is too short', 'is damaged', (copy) => truncate(join(copy, dataFile.cluster), 100_000)],
])('a backup %s is refused, and nothing is restored', async (_name, message, damage) => {
  const copy = await copyBackup({})
  await damage(join(folder, copy))
  const target = await emptyInstallation()
  await expect(restoreBackup(target, storage, copy)).rejects.toThrow(message)
  await rm(join(folder, copy), { recursive: true })
  expect(existsSync(join(target.DATA_DIR, 'postgres', 'cluster'))).toBe(false)
})

function changeManifest(change: (text: string) => string) {
  return async (copy: string) => {
    const file = join(copy, 'manifest.json')
    const text = await readFile(file, 'utf8')
    const changed = change(text)
    expect(changed).not.toBe(text)
    await writeFile(file, changed)
  }
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
  await copyBackup({ reason: 'manual', created_at: '2020-01-01T00:00:00Z' }, own.BACKUP_TARGET)
  for (const day of ['2020-01-02', '2020-01-03'])
    await copyBackup({ reason: 'scheduled', created_at: `${day}T00:00:00Z` }, own.BACKUP_TARGET)
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
  await rename(folder, `${folder}.moved`)
  await writeFile(folder, 'a file, not a folder')
  await expect(createRestorePoint(config, quiet)).rejects.toThrow(
    /^The database was not upgraded, because the backup before it failed\. .*part of the path is a file, not a folder; set BACKUP_TARGET/,
  )
  await rm(folder)
  await rename(`${folder}.moved`, folder)
})
