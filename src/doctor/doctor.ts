/**
 * The doctor diagnoses an installation: each check has a stable id, a verdict (`ok`, `warn`, `fail`) and, if needed, an
 * action. Checks change nothing except pending rollups.
 */
import type { AppContext } from '../core/context.ts'
import { type DoctorCheck, ok } from './check.ts'
import { checkCallback } from './check-callback.ts'
import { checkDatabase, checkWorkers } from './check-database.ts'
import { checkEngines } from './check-engines.ts'
import { checkMail } from './check-mail.ts'
import { checkPdf } from './check-pdf.ts'
import { checkRollups } from './check-rollups.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkTimers } from './check-timers.ts'
import { checkWebhooks } from './check-webhooks.ts'

export type DoctorOptions = {
  /** Also check whether engines and webhooks are reachable. */
  online: boolean
  /** Recompute every day, not only a sample. */
  allDays: boolean
}

export async function checkInstall(base: AppContext, options: DoctorOptions): Promise<DoctorCheck[]> {
  const connection = ok('database.connection', 'The database responds.')
  const workers = await checkWorkers(base)
  if (workers.length > 0) return [connection, ...workers]
  return [
    connection,
    ...(await checkDatabase(base)),
    ...(await checkTimers(base)),
    await checkSecrets(base),
    ...(await checkRollups(base, options)),
    ...(await checkEngines(base, options)),
    ...(await checkCallback(base.config, options)),
    ...(await checkWebhooks(base, options)),
    ...(await checkMail(base, options)),
    ...(await checkPdf(base, options)),
  ]
}
