/** Starts the worker thread that answers the metric routes. */
import type pg from 'pg'
import type { Config } from '../core/config.ts'
import type { RouteWorker } from '../http/call-route.ts'
import { openRouteWorker } from '../http/route-worker.ts'
import { metricRoutes } from './routes.ts'
import type { WorkerSettings } from './routes-worker.ts'

export function openMetricsWorker(connection: pg.PoolConfig, config: Config): RouteWorker {
  const settings: WorkerSettings = { connection, config }
  return openRouteWorker(new URL('./routes-worker.ts', import.meta.url), metricRoutes, settings)
}
