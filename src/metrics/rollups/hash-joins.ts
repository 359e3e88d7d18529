import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/**
 * Runs queries whose joins are right whatever the database believes of its tables. What was written a moment ago has no
 * statistics yet: a plan that thinks it small goes through it row by row, or merges by the one column that an index happens
 * to be sorted by and compares everything that is alike there. A hash join takes all columns, and grows with what comes.
 */
export async function withHashJoins<T>(tx: Context, run: () => Promise<T>): Promise<T> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    tx.db,
  )
  const result = await run()
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(
    tx.db,
  )
  return result
}
