/**
 * What is computed from nothing but settled sums is kept in memory while these are the newest: whoever looks at the same
 * window again, or at another page of it, waits for no sums. Names, topics and all else that is not a sum is read anew.
 */
import { sql } from 'kysely'
import { isByPrompt, promptsInScope, type Scope } from '../../answers/scope.ts'
import { memoizable } from '../../http/memoized-response.ts'
import type { Snapshot } from './snapshot.ts'

/** As JSON; in memory it is a few times as much, the bytes of finished answers among that. */
const mostKeptBytes = 16 * 2 ** 20
const values = new Map<string, { value: unknown; sizeBytes: number }>()
let keptBytes = 0

/** `key`: besides the scope, all that the value depends on. Nobody may change a value that was kept. */
export async function memoize<T>(
  at: Snapshot,
  scope: Scope,
  key: readonly unknown[],
  make: () => Promise<T>,
): Promise<T> {
  const { brand, ...window } = scope
  const id = JSON.stringify([brand.id, at.sums, key, window, await promptsKey(at, scope)])
  const found = values.get(id)
  if (found) {
    // The least recently used stands first.
    values.delete(id)
    values.set(id, found)
    return asMade<T>(found.value)
  }
  const value = memoizable(await make())
  keep(id, value)
  return value
}

/** The prompts of a topic, and those that name the brand, change without a sum that changes. */
async function promptsKey(at: Snapshot, scope: Scope): Promise<string | null> {
  if (!isByPrompt(scope)) return null
  const { rows } = await sql<{ prompts: string | null }>`
    select md5(string_agg(id::text, '' order by id)) as prompts from (${promptsInScope(scope)}) chosen`.execute(
    at.db,
  )
  return rows[0]?.prompts ?? null
}

function keep(id: string, value: unknown): void {
  const sizeBytes = id.length + sizeOf(value)
  if (sizeBytes > mostKeptBytes / 8 || values.has(id)) return
  values.set(id, { value, sizeBytes })
  keptBytes += sizeBytes
  for (const [oldest, { sizeBytes: freed }] of values) {
    if (keptBytes <= mostKeptBytes) return
    values.delete(oldest)
    keptBytes -= freed
  }
}

/** As many items of a list as are looked at to know how large all are: to write out every one would keep others waiting. */
const mostLookedAt = 100

/** About how long it is as JSON. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) {
    const every = Math.ceil(value.length / mostLookedAt)
    const some = value.filter((_, index) => index % every === 0)
    return 2 + every * some.reduce((sum: number, item) => sum + 1 + sizeOf(item), 0)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 0
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + 4 + sizeOf(part), 2)
}

/** The key says which code made the value, and so of what type it is. */
function asMade<T>(value: unknown): T {
  return value as T
}
