import { execFileSync, spawnSync } from 'node:child_process'
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
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { clusterIn, createTestFolders, getPostmaster, isRoot, until } from './embedded.fixture.ts'

const folders = createTestFolders()
afterAll(async () => {
  await installations?.database.stop()
  await installations?.other.stop()
  await folders.end()
})

const asRoot = test.skipIf(!isRoot)
const accountNamed = (name: string) => ({
  uid: Number(execFileSync('id', ['-u', name], { encoding: 'utf8' })),
  gid: Number(execFileSync('id', ['-g', name], { encoding: 'utf8' })),
})
const uidOfProcess = (pid: number) =>
  Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** An account without name and files. */
const stranger = { uid: 60_999, gid: 60_999 }

const ownersIn = (folder: string) => [
  ...new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { uid, gid } = statSync(join(folder, name))
      return `${uid}:${gid}`
    }),
  ),
]

/** Runs a shell command as the user and group `nobody`. */
function attemptAsNobody(command: string) {
  const { status, stderr } = spawnSync('sh', ['-c', command], {
    ...accountNamed('nobody'),
    cwd: '/',
    encoding: 'utf8',
  })
  return { status, denied: status !== 0 && /denied|not permitted|EACCES/.test(stderr) }
}

/** Creates a data folder that belongs to an ordinary user. */
function getFolder(account: { uid: number; gid: number }): string {
  const dataDir = folders.folder()
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, account.uid, account.gid)
  return dataDir
}

/** Two data folders with running servers of root. The first one was started twice, and the second one was private. */
async function createInstallations() {
  const [first, second] = [folders.folder(), folders.folder()]
  mkdirSync(second, { mode: 0o700 })
  const created = await folders.start(first)
  const firstUid = uidOfProcess(getPostmaster(first))
  await created.stop()
  return { first, firstUid, second, database: await folders.start(first), other: await folders.start(second) }
}
const installations = isRoot ? await createInstallations() : undefined

/** For a test with these installations, which it must not change. */
const withInstallations = (
  title: string,
  work: (given: Awaited<ReturnType<typeof createInstallations>>) => unknown,
) =>
  test.skipIf(installations === undefined)(title, async () => {
    if (installations) await work(installations)
  })

withInstallations(
  'needs root: the server of root runs under an account of its own, which owns its cluster',
  ({ first, second }) => {
    const names = readFileSync('/etc/passwd', 'utf8')
    const accounts = new Set<number>()
    for (const dataDir of [first, second]) {
      const uid = uidOfProcess(getPostmaster(dataDir))
      accounts.add(uid)
      expect(uid).toBeGreaterThan(60_000)
      expect(names).not.toContain(`:${uid}:`)
      expect(statSync(clusterIn(dataDir))).toMatchObject({ uid, gid: uid })
      expect(statSync(clusterIn(dataDir)).mode & 0o777).toBe(0o700)
      expect(ownersIn(clusterIn(dataDir))).toEqual([`${uid}:${uid}`])
    }
    expect(accounts.size).toBe(2)
  },
)

withInstallations('needs root: the server keeps its account', ({ first, firstUid }) => {
  expect(uidOfProcess(getPostmaster(first))).toBe(firstUid)
})

withInstallations(
  'needs root: a process of nobody can neither connect nor read or change a file of the server, nor stop it',
  ({ first: dataDir, database }) => {
    const cluster = clusterIn(dataDir)
    const { host, port } = database.connection
    const attempt = (command: string) => attemptAsNobody(command)
    expect(attempt('id -u')).toMatchObject({ status: 0 })
    for (const command of [
      `ls ${cluster}`,
      `cat ${join(cluster, 'PG_VERSION')}`,
      `echo 'local all all trust' >> ${join(cluster, 'pg_hba.conf')}`,
      `cat ${join(dataDir, 'postgres', 'password')}`,
      `cat ${join(dataDir, 'postgres', 'server.log')}`,
      `mv ${cluster} ${cluster}.moved`,
      `kill -HUP ${getPostmaster(dataDir)}`,
      `head -c 1 /proc/${getPostmaster(dataDir)}/environ`,
      `${process.execPath} -e "require('net').connect('${join(host, `.s.PGSQL.${port}`)}').on('error', ({ code }) => { console.error(code); process.exit(1) }).on('connect', () => process.exit(0))"`,
    ])
      expect([command, attempt(command)]).toEqual([command, { status: expect.any(Number), denied: true }])
  },
)

