/** Backups and restores of processes that are killed, and on full disks. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  countKept,
  createInstallation,
  emptyInstallation,
  withDatabase,
} from '../../src/backup/backup.fixture.ts'
import { onTestFileEnd } from '../cleanup.ts'
import { isSoak, rounds } from '../soak.ts'
import { appearance, backupNameIn } from './backup-files.ts'
import { run, runHere, start } from './processes.ts'

const config = await createInstallation()
const backups = join(config.DATA_DIR, 'backups')
const env = { DATA_DIR: config.DATA_DIR }
const rows = rounds(50_000, 200_000)
await withDatabase(config, (client) =>
  client.query(`insert into kept (text) select md5(random()::text) from generate_series(1, ${rows})`),
)

const list = async () => (await runHere(['backup', 'list'], env)).stdout

test('a backup that is killed is not listed, and the next one succeeds and removes its files', async () => {
  const started = appearance(backups, '.partial-')
  const killed = run(['backup'], env)
  await started
  expect((await killed.end('SIGKILL')).signal).toBe('SIGKILL')
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^\.partial-/)])
  expect(await list()).toBe('')
  const { code, stdout } = await runHere(['backup'], env)
  expect(code).toBe(0)
  expect(readdirSync(backups)).toEqual([backupNameIn(stdout)])
  expect(backupNameIn(await list())).toBe(backupNameIn(stdout))
})

test('a restore that is killed leaves no database, and the next one restores every row', async () => {
  const name = backupNameIn(await list())
  const target = await emptyInstallation()
  const words = ['restore', name, '--from', backups]
  const control = join(target.DATA_DIR, 'postgres')
  const started = appearance(control, 'cluster.new-')
  const killed = run(words, { DATA_DIR: target.DATA_DIR })
  await started
  await killed.end('SIGKILL')
  expect(existsSync(join(control, 'cluster'))).toBe(false)
  expect(await runHere(words, { DATA_DIR: target.DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(control).filter((entry) => entry.startsWith('cluster.new-'))).toEqual([])
  expect(await countKept(target)).toBe(rows)
})

// src/backup/backup.test.ts is its short counterpart.
test.runIf(isSoak)('a backup is created and verified while the service runs', async () => {
  const service = await start({ ...env, PORT: '0' })
  const { stdout } = await run(['backup'], env).ended
  expect(await run(['backup', 'verify', backupNameIn(stdout)], env).ended).toMatchObject({
    code: 0,
    stdout: `${backupNameIn(stdout)} can be restored: 0 answers, all checks passed.`,
  })
  await service.end('SIGTERM')
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** Mounts a file system of this size. */
function mountFull(folder: string, megabytes: number): string {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFileEnd(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}

test.runIf(canMount)('a full disk fails a backup with one line and leaves none', async () => {
  const { DATA_DIR } = await emptyInstallation()
  const target = mountFull(join(DATA_DIR, 'small'), 2)
  const { code, stderr } = await runHere(['backup', '--to', target], env)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^ansight: The backup to \S+ failed and was not kept: the disk is full[^\n]+\n$/)
  expect(readdirSync(target)).toEqual([])
})

test.runIf(canMount)('a full disk fails a restore with one line and leaves no database', async () => {
  const name = backupNameIn(await list())
  const { DATA_DIR } = await emptyInstallation()
  const target = mountFull(DATA_DIR, 20)
  const { code, stderr } = await runHere(['restore', name, '--from', backups], { DATA_DIR: target })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^ansight: The backup \S+ was not restored and nothing was changed: the disk is full[^\n]+\n$/,
  )
  expect(readdirSync(join(target, 'postgres'))).not.toContain('cluster')
})

test('a folder of backups that cannot be created is named in one line', async () => {
  const { DATA_DIR } = await emptyInstallation()
  mkdirSync(DATA_DIR)
  await writeFile(join(DATA_DIR, 'file'), '')
  const { code, stderr } = await runHere(['backup', '--to', join(DATA_DIR, 'file', 'backups')], env)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^ansight: The backup to \S+ failed and was not kept: part of the path is a file[^\n]+\n$/,
  )
})
