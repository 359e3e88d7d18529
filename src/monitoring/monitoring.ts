/** What somebody who runs the service watches: its requests, its jobs, its connections to the database, and its process. */
import type { Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { version } from '../core/version.ts'
import { bucketSeconds, type RouteTimes, requestMetrics } from '../http/request-metrics.ts'
import type { Family, Sample } from './exposition.ts'

export async function collectMetrics(ctx: AppContext, server: Server): Promise<Family[]> {
  return [
    gauge('ansight_info', 'The version that runs.', [{ labels: { version }, value: 1 }]),
    ...requestFamilies(requestMetrics(server)),
    await jobFamily(ctx),
    gauge(
      'ansight_database_connections',
      'Connections of this process by state, and requests waiting for one.',
      [...Object.entries(ctx.database.poolStats()).map(([state, value]) => ({ labels: { state }, value }))],
    ),
    ...processFamilies(ctx.now()),
  ]
}

const gauge = (name: string, help: string, samples: Sample[]): Family => ({
  name,
  type: 'gauge',
  help,
  samples,
})

function requestFamilies(all: RouteTimes[]): Family[] {
  const labelsOf = ({ method, route }: RouteTimes) => ({ method, route: route ?? 'none' })
  const duration = 'ansight_http_request_duration_seconds'
  return [
    {
      name: 'ansight_http_requests_total',
      type: 'counter',
      help: 'Requests answered.',
      samples: all.flatMap((times) =>
        [...times.statuses].map(([status, value]) => ({ labels: { ...labelsOf(times), status }, value })),
      ),
    },
    {
      name: duration,
      type: 'histogram',
      help: 'Time from the headers of a request to the end of its answer.',
      samples: all.flatMap((times) => [
        ...upTo(times.buckets).map((value, index) => ({
          name: `${duration}_bucket`,
          labels: { ...labelsOf(times), le: bucketSeconds[index] ?? '+Inf' },
          value,
        })),
        { name: `${duration}_bucket`, labels: { ...labelsOf(times), le: '+Inf' }, value: times.count },
        { name: `${duration}_sum`, labels: labelsOf(times), value: times.sumSeconds },
        { name: `${duration}_count`, labels: labelsOf(times), value: times.count },
      ]),
    },
  ]
}

/** Each bucket holds those below it too. */
function upTo(buckets: number[]): number[] {
  let sum = 0
  return buckets.map((count) => {
    sum += count
    return sum
  })
}

/** Of all organizations, and so the same in every process. */
async function jobFamily(ctx: AppContext): Promise<Family> {
  const { rows } = await sql<{ kind: string; status: string; value: number }>`
    select kind, status, count(*) as value from jobs where status in ('waiting', 'active') group by 1, 2`.execute(
    ctx.db,
  )
  return gauge('ansight_jobs', 'Jobs that are not finished.', [
    ...rows.map(({ kind, status, value }) => ({ labels: { kind, status }, value })),
  ])
}

let eventLoop: ReturnType<typeof monitorEventLoopDelay> | undefined

function processFamilies(now: Date): Family[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  // Since it was last asked for; the first time there is nothing to tell.
  const delaySeconds = eventLoop ? eventLoop.percentile(99) / 1e9 : 0
  eventLoop ??= monitorEventLoopDelay({ resolution: 20 })
  eventLoop.enable()
  eventLoop.reset()
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'CPU time.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_start_time_seconds', 'When the process began, since 1970.', [
      { value: Math.round(now.getTime() / 1000 - process.uptime()) },
    ]),
    gauge('process_resident_memory_bytes', 'Memory of the process.', [{ value: rss }]),
    gauge('nodejs_heap_used_bytes', 'Memory of its JavaScript.', [{ value: heapUsed }]),
    gauge('nodejs_eventloop_delay_p99_seconds', 'How late 99 % of timers are at most, since the last look.', [
      { value: delaySeconds },
    ]),
  ]
}