asRoot('needs root: a process of nobody cannot reach the files while the cluster is created', async () => {
  const dataDir = folders.folder()
  const user = folders.user(dataDir)
  const control = join(dataDir, 'postgres')
  const partial = () =>
    existsSync(control) ? readdirSync(control).find((name) => name.startsWith('cluster.new-')) : undefined
  await until(() => existsSync(join(control, partial() ?? '-', 'cluster', 'PG_VERSION')))
  const created = join(control, partial() ?? '-', 'cluster')
  user.child.kill('SIGSTOP')
  expect(attemptAsNobody(`ls ${created}`)).toMatchObject({ denied: true })
  expect(attemptAsNobody(`cat ${created}.password`)).toMatchObject({ denied: true })
  user.child.kill('SIGCONT')
  await user.next()
  await user.ask('stop')
})

// Root can open the socket. PostgreSQL itself checks the password.
withInstallations(
  'needs root: a process that can open the socket but has no password is not superuser',
  async ({ database }) => {
    const connect = async (options: pg.ClientConfig) => {
      const client = new pg.Client({ ...database.connection, database: 'postgres', ...options })
      await client.connect()
      const { rows } = await client.query('show is_superuser')
      await client.end()
      return rows
    }
    await expect(connect({ password: '' })).rejects.toThrow(/password/)
    await expect(connect({ password: 'wrong' })).rejects.toThrow('password authentication failed')
    expect(await connect({})).toEqual([{ is_superuser: 'on' }])
  },
)

withInstallations(
  'needs root: only root can read the password of its server, and no copy of it remains',
  ({ first: dataDir }) => {
    const control = join(dataDir, 'postgres')
    const file = statSync(join(control, 'password'))
    expect([file.uid, file.mode & 0o777]).toEqual([0, 0o600])
    expect(readdirSync(control).filter((name) => name.includes('.new-'))).toEqual([])
  },
)

withInstallations(
  'needs root: a new private data folder becomes traversable and contains the cluster',
  ({ second: dataDir }) => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o711)
    expect(existsSync(clusterIn(dataDir))).toBe(true)
  },
)

asRoot(
  'needs root: when the account of the server cannot reach the data folder, the cluster is created elsewhere and found again',
  async () => {
    const closed = folders.folder()
    mkdirSync(closed, { mode: 0o700 })
    const dataDir = join(closed, 'data')
    const first = await folders.start(dataDir)
    const record = join(dataDir, 'postgres', 'cluster-path')
    const home = readFileSync(record, 'utf8').trim()
    expect(first.connection.host).toBe(join(home, 'cluster'))
    expect(statSync(join(home, 'cluster')).mode & 0o777).toBe(0o700)
    await first.stop()
    const second = await folders.start(dataDir)
    expect(second.connection.host).toBe(first.connection.host)
    await second.stop()
    rmSync(home, { recursive: true })
    await expect(folders.start(dataDir)).rejects.toThrow(
      `${home}, according to ${record}, but that folder is missing`,
    )
  },
)

asRoot(
  'needs root: an ordinary user runs the server under its own account, in a private folder, and root then creates no file that the user cannot open',
  async () => {
    const account = accountNamed('games')
    const dataDir = getFolder(account)
    // The environment of other PostgreSQL programs must not affect this server.
    const env = {
      PATH: process.env.PATH,
      PGDATA: '/nowhere',
      PGPORT: '1',
      PGHOST: 'elsewhere',
      LC_ALL: 'xx_XX',
      LANG: 'xx',
    }
    const first = folders.user(dataDir, { ...account, env, exclusive: true })
    expect(await first.next()).toMatchObject({ attached: false })
    expect(uidOfProcess(getPostmaster(dataDir))).toBe(account.uid)
    expect(await first.ask('query select 1 as one')).toEqual({ rows: [{ one: 1 }] })
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    await first.ask('stop')
    for (const name of readdirSync(join(dataDir, 'postgres'))) {
      if (name !== 'cluster') rmSync(join(dataDir, 'postgres', name))
    }
    const database = await folders.start(dataDir, { exclusive: true })
    expect(uidOfProcess(getPostmaster(dataDir))).toBe(account.uid)
    await database.stop()
    const second = folders.user(dataDir, { ...account, exclusive: true })
    expect(await second.next()).toMatchObject({ attached: false })
    await second.ask('stop')
  },
)

