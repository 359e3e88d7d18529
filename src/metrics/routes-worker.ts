/** Entry of the metrics worker thread: answers the metric routes with its own database connections. */
import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import type { Config } from '../core/config.ts'
import { createAppContext } from '../core/context.ts'
import { createLog } from '../core/log.ts'
import { openDatabase, openPool } from '../db/database.ts'
import { serveRoutes } from '../http/route-worker.ts'
import { metricRoutes } from './routes.ts'

export type WorkerSettings = { connection: pg.PoolConfig; config: Config }

/** Enough for the concurrent reads of a portfolio and a few other requests. */
const maxConnections = 6

const { connection, config }: WorkerSettings = workerData
const log = createLog(config)
const pool = openPool(connection, maxConnections, log)
const { app, resources } = createAppContext({
  database: openDatabase(pool),
  config,
  log,
  baseUrl: '',
  secretKey: '',
  // Each request passes its own time.
  now: () => {
    throw new Error('The metrics worker has no clock')
  },
})
if (parentPort)
  serveRoutes(parentPort, metricRoutes, app, async () => {
    await resources.close()
    await pool.end()
  })
