/** Warns of the scheduled tasks whose last run failed. They do not make a restored backup invalid. */
import type { AppContext } from '../core/context.ts'
import { listFailingTimers } from '../core/failing-timers.ts'
import { type DoctorCheck, ok, warn } from './check.ts'

const id = 'tasks.scheduled'

export async function checkTimers(base: AppContext): Promise<DoctorCheck[]> {
  const failing = await listFailingTimers(base)
  if (failing.length === 0) return [ok(id, 'The last run of every scheduled task succeeded.')]
  return failing.map(({ name, failures, failing_since, error }) =>
    warn(
      `${id}.${name}`,
      `The scheduled task ${name} failed ${failures} times since ${failing_since.toISOString()}: ${error}`,
      'Fix the cause; the task is repeated on its schedule. The log has the details.',
    ),
  )
}
