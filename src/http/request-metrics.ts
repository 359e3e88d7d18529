/** How many requests a server has answered and how long they took, by route: what monitoring asks for. */
import type { Server } from 'node:http'

/** Upper ends of the buckets; a request beyond the last stands in the count alone. */
export const bucketSeconds = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const

export type RouteTimes = {
  method: string
  /** The pattern, never the path: `/api/brands/:brand`. Null: no route took it. */
  route: string | null
  /** Status → answers. */
  statuses: Map<number, number>
  sumSeconds: number
  count: number
  /** Requests by bucket, each once. */
  buckets: number[]
}

const timesOfServers = new WeakMap<Server, Map<string, RouteTimes>>()

export function observeRequest(
  server: Server,
  {
    method,
    route,
    status,
    seconds,
  }: { method: string; route: string | null; status: number; seconds: number },
): void {
  const all = timesOfServers.get(server) ?? new Map<string, RouteTimes>()
  timesOfServers.set(server, all)
  const key = `${method} ${route}`
  const times = all.get(key) ?? newTimes(method, route)
  all.set(key, times)
  times.statuses.set(status, (times.statuses.get(status) ?? 0) + 1)
  times.sumSeconds += seconds
  times.count += 1
  const bucket = bucketSeconds.findIndex((end) => seconds <= end)
  if (bucket >= 0) times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1
}

export const requestMetrics = (server: Server): RouteTimes[] => [
  ...(timesOfServers.get(server)?.values() ?? []),
]

const newTimes = (method: string, route: string | null): RouteTimes => ({
  method,
  route,
  statuses: new Map(),
  sumSeconds: 0,
  count: 0,
  buckets: bucketSeconds.map(() => 0),
})
