/** The routes that compute what they answer from sums: one thread answers them, and everything else is answered beside it. */
import type pg from 'pg'
import type { Config } from '../core/config.ts'
import { openRouteWorker, type RouteWorker } from '../http/route-worker.ts'
import { portfolioRoutes } from './merge--routes.ts'
import { metricRoutes } from './routes.ts'

export const computedRoutes = { ...metricRoutes, ...portfolioRoutes }

export type WorkerSettings = { connection: pg.PoolConfig; config: Config }

export function openMetricsWorker(connection: pg.PoolConfig, config: Config): RouteWorker {
  const settings: WorkerSettings = { connection, config }
  return openRouteWorker(new URL('./routes-worker.ts', import.meta.url), computedRoutes, settings)
}
