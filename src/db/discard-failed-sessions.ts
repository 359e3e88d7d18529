/**
 * A coordinator of a Citus cluster keeps connections to the workers in each of its sessions. After a worker has been restarted,
 * every session that existed before fails once, and a job that meets several of these in a row would fail for good.
 */
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { isDatabaseUnavailable } from './connection-errors.ts'

/** While a worker is down, statements fail all the time; new sessions need not be replaced again for each of them. */
const intervalMs = 1_000

/** Returns the pool without the sessions that existed when a statement failed because of a server. */
export function discardFailedSessions(pool: pg.Pool): PostgresPool {
  const createdMs = new WeakMap<pg.PoolClient, number>()
  let failedMs = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => {
    createdMs.set(client, performance.now())
    client.connection.on('errorMessage', (error: unknown) => {
      if (isDatabaseUnavailable(error) && performance.now() - failedMs > intervalMs)
        failedMs = performance.now()
    })
  })
  const isDiscarded = (client: pg.PoolClient) => (createdMs.get(client) ?? 0) <= failedMs
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    const { release } = client
    if (isDiscarded(client)) {
      release(true)
      return connect()
    }
    client.release = (error) => release(error || isDiscarded(client))
    return client
  }
  return { connect, end: () => pool.end(), options: pool.options }
}
