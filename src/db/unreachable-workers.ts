/** Finds the workers of a Citus cluster that cannot be reached. */
import type pg from 'pg'

type Worker = { name: string; isReachable: boolean }

/** Returns a function that lists `host:port` of the unreachable workers; none if the database is not distributed. */
export function unreachableWorkers(connection: pg.Pool): () => Promise<string[]> {
  let hasWorkers: boolean | null = null
  return async () => {
    // A database is distributed only while no process uses it.
    hasWorkers ??= (await connection.query("select from pg_extension where extname = 'citus'")).rowCount === 1
    if (!hasWorkers) return []
    const { rows } = await connection.query<Worker>(
      `select nodename || ':' || nodeport as name, success as "isReachable" from run_command_on_workers('select 1')`,
    )
    return rows.flatMap(({ name, isReachable }) => (isReachable ? [] : [name]))
  }
}
