/** The memory of this process for decoded days and for the sources of brands, least recently used first. */
import { Gauge } from 'prom-client'
import type { Resource } from '../../../core/context.ts'
import { prometheus } from '../../../monitoring/monitoring.ts'
import type { DayCitations, SourceNumbers } from './citations.ts'
import type { Day } from './day.ts'

/** A day of one version; its citations once a metric has read them. */
export type CachedDay = { kind: 'day'; version: string; day: Day; citations: DayCitations | null }
type CachedSources = { kind: 'sources'; numbers: SourceNumbers }
type Cached = CachedDay | CachedSources

export type DayCache = {
  findDay(brandId: string, day: string, version: string): CachedDay | undefined
  findSources(brandId: string): CachedSources | undefined
  /** Replaces the entry of the brand's day, or of its sources. An entry above the limit is not kept. */
  put(brandId: string, day: string | null, value: Cached, bytes: number): void
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
  const entries = new Map<string, { value: Cached; bytes: number }>()
  let used = 0
  const remove = (key: string) => {
    used -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const find = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.value
  }
  return {
    findDay: (brandId, day, version) => {
      const found = find(`${brandId} ${day}`)
      return found?.kind === 'day' && found.version === version ? found : undefined
    },
    findSources: (brandId) => {
      const found = find(brandId)
      return found?.kind === 'sources' ? found : undefined
    },
    put: (brandId, day, value, bytes) => {
      const key = day === null ? brandId : `${brandId} ${day}`
      remove(key)
      if (bytes > limitBytes) return
      entries.set(key, { value, bytes })
      used += bytes
      for (const oldest of entries.keys()) {
        if (used <= limitBytes) break
        remove(oldest)
      }
    },
    usedBytes: () => used,
  }
}
