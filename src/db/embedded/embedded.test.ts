import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { rounds } from '../../../test/soak.ts'
import { clusterIn, createTestFolders, getPostmaster, quiet, until } from './embedded.fixture.ts'
import type { EmbeddedPostgres } from './embedded.ts'

const folders = createTestFolders()
afterAll(folders.end)

async function query({ connection }: Pick<EmbeddedPostgres, 'connection'>, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const isRunning = (dataDir: string) => existsSync(join(clusterIn(dataDir), 'postmaster.pid'))

test('a new database is durable, in UTF-8 with bytewise collation, on a socket that only its owner can use', async () => {
  const dataDir = await folders.readyFolder()
  const database = await folders.start(dataDir)
  expect(database.attached).toBe(false)
  const settings = `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as timezone,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('jit') as jit,
    current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums,
    (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale`
  expect(await query(database, settings)).toEqual([
    {
      encoding: 'UTF8',
      timezone: 'UTC',
      fsync: 'on',
      commit: 'on',
      jit: 'off',
      addresses: '',
      checksums: 'on',
      locale: 'b C.UTF-8',
    },
  ])
  expect(await query(database, `select 'Ä' < 'ä' as bytewise, lower('ÄÖ') as lower`)).toEqual([
    { bytewise: true, lower: 'äö' },
  ])
  expect(statSync(database.connection.host).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres', 'server.log')).mode & 0o777).toBe(0o600)
  await database.stop()
  expect(isRunning(dataDir)).toBe(false)
})

test('committed data survives a restart, and further stops have no effect', async () => {
  const dataDir = await folders.readyFolder()
  const first = await folders.start(dataDir)
  await query(first, 'create table kept as select 42 as answer')
  await Promise.all([first.stop(), first.stop()])
  await first.stop()
  const second = await folders.start(dataDir)
  expect(second.attached).toBe(false)
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('the server uses the given settings', async () => {
  const database = await folders.start(await folders.readyFolder(), {
    settings: { fsync: 'off', work_mem: '7MB' },
  })
  expect(
    await query(database, `select current_setting('fsync') as fsync, current_setting('work_mem') as memory`),
  ).toEqual([{ fsync: 'off', memory: '7MB' }])
  await database.stop()
})

test('the server runs until its last user stops, regardless of who started it', async () => {
  const dataDir = await folders.readyFolder()
  const starter = folders.user(dataDir, { exclusive: true })
  expect(await starter.next()).toMatchObject({ attached: false })
  const ours = await folders.start(dataDir)
  expect(ours.attached).toBe(true)
  expect(await starter.ask('stop')).toEqual({ stopped: true })
  expect(await query(ours, 'select 1 as one')).toEqual([{ one: 1 }])
  await ours.stop()
  expect(isRunning(dataDir)).toBe(false)
})

test('a stop waits for connections that are closing', async () => {
  const database = await folders.start(await folders.readyFolder())
  const client = new pg.Client(database.connection)
  await client.connect()
  const last = client.query('select 1 as one from pg_sleep(0.1)')
  const [{ rows }] = await Promise.all([last, database.stop(), last.then(() => client.end())])
  expect(rows).toEqual([{ one: 1 }])
})

test('a second exclusive start fails, names the folder and the process, and leaves the first one running', async () => {
  const dataDir = await folders.readyFolder()
  const first = folders.user(dataDir, { exclusive: true })
  await first.next()
  const refusal = `Ansight already runs on the data folder ${dataDir} (process ${first.child.pid}); stop it first, or set DATA_DIR to another folder`
  await expect(folders.start(dataDir, { exclusive: true })).rejects.toThrow(refusal)
  expect(await first.ask('query select 1 as one')).toEqual({ rows: [{ one: 1 }] })
  await first.ask('stop')
  const next = await folders.start(dataDir, { exclusive: true })
  await next.stop()
})

test('exactly one of several simultaneous exclusive starts on a new folder succeeds', async () => {
  const dataDir = folders.folder()
  const users = [1, 2, 3].map(() => folders.user(dataDir, { exclusive: true }))
  const answers = await Promise.all(users.map((each) => each.next()))
  expect(answers.filter((answer) => 'attached' in answer)).toHaveLength(1)
  expect(
    answers.filter((answer) => String(answer.error).includes('already runs on the data folder')),
  ).toHaveLength(2)
  const winner = users[answers.findIndex((answer) => 'attached' in answer)]
  expect(await winner?.ask('stop')).toEqual({ stopped: true })
})

test('locks end with their process: killed users hold neither the folder nor the server', async () => {
  const dataDir = await folders.readyFolder()
  const killed = [folders.user(dataDir, { exclusive: true }), folders.user(dataDir)]
  await Promise.all(killed.map((each) => each.next()))
  const pid = getPostmaster(dataDir)
  await Promise.all(killed.map((each) => each.kill()))
  expect(getPostmaster(dataDir)).toBe(pid)
  const next = await folders.start(dataDir, { exclusive: true })
  expect(next.attached).toBe(true)
  await next.stop()
  expect(isRunning(dataDir)).toBe(false)
})

test('attaching while the last user stops never uses a server that is shutting down', async () => {
  const dataDir = await folders.readyFolder()
  const first = await folders.start(dataDir)
  await query(first, 'create table rounds (pid int, round int)')
  await first.stop()
  const count = rounds(5, 200)
  const users = [1, 2, 3].map(() => folders.user(dataDir, { rounds: count }))
  const done = await Promise.all(users.map((each) => each.next()))
  expect(done).toEqual([{ rounds: count }, { rounds: count }, { rounds: count }])
  expect(isRunning(dataDir)).toBe(false)
  const last = await folders.start(dataDir)
  expect(await query(last, 'select count(*)::int as count from rounds')).toEqual([{ count: 3 * count }])
  await last.stop()
})

test('Ctrl-C to the process group keeps the server running until its user has drained', async () => {
  const dataDir = await folders.readyFolder()
  const user = folders.user(dataDir, { detached: true })
  await user.next()
  process.kill(-(user.child.pid ?? 0), 'SIGINT')
  expect(await user.next()).toEqual({ drained: 1 })
  expect(isRunning(dataDir)).toBe(false)
})

test('a path that is too long for a socket uses a short private directory, which is removed with the server', async () => {
  const dataDir = await folders.readyFolder('long-'.repeat(20))
  const user = folders.user(dataDir)
  const { connection } = await user.next()
  const ours = await folders.start(dataDir)
  expect(ours).toMatchObject({ attached: true, connection })
  const { host } = ours.connection
  expect(Buffer.byteLength(host)).toBeLessThan(90)
  expect(statSync(host).mode & 0o777).toBe(0o700)
  expect(await query(ours, 'select 1 as one')).toEqual([{ one: 1 }])
  await user.ask('stop')
  await ours.stop()
  expect(existsSync(host)).toBe(false)
})

test('the path may contain spaces, commas and quotes', async () => {
  const database = await folders.start(await folders.readyFolder(`it's "a", b`))
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('the server log is rotated', async () => {
  const dataDir = await folders.readyFolder()
  const log = join(dataDir, 'postgres', 'server.log')
  writeFileSync(log, 'x'.repeat(5_000_000))
  const database = await folders.start(dataDir)
  expect(statSync(log).size).toBeLessThan(10_000)
  expect(statSync(`${log}.old`).size).toBe(5_000_000)
  await database.stop()
})

test('a server that is killed while in use is restarted', async () => {
  const dataDir = await folders.readyFolder()
  const errors: string[] = []
  const logged = new Promise<void>((resolve) => {
    const error = (first: unknown) => {
      errors.push(String(first))
      resolve()
    }
    void folders.start(dataDir, { log: { ...quiet, error } }).then((database) => databases.push(database))
  })
  const databases: EmbeddedPostgres[] = []
  await until(() => databases.length === 1)
  const pid = getPostmaster(dataDir)
  process.kill(pid, 'SIGKILL')
  await logged
  expect(errors).toEqual(['embedded database restarted'])
  expect(getPostmaster(dataDir)).not.toBe(pid)
  const [database] = databases
  if (database) expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
  await database?.stop()
})
