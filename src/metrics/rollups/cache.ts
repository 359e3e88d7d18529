import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isByPrompt, previousScope, promptsInScope, type Scope } from '../../answers/scope.ts'
import type { Resource } from '../../core/context.ts'
import { memoizable } from '../../http/memoized-response.ts'
import type { Snapshot } from './snapshot.ts'

/** Estimated as JSON. In memory the values take a few times as much, including the serialized responses kept with them. */
const maxBytes = 16 * 2 ** 20

/** Values computed from rollups, by version, scope and key. */
const rollupCache: Resource<LRUCache<string, { value: unknown }>> = {
  name: 'rollup cache',
  open: () => new LRUCache({ maxSize: maxBytes, maxEntrySize: maxBytes / 8 }),
}

/** See `Window.memoize` in rollups.ts. */
export async function memoize<T>(
  snapshot: Snapshot,
  scope: Scope,
  key: readonly unknown[],
  compute: () => Promise<T>,
): Promise<T> {
  const { ctx, version } = snapshot
  const cache = ctx.use(rollupCache)
  const { brand, ...filters } = scope
  // The previous window depends on the current day when the scope has no last day.
  const previous = previousScope(ctx, scope)?.from
  const id = JSON.stringify([brand.id, version, key, filters, previous, await promptsKey(snapshot, scope)])
  const cached = cache.get(id)
  if (cached) return computedBy<T>(cached.value)
  const value = memoizable(await compute())
  cache.set(id, { value }, { size: id.length + estimateSize(value) })
  return value
}

/** Which prompts are in a topic or are branded can change without a change of the rollups. */
async function promptsKey({ ctx }: Snapshot, scope: Scope): Promise<string | null> {
  if (!isByPrompt(scope)) return null
  const { rows } = await sql<{ prompts: string | null }>`
    select md5(string_agg(id::text, '' order by id)) as prompts from (${promptsInScope(scope)}) chosen`.execute(
    ctx.db,
  )
  return rows[0]?.prompts ?? null
}

/** Serializing every item of a long list would block the event loop. */
const maxSampledItems = 100

/** Estimates the length of the value as JSON. */
function estimateSize(value: unknown): number {
  if (Array.isArray(value)) {
    const step = Math.ceil(value.length / maxSampledItems)
    const sample = value.filter((_, index) => index % step === 0)
    return 2 + step * sample.reduce((sum: number, item) => sum + 1 + estimateSize(item), 0)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 0
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + 4 + estimateSize(part), 2)
}

/** The key identifies the code that computed the value, and so its type. */
function computedBy<T>(value: unknown): T {
  return value as T
}