asRoot('needs root: a cluster of another user is rejected with both user ids', async () => {
  const dataDir = folders.folder()
  const { uid, gid } = accountNamed('games')
  mkdirSync(clusterIn(dataDir), { recursive: true })
  chownSync(join(dataDir, 'postgres'), uid, gid)
  chownSync(clusterIn(dataDir), stranger.uid, stranger.gid)
  const { error } = await folders.user(dataDir, { uid, gid }).next()
  expect(error).toContain(`belongs to user ${stranger.uid}, but Ansight runs as user ${uid}`)
})

asRoot('needs root: a user without an entry in /etc/passwd gets an error that says so', async () => {
  const account = { uid: 54_321, gid: 54_321 }
  const { error } = await folders.user(getFolder(account), account).next()
  expect(error).toContain('PostgreSQL cannot run as user 54321, which has no entry in /etc/passwd')
})

asRoot('needs root: a folder that is not writable is named in the error', async () => {
  const dataDir = folders.folder()
  mkdirSync(dataDir, { mode: 0o755 })
  writeFileSync(join(dataDir, 'something'), '')
  const { error } = await folders.user(dataDir, accountNamed('games')).next()
  expect(error).toContain(
    `EmbeddedError: Cannot create the data folder ${join(dataDir, 'postgres')}: this user may not write there`,
  )
})

/** Runs a command as root with these capabilities only, as container runtimes do. */
const withCapabilities = (...capabilities: string[]) => [
  'setpriv',
  '--bounding-set',
  ['-all', ...capabilities.map((each) => `+${each}`)].join(),
]

asRoot(
  'needs root: in a container without access to other processes, the server is started, found and stopped',
  async () => {
    const dataDir = folders.folder()
    const wrap = withCapabilities(
      'chown',
      'dac_override',
      'fowner',
      'fsetid',
      'kill',
      'setgid',
      'setuid',
      'setpcap',
    )
    const killed = folders.user(dataDir, { wrap, exclusive: true })
    expect(await killed.next()).toMatchObject({ attached: false })
    await killed.kill()
    const next = folders.user(dataDir, { wrap, exclusive: true })
    expect(await next.next()).toMatchObject({ attached: true })
    process.kill(getPostmaster(dataDir), 'SIGKILL')
    await next.kill()
    const last = folders.user(dataDir, { wrap, exclusive: true })
    expect(await last.next()).toMatchObject({ attached: false })
    expect(await last.ask('stop')).toEqual({ stopped: true })
    expect(() => getPostmaster(dataDir)).toThrow('no server runs')
  },
)

asRoot('needs root: root without capabilities is asked to start as an ordinary user', async () => {
  const { error } = await folders.user(folders.folder(), { wrap: withCapabilities() }).next()
  expect(error).toContain(
    'this system does not permit root to run it under another account; start Ansight as an ordinary user',
  )
})

test('a data folder that is a file is named in the error', async () => {
  const file = folders.folder()
  writeFileSync(file, '')
  await expect(folders.start(file)).rejects.toThrow(
    `Cannot create the data folder ${join(file, 'postgres')}: part of the path is a file`,
  )
})

asRoot(
  'needs root: a folder is reachable only if the account of the server may traverse every parent',
  async () => {
    const { canReach } = await import('./location.ts')
    const outer = folders.folder()
    mkdirSync(join(outer, 'inner'), { recursive: true, mode: 0o755 })
    expect(canReach(join(outer, 'inner'), stranger)).toBe(true)
    chmodSync(outer, 0o700)
    expect(canReach(join(outer, 'inner'), stranger)).toBe(false)
    chownSync(outer, stranger.uid, stranger.gid)
    expect(canReach(join(outer, 'inner'), stranger)).toBe(true)
  },
)
