/** The memory of this process for decoded days and for the sources of brands, least recently used first. */
import { Gauge } from 'prom-client'
import type { Resource } from '../../../core/context.ts'
import { prometheus } from '../../../monitoring/monitoring.ts'
import type { ListedDay } from '../dimensions.ts'
import type { DayCitations, SourceNumbers } from './citations.ts'
import type { Day } from './day.ts'

/** A day of one version; its citations once a metric has read them. */
export type CachedDay = { kind: 'day'; version: string; day: Day; citations: DayCitations | null }
type CachedSources = { kind: 'sources'; numbers: SourceNumbers }
type Cached = CachedDay | CachedSources

/** Scans are numbered in the order of their starts. */
export type Scan = number

export type DayCache = {
  findDay(brandId: string, day: string, version: string): CachedDay | undefined
  findSources(brandId: string): CachedSources | undefined
  /**
   * Starts to read days, and marks the ones in memory as used. Without this, a history that does not fit would be read completely
   * by every request, because each day would displace one that the request needs later.
   */
  startScan(brandId: string, days: readonly ListedDay[]): Scan
  /**
   * Replaces the entry of the brand's day, or of its sources. An entry is not kept if it would displace entries that were used
   * since the start of `scan`.
   */
  put(brandId: string, day: string | null, value: Cached, entry: { bytes: number; scan: Scan }): void
  usedBytes(): number
}

export const dayCache: Resource<DayCache> = {
  name: 'day cache',
  open: (app) => {
    const cache = createDayCache(app.config.METRICS_CACHE_MB * 2 ** 20)
    new Gauge({
      name: 'ansight_metrics_cache_bytes',
      help: 'Memory of this process for the days of answers that metrics have read.',
      registers: [app.use(prometheus).registry],
      collect() {
        this.set(cache.usedBytes())
      },
    })
    return cache
  },
}

export function createDayCache(limitBytes: number): DayCache {
  // Insertion order is recency: the first key is the least recently used.
  const entries = new Map<string, { value: Cached; bytes: number; scan: Scan }>()
  let used = 0
  let lastScan = 0
  const remove = (key: string) => {
    used -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const find = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    entries.set(key, { ...entry, scan: lastScan })
    return entry.value
  }
  const findDay = (brandId: string, day: string, version: string) => {
    const found = find(`${brandId} ${day}`)
    return found?.kind === 'day' && found.version === version ? found : undefined
  }
  return {
    findDay,
    startScan: (brandId, days) => {
      lastScan += 1
      for (const { day, version } of days) findDay(brandId, day, version)
      return lastScan
    },
    findSources: (brandId) => {
      const found = find(brandId)
      return found?.kind === 'sources' ? found : undefined
    },
    put: (brandId, day, value, { bytes, scan }) => {
      const key = day === null ? brandId : `${brandId} ${day}`
      remove(key)
      if (bytes > limitBytes) return
      for (const [oldest, entry] of entries) {
        if (used + bytes <= limitBytes) break
        if (entry.scan >= scan) return
        remove(oldest)
      }
      entries.set(key, { value, bytes, scan })
      used += bytes
    },
    usedBytes: () => used,
  }
}
