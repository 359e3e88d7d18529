/** The timers whose last run failed. The health check, the doctor, metrics and a notification show them. */
import { type Selectable, sql } from 'kysely'
import type { FailingTimers } from '../db/schema.generated.ts'
import type { AppContext } from './context.ts'

export type FailingTimer = Selectable<FailingTimers>

const maxErrorLength = 500

export const listFailingTimers = ({ db }: AppContext): Promise<FailingTimer[]> =>
  db.selectFrom('failing_timers').selectAll().orderBy('name').execute()

/** Returns the failure with the number of consecutive ones. */
export function recordTimerFailure(
  { db, now }: AppContext,
  name: string,
  error: unknown,
): Promise<FailingTimer> {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength)
  return db
    .insertInto('failing_timers')
    .values({ name, failing_since: now(), failures: 1, error: text })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ failures: sql`failing_timers.failures + 1`, error: sql`excluded.error` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function forgetTimerFailure({ db }: AppContext, name: string): Promise<void> {
  await db.deleteFrom('failing_timers').where('name', '=', name).execute()
}
