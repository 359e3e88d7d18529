import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { openPool } from './database.ts'
import { migrate } from './migrate.ts'

async function emptyDatabase() {
  const admin = openPool({ ...inject('server'), database: 'postgres' }, 1)
  const database = `migrate_${newId().replaceAll('-', '')}`
  await admin.query(`create database ${database}`)
  const pool = openPool({ ...inject('server'), database }, 2)
  onTestFinished(async () => {
    await pool.end()
    await admin.query(`drop database ${database}`)
    await admin.end()
  })
  return pool
}

/** Returns the URL of a folder with these migrations. */
async function getFolder(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return pathToFileURL(`${folder}/`)
}

const first = { '0001_first.sql': 'create table first ()' }
const both = { ...first, '0002_second.sql': 'create table second ()' }

test('a restore point is made before the migrations of a database with data, and not for a new one', async () => {
  const pool = await emptyDatabase()
  const points: string[] = []
  const beforeUpgrade = async () => void points.push('made')
  expect(await migrate(pool, { folder: await getFolder(first), beforeUpgrade })).toEqual(['0001_first.sql'])
  expect(points).toEqual([])
  expect(await migrate(pool, { folder: await getFolder(both), beforeUpgrade })).toEqual(['0002_second.sql'])
  expect(await migrate(pool, { folder: await getFolder(both), beforeUpgrade })).toEqual([])
  expect(points).toEqual(['made'])
})

test('a database is not migrated when its restore point fails', async () => {
  const pool = await emptyDatabase()
  await migrate(pool, { folder: await getFolder(first) })
  const beforeUpgrade = () => Promise.reject(new Error('the disk is full'))
  await expect(migrate(pool, { folder: await getFolder(both), beforeUpgrade })).rejects.toThrow(
    'the disk is full',
  )
  expect((await pool.query(`select to_regclass('second') as made`)).rows).toEqual([{ made: null }])
})

test('a database of a newer version is refused and not changed', async () => {
  const pool = await emptyDatabase()
  await migrate(pool, { folder: await getFolder(both) })
  await expect(migrate(pool, { folder: await getFolder(first) })).rejects.toThrow(
    'The database was migrated by a newer version of Ansight (0002_second.sql). Start that version',
  )
})
