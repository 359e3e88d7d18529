/** Installations with an embedded database for tests of backups. */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { dataFolder } from '../../test/process/databases.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../core/config.ts'
import { openPool } from '../db/database.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { loadSecretKey } from '../db/encryption.ts'
import { migrate } from '../db/migrate.ts'

export const quiet = pino({ level: 'silent' })

/** Returns the settings of an installation with a migrated database that contains the table `kept`. */
export async function createInstallation(env: Record<string, string> = {}): Promise<Config> {
  const config = await emptyInstallation(env)
  await loadSecretKey(config)
  await withDatabase(config, async (client, connection) => {
    const pool = openPool(connection, 2)
    await migrate(pool)
    await pool.end()
    await client.query('create table kept (id bigint generated always as identity, text text)')
  })
  return config
}

/** Returns the settings of an installation without data. */
export async function emptyInstallation(env: Record<string, string> = {}): Promise<Config> {
  const folder = await dataFolder()
  await chmod(folder, 0o711)
  return readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', ...env })
}

export async function withDatabase<T>(
  { DATA_DIR }: Config,
  work: (client: pg.Client, connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const { connection, stop } = await startEmbedded({ dataDir: DATA_DIR, exclusive: false, log: quiet })
  const client = new pg.Client(connection)
  try {
    await client.connect()
    return await work(client, connection)
  } finally {
    await client.end()
    await stop()
  }
}

export const countKept = (config: Config): Promise<number> =>
  withDatabase(config, async (client) => {
    const { rows } = await client.query('select count(*)::int as count from kept')
    return rows[0].count
  })
