/**
 * Global setup: one PostgreSQL server for the whole run, either that of DATABASE_URL or an embedded one. The schema is
 * migrated once, in a template database; every test file gets a copy of it.
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

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection settings without a database. */
    server: { connectionString?: string; host?: string; port?: number; user?: string; password?: string }
    /** Name of the migrated database to copy. */
    template: string
  }
}

const log = pino({ level: 'silent' })

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await findServer()
  const template = `ansight_template_${process.pid}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const pool = openPool({ ...server, database: template }, 4)
  await migrate(pool)
  await (await openQueue(pool, log, queueNames(backgroundWork))).stop(1_000)
  await pool.end()
  project.provide('server', server)
  project.provide('template', template)
  return async () => {
    // The databases of the embedded server are removed with its folder.
    if (process.env.DATABASE_URL) await dropCopies(admin, template)
    await admin.end()
    await stop()
  }
}

async function dropCopies(admin: pg.Client, template: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`${template}%`],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
}

async function findServer() {
  const { DATABASE_URL: url } = process.env
  if (url) {
    const { host, port, user, password } = new pg.Client({ connectionString: url })
    return {
      server: { host, port, ...(user && { user }), ...(password && { password }) },
      stop: async () => undefined,
    }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'ansight-test-'))
  // Test data need not survive a crash, so durability is off. Autovacuum would start a process per database all the time.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '200',
  }
  const embedded = await startEmbedded({ dataDir, exclusive: false, log, settings })
  const { database: _, ...server } = embedded.connection
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, stop }
}
