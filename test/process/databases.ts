/** Databases of the tested processes. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, inject } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { onTestFileEnd } from '../cleanup.ts'
import { copyTemplate, type Json } from '../support.ts'
import { listenAnywhere } from './listen.ts'

/** Creates a data folder. After the test file, stops a database that still runs in it and removes the folder. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ansight-process-'))
  onTestFileEnd(() => removeFolder(folder))
  return folder
}

/** Creates a migrated database and a data folder for the secret. Returns their settings. */
export async function createDatabase(): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  return { DATABASE_URL: urlOfDatabase(await copyTemplate()), DATA_DIR: await dataFolder() }
}

/** Returns the URL of a new database without tables. */
export async function createEmptyDatabase(): Promise<string> {
  const name = `${inject('template')}_${newId().replaceAll('-', '')}`
  await query({ connectionString: urlOfDatabase('postgres') }, `create database ${name} template template0`)
  return urlOfDatabase(name)
}

export function urlOfDatabase(database: string): string {
  const { connectionString, host, port, user, password } = inject('server')
  const url = new URL(connectionString ?? 'postgres://localhost')
  url.pathname = database
  const rest = { host, port, user, password }
  // As parameters, because the host may be the directory of a Unix socket.
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) url.searchParams.set(name, `${value}`)
  return url.href
}

/** Runs one query on a new connection. */
export async function query(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Json[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Starts a TCP proxy to the database whose connections a test can cut, freeze and restore. */
export async function createProxy(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const pairs = new Set<{ client: Socket; upstream: Socket }>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createServer((client) => {
    if (state === 'cut') return client.resetAndDestroy()
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair = { client, upstream }
    pairs.add(pair)
    for (const socket of [client, upstream]) {
      // 'close' follows and ends both sides.
      socket.on('error', () => undefined)
      socket.once('close', () => {
        pairs.delete(pair)
        client.destroy()
        upstream.destroy()
      })
    }
    if (state === 'open') client.pipe(upstream).pipe(client)
  })
  const url = new URL(databaseUrl)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', `${await listenAnywhere(server)}`)
  const cut = () => {
    state = 'cut'
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }
  afterAll(() => {
    cut()
    server.close()
  })
  return {
    url: url.href,
    cut,
    /** Stops forwarding and keeps the connections open. */
    freeze: () => {
      state = 'frozen'
      for (const { client, upstream } of pairs)
        for (const socket of [client, upstream]) socket.unpipe().pause()
    },
    restore: () => {
      if (state === 'frozen') for (const { client, upstream } of pairs) client.pipe(upstream).pipe(client)
      state = 'open'
    },
  }
}

const quiet = pino({ level: 'silent' })

async function removeFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, 'postgres'))) {
    // The server stops when its last user releases it.
    const embedded = await startEmbedded({ dataDir: folder, exclusive: false, log: quiet })
    await embedded.stop()
  }
  await rm(folder, { recursive: true, force: true })
}
