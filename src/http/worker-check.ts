/** Whether the workers of a distributed database can be reached. The health check shows it; the log names the workers. */
import type { AppContext, Resource } from '../core/context.ts'

type Worker = { host: string; port: number; isReachable: boolean }

/** Returns whether all workers can be reached; true for a database that is not distributed. */
export const workerCheck: Resource<() => Promise<boolean>> = {
  name: 'check of database workers',
  open: (app) => {
    let hasWorkers: boolean | null = null
    return async () => {
      // A database is distributed only while no process uses it.
      hasWorkers ??= await isOfCluster(app)
      return !hasWorkers || (await areReachable(app))
    }
  },
}

async function isOfCluster({ database }: AppContext): Promise<boolean> {
  return (await database.queryDedicated("select from pg_extension where extname = 'citus'")).length > 0
}

async function areReachable({ database, log }: AppContext): Promise<boolean> {
  const workers = await database.queryDedicated<Worker>(
    `select nodename as host, nodeport as port, success as "isReachable" from run_command_on_workers('select 1')`,
  )
  const unreachable = workers.filter(({ isReachable }) => !isReachable)
  if (unreachable.length === 0) return true
  log.warn(
    { workers: unreachable.map(({ host, port }) => `${host}:${port}`) },
    'database workers unreachable',
  )
  return false
}
