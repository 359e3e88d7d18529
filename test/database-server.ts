/**
 * Global setup: one PostgreSQL server for the whole run, either the server at DATABASE_URL or an embedded one. The schema is
 * migrated once, in a template database; every test file gets a copy of it. In a Citus cluster, the template is
 * distributed and copied on every server.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { openPool } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { queueNames } from '../src/jobs/start-workers.ts'
import { backgroundWork } from '../src/jobs.ts'
import {
  createClusterDatabase,
  distributeTemplate,
  findCluster,
  getServer,
  onServers,
  type ServerConnection,
} from './citus-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection settings without a database. */
    server: ServerConnection
    /** The workers of a Citus cluster whose coordinator is \`server\`; otherwise none. */
    workers: ServerConnection[]
    /** Name of the migrated database to copy. */
    template: string
  }
}

const log = pino({ level: 'silent' })

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, workers, stop } = await findServer(project.config.mode === 'citus')
  const template = `ansight_template_${process.pid}`
  if (workers.length > 0) await createClusterDatabase(template, server, workers)
  else await onServers([server], 'postgres', `create database ${template}`)
  const pool = openPool({ ...server, database: template }, 4)
  await migrate(pool)
  await (await openQueue({ pool, dedicated: pool }, log, queueNames(backgroundWork))).stop(1_000)
  await pool.end()
  if (workers.length > 0) await distributeTemplate(template, server, workers)
  project.provide('server', server)
  project.provide('workers', workers)
  project.provide('template', template)
  return async () => {
    // The databases of the embedded server are removed with its folder.
    if (workers.length > 0 || process.env.DATABASE_URL)
      for (const each of [server, ...workers]) await dropCopies(each, template)
    await stop()
  }
}

async function dropCopies(server: ServerConnection, template: string): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`${template}%`],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
  await admin.end()
}

async function findServer(isCitus: boolean) {
  if (isCitus) return findCluster()
  const { DATABASE_URL: url } = process.env
  return url ? { server: getServer(url), workers: [], stop: async () => undefined } : startServer()
}

async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'ansight-test-'))
  // Test data need not survive a crash, so durability is off. Autovacuum would start a process per database all the time.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '400',
  }
  const embedded = await startEmbedded({ dataDir, exclusive: false, log, settings })
  const { database: _, ...server } = embedded.connection
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, workers: [], stop }
}
