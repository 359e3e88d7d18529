/** Most packed rows of a recomputed day are unchanged, so only rows that differ are written. */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'

type Table<R> = {
  name: string
  /** The columns that identify a row. */
  keys: (keyof R & string)[]
  packed: (keyof R & string)[]
}

/**
 * Deletes the rows `within` that `packRows` does not return in the same form. Returns the rows of `packRows` that the table
 * then lacks.
 */
export async function deleteChangedRows<R extends Record<string, unknown>>(
  tx: Context,
  { name, keys, packed }: Table<R>,
  within: RawBuilder<unknown>,
  packRows: () => R[] | Promise<R[]>,
): Promise<R[]> {
  const key = sql`concat_ws(' ', ${sql.join(keys.map((column) => sql.ref(column)))})`
  const digest = sql`concat(${sql.join(packed.map((column) => sql`encode(sha256(${sql.ref(column)}), 'hex')`))})`
  const { rows: stored } = await sql<{ key: string; digest: string }>`
    select ${key} as key, ${digest} as digest from ${sql.table(name)} where ${within}`.execute(tx.db)
  const digests = new Map(stored.map(({ key, digest }) => [key, digest]))
  await nextTurn()
  const missing = (await packRows()).filter((row) => {
    const key = keys.map((column) => row[column]).join(' ')
    const isSame = digests.get(key) === packed.map((column) => sha256(row[column])).join('')
    if (isSame) digests.delete(key)
    return !isSame
  })
  if (digests.size > 0)
    await sql`delete from ${sql.table(name)} where ${within} and ${key} = any(${[...digests.keys()]}::text[])`.execute(
      tx.db,
    )
  return missing
}

function sha256(bytes: unknown): string {
  if (!Buffer.isBuffer(bytes)) throw new TypeError('A packed column must be a buffer')
  return hash('sha256', bytes)
}
