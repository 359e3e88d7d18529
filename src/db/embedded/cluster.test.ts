import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clusterIn, createTestFolders, isRoot, until } from './embedded.fixture.ts'

const folders = createTestFolders()
afterAll(folders.end)

const partials = (dataDir: string) => {
  const folder = join(dataDir, 'postgres')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('cluster.new-')) : []
}

test.each([
  [
    'as its files begin to appear',
    (dataDir: string) =>
      partials(dataDir).some((name) => existsSync(join(dataDir, 'postgres', name, 'cluster', 'PG_VERSION'))),
  ],
  ['as the finished cluster appears', (dataDir: string) => existsSync(clusterIn(dataDir))],
])('the start after a first start killed %s succeeds', async (_, moment) => {
  const dataDir = folders.folder()
  const user = folders.user(dataDir, { detached: true })
  await until(() => moment(dataDir))
  process.kill(-(user.child.pid ?? 0), 'SIGKILL')
  await user.ended
  const next = folders.user(dataDir)
  await next.next()
  expect(await next.ask('query select current_database() as name')).toEqual({ rows: [{ name: 'ansight' }] })
  await next.ask('stop')
  expect(partials(dataDir)).toEqual([])
})

test('a cluster of another major version is rejected and not changed', async () => {
  const dataDir = folders.folder()
  mkdirSync(clusterIn(dataDir), { recursive: true })
  const version = join(clusterIn(dataDir), 'PG_VERSION')
  writeFileSync(version, '17\n')
  await expect(folders.start(dataDir)).rejects.toThrow(
    `${clusterIn(dataDir)} was created by PostgreSQL 17, but this version of Ansight runs 18`,
  )
  expect(readFileSync(version, 'utf8')).toBe('17\n')
})

test('a folder that is not a cluster is not changed', async () => {
  const dataDir = folders.folder()
  mkdirSync(clusterIn(dataDir), { recursive: true })
  writeFileSync(join(clusterIn(dataDir), 'notes.txt'), 'mine')
  await expect(folders.start(dataDir)).rejects.toThrow('neither empty nor a PostgreSQL cluster')
  expect(readdirSync(clusterIn(dataDir))).toEqual(['notes.txt'])
})

test('an empty folder at the path of the cluster, such as a mounted volume, is used', async () => {
  const dataDir = folders.folder()
  mkdirSync(clusterIn(dataDir), { recursive: true })
  await (await folders.start(dataDir)).stop()
  expect(readFileSync(join(clusterIn(dataDir), 'PG_VERSION'), 'utf8')).toBe('18\n')
})

const smallDisk = (folder: string, sizeMegabytes: number) => {
  mkdirSync(folder)
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${sizeMegabytes}m,mode=711`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
    return true
  } catch {
    return false
  }
}

test.skipIf(!isRoot)(
  'needs root that may mount: a full disk causes a one-sentence error, and the start succeeds after space is freed',
  async ({ skip }) => {
    const dataDir = folders.folder()
    if (!smallDisk(dataDir, 12)) skip('mounting is not permitted here')
    try {
      await expect(folders.start(dataDir)).rejects.toThrow(
        /^Cannot create the database in .*: the disk is full; free/,
      )
      execFileSync('/bin/mount', ['-o', 'remount,size=200m', dataDir])
      const database = await folders.start(dataDir)
      await database.stop()
      const filler = join(dataDir, 'filler')
      execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=1M 2>/dev/null || true`])
      await expect(folders.start(dataDir)).rejects.toThrow(
        /^PostgreSQL cannot start on .*: the disk is full; free/,
      )
      execFileSync('rm', [filler])
      await (await folders.start(dataDir)).stop()
    } finally {
      execFileSync('/bin/umount', ['--lazy', dataDir])
    }
  },
)
