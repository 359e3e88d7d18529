/** Entry of the metrics worker thread: answers the metric routes with its own database connections. */
import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import type { Config } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { createLog } from '../core/log.ts'
import { openDatabase, openPool } from '../db/database.ts'
import { serveRoutes } from '../http/route-worker.ts'
import { metricRoutes } from './routes.ts'

export type WorkerSettings = { connection: pg.PoolConfig; config: Config }

/** As many brands as a portfolio reads at a time, and some for those who ask meanwhile. */
const mostConnections = 6

const { connection, config }: WorkerSettings = workerData
const log = createLog(config)
const pool = openPool(connection, mostConnections, log)
const base: AppContext = {
  db: openDatabase(pool),
  config,
  log,
  queue: { send: refuse, sendAll: refuse, work: refuse, schedule: refuse, stop: refuse },
  baseUrl: '',
  secretKey: '',
  announce: refuse,
  now: refuse,
  thread: null,
}
if (parentPort) serveRoutes(parentPort, metricRoutes, base, () => pool.end())

/** Who computes from sums needs nothing but the database, and is given the clock with each request. */
function refuse(): never {
  throw new Error('The computed routes have a database and nothing else')
}
