/** A Citus cluster on this machine whose servers a test can kill, start and add. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { createClusterDatabase, onServers, type ServerConnection } from '../citus-cluster.ts'
import { onTestFileEnd } from '../cleanup.ts'
import { listenAnywhere } from '../process/listen.ts'

export type Node = {
  connection: ServerConnection & { host: string; port: number }
  start(): Promise<void>
  /** SIGKILL ends the server like a failed host, SIGINT like a restart by its administrator. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
}

export type Cluster = {
  url: string
  coordinator: Node
  workers: Node[]
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Starts one more worker and registers it. */
  addWorker(): Promise<void>
}

const database = 'ansight'

/** Starts a coordinator and two workers with the binaries in `bin`, and stops them after the test file. */
export async function startCluster(bin: string): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'ansight-citus-'))
  const account = findAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  onTestFileEnd(() => rm(folder, { recursive: true, force: true }))
  const create = (name: string) => createNode(bin, join(folder, name), account)
  const [coordinator, ...workers] = await Promise.all(['coordinator', 'worker1', 'worker2'].map(create))
  if (!coordinator) throw new Error('The coordinator is missing.')
  await createClusterDatabase(
    database,
    coordinator.connection,
    workers.map(({ connection }) => connection),
  )
  const { host, port } = coordinator.connection
  const query: Cluster['query'] = async (text, values = []) => {
    const client = new pg.Client({ ...coordinator.connection, database })
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return {
    url: `postgres://postgres@${host}:${port}/${database}`,
    coordinator,
    workers,
    query,
    addWorker: async () => {
      const { connection } = await create('worker3')
      await onServers([connection], 'postgres', `create database ${database}`)
      await onServers([connection], database, 'create extension citus')
      await query('select citus_add_node($1, $2)', [connection.host, connection.port])
    },
  }
}

type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, so for root the servers run as the account of the system's PostgreSQL. */
function findAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function createNode(bin: string, folder: string, account: Account | null): Promise<Node> {
  const connection = { host: '127.0.0.1', port: await findFreePort(), user: 'postgres' }
  await mkdir(folder, { mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, HOME: folder } }
  execFileSync(join(bin, 'initdb'), ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    stdio: 'ignore',
  })
  const settings = {
    port: connection.port,
    listen_addresses: `'${connection.host}'`,
    unix_socket_directories: "''",
    shared_preload_libraries: 'citus',
    max_connections: 100,
    max_prepared_transactions: 100,
    // Shards move while they are written to.
    wal_level: 'logical',
    // A killed process loses nothing that it has written; only a failed machine would.
    fsync: 'off',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  await appendFile(join(folder, 'postgresql.conf'), lines.join(''))
  let server: ChildProcess | null = null
  const end: Node['end'] = async (signal) => {
    if (server === null) return
    // After the processes of its connections, which share its stderr.
    const ended = once(server, 'close')
    server.kill(signal)
    await ended
    server = null
  }
  const start = async () => {
    const child = spawn(join(bin, 'postgres'), ['-D', folder], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    for await (const line of createInterface({ input: child.stderr }))
      if (line.includes('ready to accept connections')) break
    child.stderr.resume()
  }
  onTestFileEnd(() => end('SIGINT'))
  await start()
  return { connection, start, end }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listenAnywhere(server)
  server.close()
  await once(server, 'close')
  return port
}
