import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clusterIn, createTestFolders, isRoot, postmasterOf } from './embedded.fixture.ts'
import { nobodyAccount } from './location.ts'

const world = createTestFolders()
afterAll(world.end)

const asRoot = test.skipIf(!isRoot)
const accountNamed = (name: string) => ({
  uid: Number(execFileSync('id', ['-u', name], { encoding: 'utf8' })),
  gid: Number(execFileSync('id', ['-g', name], { encoding: 'utf8' })),
})
const ownerOf = (path: string) => statSync(path).uid
const uidOfProcess = (pid: number) =>
  Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** A data folder of an ordinary user. */
function folderOf(account: { uid: number; gid: number }): string {
  const dataDir = world.folder()
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, account.uid, account.gid)
  return dataDir
}

asRoot('needs root: the server of root runs as nobody and owns its cluster', async () => {
  const dataDir = await world.readyFolder()
  const database = await world.start(dataDir)
  expect(uidOfProcess(postmasterOf(dataDir))).toBe(nobodyAccount().uid)
  expect(ownerOf(clusterIn(dataDir))).toBe(nobodyAccount().uid)
  expect(statSync(clusterIn(dataDir)).mode & 0o777).toBe(0o700)
  await database.stop()
})

asRoot(
  'needs root: a fresh data folder closed to others is opened for passing only, and keeps its cluster',
  async () => {
    const dataDir = world.folder()
    mkdirSync(dataDir, { mode: 0o700 })
    const database = await world.start(dataDir)
    expect(statSync(dataDir).mode & 0o777).toBe(0o711)
    expect(existsSync(clusterIn(dataDir))).toBe(true)
    await database.stop()
  },
)

asRoot('needs root: in a place nobody can reach, the cluster lies elsewhere and is found again', async () => {
  const closed = world.folder()
  mkdirSync(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  const first = await world.start(dataDir)
  const record = join(dataDir, 'postgres', 'cluster-lies-in')
  const home = readFileSync(record, 'utf8').trim()
  expect(first.connection.host).toBe(join(home, 'cluster'))
  expect(statSync(join(home, 'cluster')).mode & 0o777).toBe(0o700)
  await first.stop()
  const second = await world.start(dataDir)
  expect(second.connection.host).toBe(first.connection.host)
  await second.stop()
  rmSync(home, { recursive: true })
  await expect(world.start(dataDir)).rejects.toThrow(
    `${home}, according to ${record}, but that folder is missing`,
  )
})

asRoot(
  'needs root: an ordinary user runs the server as itself, in a folder closed to everyone else',
  async () => {
    const account = accountNamed('games')
    const dataDir = folderOf(account)
    // What the environment says to other programs of PostgreSQL is not meant for ours.
    const env = {
      PATH: process.env.PATH,
      PGDATA: '/nowhere',
      PGPORT: '1',
      PGHOST: 'elsewhere',
      LC_ALL: 'xx_XX',
      LANG: 'xx',
    }
    const user = world.user(dataDir, { ...account, env, exclusive: true })
    expect(await user.next()).toMatchObject({ attached: false })
    expect(uidOfProcess(postmasterOf(dataDir))).toBe(account.uid)
    expect(await user.ask('query select 1 as one')).toEqual({ rows: [{ one: 1 }] })
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    await user.ask('stop')
  },
)

asRoot(
  "needs root: root on a user's data folder runs the server as that user and leaves nothing the user cannot open",
  async () => {
    const account = accountNamed('games')
    const dataDir = folderOf(account)
    const first = world.user(dataDir, { ...account, exclusive: true })
    await first.next()
    await first.ask('stop')
    for (const name of readdirSync(join(dataDir, 'postgres'))) {
      if (name !== 'cluster') rmSync(join(dataDir, 'postgres', name))
    }
    const database = await world.start(dataDir, { exclusive: true })
    expect(uidOfProcess(postmasterOf(dataDir))).toBe(account.uid)
    await database.stop()
    const second = world.user(dataDir, { ...account, exclusive: true })
    expect(await second.next()).toMatchObject({ attached: false })
    await second.ask('stop')
  },
)

asRoot('needs root: a cluster of another user is refused with both names', async () => {
  const dataDir = await world.readyFolder()
  const { uid, gid } = accountNamed('games')
  chownSync(join(dataDir, 'postgres'), uid, gid)
  const { error } = await world.user(dataDir, { uid, gid }).next()
  expect(error).toContain(`belongs to user ${nobodyAccount().uid}, but Ansight runs as user ${uid}`)
})

asRoot('needs root: a user without an entry in /etc/passwd is told so', async () => {
  const account = { uid: 54_321, gid: 54_321 }
  const { error } = await world.user(folderOf(account), account).next()
  expect(error).toContain('PostgreSQL cannot run as user 54321, which has no entry in /etc/passwd')
})

asRoot('needs root: a folder the user may not write is named, with what to do', async () => {
  const dataDir = world.folder()
  mkdirSync(dataDir, { mode: 0o755 })
  writeFileSync(join(dataDir, 'something'), '')
  const { error } = await world.user(dataDir, accountNamed('games')).next()
  expect(error).toContain(
    `EmbeddedError: Cannot create the data folder ${join(dataDir, 'postgres')}: this user may not write there`,
  )
})

/** Root as container runtimes make it: only these rights, or none. */
const withRights = (...rights: string[]) => [
  'setpriv',
  '--bounding-set',
  ['-all', ...rights.map((right) => `+${right}`)].join(),
]

asRoot(
  'needs root: a container that lets nobody look into processes of others starts, finds and stops the server',
  async () => {
    const dataDir = world.folder()
    const wrap = withRights(
      'chown',
      'dac_override',
      'fowner',
      'fsetid',
      'kill',
      'setgid',
      'setuid',
      'setpcap',
    )
    const killed = world.user(dataDir, { wrap, exclusive: true })
    expect(await killed.next()).toMatchObject({ attached: false })
    await killed.kill()
    const next = world.user(dataDir, { wrap, exclusive: true })
    expect(await next.next()).toMatchObject({ attached: true })
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await next.kill()
    const last = world.user(dataDir, { wrap, exclusive: true })
    expect(await last.next()).toMatchObject({ attached: false })
    expect(await last.ask('stop')).toEqual({ stopped: true })
    expect(() => postmasterOf(dataDir)).toThrow('no server runs')
  },
)

asRoot('needs root: root without any right is told to be an ordinary user', async () => {
  const { error } = await world.user(world.folder(), { wrap: withRights() }).next()
  expect(error).toContain(
    'this system does not permit root to run it as "nobody"; start Ansight as an ordinary user',
  )
})

test('a file where the data folder should be is named', async () => {
  const file = world.folder()
  writeFileSync(file, '')
  await expect(world.start(file)).rejects.toThrow(
    `Cannot create the data folder ${join(file, 'postgres')}: part of the path is a file`,
  )
})

asRoot(
  'needs root: the account of the server passes every folder, or the place counts as out of reach',
  async () => {
    const { canReach } = await import('./location.ts')
    const outer = world.folder()
    mkdirSync(join(outer, 'inner'), { recursive: true, mode: 0o755 })
    expect(canReach(join(outer, 'inner'), nobodyAccount())).toBe(true)
    chmodSync(outer, 0o700)
    expect(canReach(join(outer, 'inner'), nobodyAccount())).toBe(false)
    chownSync(outer, nobodyAccount().uid, nobodyAccount().gid)
    expect(canReach(join(outer, 'inner'), nobodyAccount())).toBe(true)
  },
)
