import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'

/**
 * Runs queries with hash joins only. Rows written a moment ago have no planner statistics yet: with a low row estimate
 * PostgreSQL would choose a nested loop, or a merge join on one column that then compares all rows with equal values. A hash
 * join uses all columns and scales with the number of rows.
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
