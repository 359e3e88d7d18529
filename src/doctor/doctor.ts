/**
 * A look at an install: what is right, what is not, and what to do about it. Each check has an id that stays; none changes
 * anything but sums that are waiting to be made.
 */
import type { AppContext } from '../core/context.ts'
import { type Check, ok } from './check.ts'
import { checkCallback } from './check-callback.ts'
import { checkDatabase } from './check-database.ts'
import { checkEngines } from './check-engines.ts'
import { checkRollups } from './check-rollups.ts'
import { checkWebhooks } from './check-webhooks.ts'

export type DoctorOptions = {
  /** Also see whether engines and webhooks can be reached. */
  online: boolean
  /** Count every day again, not only some. */
  allDays: boolean
}

export async function checkInstall(base: AppContext, options: DoctorOptions): Promise<Check[]> {
  return [
    ok('database.connection', 'The database answers.'),
    ...(await checkDatabase(base)),
    ...(await checkRollups(base, options)),
    ...(await checkEngines(base.config, options)),
    ...(await checkCallback(base.config, options)),
    ...(await checkWebhooks(base, options)),
  ]
}
