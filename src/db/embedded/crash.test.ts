import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isSoak } from '../../../test/soak.ts'
import {
  clusterIn,
  createTestFolders,
  getPostmaster,
  makeZombie,
  type User,
  until,
} from './embedded.fixture.ts'
import { readPidFile, send } from './postmaster.ts'

const folders = createTestFolders()
afterAll(folders.end)

/** Starts the database, runs a query and stops it. */
async function startAndQuery(
  dataDir: string,
  text = 'select 1 as one',
): Promise<{ attached: boolean; rows: unknown[] }> {
  const database = await folders.start(dataDir)
  const pool = new pg.Pool(database.connection)
  const { rows } = await pool.query(text)
  await pool.end()
  await database.stop()
  return { attached: database.attached, rows }
}

const pidFile = (dataDir: string) => join(clusterIn(dataDir), 'postmaster.pid')

/** Returns a pid file in PostgreSQL's format. */
const pidLines = (dataDir: string, pid: number) =>
  [
    pid,
    clusterIn(dataDir),
    1_700_000_000,
    5432,
    clusterIn(dataDir),
    '',
    '  1234567         0',
    'ready   ',
    '',
  ].join('\n')

/** Kills at the given write and returns the last id whose commit was acknowledged. */
async function writeUntil(user: User, count: number, kill: () => void): Promise<number> {
  let last = 0
  user.child.stdin?.write('write\n')
  for (let written = 0; ; written++) {
    const message = await user.next()
    if (typeof message.written !== 'number') return last
    last = message.written
    if (written === count) kill()
  }
}

/** Returns the processes of a server, none if it has ended. */
const getChildren = (pid: number): { pid: number; line: string }[] =>
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ pid: Number.parseInt(line, 10), line }))

const getBackends = (pid: number) =>
  getChildren(pid)
    .filter(({ line }) => line.includes('postgres: ansight'))
    .map((child) => child.pid)

/** Returns whether a process runs; a zombie has no command line. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

const victims: Record<string, (user: User, postmaster: number) => void> = {
  'a user': (user) => user.child.kill('SIGKILL'),
  'a connection of the server': (_, postmaster) => {
    for (const pid of getBackends(postmaster)) process.kill(pid, 'SIGKILL')
  },
  'the server': (_, postmaster) => process.kill(postmaster, 'SIGKILL'),
  everything: (user, postmaster) => {
    const children = getChildren(postmaster)
    user.child.kill('SIGKILL')
    for (const pid of [postmaster, ...children.map((child) => child.pid)]) send(pid, 'SIGKILL')
  },
}

test.each(Object.entries(victims))(
  'kill -9 of %s during writes loses no acknowledged commit',
  async (victim, kill) => {
    const dataDir = await folders.readyFolder()
    await startAndQuery(dataDir, 'drop table if exists written; create table written (id serial primary key)')
    for (const count of isSoak ? [1, 2, 3, 5, 8, 13, 23, 50, 200, 1_000] : [23]) {
      const user = folders.user(dataDir)
      await user.next()
      const postmaster = getPostmaster(dataDir)
      const before = new Set(getChildren(postmaster).map(({ pid }) => pid))
      const acknowledged = await writeUntil(user, count, () => kill(user, postmaster))
      await user.kill()
      // PostgreSQL replaces all its processes when one was killed, and ends connections that are opened before it does.
      if (victim === 'a connection of the server')
        await until(() => !getChildren(postmaster).some(({ pid }) => before.has(pid)))
      const { rows } = await startAndQuery(
        dataDir,
        `select count(*)::int as lost from generate_series(1, ${acknowledged}) as id
      where not exists (select from written where written.id = id)`,
      )
      expect(rows).toEqual([{ lost: 0 }])
      expect(acknowledged).toBeGreaterThanOrEqual(count)
    }
  },
)

test.each([
  ['another running process', (dataDir: string) => pidLines(dataDir, process.pid)],
  ['a process that has exited', (dataDir: string) => pidLines(dataDir, 4_000_000)],
  ['nothing, as after a power failure', () => ''],
  ['only part of a pid', () => '12'],
])('a pid file that names %s does not prevent the start', async (_, content) => {
  const dataDir = await folders.readyFolder()
  const socket = join(clusterIn(dataDir), '.s.PGSQL.5432')
  writeFileSync(pidFile(dataDir), content(dataDir), { mode: 0o600 })
  writeFileSync(socket, '')
  writeFileSync(`${socket}.lock`, content(dataDir), { mode: 0o600 })
  expect(await startAndQuery(dataDir)).toEqual({ attached: false, rows: [{ one: 1 }] })
})

test('a pid file that names a zombie does not prevent the start', async () => {
  const dataDir = await folders.readyFolder()
  const zombie = await makeZombie()
  writeFileSync(pidFile(dataDir), pidLines(dataDir, zombie.pid), { mode: 0o600 })
  expect(await startAndQuery(dataDir)).toEqual({ attached: false, rows: [{ one: 1 }] })
  zombie.reap()
})

test('backends of a killed server that still run an endless query are ended before the next start', async () => {
  const dataDir = await folders.readyFolder()
  const user = folders.user(dataDir)
  await user.next()
  const postmaster = getPostmaster(dataDir)
  user.child.stdin?.write('query select count(*) from generate_series(1, 1e15::bigint)\n')
  const isBusy = () =>
    execFileSync('ps', ['-o', 'args=', '--ppid', String(postmaster)], { encoding: 'utf8' }).includes('SELECT')
  await until(isBusy)
  const busy = getBackends(postmaster)
  process.kill(postmaster, 'SIGKILL')
  await user.kill()
  expect(busy.filter(isRunning)).not.toEqual([])
  expect(await startAndQuery(dataDir)).toEqual({ attached: false, rows: [{ one: 1 }] })
  expect(busy.filter(isRunning)).toEqual([])
})

test('a copy of a data folder that was taken while its server ran gets its own server', async () => {
  const dataDir = await folders.readyFolder()
  const original = await folders.start(dataDir)
  const copy = folders.folder()
  execFileSync('cp', ['-a', dataDir, copy])
  const other = await folders.start(copy)
  expect(other.attached).toBe(false)
  expect(getPostmaster(copy)).not.toBe(getPostmaster(dataDir))
  await other.stop()
  expect(getPostmaster(dataDir)).toBeGreaterThan(1)
  await original.stop()
})

test('a folder whose server runs under another path is rejected', async () => {
  const dataDir = await folders.readyFolder()
  const running = await folders.start(dataDir)
  const pid = getPostmaster(dataDir)
  const moved = folders.folder()
  execFileSync('mv', [dataDir, moved])
  await expect(folders.start(moved)).rejects.toThrow('Another PostgreSQL server already uses')
  execFileSync('mv', [moved, dataDir])
  expect(getPostmaster(dataDir)).toBe(pid)
  await running.stop()
})

test('a start waits for a server that is already starting', async () => {
  const dataDir = await folders.readyFolder()
  const users = [1, 2, 3, 4].map(() => folders.user(dataDir))
  const answers = await Promise.all(users.map((user) => user.next()))
  expect(answers.filter(({ attached }) => attached === false)).toHaveLength(1)
  expect(answers.filter(({ attached }) => attached === true)).toHaveLength(3)
  await Promise.all(users.map((user) => user.ask('stop')))
  expect(readPidFile(clusterIn(dataDir))).toBeUndefined()
})
