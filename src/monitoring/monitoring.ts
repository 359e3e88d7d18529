/** The Prometheus registry of the process: requests, jobs, database connections and the Node.js default metrics. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext, Resource } from '../core/context.ts'
import { listFailingTimers } from '../core/failing-timers.ts'
import { version } from '../core/version.ts'

type Prometheus = {
  registry: Registry
  requests: Counter<'method' | 'route' | 'status'>
  duration: Histogram<'method' | 'route'>
}

export const prometheus: Resource<Prometheus> = {
  name: 'prometheus',
  open: openPrometheus,
  close: ({ registry }) => registry.clear(),
}

function openPrometheus(app: AppContext): Prometheus {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'ansight_info',
    help: 'Version of the service.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'ansight_jobs',
    help: 'Unfinished jobs of all processes, by kind and status.',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      this.reset()
      for (const { kind, status, count } of await countUnfinishedJobs(app)) this.set({ kind, status }, count)
    },
  })
  new Gauge({
    name: 'ansight_scheduled_task_failures',
    help: 'Failed runs in a row of scheduled tasks whose last run failed, such as the backup.',
    labelNames: ['task'],
    registers,
    async collect() {
      this.reset()
      for (const { name, failures } of await listFailingTimers(app)) this.set({ task: name }, failures)
    },
  })
  new Gauge({
    name: 'ansight_dirty_days',
    help: 'Days of all brands whose answers have changed since they were counted.',
    registers,
    async collect() {
      this.set(await countDirtyDays(app))
    },
  })
  new Gauge({
    name: 'ansight_database_connections',
    help: 'Database connections of this process by state, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(app.database.poolStats())) this.set({ state }, count)
    },
  })
  return {
    registry,
    requests: new Counter({
      name: 'ansight_http_requests_total',
      help: 'HTTP requests.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'ansight_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers,
    }),
  }
}

async function countUnfinishedJobs(app: AppContext) {
  const { rows } = await sql<{ kind: string; status: string; count: number }>`
    select kind, status, count(*) as count from jobs where status in ('waiting', 'active') group by 1, 2`.execute(
    app.db,
  )
  return rows
}

async function countDirtyDays(app: AppContext): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(*) as days from (select distinct brand_id, day from dirty_days) dirty`.execute(app.db)
  return rows[0]?.days ?? 0
}

/** Labels requests by route pattern, never by path, and unmatched requests as `none`. */
export function observeRequests(server: FastifyInstance, app: AppContext): void {
  const { requests, duration } = app.use(prometheus)
  server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    duration.observe({ method, route }, reply.elapsedTime / 1000)
  })
}
