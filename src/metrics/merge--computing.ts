/** The routes that compute what they answer from sums: one thread answers them, and everything else is answered beside it. */
import type pg from 'pg'
import type { Config } from '../core/config.ts'
import { openRouteThread, type RouteThread } from '../http/route-worker.ts'
import { metricRoutes } from './routes.ts'
import { portfolioRoutes } from './merge--routes.ts'

export const computedRoutes = { ...metricRoutes, ...portfolioRoutes }

export type ThreadSettings = { connection: pg.PoolConfig; config: Config }

export function openComputingThread(connection: pg.PoolConfig, config: Config): RouteThread {
  const settings: ThreadSettings = { connection, config }
  return openRouteThread(new URL('./routes-worker.ts', import.meta.url), computedRoutes, settings)
}
